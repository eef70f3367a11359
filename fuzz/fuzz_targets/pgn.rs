//! `cargo fuzz run pgn --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::pgn(data));
