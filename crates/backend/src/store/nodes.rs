//! The nodes that share a database, and the game time that they share.
//!
//! Each node reports every half second, on a connection of its own, that it is running,
//! and reads the game time and the list of nodes. The game time is the clock of the
//! database minus the total time during which no node reported, because the service was
//! down then.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use arbiter_game::Time;

use super::{
    Store,
    columns::{from_time, to_time, to_u64},
    connect::connect_node,
    connection::Connection,
    error::StoreError,
    game_clock::last_time,
};
use crate::base::{ClockReading, Database, NodeId, ignore::Ignore};

/// Keeps a node in the list of running nodes until it is dropped.
#[derive(Debug)]
pub struct Membership {
    end: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What a node reads when it reports that it is running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The game time.
    pub clock: ClockReading,
    /// The running nodes, including this one.
    pub nodes: Vec<NodeId>,
}

/// How often a node reports that it is running.
pub const BEAT_INTERVAL: Duration = Duration::from_millis(500);

/// Reports that a node is running, and advances the game time. If no node has done so for two
/// seconds, or the clock of the database was set back, the game time has stood still
/// since the last time, and resumes three seconds from now: players reconnect first.
const BEAT: &str = "WITH now AS MATERIALIZED ( \
     SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS wall \
     ), seen AS ( \
     INSERT INTO nodes (id, seen) SELECT CAST($1 AS BIGINT), wall FROM now \
     ON CONFLICT (id) DO UPDATE SET seen = excluded.seen \
     ) UPDATE clock SET \
     behind = CASE WHEN now.wall - clock.wall BETWEEN -1000 AND 2000 THEN clock.behind \
     ELSE now.wall + 3000 - clock.time END, \
     time = CASE WHEN now.wall - clock.wall BETWEEN -1000 AND 2000 \
     THEN greatest(clock.time, now.wall - clock.behind) ELSE clock.time END, \
     wall = CASE WHEN now.wall - clock.wall BETWEEN -1000 AND 0 THEN clock.wall \
     ELSE now.wall END \
     FROM now WHERE clock.node = 0";

/// Reads the game time. It is a statement of its own, because one that writes waits for
/// locks and for the disk, and so is answered at an uncertain time.
const READ_CLOCK: &str = "SELECT \
     CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT), behind, time \
     FROM clock WHERE node = 0";

/// Selects the nodes that run: those that have reported within three seconds.
macro_rules! select_running {
    () => {
        "SELECT id FROM nodes \
         WHERE seen > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - 3000"
    };
}
pub(super) use select_running;

/// Returns the nodes that run, in order.
const RUNNING_NODES: &str = concat!(select_running!(), " ORDER BY id");

/// Deletes the nodes that have not reported for an hour.
const DELETE_GONE_NODES: &str = "DELETE FROM nodes \
     WHERE seen < CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - 3600000";

/// Makes a node one of those that share a database, which must be PostgreSQL, and calls
/// `report` after each attempt to say that it runs. This blocks, and must not be called
/// on a thread that runs async tasks.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn join_nodes(
    database: &Database,
    node: NodeId,
    mut report: impl FnMut(Result<Beat, StoreError>) + Send + 'static,
) -> Result<(Membership, Beat), StoreError> {
    let mut db = connect_node(database)?;
    start_clock(&mut db)?;
    let first = beat(&mut db, node)?;
    let (end, has_ended) = mpsc::channel::<()>();
    let database = database.clone();
    let run = move || {
        let mut db = Some(db);
        while has_ended.recv_timeout(BEAT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let beaten = match &mut db {
                Some(db) => beat(db, node),
                None => connect_node(&database).and_then(|new| beat(db.insert(new), node)),
            };
            if beaten.is_err() {
                db = None;
            }
            report(beaten);
        }
        if let Some(db) = &mut db {
            let left = db.execute("DELETE FROM nodes WHERE id = $1", &[node.0.into()]);
            left.ignore("the others notice that the node is gone");
        }
    };
    let thread = thread::Builder::new().name("node".to_owned()).spawn(run);
    let thread = thread.map_err(|_| StoreError::Closed)?;
    let membership = Membership {
        end: Some(end),
        thread: Some(thread),
    };
    Ok((membership, first))
}

/// Deletes the nodes that have not reported for an hour.
pub(super) fn delete_gone_nodes(db: &mut dyn Connection) -> Result<(), StoreError> {
    db.execute(DELETE_GONE_NODES, &[])?;
    Ok(())
}

/// Makes sure that the game time is not earlier than anything that was stored.
fn start_clock(db: &mut dyn Connection) -> Result<(), StoreError> {
    let last = last_time(db)?;
    let wall = db.find(
        "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        &[],
        |row| row.get::<i64>(0),
    )?;
    let start = last.unwrap_or_else(|| to_time(wall.unwrap_or(0)));
    db.execute(
        "INSERT INTO clock (node, time) VALUES (0, $1) \
         ON CONFLICT (node) DO UPDATE SET time = greatest(clock.time, excluded.time)",
        &[from_time(start)],
    )?;
    Ok(())
}

fn beat(db: &mut dyn Connection, node: NodeId) -> Result<Beat, StoreError> {
    db.execute(BEAT, &[node.0.into()])?;
    let sent = Instant::now();
    let row = db.find(READ_CLOCK, &[], |row| {
        Ok((row.get::<i64>(0)?, row.get::<i64>(1)?, row.get::<i64>(2)?))
    })?;
    let received = Instant::now();
    let Some((wall, behind, reached)) = row else {
        return Err(StoreError::Missing {
            row: "the game clock".to_owned(),
        });
    };
    let clock = ClockReading {
        sent,
        received,
        wall_micros: to_u64(wall),
        behind_millis: to_u64(behind),
        reached: Time::from_millis(to_u64(reached)),
    };
    let nodes = db.query(RUNNING_NODES, &[], |row| Ok(NodeId(row.get(0)?)))?;
    Ok(Beat { clock, nodes })
}

impl Store {
    /// Returns the number by which nodes recognize this database.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn site(&self) -> Result<i64, StoreError> {
        let site = self.read(|db| db.find("SELECT id FROM site", &[], |row| row.get(0)));
        site.await?.ok_or(StoreError::Missing {
            row: "the site".to_owned(),
        })
    }

    /// Returns the running nodes.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn running_nodes(&self) -> Result<Vec<NodeId>, StoreError> {
        self.read(|db| db.query(RUNNING_NODES, &[], |row| Ok(NodeId(row.get(0)?))))
            .await
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().ignore("a thread that panicked has ended");
        }
    }
}
