//! `cargo fuzz run record --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::record(data));
