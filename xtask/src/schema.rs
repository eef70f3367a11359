//! Tests the HTTP API: openapi-spec-validator checks its OpenAPI description, and
//! schemathesis generates requests from it and checks the responses against it.

use std::{
    io::{BufRead, BufReader, Lines},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};

use crate::{cargo, python};

/// How long schemathesis sends requests.
const MAX_SECONDS: u32 = 50;

/// Reports whether every response was as described.
pub fn run() -> Result<bool> {
    let python = python::interpreter()?;
    let status = Command::new(&python)
        .args(["-m", "openapi_spec_validator"])
        .arg(cargo::root().join("crates/server/openapi.json"))
        .status()
        .context("cannot run Python")?;
    if !status.success() {
        return Ok(false);
    }
    let binary = cargo::arbiter()?;
    let server = Server::start(&binary)?;
    let script = cargo::root().join("xtask/src/schema/ask.py");
    let status = Command::new(python)
        .arg(script)
        .arg(&server.url)
        .arg(MAX_SECONDS.to_string())
        .current_dir(&server.folder)
        .status()
        .context("cannot run Python")?;
    Ok(status.success())
}

/// A server with its own port and database, stopped when this value is dropped.
struct Server {
    child: Child,
    url: String,
    folder: PathBuf,
    /// Kept open, so that the server can keep writing.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn start(binary: &PathBuf) -> Result<Server> {
        let folder = cargo::target()?.join("schema");
        // An earlier run may have left its files.
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
        let output = child.stdout.take().context("the server has no output")?;
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
        bail!("the server did not start: {status}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails only if the server has already exited.
        let _killed = self.child.kill();
        let _gone = self.child.wait();
    }
}
