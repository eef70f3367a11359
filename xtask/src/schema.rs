//! schemathesis, which reads the document of an interface and asks whatever
//! comes to its mind, talks to our server.

use std::{
    io::{BufRead, BufReader, Lines},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{cargo, python};

/// What it is called at the Python Package Index. Another version is another
/// environment.
const PACKAGE: &str = "schemathesis==4.32.5";

/// How long it may ask, in seconds.
const SECONDS: u32 = 50;

/// Whether every answer was as the document says.
pub fn run() -> Result<bool> {
    let binary = cargo::arbiter()?;
    let python = python::environment(PACKAGE, "schemathesis")?;
    let server = Server::start(&binary)?;
    let script = cargo::root().join("xtask/src/schema/ask.py");
    let status = Command::new(python)
        .arg(script)
        .arg(&server.url)
        .arg(SECONDS.to_string())
        .current_dir(&server.folder)
        .status()
        .context("cannot run Python")?;
    Ok(status.success())
}

/// A server on a port and with a database of its own, gone with this value.
struct Server {
    child: Child,
    url: String,
    folder: PathBuf,
    /// Kept open: the server may have more to say.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn start(binary: &PathBuf) -> Result<Server> {
        let folder = cargo::target()?.join("schema");
        // What an earlier run has left behind.
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        let limits = [
            "--sockets-per-address",
            "--games-per-address",
            "--requests-per-minute",
            "--frames-per-minute",
            "--passwords-per-hour",
            "--chat-per-minute",
        ];
        let mut child = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn"])
            .args(limits.iter().flat_map(|limit| [limit, "0"]))
            .arg("--data")
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run the server")?;
        let output = child.stdout.take().context("the server says nothing")?;
        let mut output = BufReader::new(output).lines();
        while let Some(line) = output.next().transpose()? {
            if let Some(("", url)) = line.trim().split_once("open ") {
                return Ok(Server {
                    child,
                    url: url.trim().to_owned(),
                    folder,
                    _output: output,
                });
            }
        }
        let status = child.wait()?;
        bail!("the server does not start: {status}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It is gone already, or it goes now.
        let _killed = self.child.kill();
        let _gone = self.child.wait();
    }
}
