//! libFuzzer on target `hook`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("hook", bytes));
