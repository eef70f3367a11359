use std::{collections::HashMap, sync::Arc, time::Duration};

use arbiter_game::Game;
use arbiter_rules::ByColor;
use arbiter_wire::Limits;
use parking_lot::Mutex;

use super::{
    Computer, Hub, computer_moves,
    proofs::Proofs,
    push::Push,
    room::{Message, other_nodes::GameMessage},
    rooms::Rooms,
    tournament_endings::TournamentEndings,
};
use crate::{
    base::{
        Bus, Clock, CurrentLimits, GameId, KeyedRateLimit, LogLimit, PlayerId, ServerTime,
        Settings, Stop,
    },
    refusal::ServerRefusal,
    store::{ChatVersion, GameProgress, Store, StoreError},
};

/// All games of one server, with what they share.
#[derive(Debug)]
pub struct Games {
    /// The settings of the server.
    pub settings: Arc<Settings>,
    /// The clock of the server.
    pub clock: Clock,
    /// The database.
    pub store: Store,
    /// Tells every task to stop, and waits for it.
    pub stop: Stop,
    /// Tells other nodes what happens here, if there are any.
    pub bus: Bus,
    /// The connections of each player.
    pub hub: Hub,
    /// Tells players who may not be connected.
    pub push: Push,
    /// The computer as an opponent.
    pub computer: Computer,
    /// Proofs of who can still win.
    pub proofs: Proofs,
    /// The games that are in memory.
    pub(super) rooms: Rooms,
    /// What one address may do.
    pub limits: CurrentLimits,
    /// How often each player may send a chat message.
    pub(super) chat_limit: KeyedRateLimit<PlayerId, ServerTime>,
    /// The tournaments in which games have ended.
    pub tournament_endings: TournamentEndings,
    /// Lines about refusals in the log.
    pub(super) refusal_lines: LogLimit<PlayerId>,
    /// How far the chats of the games in memory were when they were last compared.
    chat_versions: Mutex<HashMap<GameId, ChatVersion>>,
}

/// How many games are compared with the store in one query.
pub(super) const MAX_GAMES_COMPARED: usize = 1_000;

/// A message of another node that has not come so long after its events were stored is
/// considered lost.
const MESSAGE_TIMEOUT: Duration = Duration::from_millis(300);

const MINUTE: Duration = Duration::from_secs(60);

impl Games {
    /// Returns the games of a server that is about to start.
    #[must_use]
    pub fn new(settings: Arc<Settings>, clock: Clock, store: Store, bus: Bus, stop: Stop) -> Games {
        let limits = settings.limits;
        Games {
            computer: Computer::new(settings.engine_threads, clock.clone(), &bus),
            proofs: Proofs::default(),
            hub: Hub::new(bus.clone()),
            bus,
            push: Push::default(),
            rooms: Rooms::default(),
            chat_limit: KeyedRateLimit::by_server_time(limits.chat, MINUTE, clock.clone()),
            tournament_endings: TournamentEndings::default(),
            refusal_lines: LogLimit::default(),
            chat_versions: Mutex::default(),
            limits: CurrentLimits::new(limits),
            settings,
            clock,
            store,
            stop,
        }
    }

    /// Changes what one address may do.
    pub fn follow_limits(&self, limits: Limits) {
        self.limits.set(limits);
        self.chat_limit.set_count(limits.chat);
    }

    /// Checks that a player has no more games in progress than one address may
    /// create.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::TooManyAtOnce`] if there are too many.
    pub async fn check_game_count(&self, player: PlayerId) -> Result<(), ServerRefusal> {
        let most = u64::from(self.limits.get().games);
        let count = self.store.count_unfinished_games(player).await;
        let count = count.inspect_err(|error| {
            tracing::error!(%error, "the games of a player cannot be counted");
        })?;
        match most > 0 && count >= most {
            true => Err(ServerRefusal::TooManyAtOnce("unfinished games")),
            false => Ok(()),
        }
    }

