mod advance;
mod rooms;

pub use advance::run;

use std::{collections::HashMap, sync::Arc};

use arbiter_game::{Time, Verdict};
use arbiter_tournament::Bye;
use arbiter_wire::{
    AccountRole, ArbiterAction, NewTournament, ServerPolicy, TournamentAccess, TournamentList,
    TournamentPolicy, TournamentState, TournamentView,
};
use parking_lot::Mutex;

use super::{Entrant, HostedTournament, TournamentAction, check::check_new, views::summary};
use crate::{
    base::{Address, FairWorkLimit, GameId, PlayerId, TournamentId, clock, ignore::Ignore, random},
    play::{Games, outbox::Outbox},
    refusal::{ServerRefusal, TournamentRefusal},
    store::{AdminAct, AuditEntry, BoardSlot, NewStoredTournament, PlayerCard, TournamentRow},
};

/// The tournaments of a server. Its clones are the same.
#[derive(Clone, Debug)]
pub struct Tournaments(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    games: Arc<Games>,
    rooms: Mutex<HashMap<TournamentId, Arc<TournamentRoom>>>,
    /// Where tournaments are loaded, read and changed.
    threads: FairWorkLimit<Requester>,
}

/// The owner of work that waits for the threads of tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Requester {
    /// A visitor who asks for a view.
    Visitor(Address),
    /// What has to be computed for a change: its visitors do not delay it.
    Tournament(TournamentId),
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
/// The most tournaments that an organizer may create in 24 hours.
const MAX_TOURNAMENTS_OF_DAY: u64 = 30;
/// On how many threads tournaments are computed. Each keeps the memory that its largest
/// computation needed, which is megabytes.
const MAX_THREADS: usize = 2;
/// How many views may wait for one address. A club may be behind it.
const MAX_WAITING_VIEWS: usize = 256;
/// The most tournaments of each kind in the list.
const MAX_LISTED: usize = 50;

impl Tournaments {
    /// Returns the tournaments that lead to these games.
    #[must_use]
    pub fn new(games: Arc<Games>) -> Tournaments {
        Tournaments(Arc::new(Inner {
            games,
            rooms: Mutex::default(),
            threads: FairWorkLimit::new("tournament", MAX_THREADS, MAX_WAITING_VIEWS),
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
            MAX_TOURNAMENTS_OF_DAY,
        );
        if !stored.await? {
            return Err(TournamentRefusal::TooMany.into());
        }
        let caller = Some((organizer.id, AccountRole::Player));
        self.view(id, address, caller).await
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
    async fn view(
        &self,
        id: TournamentId,
        address: Address,
        caller: Option<(PlayerId, AccountRole)>,
    ) -> Result<TournamentView, ServerRefusal> {
        let now = self.0.games.clock.now();
        self.answer(id, address, move |hosted| hosted.view_for(caller, now))
            .await
    }

    /// Computes something about a tournament for whoever is at this address: with a thousand
    /// players that takes milliseconds.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament, and
    /// [`ServerRefusal::Busy`] if too many questions of the address wait.
    pub async fn answer<T: Send + 'static>(
        &self,
        id: TournamentId,
        address: Address,
        read: impl FnOnce(&HostedTournament) -> T + Send + 'static,
    ) -> Result<T, ServerRefusal> {
        let hosted = self.snapshot(id).await?;
        let visitor = Requester::Visitor(address);
        Ok(self.0.threads.run(visitor, move || read(&hosted)).await?)
    }

    /// Returns the games in the order of rounds and boards.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament.
    pub async fn games(&self, id: TournamentId) -> Result<Vec<GameId>, ServerRefusal> {
        Ok(self.snapshot(id).await?.games())
    }

    /// Lets a player enter, under this name if they are a guest over the board, and for
    /// this team in a match between teams.
    ///
    /// # Errors
    ///
    /// Returns why they cannot enter.
    pub async fn enter(
        &self,
        id: TournamentId,
        player: PlayerId,
        name: Option<String>,
        team: Option<u32>,
    ) -> Result<(), ServerRefusal> {
        let speed = self.snapshot(id).await?.speed();
        let cards = self.0.games.store.player_cards(vec![player], speed);
        let card = cards.await?.pop().ok_or(ServerRefusal::PlayerGone)?;
        let enter = TournamentAction::Enter { card, name, team };
        self.act(id, enter).await
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
        self.act(id, TournamentAction::ReportResult(number, result))
            .await
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
        if !is_arbiter(&*self.snapshot(id).await?, player, role) {
            return Err(TournamentRefusal::NotArbiter.into());
        }
        match action {
            ArbiterAction::Add { name, rating, team } => self.add(id, name, rating, team).await,
            ArbiterAction::Result { round, board, .. } => {
                let slot = BoardSlot { round, board };
                // The next game of a match begins at once.
                let game = self.snapshot(id).await?.latest_game_of(slot);
                self.act(id, TournamentAction::Arbiter(action.clone()))
                    .await?;
                if let Some(game) = game {
                    self.end_game(id, game, player, &action).await;
                }
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
        team: Option<u32>,
    ) -> Result<(), ServerRefusal> {
        let hosted = self.snapshot(id).await?;
        let (speed, venue) = (hosted.speed(), hosted.options().venue);
        drop(hosted);
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
                    team,
                }
            }
            None if venue == arbiter_wire::TournamentVenue::Online => {
                return Err(ServerRefusal::UnknownPlayer(name));
            }
            None => Entrant {
                player: None,
                name: Some(name),
                rating,
                team,
            },
        };
        self.act(id, TournamentAction::Add(entrant)).await
    }

    /// Ends a game that is still played although the arbiter has decided its result.
    async fn end_game(&self, id: TournamentId, game: GameId, by: PlayerId, action: &ArbiterAction) {
        let ArbiterAction::Result { result, .. } = action else {
            return;
        };
        let verdict = match result.as_str() {
            "1/2" => Verdict::Draw,
            text => Verdict::from_result(text).unwrap_or(Verdict::NoResult),
        };
        let mut act = AuditEntry::new(clock::wall(), Some(by), AdminAct::EndGame);
        act.game = Some(game);
        act.detail = format!("{result}: tournament {id}");
        let ended = self.0.games.adjudicate(game, verdict, act).await;
        ended.ignore("the game may be over already");
    }

    async fn number(&self, id: TournamentId, player: PlayerId) -> Result<u32, ServerRefusal> {
        let number = self.snapshot(id).await?.number(player);
        Ok(number.ok_or(TournamentRefusal::NotEntered)?)
    }
}

impl HostedTournament {
    /// Returns the tournament as this caller sees it at this time.
    #[must_use]
    pub fn view_for(&self, caller: Option<(PlayerId, AccountRole)>, now: Time) -> TournamentView {
        let mut view = self.view(now);
        if let Some((player, role)) = caller {
            view.you = self.number(player);
            view.arbiter = is_arbiter(self, player, role);
        }
        view
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
