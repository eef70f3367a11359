use core::fmt;

use arbiter_engine::uci::client::{Client, ClientError, OptionError, Program, Timeouts};

use super::limit::Limit;

/// An engine that takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub name: String,
    pub program: Program,
    /// Names and values.
    pub options: Vec<(String, String)>,
    pub limit: Limit,
}

/// A place at a table: an engine's process, which lives on from game to game.
pub struct Seat<'p> {
    player: &'p Player,
    /// Which of the players it is.
    pub number: usize,
    patience: Timeouts,
    client: Option<Client>,
}

impl<'p> Seat<'p> {
    /// A place that is still empty.
    pub fn new(number: usize, player: &'p Player, patience: Timeouts) -> Seat<'p> {
        Seat {
            player,
            number,
            patience,
            client: None,
        }
    }

    pub fn player(&self) -> &'p Player {
        self.player
    }

    /// The engine, started if there is none.
    pub fn client(&mut self) -> Result<&mut Client, SeatError> {
        let client = match self.client.take() {
            Some(client) => client,
            None => start(&self.player.program, &self.player.options, self.patience)?,
        };
        Ok(self.client.insert(client))
    }

    /// Sends the engine away: the next game is played by a new process.
    pub fn leave(&mut self) {
        self.client = None;
    }
}

/// Starts an engine with its options.
pub fn start(
    program: &Program,
    options: &[(String, String)],
    patience: Timeouts,
) -> Result<Client, SeatError> {
    let mut client = Client::start(program, patience).map_err(SeatError::Client)?;
    for (name, value) in options {
        client.set_option(name, value).map_err(SeatError::Option)?;
    }
    client.ready().map_err(SeatError::Client)?;
    Ok(client)
}

/// Why there is no engine on a seat.
#[derive(Debug)]
pub enum SeatError {
    Client(ClientError),
    Option(OptionError),
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatError::Client(error) => error.fmt(f),
            SeatError::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SeatError {}
