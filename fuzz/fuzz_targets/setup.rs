//! libFuzzer on target `setup`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("setup", bytes));
