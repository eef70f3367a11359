//! Finds programs on this machine, and installs missing ones.

use std::{
    env,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// How often the lists of packages are read before an installation is given up.
const UPDATE_ATTEMPTS: u32 = 4;
/// How long to wait for somebody else who reads them.
const UPDATE_PAUSE: Duration = Duration::from_secs(10);

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
    // Another step may be installing something at the same moment.
    const WAIT: &str = "DPkg::Lock::Timeout=600";
    println!("{package}: missing, installing it with apt-get");
    let install = ["install", "--yes", "--no-install-recommends", "-o", WAIT];
    let install = || apt_get(&[&install[..], &[package]].concat());
    // A new machine may not know its packages yet, and another step may be reading the
    // lists of packages at the same moment.
    let update_and_install = || {
        if !apt_get(&["update"]) {
            thread::sleep(UPDATE_PAUSE);
        }
        install()
    };
    install() || (0..UPDATE_ATTEMPTS).any(|_| update_and_install())
}

/// Runs apt-get as root, and reports whether that worked.
fn apt_get(arguments: &[&str]) -> bool {
    [&["apt-get"][..], &["sudo", "--non-interactive", "apt-get"]]
        .into_iter()
        .any(|program| {
            let words = [program, arguments].concat();
            Command::new(words[0])
                .args(&words[1..])
                .env("DEBIAN_FRONTEND", "noninteractive")
                .stdin(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
        })
}