    /// Returns how many games are in memory.
    #[must_use]
    pub fn count_in_memory(&self) -> usize {
        self.rooms.count()
    }

    /// Reports whether a game is in memory.
    pub(super) fn is_in_memory(&self, id: GameId) -> bool {
        !self.rooms.of(&[id]).is_empty()
    }

    /// Returns the progress of a game that is in memory. Its row may lag behind.
    #[must_use]
    pub fn progress(&self, id: GameId) -> Option<GameProgress> {
        self.rooms.progress(id)
    }

    /// Drops the room of a game that was withdrawn; its viewers are told to
    /// resume, and then learn that the game is gone.
    pub fn forget(&self, id: GameId) {
        self.rooms.forget(id);
        self.publish(id, &GameMessage::Changed);
    }

    /// Compares the games in memory with the store, and lets those rooms catch up that
    /// have missed something.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_with_store(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut different = Vec::new();
        for known in self.rooms.versions().chunks(MAX_GAMES_COMPARED) {
            let ids = known.iter().map(|&(id, _)| id).collect();
            let stored: HashMap<_, _> = self.store.game_versions(ids).await?.into_iter().collect();
            let differing = known
                .iter()
                .map(|&(id, known)| (id, known, stored.get(&id).copied()))
                .filter(|&(_, known, stored)| stored != Some(known));
            different.extend(differing.map(|(id, _, stored)| (id, stored)));
        }
        if different.is_empty() {
            return Ok(());
        }
        // In most of these somebody has just moved, and the message is on its way.
        tokio::time::sleep(MESSAGE_TIMEOUT).await;
        for (id, stored) in different {
            let known = self.rooms.version(id);
            let is_behind = known.is_some_and(|it| stored.is_none_or(|to| it.is_behind(to)));
            if is_behind {
                self.send(id, Message::Compare).await;
            }
        }
        Ok(())
    }

    /// Compares the chats of the games in memory with the store: those that have changed
    /// since the last time are read again.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_chats_with_store(self: &Arc<Self>) -> Result<(), StoreError> {
        if !self.settings.chat {
            return Ok(());
        }
        let ids = self.rooms.ids();
        let mut versions = HashMap::new();
        for ids in ids.chunks(MAX_GAMES_COMPARED) {
            versions.extend(self.store.chat_versions(ids).await?);
        }
        let before = std::mem::replace(&mut *self.chat_versions.lock(), versions.clone());
        // A chat that is gone has changed, too.
        let gone = before.keys().filter(|id| !versions.contains_key(*id));
        let gone = gone.filter(|id| self.is_in_memory(**id)).copied();
        let is_new = |(id, version): &(&GameId, &ChatVersion)| before.get(*id) != Some(*version);
        let changed = versions.iter().filter(is_new).map(|(id, _)| *id);
        for id in changed.chain(gone) {
            self.send(id, Message::CompareChat).await;
        }
        Ok(())
    }

    /// Notifies programs that are connected here of games that have started or ended, if the
    /// message about them was lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_notices_with_store(&self) -> Result<(), StoreError> {
        let known = self.hub.known_games();
        let players: Vec<PlayerId> = known.keys().copied().collect();
        for players in players.chunks(MAX_GAMES_COMPARED) {
            let mut live: HashMap<PlayerId, Vec<GameId>> = HashMap::new();
            for (player, game) in self.store.live_games_of_all(players).await? {
                live.entry(player).or_default().push(game);
            }
            for player in players {
                let live = live.get(player).map_or(&[][..], Vec::as_slice);
                self.hub.notify_of_live_games(*player, &known[player], live);
            }
        }
        Ok(())
    }

    /// Passes a game that has changed or was just loaded to the computer, which acts
    /// in the game once it has decided.
    pub(super) fn consult_computer(
        self: &Arc<Self>,
        id: GameId,
        seats: ByColor<Option<PlayerId>>,
        game: &Game,
    ) {
        if self.computer.consider(id, seats, game) {
            computer_moves::start(self);
        }
    }
}
