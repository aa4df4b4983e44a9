//! The server of profile `host`: hands each call to a desk in the order they came, and answers in time whatever the desk does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Calls that may be at the disk at once.
pub(crate) const HOST_WORKERS: usize = 8;

/// One host session's engine, as its server sees it.
pub trait HostDesk: Send + Sync + 'static {
    /// The calls there are.
    fn calls(&self) -> Vec<HostCall>;

    /// Takes a call. It is asked in the order of arrival, one call at a time, and must not wait: what may wait is given back as work. None for a call there is not.
    fn begin(&self, name: &str, input: JsonObject) -> Option<Begun>;
}

/// A call as `tools/list` shows it.
#[derive(Clone, Debug)]
pub struct HostCall {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub says: &'static str,
    /// The JSON Schema of its input.
    pub input: JsonObject,
}

/// What becomes of a call.
#[derive(Debug)]
pub enum Begun {
    /// It is answered.
    Answered(Value),
    /// It may take a while.
    Work(Work),
}

/// A call that goes on beside others.
pub struct Work {
    /// How long it may take.
    pub within: Duration,
    /// The answer when it takes longer.
    pub late: Value,
    /// Set when nobody waits for it any more.
    pub abandoned: Abandoned,
    /// The rest of the call. It may run on a thread of its own, and to its end even when it is late.
    pub run: Box<dyn FnOnce() -> Value + Send>,
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("within", &self.within).finish_non_exhaustive()
    }
}

/// Whether anybody still waits for a call: it was not cancelled and is not late.
#[derive(Clone, Debug, Default)]
pub struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    /// Nobody waits any more.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether nobody waits any more.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// A server over one desk.
pub(crate) struct HostServer {
    desk: Arc<dyn HostDesk>,
}

impl HostServer {
    pub(crate) fn new(desk: Arc<dyn HostDesk>) -> Self {
        Self { desk }
    }

    /// Work on a thread that may wait. Whoever stops waiting for it says so, so that what has not begun does not begin.
    async fn wait(
        &self,
        work: Work,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        let Work { within, late, abandoned, run } = work;
        let task = timeout(within, spawn_blocking(run));
        tokio::select! {
            biased;
            () = context.ct.cancelled() => {
                abandoned.set();
                Err(ErrorData::internal_error("cancelled", None))
            }
            done = task => {
                let Ok(answer) = done else {
                    abandoned.set();
                    return Ok(late);
                };
                answer.map_err(|_| broken())
            }
        }
    }
}

impl ServerHandler for HostServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("mind", env!("CARGO_PKG_VERSION")))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let listed = |call: HostCall| Tool::new(call.name, call.says, call.input);
        Ok(ListToolsResult::with_all_items(self.desk.calls().into_iter().map(listed).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let input = request.arguments.unwrap_or_default();
        let begin = AssertUnwindSafe(|| self.desk.begin(&request.name, input));
        let begun = catch_unwind(begin).map_err(|_| broken())?;
        let answer = match begun {
            None => return Err(ErrorData::invalid_params("no such call", None)),
            Some(Begun::Answered(answer)) => answer,
            Some(Begun::Work(work)) => self.wait(work, &context).await?,
        };
        Ok(result(answer).into())
    }
}

/// A defect: the call is answered without a word of what was at hand, and the next one works.
fn broken() -> ErrorData {
    ErrorData::internal_error("internal error", None)
}

/// A host reads the structured answer only, so that nothing is said twice.
fn result(answer: Value) -> CallToolResult {
    let accepted = answer["ok"].as_bool() == Some(true);
    let shape = if accepted { CallToolResult::success } else { CallToolResult::error };
    let mut result = shape(Vec::new());
    result.structured_content = Some(answer);
    result
}
