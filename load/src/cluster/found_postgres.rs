use std::{
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, ensure};

/// A PostgreSQL server that another program has started.
pub struct FoundPostgres {
    data: PathBuf,
}

/// How a process was started.
pub struct Started {
    program: PathBuf,
    arguments: Vec<String>,
    user: u32,
    group: u32,
}

impl FoundPostgres {
    /// Finds the server of an address with the folder of its socket, where its data is, too.
    pub fn find(url: &str) -> Result<FoundPostgres> {
        let (_, folder) = url
            .split_once("host=")
            .context("no folder in the address")?;
        let folder = folder.split('&').next().unwrap_or(folder);
        let data = Path::new(folder).join("data");
        ensure!(data.is_dir(), "{} is not a folder", data.display());
        Ok(FoundPostgres { data })
    }

    fn pid(&self) -> Result<String> {
        let text = std::fs::read_to_string(self.data.join("postmaster.pid"))?;
        Ok(text.lines().next().context("no process")?.to_owned())
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&self) -> Result<Started> {
        let pid = self.pid()?;
        let process = PathBuf::from(format!("/proc/{pid}"));
        let line = std::fs::read_to_string(process.join("cmdline"))?;
        let owner = std::fs::metadata(&self.data)?;
        let started = Started {
            program: std::fs::read_link(process.join("exe"))?,
            arguments: line.split('\0').skip(1).map(str::to_owned).collect(),
            user: owner.uid(),
            group: owner.gid(),
        };
        let status = Command::new("kill").args(["-9", &pid]).status()?;
        ensure!(status.success(), "cannot kill PostgreSQL");
        Ok(started)
    }

    /// Starts the server again, once all its old processes are gone.
    pub async fn start_again(&self, started: &Started) -> Result<()> {
        while self.has_processes()? {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // The process that was killed may still be known to its parent.
        std::fs::remove_file(self.data.join("postmaster.pid"))?;
        std::fs::remove_file(self.data.with_file_name(".s.PGSQL.5432.lock"))?;
        let arguments = started.arguments.iter().filter(|it| !it.is_empty());
        let mut child = Command::new(&started.program)
            .args(arguments)
            .uid(started.user)
            .gid(started.group)
            .current_dir(&self.data)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if let Some(status) = child.try_wait()? {
                anyhow::bail!("PostgreSQL ended with {status} instead of starting");
            }
            let state = std::fs::read_to_string(self.data.join("postmaster.pid"));
            if state.is_ok_and(|text| text.contains("ready")) {
                return Ok(());
            }
        }
    }

    /// Reports whether processes of the server run, which work in the folder of its data.
    fn has_processes(&self) -> Result<bool> {
        for process in std::fs::read_dir("/proc")? {
            let folder = std::fs::read_link(process?.path().join("cwd"));
            if folder.is_ok_and(|folder| folder == self.data) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
