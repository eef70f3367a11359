//! `cargo fuzz run game --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::game(data));
