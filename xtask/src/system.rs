//! Finds programs on this machine, and installs missing ones.

use std::{
    env,
    path::PathBuf,
    process::{Command, Stdio},
};

/// Returns the first of these programs that is on the `PATH`.
pub fn find(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let named = names.iter().flat_map(|name| {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&name))
    });
    named.into_iter().find(|program| program.is_file())
}

/// Installs a Debian package, and reports whether that worked.
pub fn install(package: &str) -> bool {
    println!("{package}: missing, installing it with apt-get");
    let arguments = [
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        package,
    ];
    [&[][..], &["sudo", "--non-interactive"]]
        .into_iter()
        .any(|prefix| {
            let words: Vec<&str> = prefix.iter().chain(&arguments).copied().collect();
            Command::new(words[0])
                .args(&words[1..])
                .env("DEBIAN_FRONTEND", "noninteractive")
                .stdin(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
}
