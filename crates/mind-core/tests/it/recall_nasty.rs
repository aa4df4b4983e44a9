//! Ten questions as people type them in a hurry, over facts as engineers write them: the right one comes first.

use rstest::rstest;

use crate::world::comes_first;

/// Hours before the question, and the fact.
#[rustfmt::skip]
const FACTS: &[(i64, &str)] = &[
    (900, "Payments are settled by the ledger service; the gateway only authorises them"),
    (899, "The ledger service must be drained before a schema migration, or entries are booked twice"),
    (898, "Run `make migrate ENV=staging` from the ops container, never from a laptop"),
    (897, "Staging uses PostgreSQL 15.4, production still runs PostgreSQL 14.9"),
    (896, "PostgreSQL 16.1 breaks our collation of Turkish names; do not upgrade before the index is rebuilt"),
    (895, "Node 20.11 is pinned in .nvmrc because 20.12 leaks file handles in the watcher"),
    (894, "Node 18 is end of life and was removed from the build images"),
    (893, "The watcher ignores node_modules and dist, but not coverage"),
    (892, "crates/ingest/src/parser/csv.rs trims quotes twice; the second trim is needed for the bank's export"),
    (891, "crates/ingest/src/parser/xml.rs reads the whole file into memory"),
    (890, "crates/report/src/writer.rs rounds half to even, as the auditors asked"),
    (889, "web/src/pages/checkout/index.tsx must not import from web/src/pages/admin"),
    (888, "Feature flags live in config/flags.toml and are read once at start"),
    (887, "The flag `new_checkout` is on for everyone since the spring release"),
    (886, "Never log the customer's IBAN, not even masked"),
    (885, "Logs are kept for thirty days in the EU region and then deleted"),
    (884, "The customer import accepts CSV with semicolons only"),
    (883, "Retry the webhook with exponential backoff, at most five times"),
    (882, "Webhooks are signed with HMAC SHA-256; the signature header is X-Signature"),
    (881, "The rate limiter counts by API key, not by address"),
    (880, "Maria owns the billing domain and wants to be asked before the tax tables change"),
    (879, "Jun prefers small pull requests and squash merges"),
    (878, "The on-call rotation changes on Wednesday at ten"),
    (877, "Grafana dashboards are generated from jsonnet; edits in the browser are lost"),
    (876, "The error budget of the search service is spent; only fixes may be deployed there"),
    (875, "Search results are cached for ten minutes at the edge"),
    (874, "Rebuild the search index with `just reindex`, which takes about forty minutes"),
    (873, "The mobile app talks to the v3 API; v2 is switched off in March"),
    (872, "The Android build needs JDK 17, the iOS build Xcode 15"),
    (871, "Screenshots for the stores are rendered by fastlane overnight"),
    (870, "The e-mail template for refunds is approved by legal; do not change its wording"),
    (869, "Refunds above 500 euros need a second approval in the back office"),
    (868, "A refund is never sent to a different card than the payment came from"),
    (867, "The session cookie is SameSite=Lax; Strict broke the bank redirect"),
    (866, "CORS is handled by the proxy, so the services must not set the headers themselves"),
    (865, "Terraform state is in the shared bucket and locked by DynamoDB"),
    (864, "Kubernetes limits: the worker gets 2 CPUs, since garbage collection starves with one"),
    (863, "Use the read replica for reports; the primary is not allowed more than 200 connections"),
    (862, "The nightly backup is tested by restoring it every Sunday"),
    (861, "La coda dei pagamenti si blocca se il broker viene riavviato durante la notte"),
    (860, "Le migrazioni del database si eseguono solo dopo il backup"),
    (859, "Il cliente vuole che le fatture siano spedite entro due giorni lavorativi"),
    (858, "Non si pubblica mai il venerdì pomeriggio"),
    (857, "Gli utenti amministratori accedono soltanto con la chiave hardware"),
    (856, "Il servizio di stampa delle etichette è fermo il primo gennaio"),
    (855, "支付网关超时设置为八秒，重试两次"),
    (854, "数据库迁移之前必须先备份"),
    (853, "夜间任务在凌晨两点清理缓存"),
    (852, "用户头像存放在对象存储，不进数据库"),
    (851, "订单服务使用Kafka传递事件，分区按商户编号"),
    (850, "請求書のPDFは夜間バッチで作成される"),
    (849, "本番環境へのデプロイは承認が二人必要"),
    (848, "ログの保存期間は三十日"),
    (847, "The German tax export writes decimal commas, the French one too, the Swiss one does not"),
    (846, "Do not use `git push --force` on release branches; `--force-with-lease` is allowed on your own"),
    (845, "The release branch is cut on Monday and frozen on Thursday"),
    (844, "Dependabot pull requests are merged by the bot when the checks are green"),
    (843, "Flaky: the upload test fails when the runner's clock is more than a minute off"),
    (842, "The upload limit is 25 MB at the proxy and 20 MB in the service"),
    (841, "Thumbnails are made by libvips; ImageMagick was dropped for its memory use"),
    (30, "Decided to keep the monolith for billing and to split out search only"),
    (6, "Decided to move the sessions from Redis to Postgres"),
];

#[rstest]
#[case::typing_errors("exponetial bakcoff webhok", "Retry the webhook with exponential backoff")]
#[case::inflected_italian(
    "quando eseguire la migrazione dei database?",
    "Le migrazioni del database"
)]
#[case::two_characters("头像", "用户头像存放在对象存储")]
#[case::version_number("20.12", "Node 20.11 is pinned in .nvmrc because 20.12")]
#[case::negation("which postgres version should we not upgrade to", "PostgreSQL 16.1 breaks")]
#[case::quoted_phrase(
    "\"second approval\" -refund",
    "Refunds above 500 euros need a second approval"
)]
#[case::question(
    "Why don't we let the worker have only one CPU?",
    "Kubernetes limits: the worker gets 2 CPUs"
)]
#[case::path_fragment("parser/csv", "crates/ingest/src/parser/csv.rs")]
#[case::mixed_scripts("kafka分区", "订单服务使用Kafka")]
#[case::date_word("what did we decide yesterday", "Decided to keep the monolith")]
fn the_right_fact_comes_first(#[case] query: &str, #[case] expect: &str) {
    comes_first(FACTS, query, expect);
}
