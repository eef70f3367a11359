mod advance;

pub use advance::run;

use std::{collections::HashMap, sync::Arc, time::Duration};

use arbiter_game::Verdict;
use arbiter_tournament::{Bye, trf};
use arbiter_wire::{
    AccountRole, ArbiterAction, NewTournament, ServerMessage, ServerPolicy, TournamentAccess,
    TournamentList, TournamentPolicy, TournamentRound, TournamentState, TournamentView,
};
use parking_lot::Mutex;
use tokio::task::spawn_blocking;

use super::{Entrant, HostedTournament, TournamentAction, check::check_new, views::summary};
use crate::{
    base::{Address, GameId, PlayerId, Topic, TournamentId, clock, ignore::Ignore, random},
    play::{
        Games,
        outbox::{self, Outbox},
    },
    refusal::{ServerRefusal, TournamentRefusal},
    store::{
        AdminAct, AppendTournament, AuditEntry, BoardSlot, NewStoredTournament, PlayerCard,
        TournamentRow,
    },
};

/// The tournaments of a server. Its clones are the same.
#[derive(Clone, Debug)]
pub struct Tournaments(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    games: Arc<Games>,
    rooms: Mutex<HashMap<TournamentId, Arc<TournamentRoom>>>,
}

/// A tournament in memory, with everyone who follows it.
#[derive(Debug, Default)]
struct TournamentRoom {
    /// None until it is loaded, or after something went wrong. Whoever holds the lock
    /// decides, stores and applies.
    hosted: tokio::sync::Mutex<Option<Arc<HostedTournament>>>,
    followers: Mutex<Followers>,
}

#[derive(Debug, Default)]
struct Followers {
    outboxes: Vec<Outbox>,
    /// Whether the tournament is about to be sent.
    is_due: bool,
}

/// The most tournaments of an organizer that are not over.
const MAX_TOURNAMENTS: u64 = 10;
/// The most tournaments of each kind in the list.
const MAX_LISTED: usize = 50;
/// How long changes are collected before they are sent.
const TELL_DELAY: Duration = Duration::from_millis(300);
/// How often a decision is made again because another node was faster.
const MAX_ATTEMPTS: usize = 4;

impl Tournaments {
    /// Returns the tournaments that lead to these games.
    #[must_use]
    pub fn new(games: Arc<Games>) -> Tournaments {
        Tournaments(Arc::new(Inner {
            games,
            rooms: Mutex::default(),
        }))
    }

    /// Creates a tournament.
    ///
    /// # Errors
    ///
    /// Returns why there is none.
    pub async fn create(
        &self,
        organizer: &PlayerCard,
        address: Address,
        new: NewTournament,
    ) -> Result<TournamentView, ServerRefusal> {
        let games = &self.0.games;
        let options = check_new(games, address, new, clock::wall()).await?;
        let id = TournamentId(random::game_id());
        let stored = games.store.create_tournament(
            NewStoredTournament {
                id,
                organizer: organizer.id,
                created: clock::wall(),
                options,
            },
            MAX_TOURNAMENTS,
        );
        if !stored.await? {
            return Err(TournamentRefusal::TooMany.into());
        }
        self.view(id, Some((organizer.id, AccountRole::Player)))
            .await
    }

