//! `cargo fuzz run fen --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::fen(data));
