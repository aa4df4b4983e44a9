//! The wire shapes behind `--json` and MCP. No domain, no I/O.
