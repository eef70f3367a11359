#![allow(missing_docs, clippy::unused_async, reason = "x")]
use crate::{GameId, PlayerId};
use arbiter_game::{Ending, Time};
use arbiter_rules::ByColor;
use arbiter_wire::{GameOptions, PlayerView, Speed};
#[derive(Clone, Debug)]
pub struct Store;
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct StoreError;
#[derive(Debug)]
pub enum AppendError {
    Taken,
    Store(StoreError),
}
#[derive(Clone, Debug)]
pub struct PlayerCard {
    pub id: PlayerId,
    pub view: PlayerView,
}
#[derive(Clone, Debug)]
pub struct StoredLine {
    pub line: String,
    pub command: Option<String>,
}
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub id: GameId,
    pub created: u64,
    pub options: GameOptions,
    pub seats: ByColor<Option<PlayerCard>>,
    pub rematch: Option<GameId>,
    pub lines: Vec<StoredLine>,
}
#[derive(Clone, Debug)]
pub struct NewGame {
    pub id: GameId,
    pub created: u64,
    pub options: GameOptions,
    pub seats: ByColor<Option<PlayerId>>,
    pub maker: PlayerId,
    pub speed: Speed,
    pub first_line: Option<String>,
    pub deadline: Option<Time>,
    pub rematch_of: Option<GameId>,
}
#[derive(Clone, Debug)]
pub struct Append {
    pub game: GameId,
    pub seq: u64,
    pub lines: Vec<String>,
    pub command: Option<String>,
    pub deadline: Option<Time>,
    pub plies: u32,
    pub seats: Option<ByColor<PlayerId>>,
    pub ended: Option<Ending>,
}
impl Store {
    pub async fn create_game(&self, _: NewGame) -> Result<(), StoreError> {
        Err(StoreError)
    }
    pub async fn load_game(&self, _: GameId) -> Result<Option<StoredGame>, StoreError> {
        Err(StoreError)
    }
    pub async fn append(&self, _: Append) -> Result<(), AppendError> {
        Err(AppendError::Taken)
    }
    pub async fn live_games(&self) -> Result<Vec<GameId>, StoreError> {
        Err(StoreError)
    }
    pub async fn overdue(&self, _: Time, _: usize) -> Result<Vec<GameId>, StoreError> {
        Err(StoreError)
    }
}
