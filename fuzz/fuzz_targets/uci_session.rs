//! `cargo fuzz run uci_session --features libfuzzer`
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::uci_session(data));
