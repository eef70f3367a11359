use std::{future::poll_fn, pin::Pin, sync::Arc, time::Duration};

use futures_util::{Stream, future::join};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
    time,
};
use tokio_postgres::{Client, Row, RowStream, error::SqlState};

use super::{
    super::{error::StoreError, purpose::Purpose},
    address::Address,
    tls::TlsConnector,
};
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
    client: Option<Arc<Client>>,
    /// A script that is sent together with the next statement, to save a round trip.
    ahead: Option<Answer>,
    connection: Option<JoinHandle<()>>,
    /// How long to wait for an answer.
    limit: Option<Duration>,
    is_timed_out: bool,
}

/// The answer to a script.
type Answer = Pin<Box<dyn Future<Output = Result<(), tokio_postgres::Error>> + Send>>;

/// How long to wait for the answer to a statement while players wait.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// When the server itself gives up a statement while players wait. A server that
/// is slow but alive reports that before the client gives up the connection.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(8);

/// How long to wait for a connection to end in order.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

impl Session {
    /// Connects to a server.
    pub(super) fn connect(address: &str, purpose: Purpose) -> Result<Session, StoreError> {
        let mut address = Address::parse(address)?;
        let tls = TlsConnector::new(&address.verification()?)?;
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Connection(Arc::new(error)))?;
        let mut session = Session {
            runtime: Some(runtime),
            client: None,
            ahead: None,
            connection: None,
            limit: address.config.get_connect_timeout().copied(),
            is_timed_out: false,
        };
        let mut connected = Err(StoreError::Closed);
        for &negotiation in address.negotiations() {
            address.config.ssl_mode(negotiation);
            connected = session.wait(address.config.connect(tls.clone()));
            match &connected {
                Err(error) if may_work_otherwise(error) => {}
                _ => break,
            }
        }
        let (client, connection) = connected?;
        let connection = async { connection.await.ignore("the client reports the error") };
        session.connection = session.runtime.as_ref().map(|it| it.spawn(connection));
        session.client = Some(Arc::new(client));
        session.limit = (purpose == Purpose::Serve).then_some(ANSWER_TIMEOUT);
        Ok(session)
    }

    /// Sends something with the client, and waits for the answer.
    pub(super) fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&Client) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        let client = Arc::clone(self.client.as_ref().ok_or(StoreError::Closed)?);
        let ahead = self.ahead.take();
        self.wait(async {
            let Some(ahead) = ahead else {
                return question(&client).await;
            };
            // They are sent in this order.
            let (ahead, answer) = join(ahead, question(&client)).await;
            ahead.and(answer)
        })
    }

    /// Runs a script together with the next statement, which reports its errors.
    pub(super) fn run_ahead(&mut self, script: &'static str) -> Result<(), StoreError> {
        let client = Arc::clone(self.client.as_ref().ok_or(StoreError::Closed)?);
        self.ahead = Some(Box::pin(async move { client.batch_execute(script).await }));
        Ok(())
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
        self.is_timed_out || self.client.as_ref().is_none_or(|it| it.is_closed())
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
        self.ahead = None;
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

/// Reports whether a connection that failed may succeed with encryption instead of
/// without it, or the other way around: the server cannot encrypt, or requires it.
fn may_work_otherwise(error: &StoreError) -> bool {
    let StoreError::Postgres(error) = error else {
        return false;
    };
    let code = error.code();
    code.is_none_or(|code| *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
}
