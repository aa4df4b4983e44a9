//! libFuzzer on target `session_events`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("session_events", bytes));
