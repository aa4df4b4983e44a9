//! libFuzzer on target `import_markdown`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| mind_fuzz::hold("import_markdown", bytes));