    /// Returns the public tournaments.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn list(&self) -> Result<TournamentList, ServerRefusal> {
        let store = &self.0.games.store;
        let read = async |state| {
            let rows: Vec<TournamentRow> = store.tournaments(state, MAX_LISTED).await?;
            let is_public = |it: &&TournamentRow| it.options.entry.access != TournamentAccess::Link;
            Ok::<_, ServerRefusal>(
                rows.iter()
                    .filter(is_public)
                    .map(summary)
                    .collect::<Vec<_>>(),
            )
        };
        let mut open = read(TournamentState::Open).await?;
        open.sort_by_key(|it| it.starts.unwrap_or(u64::MAX));
        Ok(TournamentList {
            running: read(TournamentState::Running).await?,
            open,
            over: read(TournamentState::Over).await?,
            may_create: false,
        })
    }

    /// Returns a tournament as this caller sees it.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament.
    pub async fn view(
        &self,
        id: TournamentId,
        caller: Option<(PlayerId, AccountRole)>,
    ) -> Result<TournamentView, ServerRefusal> {
        let now = self.0.games.clock.now();
        self.read(id, move |hosted| {
            let mut view = hosted.view(now);
            if let Some((player, role)) = caller {
                view.you = hosted.number(player);
                view.arbiter = is_arbiter(hosted, player, role);
            }
            view
        })
        .await
    }

    /// Returns a round of a tournament.
    ///
    /// # Errors
    ///
    /// Returns a refusal if there is no such tournament or round.
    pub async fn round(
        &self,
        id: TournamentId,
        round: u32,
    ) -> Result<TournamentRound, ServerRefusal> {
        let now = self.0.games.clock.now();
        let found = self.read(id, move |hosted| hosted.round_view(round, now));
        Ok(found.await?.ok_or(TournamentRefusal::Unknown)?)
    }

    /// Returns the report file.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament.
    pub async fn report_file(
        &self,
        id: TournamentId,
        version: trf::Version,
    ) -> Result<String, ServerRefusal> {
        let file = self.read(id, move |hosted| {
            let has_report = hosted.has_report();
            has_report.then(|| hosted.report_file(version))
        });
        Ok(file.await?.ok_or(TournamentRefusal::NoReport)?)
    }

    /// Returns a copy of a tournament, for questions that take long.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament.
    pub async fn copy(&self, id: TournamentId) -> Result<HostedTournament, ServerRefusal> {
        self.read(id, Clone::clone).await
    }

    /// Returns the games in the order of rounds and boards.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament.
    pub async fn games(&self, id: TournamentId) -> Result<Vec<GameId>, ServerRefusal> {
        self.read(id, HostedTournament::games).await
    }

    /// Lets a player enter, under this name if they are a guest over the board.
    ///
    /// # Errors
    ///
    /// Returns why they cannot enter.
    pub async fn enter(
        &self,
        id: TournamentId,
        player: PlayerId,
        name: Option<String>,
    ) -> Result<(), ServerRefusal> {
        let speed = self.read(id, HostedTournament::speed).await?;
        let cards = self.0.games.store.player_cards(vec![player], speed);
        let card = cards.await?.pop().ok_or(ServerRefusal::PlayerGone)?;
        self.act(id, TournamentAction::Enter { card, name }).await
    }

    /// Lets a player leave.
    ///
    /// # Errors
    ///
    /// Returns why they cannot leave.
    pub async fn leave(&self, id: TournamentId, player: PlayerId) -> Result<(), ServerRefusal> {
        let number = self.number(id, player).await?;
        self.act(id, TournamentAction::Leave(number)).await
    }

    /// Lets a player have a bye in the next round.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub async fn request_bye(
        &self,
        id: TournamentId,
        player: PlayerId,
        bye: Bye,
    ) -> Result<(), ServerRefusal> {
        let number = self.number(id, player).await?;
        self.act(id, TournamentAction::RequestBye(number, bye))
            .await
    }

    /// Takes the result of a game over the board from one of its players.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub async fn claim(
        &self,
        id: TournamentId,
        player: PlayerId,
        result: &str,
    ) -> Result<(), ServerRefusal> {
        let result = match result {
            "1-0" | "1/2" | "0-1" => result.parse().ok(),
            _ => None,
        };
        let result = result.ok_or(TournamentRefusal::InvalidResult)?;
        let number = self.number(id, player).await?;
        self.act(id, TournamentAction::Claim(number, result)).await
    }

    /// Does what an arbiter asks for.
    ///
    /// # Errors
    ///
    /// Returns why not.
    pub async fn arbitrate(
        &self,
        id: TournamentId,
        (player, role): (PlayerId, AccountRole),
        action: ArbiterAction,
    ) -> Result<(), ServerRefusal> {
        let checked = move |hosted: &HostedTournament| is_arbiter(hosted, player, role);
        if !self.read(id, checked).await? {
            return Err(TournamentRefusal::NotArbiter.into());
        }
        match action {
            ArbiterAction::Add { name, rating } => self.add(id, name, rating).await,
            ArbiterAction::Result { round, board, .. } => {
                let slot = BoardSlot { round, board };
                self.act(id, TournamentAction::Arbiter(action.clone()))
                    .await?;
                self.end_game(id, slot, player, &action).await;
                Ok(())
            }
            action => self.act(id, TournamentAction::Arbiter(action)).await,
        }
    }

    /// Enters an account, or in a tournament over the board anybody.
    async fn add(
        &self,
        id: TournamentId,
        name: String,
        rating: Option<u32>,
    ) -> Result<(), ServerRefusal> {
        let (speed, venue) = self
            .read(id, |hosted| (hosted.speed(), hosted.options().venue))
            .await?;
        let store = &self.0.games.store;
        let account = store.account_by_name(name.trim()).await?;
        let entrant = match account {
            Some(account) => {
                let cards = store.player_cards(vec![account.id], speed).await?;
                let known = cards.first().and_then(|it| it.view.rating);
                Entrant {
                    player: Some(account.id),
                    name: None,
                    rating: known.and_then(|it| u32::try_from(it).ok()),
                }
            }
            None if venue == arbiter_wire::TournamentVenue::Online => {
                return Err(ServerRefusal::UnknownPlayer(name));
            }
            None => Entrant {
                player: None,
                name: Some(name),
                rating,
            },
        };
        self.act(id, TournamentAction::Add(entrant)).await
    }

    /// Ends a game that is still played although the arbiter has decided its result.
    async fn end_game(
        &self,
        id: TournamentId,
        slot: BoardSlot,
        by: PlayerId,
        action: &ArbiterAction,
    ) {
        let ArbiterAction::Result { result, .. } = action else {
            return;
        };
        let verdict = match result.as_str() {
            "1/2" => Verdict::Draw,
            text => Verdict::from_result(text).unwrap_or(Verdict::NoResult),
        };
        let game = self
            .read(id, move |hosted| hosted.latest_game_of(slot))
            .await;
        let Ok(Some(game)) = game else {
            return;
        };
        let mut act = AuditEntry::new(clock::wall(), Some(by), AdminAct::EndGame);
        act.game = Some(game);
        act.detail = format!("{result}: tournament {id}");
        let ended = self.0.games.adjudicate(game, verdict, act).await;
        ended.ignore("the game may be over already");
    }

    /// Sends a tournament to this connection, now and when it changes.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament.
    pub async fn follow(&self, id: TournamentId, outbox: &Outbox) -> Result<(), ServerRefusal> {
        let view = self.view(id, None).await?;
        if outbox.tell(&ServerMessage::Tournament(Box::new(view))) {
            let room = self.room(id);
            let mut followers = room.followers.lock();
            followers.outboxes.retain(|it| !it.is_same(outbox));
            followers.outboxes.push(outbox.clone());
        }
        Ok(())
    }

    /// Stops sending a tournament to this connection.
    pub fn unfollow(&self, id: TournamentId, outbox: &Outbox) {
        let room = self.0.rooms.lock().get(&id).cloned();
        if let Some(room) = room {
            let mut followers = room.followers.lock();
            followers.outboxes.retain(|it| !it.is_same(outbox));
        }
    }

    async fn number(&self, id: TournamentId, player: PlayerId) -> Result<u32, ServerRefusal> {
        let number = self.read(id, move |hosted| hosted.number(player)).await?;
        Ok(number.ok_or(TournamentRefusal::NotEntered)?)
    }

    fn room(&self, id: TournamentId) -> Arc<TournamentRoom> {
        Arc::clone(self.0.rooms.lock().entry(id).or_default())
    }

    /// Loads a tournament unless it is in memory.
    async fn load<'a>(
        &self,
        id: TournamentId,
        hosted: &'a mut Option<Arc<HostedTournament>>,
    ) -> Result<&'a mut Arc<HostedTournament>, ServerRefusal> {
        if self.0.games.bus.is_shared()
            && let Some(known) = hosted.as_ref()
            && self.is_behind(id, known).await?
        {
            *hosted = None;
        }
        if hosted.is_none() {
            let stored = self.0.games.store.tournament(id).await?;
            let Some(stored) = stored else {
                self.0.rooms.lock().remove(&id);
                return Err(TournamentRefusal::Unknown.into());
            };
            let loaded = spawn_blocking(move || HostedTournament::load(stored)).await;
            let mut loaded = loaded
                .map_err(|_| ServerRefusal::Defect)?
                .map_err(|error| {
                    tracing::error!(tournament = %id, %error, "a tournament is corrupt");
                    ServerRefusal::Defect
                })?;
            let (players, speed) = (loaded.players().collect(), loaded.speed());
            let cards = self.0.games.store.player_cards(players, speed).await?;
            loaded.set_cards(cards);
            *hosted = Some(Arc::new(loaded));
        }
        hosted.as_mut().ok_or(ServerRefusal::Defect)
    }

    /// Reports whether another node has changed a tournament.
    async fn is_behind(
        &self,
        id: TournamentId,
        known: &HostedTournament,
    ) -> Result<bool, ServerRefusal> {
        let stored = self.0.games.store.tournament_version(id).await?;
        Ok(stored != (known.seq(), known.games().len() as u64))
    }

    /// Tells the other nodes that a tournament has changed.
    fn tell_nodes(&self, id: TournamentId) {
        let message = || id.to_string().into_bytes();
        self.0.games.bus.publish(Topic::Tournaments, message);
    }

    /// Shows the followers of a tournament what other nodes change, for as long as the
    /// server runs.
    pub async fn follow_nodes(&self) {
        let mut messages = self.0.games.bus.follow(Topic::Tournaments).await;
        loop {
            let message = messages.next().await;
            let id = str::from_utf8(&message).ok().and_then(|id| id.parse().ok());
            let room = id.and_then(|id| Some((id, self.0.rooms.lock().get(&id).cloned()?)));
            if let Some((id, room)) = room {
                self.note_change(id, &room);
            }
        }
    }

    /// Compares the tournaments that are followed here with the store: a message may have
    /// been lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn compare_with_store(&self) -> Result<(), ServerRefusal> {
        let is_followed = |room: &TournamentRoom| !room.followers.lock().outboxes.is_empty();
        let followed: Vec<_> = {
            let rooms = self.0.rooms.lock();
            let followed = rooms.iter().filter(|(_, room)| is_followed(room));
            followed.map(|(&id, room)| (id, Arc::clone(room))).collect()
        };
        for (id, room) in followed {
            let hosted = room.hosted.lock().await;
            if let Some(known) = hosted.as_ref()
                && self.is_behind(id, known).await?
            {
                self.note_change(id, &room);
            }
        }
        Ok(())
    }

    /// Computes something about a tournament, beside the tasks that answer requests.
    async fn read<T: Send + 'static>(
        &self,
        id: TournamentId,
        read: impl FnOnce(&HostedTournament) -> T + Send + 'static,
    ) -> Result<T, ServerRefusal> {
        let room = self.room(id);
        let hosted = {
            let mut guard = room.hosted.lock().await;
            Arc::clone(self.load(id, &mut guard).await?)
        };
        // A caller that goes away leaves the tournament where it is.
        let value = spawn_blocking(move || read(&hosted)).await;
        value.map_err(|_| ServerRefusal::Defect)
    }

    /// Decides, stores and tells, and then does what follows.
    async fn act(&self, id: TournamentId, action: TournamentAction) -> Result<(), ServerRefusal> {
        self.decide_and_store(id, action).await?;
        // A caller that goes away does not keep a round from starting.
        let tournaments = self.clone();
        let advanced = tokio::spawn(async move { tournaments.advance(id).await });
        advanced.await.ignore("the next check continues");
        Ok(())
    }

    /// Decides and stores what follows, and reports whether something does.
    async fn decide_and_store(
        &self,
        id: TournamentId,
        action: TournamentAction,
    ) -> Result<bool, ServerRefusal> {
        let games = &self.0.games;
        let room = self.room(id);
        let mut guard = room.hosted.lock().await;
        for _ in 0..MAX_ATTEMPTS {
            self.load(id, &mut guard).await?;
            let Some(hosted) = guard.take() else {
                return Err(ServerRefusal::Defect);
            };
            let (at, action) = (games.clock.now(), action.clone());
            let decided = spawn_blocking(move || {
                let events = match hosted.decide(&action, at) {
                    Ok(events) => events,
                    Err(refusal) => return (hosted, Err(refusal)),
                };
                let mut after = HostedTournament::clone(&hosted);
                if let TournamentAction::Enter { card, .. } = &action {
                    after.set_cards(vec![card.clone()]);
                }
                for event in &events {
                    after.apply(at, event);
                }
                (hosted, Ok((events, after)))
            });
            // After a panic the tournament is loaded again.
            let (hosted, decided) = decided.await.map_err(|_| ServerRefusal::Defect)?;
            let (events, after) = match decided {
                Ok((events, after)) if !events.is_empty() => (events, after),
                Ok(_) => {
                    *guard = Some(hosted);
                    return Ok(false);
                }
                Err(refusal) => {
                    *guard = Some(hosted);
                    return Err(refusal);
                }
            };
            let stored = games.store.append_tournament(AppendTournament {
                id,
                seq: hosted.seq(),
                at,
                lines: events.iter().map(ToString::to_string).collect(),
                progress: after.progress(),
            });
            // If the store fails, it is unknown whether they are stored: the tournament is
            // loaded again.
            if stored.await? {
                *guard = Some(Arc::new(after));
                self.tell_nodes(id);
                self.note_change(id, &room);
                return Ok(true);
            }
            tracing::info!(tournament = %id, "another node was faster");
        }
        Err(ServerRefusal::NotSaved)
    }

    /// Changes what is known of a tournament beside its events.
    pub(super) async fn note(&self, id: TournamentId, note: impl FnOnce(&mut HostedTournament)) {
        let room = self.room(id);
        let mut guard = room.hosted.lock().await;
        if let Some(hosted) = guard.as_mut() {
            note(Arc::make_mut(hosted));
        }
        self.tell_nodes(id);
        self.note_change(id, &room);
    }

    pub(super) async fn about<T: Send + 'static>(
        &self,
        id: TournamentId,
        read: impl FnOnce(&HostedTournament) -> T + Send + 'static,
    ) -> Result<T, ServerRefusal> {
        self.read(id, read).await
    }

    /// Sends the tournament to its followers after a moment, with all the changes of
    /// that moment.
    fn note_change(&self, id: TournamentId, room: &Arc<TournamentRoom>) {
        let mut followers = room.followers.lock();
        if followers.is_due || followers.outboxes.is_empty() {
            return;
        }
        followers.is_due = true;
        let (tournaments, room) = (self.clone(), Arc::clone(room));
        tokio::spawn(async move {
            tokio::time::sleep(TELL_DELAY).await;
            room.followers.lock().is_due = false;
            let now = tournaments.0.games.clock.now();
            let frame = tournaments.read(id, move |hosted| {
                outbox::frame(&ServerMessage::Tournament(Box::new(hosted.view(now))))
            });
            if let Ok(frame) = frame.await {
                let mut followers = room.followers.lock();
                followers.outboxes.retain(|it| it.send(frame.clone()));
            }
        });
    }
}

/// Reports whether somebody may decide things in a tournament.
fn is_arbiter(hosted: &HostedTournament, player: PlayerId, role: AccountRole) -> bool {
    hosted.organizer() == player || role > AccountRole::Player
}

/// Checks that somebody may create tournaments under this policy.
///
/// # Errors
///
/// Returns why not.
pub fn check_may_create(
    card: &PlayerCard,
    role: AccountRole,
    policy: &ServerPolicy,
) -> Result<(), ServerRefusal> {
    let is_account = card.view.kind.has_account();
    let is_named = |it: &String| it.eq_ignore_ascii_case(&card.view.name);
    match policy.tournaments {
        TournamentPolicy::Everybody => Ok(()),
        _ if role > AccountRole::Player => Ok(()),
        TournamentPolicy::Members if is_account => Ok(()),
        TournamentPolicy::Members => Err(ServerRefusal::NeedsAccount),
        TournamentPolicy::Organizers if is_account && policy.organizers.iter().any(is_named) => {
            Ok(())
        }
        TournamentPolicy::Organizers => Err(TournamentRefusal::MayNotCreate.into()),
    }
}
