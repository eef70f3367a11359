//! What happens when somebody presses Ctrl-C.

use std::sync::{Arc, atomic::AtomicBool};

/// The flag is set when the program is interrupted; the second time it ends at
/// once.
#[cfg(unix)]
pub fn listen(stop: &Arc<AtomicBool>) {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag,
    };
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // Without them the match is cut off, and can be resumed all the same.
        let _ = flag::register_conditional_default(signal, Arc::clone(stop));
        let _ = flag::register(signal, Arc::clone(stop));
    }
}

#[cfg(not(unix))]
pub fn listen(_: &Arc<AtomicBool>) {}
