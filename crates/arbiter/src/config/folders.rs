//! Directories for data and settings, by the convention of the system.

use std::{env, path::PathBuf};

/// Returns the directory for data.
pub fn data() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// Returns the directory for settings.
pub fn config() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

fn folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let base = if cfg!(windows) {
        PathBuf::from(filled("APPDATA")?)
    } else if cfg!(target_os = "macos") {
        PathBuf::from(filled("HOME")?).join("Library/Application Support")
    } else if let Some(folder) = filled(variable) {
        PathBuf::from(folder)
    } else {
        PathBuf::from(filled("HOME")?).join(below_home)
    };
    Some(base.join("arbiter"))
}

fn filled(name: &str) -> Option<std::ffi::OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}
