//! Runs several servers on one PostgreSQL database with NATS between them, makes parts of
//! them fail, and checks that players lose nothing.

pub mod cuts;
pub mod failover;
mod found_postgres;
pub mod kills;
mod nats;
mod network;
mod played_cluster;
mod postgres_pair;
mod postgres_server;
pub mod trial;

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::Result;

use crate::process::{NO_LIMITS, ServerProcess};
use found_postgres::FoundPostgres;
pub use nats::Nats;
use played_cluster::PlayedCluster;

/// How to start a node.
pub struct NodeStart<'a> {
    /// The server program.
    pub binary: &'a Path,
    /// A command that runs it, such as `ip netns exec NAME`; empty if there is none.
    pub wrapper: &'a [String],
    /// The file for its log.
    pub log: PathBuf,
    /// The address of the database.
    pub database: &'a str,
    /// The address of NATS.
    pub bus: &'a str,
    /// Where it listens; a free port of this machine if none is given.
    pub address: Option<SocketAddr>,
}

/// How many times a node that does not start again is tried, 300 ms apart.
const START_ATTEMPTS: u32 = 200;

impl NodeStart<'_> {
    /// Starts the node. A node with a given address is tried again for a while, because its
    /// port may be in use or the database may not be back.
    pub async fn start(&self) -> Result<ServerProcess> {
        let listen = match self.address {
            Some(address) => format!("--listen={address}"),
            None => "--listen=127.0.0.1:0".to_owned(),
        };
        let binary = self.binary.to_string_lossy().into_owned();
        let mut words: Vec<&str> = self.wrapper.iter().map(String::as_str).collect();
        words.extend([
            &binary,
            "serve",
            &listen,
            "--database",
            self.database,
            "--bus",
            self.bus,
        ]);
        words.extend(NO_LIMITS);
        let (program, flags) = words.split_first().expect("there is a program");
        let mut attempts = 0;
        loop {
            let log = fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(&self.log)?;
            let started = ServerProcess::start(Path::new(program), flags, Stdio::from(log)).await;
            match started {
                Ok(server) => return Ok(server),
                Err(_) if self.address.is_some() && attempts < START_ATTEMPTS => {
                    attempts += 1;
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Err(error) => return Err(error),
            }
        }
    }
}
