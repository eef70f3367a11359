//! Cleans up when the user presses Ctrl-C.

use std::path::PathBuf;

/// Removes a file if the program is interrupted before it is done.
#[cfg(unix)]
pub fn remove_file(path: PathBuf) {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // If this fails, an interrupted run leaves the file behind.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in &mut signals {
            let _ = std::fs::remove_file(&path);
            let _ = emulate_default_handler(signal);
        }
    });
}

#[cfg(not(unix))]
pub fn remove_file(_: PathBuf) {}
