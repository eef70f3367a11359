//! Only the owner can read the files of a server.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

use crate::serve::{ANYWHERE, Folder, Server, command};

/// Returns the program, run by a shell that makes new files open to everyone.
fn without_umask(home: &Folder, arguments: &[&str]) -> Command {
    let program = command(&home.0);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "umask 000 && exec \"$@\"", "sh"])
        .arg(program.get_program())
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

#[track_caller]
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn whatever_the_umask_files_are_private() {
    let home = Folder::new();
    let data = home.0.join("a").join("data");
    let data_text = data.to_str().unwrap();
    let server = Server::start(&mut without_umask(
        &home,
        &["serve", ANYWHERE, "--data", data_text],
    ));
    assert_eq!(mode(&data), 0o700);
    let mut names: Vec<_> = fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = [
        "arbiter.db",
        "arbiter.db-shm",
        "arbiter.db-wal",
        "arbiter.lock",
    ];
    assert_eq!(names, expected);
    for name in names {
        assert_eq!(mode(&data.join(&name)), 0o600, "{name}");
    }
    for (what, name) in [("backup", "copy.db"), ("export", "copy.ndjson")] {
        let file = home.0.join(name);
        let words = ["db", what, file.to_str().unwrap(), "--data", data_text];
        let output = without_umask(&home, &words).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(mode(&file), 0o600, "{name}");
    }
    server.stop();

    // What an earlier version, or a copy, has left open is made private.
    let file = data.join("arbiter.db");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o664)).unwrap();
    let server = Server::start(&mut without_umask(
        &home,
        &["serve", ANYWHERE, "--data", data_text],
    ));
    assert_eq!(mode(&file), 0o600);
    let (_, log) = server.stop();
    assert!(log.contains("other users could read this file"), "{log}");
}

#[test]
fn import_creates_private_files() {
    let home = Folder::new();
    let archive = home.0.join("empty.ndjson");
    let source = home.0.join("source");
    let server = Server::start(command(&home.0).args([
        "serve",
        ANYWHERE,
        "--data",
        source.to_str().unwrap(),
    ]));
    server.stop();
    let target = home.0.join("target");
    let archive = archive.to_str().unwrap();
    for (what, folder) in [("export", &source), ("import", &target)] {
        let words = ["db", what, archive, "--data", folder.to_str().unwrap()];
        let output = without_umask(&home, &words).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(mode(&target), 0o700);
    assert_eq!(mode(&target.join("arbiter.db")), 0o600);
}
