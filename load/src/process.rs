use std::{
    net::SocketAddr,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, ChildStdout, Command},
};

/// A server process, killed when this value is dropped.
pub struct ServerProcess {
    child: Child,
    pid: u32,
    /// The address it listens on.
    pub address: SocketAddr,
    /// When it was started.
    pub started: Instant,
    _out: BufReader<ChildStdout>,
}

impl ServerProcess {
    /// Starts a server and waits until it prints the address it listens on.
    pub async fn start(program: &Path, arguments: &[&str], log: Stdio) -> Result<ServerProcess> {
        let started = Instant::now();
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let pid = child.id().context("the server exited immediately")?;
        let mut out = BufReader::new(
            child
                .stdout
                .take()
                .context("the server has no standard output")?,
        );
        let mut line = String::new();
        loop {
            line.clear();
            let read = tokio::time::timeout(TIMEOUT, out.read_line(&mut line));
            if read
                .await
                .context("the server does not print its address")??
                == 0
            {
                let status = child.wait().await?;
                bail!("{} {arguments:?} exited with {status}", program.display());
            }
            if let Some((_, address)) = line.split_once("http://") {
                let address = address.trim().parse();
                return Ok(ServerProcess {
                    child,
                    pid,
                    address: address.with_context(|| format!("not an address: {line}"))?,
                    started,
                    _out: out,
                });
            }
        }
    }

    /// Kills the process with SIGKILL, so that it cannot clean up.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("cannot kill the server")
    }

    /// Stops the server with SIGTERM and returns how long that took.
    pub async fn stop(mut self) -> Result<Duration> {
        let asked = Instant::now();
        let status = std::process::Command::new("kill")
            .arg(self.pid.to_string())
            .status()?;
        ensure!(status.success(), "cannot send SIGTERM to the server");
        let exited = tokio::time::timeout(TIMEOUT, self.child.wait());
        let status = exited.await.context("the server does not stop")??;
        ensure!(status.success(), "the server exited with {status}");
        Ok(asked.elapsed())
    }

    /// Checks that it has not exited.
    pub fn check_running(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            None => Ok(()),
            Some(status) => bail!("the server exited with {status}"),
        }
    }

    /// Returns the processor time it has used.
    pub fn cpu(&self) -> Result<Duration> {
        cpu(self.pid)
    }

    /// Returns its resident memory in bytes.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 = line
            .and_then(|line| line.trim().strip_suffix(" kB"))
            .context("no VmRSS in /proc")?
            .parse()?;
        Ok(kilobytes * 1024)
    }
}

/// How long a server may take to start or to stop.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Returns the processor time that this process has used.
pub fn own_cpu() -> Result<Duration> {
    cpu(std::process::id())
}

/// Reads the processor time of a process, which Linux counts in hundredths of a
/// second.
fn cpu(pid: u32) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The program name is in parentheses and may contain anything.
    let (_, rest) = stat.rsplit_once(')').context("no program name in /proc")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |index: usize| -> Result<u64> {
        Ok(fields
            .get(index)
            .context("too few fields in /proc")?
            .parse()?)
    };
    Ok(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
}

/// Returns the processor time of all processes of the machine that run this program.
pub fn cpu_of_program(name: &str) -> Result<Duration> {
    let mut total = Duration::ZERO;
    for process in std::fs::read_dir("/proc")? {
        let path = process?.path();
        let pid = path.file_name().and_then(|it| it.to_str()?.parse().ok());
        // A process may end meanwhile.
        if let Some(pid) = pid
            && std::fs::read_to_string(path.join("comm")).is_ok_and(|it| it.trim() == name)
        {
            total += cpu(pid).unwrap_or_default();
        }
    }
    Ok(total)
}

/// Flags that lift the limits per address: all clients come from one address.
pub const NO_LIMITS: [&str; 5] = [
    "--connections-per-address=1000000",
    "--sockets-per-address=1000000",
    "--games-per-address=10000000",
    "--requests-per-minute=1000000000",
    "--frames-per-minute=1000000000",
];
