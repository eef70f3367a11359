use std::{thread, time::Duration};

use anyhow::Result;

use super::postgres_server::PostgresServer;

/// Two PostgreSQL servers of which one is the primary and the other its synchronous standby.
pub struct PostgresPair {
    servers: [PostgresServer; 2],
    /// Which of them is the primary.
    primary: usize,
}

impl PostgresPair {
    /// Starts both servers.
    pub fn start() -> Result<PostgresPair> {
        let server = |name| PostgresServer::new(name, "listen_addresses = ''");
        let pair = PostgresPair {
            servers: [server("a")?, server("b")?],
            primary: 0,
        };
        pair.servers[0].start()?;
        pair.start_standby()?;
        Ok(pair)
    }

    /// Returns an address that connects to whichever of the two servers accepts writes.
    pub fn url(&self) -> String {
        let hosts = self.servers.each_ref().map(|it| it.folder().display());
        let [one, two] = hosts;
        format!(
            "postgres://arbiter@/postgres?host={one}&host={two}&target_session_attrs=read-write"
        )
    }

    /// Kills the primary and promotes its standby.
    pub fn fail_over(&mut self) -> Result<()> {
        self.servers[self.primary].pg_ctl(&["stop", "--silent", "--mode=immediate"])?;
        self.primary = 1 - self.primary;
        self.servers[self.primary].pg_ctl(&["promote", "--silent", "--wait"])
    }

    /// Starts a new standby in the place of the server that was killed. From then on
    /// nothing is acknowledged that the standby does not have.
    pub fn start_standby(&self) -> Result<()> {
        let primary = &self.servers[self.primary];
        self.servers[1 - self.primary].start_as_standby_of(primary)?;
        primary.wait_for_standbys()?;
        // A column says whether the standby is synchronous.
        let is_synchronous = |text: String| text.contains("|sync|");
        while !is_synchronous(primary.query("TABLE pg_stat_replication")?) {
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}
