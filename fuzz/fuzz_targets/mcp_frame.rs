//! libFuzzer on target `mcp_frame`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("mcp_frame", bytes));
