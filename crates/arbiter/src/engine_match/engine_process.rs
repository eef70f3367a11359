use core::fmt;

use arbiter_engine::uci::client::{Client, ClientError, OptionError, Program, Timeouts};

use super::limit::Limit;

/// An engine that takes part in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Participant {
    pub name: String,
    pub program: Program,
    /// Names and values of UCI options.
    pub options: Vec<(String, String)>,
    pub limit: Limit,
}

/// The process of an engine, which is kept from game to game.
pub struct EngineProcess<'p> {
    participant: &'p Participant,
    /// The index of the participant.
    pub number: usize,
    timeouts: Timeouts,
    client: Option<Client>,
}

impl<'p> EngineProcess<'p> {
    /// Creates a slot without a running process.
    pub fn new(
        number: usize,
        participant: &'p Participant,
        timeouts: Timeouts,
    ) -> EngineProcess<'p> {
        EngineProcess {
            participant,
            number,
            timeouts,
            client: None,
        }
    }

    pub fn participant(&self) -> &'p Participant {
        self.participant
    }

    /// Returns the running engine, and starts it if necessary.
    pub fn client(&mut self) -> Result<&mut Client, EngineProcessError> {
        let client = match self.client.take() {
            Some(client) => client,
            None => start(
                &self.participant.program,
                &self.participant.options,
                self.timeouts,
            )?,
        };
        Ok(self.client.insert(client))
    }

    /// Stops the engine. The next game is played by a new process.
    pub fn stop(&mut self) {
        self.client = None;
    }
}

/// Starts an engine with its options.
pub fn start(
    program: &Program,
    options: &[(String, String)],
    timeouts: Timeouts,
) -> Result<Client, EngineProcessError> {
    let mut client = Client::start(program, timeouts).map_err(EngineProcessError::Client)?;
    for (name, value) in options {
        client
            .set_option(name, value)
            .map_err(EngineProcessError::Option)?;
    }
    client.ready().map_err(EngineProcessError::Client)?;
    Ok(client)
}

/// Why an engine could not be started.
#[derive(Debug)]
pub enum EngineProcessError {
    Client(ClientError),
    Option(OptionError),
}

impl fmt::Display for EngineProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineProcessError::Client(error) => error.fmt(f),
            EngineProcessError::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EngineProcessError {}
