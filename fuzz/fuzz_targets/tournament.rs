//! `cargo fuzz run tournament --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::tournament(data));
