//! libFuzzer on target `model_reply`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("model_reply", bytes));
