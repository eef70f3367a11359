use super::{
    super::{error::StoreError, server_lock::Sharing},
    Purpose,
    session::Session,
};

/// A connection that holds the lock of a server. PostgreSQL releases the lock when
/// the connection ends.
pub(in super::super) struct LockConnection(Session);

/// The advisory lock that a server holds while it runs. Several servers may use
/// different schemas of one database.
const SERVER_LOCK: &str = "SELECT pg_try_advisory_lock(7346002, hashtext(current_schema()))";
/// The same lock, held together with other servers that hold it so.
const SHARED_LOCK: &str = "SELECT pg_try_advisory_lock_shared(7346002, hashtext(current_schema()))";

impl LockConnection {
    /// Locks the database; returns none if another server has locked it.
    pub(in super::super) fn try_lock(
        address: &str,
        sharing: Sharing,
    ) -> Result<Option<LockConnection>, StoreError> {
        let mut session = Session::connect(address, Purpose::Serve)?;
        session.ask(async |client| client.batch_execute(&super::serve_settings()).await)?;
        let lock = match sharing {
            Sharing::Alone => SERVER_LOCK,
            Sharing::WithOthers => SHARED_LOCK,
        };
        let row = session.ask(async |client| client.query_one(lock, &[]).await)?;
        let is_locked: bool = row.try_get(0)?;
        Ok(is_locked.then_some(LockConnection(session)))
    }

    /// Asks the server whether the connection, and the lock with it, is still there.
    pub(in super::super) fn is_lost(&mut self) -> bool {
        let asked = (self.0).ask(async |client| client.batch_execute("").await);
        asked.is_err() || self.0.is_lost()
    }
}
