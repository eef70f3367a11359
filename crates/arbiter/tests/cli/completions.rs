//! `arbiter completions` and `arbiter man`: what packages install.

use std::fs;

use crate::{
    arbiter, arbiter_reading,
    serve::{Folder, command},
};

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = arbiter(&["completions", shell]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        for word in ["serve", "analyze", "backup", "listen"] {
            assert!(ran.out.contains(word), "{shell}: {word}");
        }
    }
    let ran = arbiter(&["completions", "cmd"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("bash"), "{}", ran.err);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    let pages = folder.0.join("pages");
    let ran = arbiter(&["man", pages.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let help = arbiter(&["--help"]);
    let (_, commands) = help.out.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    // The next lines of a long description are further to the right.
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names.filter(|name| !name.is_empty()) {
        let page = fs::read_to_string(pages.join(format!("arbiter-{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH arbiter-{name} 1")), "{page}");
    }
    let serve = fs::read_to_string(pages.join("arbiter-serve.1")).unwrap();
    for setting in ["ARBITER_LISTEN", "ARBITER_PUBLIC", "ARBITER_CHAT"] {
        let variable = format!("the \\fB{setting}\\fR environment variable");
        assert!(serve.contains(&variable), "{setting}: {serve}");
    }
    assert!(fs::exists(pages.join("arbiter-db-backup.1")).unwrap());
    assert!(!fs::exists(pages.join("arbiter-man.1")).unwrap());
}

/// Scripts are piped into other programs, which may stop to read.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    let mut child = command(&folder.0)
        .args(["completions", "zsh"])
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(arbiter_reading(&["completions"], b"").code, 2);
}
