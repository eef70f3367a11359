//! `cargo fuzz run legality --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::legality(data));
