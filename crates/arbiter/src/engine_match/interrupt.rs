//! Handling of Ctrl-C.

use std::sync::{Arc, atomic::AtomicBool};

/// Sets the flag when the program is interrupted. A second interrupt ends the program.
#[cfg(unix)]
pub fn listen(stop: &Arc<AtomicBool>) {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag,
    };
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // Without the handlers the match is killed, and can still be resumed.
        let _ = flag::register_conditional_default(signal, Arc::clone(stop));
        let _ = flag::register(signal, Arc::clone(stop));
    }
}

#[cfg(not(unix))]
pub fn listen(_: &Arc<AtomicBool>) {}
