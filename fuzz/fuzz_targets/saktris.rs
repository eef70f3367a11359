//! `cargo fuzz run saktris --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::saktris(data));
