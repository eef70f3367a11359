use std::{future::poll_fn, pin::Pin, sync::Arc, time::Duration};

use futures_util::Stream;
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
    time,
};
use tokio_postgres::{Client, NoTls, Row, RowStream};

use super::super::{error::StoreError, purpose::Purpose};
use crate::base::ignore::Ignore;

/// A connection to a PostgreSQL server that blocks until the server answers, but
/// not longer than its time limit.
///
/// A session whose server did not answer in time is lost: it is unknown what the
/// server has done, and later answers would be taken for those of other
/// statements.
pub(super) struct Session {
    /// Drives the client and the task of the connection while a call waits.
    runtime: Option<Runtime>,
    client: Option<Client>,
    connection: Option<JoinHandle<()>>,
    /// How long to wait for an answer.
    limit: Option<Duration>,
    is_timed_out: bool,
}

/// How long to wait for a connection, unless the address says otherwise.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait for the answer to a statement while players wait.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// When the server itself gives up a statement while players wait. A server that
/// is slow but alive reports that before the client gives up the connection.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(8);

/// How long a connection may be silent before it is probed, and how long the probe
/// or sent data may remain unacknowledged, unless the address says otherwise.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_RETRIES: u32 = 2;

/// How long to wait for a connection to end in order.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

impl Session {
    /// Connects to a server.
    pub(super) fn connect(address: &str, purpose: Purpose) -> Result<Session, StoreError> {
        let config = configure(address)?;
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Connection(Arc::new(error)))?;
        let mut session = Session {
            runtime: Some(runtime),
            client: None,
            connection: None,
            limit: config.get_connect_timeout().copied(),
            is_timed_out: false,
        };
        let (client, connection) = session.wait(config.connect(NoTls))?;
        // An error ends the connection, and the client reports it.
        let connection = async { connection.await.ignore("the client reports the error") };
        session.connection = session.runtime.as_ref().map(|it| it.spawn(connection));
        session.client = Some(client);
        session.limit = (purpose == Purpose::Serve).then_some(ANSWER_TIMEOUT);
        Ok(session)
    }

    /// Sends something with the client, and waits for the answer.
    pub(super) fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        let client = self.client.take().ok_or(StoreError::Closed)?;
        let answer = self.wait(question(&client));
        self.client = Some(client);
        answer
    }

    /// Waits for the next row of an answer.
    pub(super) fn next_row(
        &mut self,
        mut rows: Pin<&mut RowStream>,
    ) -> Result<Option<Row>, StoreError> {
        self.wait(async { poll_fn(|cx| rows.as_mut().poll_next(cx)).await.transpose() })
    }

    /// Waits for an answer.
    fn wait<T>(
        &mut self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, StoreError> {
        let runtime = self.runtime.as_ref().ok_or(StoreError::Closed)?;
        let limit = self.limit.unwrap_or(Duration::MAX);
        if self.is_timed_out {
            return Err(StoreError::TimedOut { limit });
        }
        let answer = runtime.block_on(async { time::timeout(limit, answer).await });
        let Ok(answer) = answer else {
            self.is_timed_out = true;
            return Err(StoreError::TimedOut { limit });
        };
        Ok(answer?)
    }

    /// Reports whether the connection can no longer be used.
    pub(super) fn is_lost(&self) -> bool {
        self.is_timed_out || self.client.as_ref().is_none_or(Client::is_closed)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else {
            return;
        };
        let is_lost = self.is_lost();
        // Without its client, the connection says goodbye and ends.
        self.client = None;
        if let Some(connection) = self.connection.take()
            && !is_lost
        {
            runtime
                .block_on(async { time::timeout(CLOSE_TIMEOUT, connection).await })
                .ignore("the server notices that the connection has ended");
        }
        // Does not wait for a name to be resolved.
        runtime.shutdown_background();
    }
}

/// Parses an address and fills in what it leaves out.
fn configure(address: &str) -> Result<tokio_postgres::Config, StoreError> {
    let mut config: tokio_postgres::Config = address.parse()?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_application_name().is_none() {
        config.application_name("arbiter");
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(ANSWER_TIMEOUT);
    }
    let defaults = tokio_postgres::Config::new();
    if config.get_keepalives_idle() == defaults.get_keepalives_idle() {
        config.keepalives_idle(KEEPALIVE_IDLE);
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives_interval(KEEPALIVE_INTERVAL);
    }
    if config.get_keepalives_retries().is_none() {
        config.keepalives_retries(KEEPALIVE_RETRIES);
    }
    Ok(config)
}
