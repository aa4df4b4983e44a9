//! The outermost level of a message, read in passing: whom to answer when the message itself cannot be taken.
//!
//! The bytes may come in pieces and are not kept, so that it works on messages of any size and any depth.

use serde_json::Value;

/// Bytes of one outer value or name that are kept; a longer one is not known.
const TOKEN_LIMIT: usize = 512;

/// What was found so far.
#[derive(Debug, Default)]
pub(crate) struct Envelope {
    depth: usize,
    deepest: usize,
    text: Text,
    /// The bytes of the outer level since the last mark between values; none once they were too many.
    token: Option<Vec<u8>>,
    name: Option<String>,
    stage: Stage,
    has_id: bool,
    id: Option<Value>,
    has_method: bool,
}

/// Whether a byte stands in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Text {
    #[default]
    Outside,
    Inside,
    /// Behind a backslash.
    Escaped,
}

/// Where in the line a byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Before the object.
    #[default]
    Before,
    /// In it.
    Within,
    /// Behind its end.
    Behind,
    /// In something else.
    Elsewhere,
}

impl Envelope {
    /// The envelope of a whole line.
    pub(crate) fn of(line: &[u8]) -> Self {
        let mut envelope = Self::default();
        envelope.feed(line);
        envelope
    }

    /// Reads on.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match self.text {
                Text::Outside => self.mark(byte),
                Text::Inside | Text::Escaped => self.read_text(byte),
            }
        }
    }

    /// Who is answered: the number or text a whole request goes by, else null.
    pub(crate) fn id(&self) -> Value {
        let id = self.id.as_ref().filter(|_| self.stage == Stage::Behind && self.has_method);
        id.cloned().unwrap_or(Value::Null)
    }

    /// Whether it is a whole message that expects no answer: a notification, or an answer itself.
    pub(crate) fn expects_nothing(&self) -> bool {
        self.stage == Stage::Behind && (self.has_method != self.has_id)
    }

    /// How many values stand in each other.
    pub(crate) fn deepest(&self) -> usize {
        self.deepest
    }

    fn read_text(&mut self, byte: u8) {
        self.keep(byte);
        self.text = match (self.text, byte) {
            (Text::Inside, b'\\') => Text::Escaped,
            (Text::Inside, b'"') => Text::Outside,
            _ => Text::Inside,
        };
    }

    fn mark(&mut self, byte: u8) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' | b'[' => self.open(byte),
            b'}' | b']' => self.close(),
            b':' if self.depth == 1 => {
                self.name = self.token().and_then(|token| serde_json::from_slice(&token).ok());
            }
            b',' if self.depth == 1 => self.member(),
            _ => {
                self.text = if byte == b'"' { Text::Inside } else { Text::Outside };
                self.keep(byte);
            }
        }
    }

    fn open(&mut self, byte: u8) {
        self.stage = match self.stage {
            Stage::Before if byte == b'{' => Stage::Within,
            Stage::Within => Stage::Within,
            _ => Stage::Elsewhere,
        };
        if self.depth == 0 {
            self.token = Some(Vec::new());
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
    }

    fn close(&mut self) {
        if self.depth == 1 && self.stage == Stage::Within {
            self.member();
            self.stage = Stage::Behind;
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Keeps a byte of the outer level.
    fn keep(&mut self, byte: u8) {
        if self.stage != Stage::Within {
            self.stage = Stage::Elsewhere;
        }
        if self.depth == 1 {
            self.token = self.token.take().filter(|token| token.len() < TOKEN_LIMIT);
            if let Some(token) = &mut self.token {
                token.push(byte);
            }
        }
    }

    /// What was kept, to begin anew.
    fn token(&mut self) -> Option<Vec<u8>> {
        self.token.replace(Vec::new())
    }

    /// A member ends.
    fn member(&mut self) {
        let value = self.token().and_then(|token| serde_json::from_slice::<Value>(&token).ok());
        match self.name.take().as_deref() {
            Some("id") => {
                self.has_id = true;
                self.id = value.filter(|id| id.is_number() || id.is_string());
            }
            Some("method") => self.has_method = true,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(line: &str, id: &Value, expects_nothing: bool) {
        let whole = Envelope::of(line.as_bytes());
        assert_eq!((&whole.id(), whole.expects_nothing()), (id, expects_nothing), "{line}");
        let mut pieces = Envelope::default();
        for byte in line.as_bytes() {
            pieces.feed(&[*byte]);
        }
        assert_eq!(pieces.id(), *id, "{line}");
    }

    /// S-20: an id is found wherever it stands, and nowhere else.
    #[test]
    fn ids_are_found() {
        check(r#"{"id":7,"method":"m"}"#, &json!(7), false);
        check(" { \"method\" : \"m\" , \"id\" : \"a\\\"}\" } \r", &json!("a\"}"), false);
        check(
            r#"{"params":{"id":1,"x":["}",{"id":2}]},"method":"m","id":-3.5}"#,
            &json!(-3.5),
            false,
        );
        check(r#"{"\u0069d":9,"method":"m"}"#, &json!(9), false);
        check(r#"{"id":{"id":1},"method":"m"}"#, &Value::Null, false);
        check(r#"{"id":null,"method":"m"}"#, &Value::Null, false);
        check(r#"{"id":7,"method":"m""#, &Value::Null, false);
        check(r#"{"id":7,"method":"m"} x"#, &Value::Null, false);
        check(r#"{"id":7,"method":"m"}{"id":8}"#, &Value::Null, false);
        check(r#"[{"id":7,"method":"m"}]"#, &Value::Null, false);
        check(r#"x{"id":7,"method":"m"}"#, &Value::Null, false);
        check("}}]{", &Value::Null, false);
        check("", &Value::Null, false);
    }

    /// JSON-RPC: notifications and answers get no answer.
    #[test]
    fn what_expects_nothing() {
        check(r#"{"method":"m","params":[1}"#, &Value::Null, false);
        check(r#"{"method":"m"}"#, &Value::Null, true);
        check(r#"{"id":7,"result":{}}"#, &Value::Null, true);
        check(r#"{"id":null,"error":{}}"#, &Value::Null, true);
        check("{}", &Value::Null, false);
    }

    /// What is too long to be kept is not known; what stands around it is.
    #[test]
    fn long_values_are_not_kept() {
        let long = "x".repeat(TOKEN_LIMIT);
        check(&format!(r#"{{"id":"{long}","method":"m"}}"#), &Value::Null, false);
        check(&format!(r#"{{"{long}":"{long}","id":7,"method":"{long}"}}"#), &json!(7), false);
        let deep = format!("{{\"a\":{}}}", "[".repeat(200));
        assert_eq!(Envelope::of(deep.as_bytes()).deepest(), 201);
    }
}
