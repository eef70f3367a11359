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

/// A server that runs as its own process. It dies with this value.
pub struct Process {
    child: Child,
    pid: u32,
    /// Where it listens.
    pub address: SocketAddr,
    /// When it was started.
    pub started: Instant,
    _out: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a server that prints the address where it listens.
    pub async fn start(program: &Path, arguments: &[&str], log: Stdio) -> Result<Process> {
        let started = Instant::now();
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let pid = child.id().context("it ended at once")?;
        let mut out = BufReader::new(child.stdout.take().context("its output is lost")?);
        let mut line = String::new();
        loop {
            line.clear();
            let read = tokio::time::timeout(PATIENCE, out.read_line(&mut line));
            if read.await.context("it says nothing")?? == 0 {
                let status = child.wait().await?;
                bail!("{} {arguments:?} ended with {status}", program.display());
            }
            if let Some((_, address)) = line.split_once("http://") {
                let address = address.trim().parse();
                return Ok(Process {
                    child,
                    pid,
                    address: address.with_context(|| format!("no address: {line}"))?,
                    started,
                    _out: out,
                });
            }
        }
    }

    /// `kill -9`: it gets no chance to do anything.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("cannot kill the server")
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(mut self) -> Result<Duration> {
        let asked = Instant::now();
        let status = std::process::Command::new("kill")
            .arg(self.pid.to_string())
            .status()?;
        ensure!(status.success(), "cannot ask the server to stop");
        let ended = tokio::time::timeout(PATIENCE, self.child.wait());
        let status = ended.await.context("the server does not stop")??;
        ensure!(status.success(), "the server ended with {status}");
        Ok(asked.elapsed())
    }

    /// The processor time it has used.
    pub fn cpu(&self) -> Result<Duration> {
        cpu(self.pid)
    }

    /// The memory it has, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: u64 = line
            .and_then(|line| line.trim().strip_suffix(" kB"))
            .context("the system does not tell how much memory it has")?
            .parse()?;
        Ok(kilobytes * 1024)
    }
}

const PATIENCE: Duration = Duration::from_secs(60);

/// The processor time that this process has used.
pub fn own_cpu() -> Result<Duration> {
    cpu(std::process::id())
}

/// Linux counts it in hundredths of a second.
fn cpu(pid: u32) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name of the program is in parentheses and may hold anything.
    let (_, rest) = stat.rsplit_once(')').context("no name")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks =
        |index: usize| -> Result<u64> { Ok(fields.get(index).context("too few fields")?.parse()?) };
    Ok(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
}

/// Flags of a server for thousands who all come from one address.
pub const WITHOUT_LIMITS: [&str; 4] = [
    "--sockets-per-address=1000000",
    "--games-per-address=10000000",
    "--requests-per-minute=1000000000",
    "--frames-per-minute=1000000000",
];
