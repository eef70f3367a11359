//! Who may use the server, and what a running server does when that changes.
//!
//! The database is the truth. The command line changes it while the server runs,
//! so the server reads it again every second, and at once after its own changes.

use std::{collections::HashSet, sync::Arc};

use arbiter_wire::{AccountRole, BanKind, ServerPolicy, SignUpPolicy, TournamentPolicy};
use parking_lot::{Mutex, RwLock};
use tokio::sync::watch;

use super::{Lobby, accounts::Sessions};
use crate::{
    base::{Address, PlayerId, Topic, clock, ignore::Ignore},
    play::Games,
    refusal::ServerRefusal,
    store::{ActiveBan, AdminAct, SeenAct, StoreError},
};

/// The bans in force, the policy of the server, and the acts that were seen.
#[derive(Debug)]
pub struct Moderation {
    games: Arc<Games>,
    lobby: Lobby,
    sessions: Sessions,
    policy: RwLock<ServerPolicy>,
    /// The bans in force. Connections wait for changes.
    bans: watch::Sender<Arc<Vec<ActiveBan>>>,
    /// The acts that this server has seen; none before the first time.
    seen: Mutex<Option<HashSet<i64>>>,
    /// Held while the store is read, so that an older answer never replaces a newer one.
    refreshing: tokio::sync::Mutex<()>,
}

/// Notices changes of the bans.
#[derive(Clone, Debug)]
pub struct BanWatch(watch::Receiver<Arc<Vec<ActiveBan>>>);

impl Moderation {
    /// Returns the state before anything is read.
    #[must_use]
    pub fn new(games: Arc<Games>, lobby: Lobby, sessions: Sessions) -> Moderation {
        Moderation {
            games,
            lobby,
            sessions,
            policy: RwLock::new(ServerPolicy {
                sign_up: SignUpPolicy::Open,
                guests: true,
                tournaments: TournamentPolicy::default(),
                organizers: Vec::new(),
            }),
            bans: watch::Sender::new(Arc::default()),
            seen: Mutex::default(),
            refreshing: tokio::sync::Mutex::default(),
        }
    }

    /// Reads bans, policy, limits and acts from the store, and does what they demand:
    /// connections of banned people and of closed accounts end.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let _turn = self.refreshing.lock().await;
        let games = &self.games;
        let at_start = games.settings.limits;
        let state = games
            .store
            .moderation_state(at_start, clock::wall())
            .await?;
        *self.policy.write() = state.policy;
        games.follow_limits(state.limits);
        self.bans.send_if_modified(|bans| {
            let has_changed = **bans != state.bans;
            if has_changed {
                *bans = Arc::new(state.bans);
            }
            has_changed
        });
        for act in self.unseen(state.acts) {
            tracing::info!(
                target: "admin",
                act = act.act,
                actor = act.actor.map(|player| player.0),
                player = act.player.map(|player| player.0),
                game = act.game.map(|game| game.to_string()),
                detail = act.detail,
                "administrative act"
            );
            self.follow(&act).await?;
        }
        Ok(())
    }

    /// Does the same here and on all other nodes, after a change that was made here.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub async fn refresh_everywhere(&self) -> Result<(), StoreError> {
        self.games.bus.publish(Topic::Moderation, Vec::new);
        self.refresh().await
    }

    /// Follows the acts of other nodes, for as long as the server runs.
    pub async fn follow_nodes(&self) {
        let mut messages = self.games.bus.follow(Topic::Moderation).await;
        loop {
            messages.next().await;
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "cannot read bans and other acts");
            }
        }
    }

    /// Returns the acts that were not seen before, the earliest first.
    fn unseen(&self, acts: Vec<SeenAct>) -> Vec<SeenAct> {
        let ids = acts.iter().map(|act| act.id).collect();
        let Some(before) = self.seen.lock().replace(ids) else {
            return Vec::new();
        };
        let mut new: Vec<_> = acts
            .into_iter()
            .filter(|act| !before.contains(&act.id))
            .collect();
        new.reverse();
        new
    }

    /// Does what an act demands of a running server.
    async fn follow(&self, act: &SeenAct) -> Result<(), StoreError> {
        let Some(player) = act.player else {
            return Ok(());
        };
        let is = |kind: AdminAct| act.act == kind.code();
        if is(AdminAct::CloseAccount) || is(AdminAct::EndSessions) {
            self.sessions.end_all_of(player);
        }
        if is(AdminAct::CloseAccount) || is(AdminAct::Ban) {
            self.lobby.withdraw_all(player).await;
        }
        if is(AdminAct::Rename) {
            for game in self.games.store.unfinished_games_of(player).await? {
                self.games.forget(game);
            }
        }
        if is(AdminAct::DeleteChat)
            && let Some(game) = act.game
        {
            let shown = self.games.reload_chat(game).await;
            shown.ignore("a room that has failed loads its chat again");
        }
        Ok(())
    }

    /// Returns who may use the server.
    #[must_use]
    pub fn policy(&self) -> ServerPolicy {
        self.policy.read().clone()
    }

    /// Notices changes of the bans from now on.
    #[must_use]
    pub fn watch(&self) -> BanWatch {
        BanWatch(self.bans.subscribe())
    }

    /// Checks that somebody is not banned. An address does not ban those who
    /// moderate, who could otherwise lock themselves out.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::Banned`] with the reason.
    pub fn check_ban(
        &self,
        player: Option<(PlayerId, AccountRole)>,
        address: Address,
    ) -> Result<(), ServerRefusal> {
        let bans = Arc::clone(&self.bans.borrow());
        match find(&bans, BanKind::Ban, player, address) {
            Some(ban) => Err(ServerRefusal::Banned {
                reason: ban.reason.clone(),
                until: ban.until,
            }),
            None => Ok(()),
        }
    }

    /// Checks that a player may write messages.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::Muted`] with the reason.
    pub fn check_mute(
        &self,
        player: (PlayerId, AccountRole),
        address: Address,
    ) -> Result<(), ServerRefusal> {
        let bans = Arc::clone(&self.bans.borrow());
        match find(&bans, BanKind::Mute, Some(player), address) {
            Some(ban) => Err(ServerRefusal::Muted {
                reason: ban.reason.clone(),
                until: ban.until,
            }),
            None => Ok(()),
        }
    }
}

impl BanWatch {
    /// Waits until somebody is banned.
    pub async fn banned(&mut self, player: Option<(PlayerId, AccountRole)>, address: Address) {
        loop {
            let bans = Arc::clone(&self.0.borrow_and_update());
            if find(&bans, BanKind::Ban, player, address).is_some() {
                return;
            }
            if self.0.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}

/// Returns the ban of somebody that lasts longest.
fn find(
    bans: &[ActiveBan],
    kind: BanKind,
    player: Option<(PlayerId, AccountRole)>,
    address: Address,
) -> Option<&ActiveBan> {
    if bans.is_empty() {
        return None;
    }
    let now = clock::wall();
    let (id, role) = player.unzip();
    let is_staff = role.is_some_and(|role| role > AccountRole::Player);
    let is_meant = |ban: &&ActiveBan| {
        let is_player = ban.player.is_some() && ban.player == id;
        let is_address = ban.addresses.is_some_and(|range| range.contains(address));
        ban.kind == kind
            && ban.until.is_none_or(|until| until > now)
            && (is_player || is_address && !is_staff)
    };
    let banned = bans.iter().filter(is_meant);
    banned.max_by_key(|ban| ban.until.unwrap_or(u64::MAX))
}
