//! libFuzzer on target `store_file`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("store_file", bytes));
