//! Tournaments in memory: loaded, changed together with the store, and followed.

use std::{sync::Arc, time::Duration};

use arbiter_wire::ServerMessage;

use super::{Requester, TournamentRoom, Tournaments};
use crate::{
    base::{Address, Topic, TournamentId, ignore::Ignore, spawn},
    play::outbox::{self, Outbox},
    refusal::{ServerRefusal, TournamentRefusal},
    store::AppendTournament,
    tournaments::{HostedTournament, TournamentAction},
};

/// How long changes are collected before they are sent.
const TELL_DELAY: Duration = Duration::from_millis(300);
/// How often a decision is made again because another node was faster.
const MAX_ATTEMPTS: usize = 4;

/// Returns the progress of a tournament: how many events and games it has.
fn version(tournament: &HostedTournament) -> (u64, u64) {
    (tournament.seq(), tournament.game_count() as u64)
}

impl Tournaments {
    /// Sends a tournament to this connection, now and when it changes.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal::Unknown`] if there is no such tournament, and
    /// [`ServerRefusal::Busy`] if too many questions of the address wait.
    pub async fn follow(
        &self,
        id: TournamentId,
        address: Address,
        outbox: &Outbox,
    ) -> Result<(), ServerRefusal> {
        let before = version(&*self.snapshot(id).await?);
        let view = self.view(id, address, None).await?;
        if !outbox.tell(&ServerMessage::Tournament(Box::new(view))) {
            return Ok(());
        }
        let room = self.room(id);
        {
            let mut followers = room.followers.lock();
            followers.outboxes.retain(|it| !it.is_same(outbox));
            followers.outboxes.push(outbox.clone());
        }
        // What changed before the connection was among the followers was not sent to it.
        if version(&*self.snapshot(id).await?) != before {
            self.note_change(id, &room);
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
            let loading = self.compute(id, move || HostedTournament::load(stored));
            let mut loaded = loading.await?.map_err(|error| {
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
        Ok(stored != version(known))
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

    /// Returns a tournament as it is now.
    pub(super) async fn snapshot(
        &self,
        id: TournamentId,
    ) -> Result<Arc<HostedTournament>, ServerRefusal> {
        let room = self.room(id);
        let mut guard = room.hosted.lock().await;
        Ok(Arc::clone(self.load(id, &mut guard).await?))
    }

    /// Computes something on the threads for tournaments: what a tournament needs in order to
    /// change. What its visitors ask for is an [`answer`](Tournaments::answer).
    async fn compute<T: Send + 'static>(
        &self,
        id: TournamentId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServerRefusal> {
        // Whoever loads or decides holds the tournament's lock, every change advances it once,
        // and it is sent to its followers at most every TELL_DELAY: few computations wait.
        let tournament = Requester::Tournament(id);
        let computed = self.0.threads.run_always(tournament, work).await;
        computed.map_err(|_| ServerRefusal::Defect)
    }

    /// Computes something about a tournament that it needs in order to change.
    pub(in crate::tournaments) async fn read<T: Send + 'static>(
        &self,
        id: TournamentId,
        read: impl FnOnce(&HostedTournament) -> T + Send + 'static,
    ) -> Result<T, ServerRefusal> {
        let hosted = self.snapshot(id).await?;
        // A caller that goes away leaves the tournament where it is.
        self.compute(id, move || read(&hosted)).await
    }

    /// Decides, stores and tells, and then does what follows.
    pub(super) async fn act(
        &self,
        id: TournamentId,
        action: TournamentAction,
    ) -> Result<(), ServerRefusal> {
        self.decide_and_store(id, action).await?;
        // A caller that goes away does not keep a round from starting.
        let tournaments = self.clone();
        let advanced = spawn(async move { tournaments.advance(id).await });
        advanced.await.ignore("the next check continues");
        Ok(())
    }

    /// Decides and stores what follows, and reports whether something does.
    pub(super) async fn decide_and_store(
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
            let decided = self.compute(id, move || {
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
                after.remember_reasons(&hosted, &events);
                (hosted, Ok((events, after)))
            });
            // After a panic the tournament is loaded again.
            let (hosted, decided) = decided.await?;
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

    /// Changes what is known of a tournament in addition to its events.
    pub(in crate::tournaments) async fn note(
        &self,
        id: TournamentId,
        note: impl FnOnce(&mut HostedTournament),
    ) {
        let room = self.room(id);
        let mut guard = room.hosted.lock().await;
        if let Some(hosted) = guard.as_mut() {
            note(Arc::make_mut(hosted));
        }
        self.tell_nodes(id);
        self.note_change(id, &room);
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
        spawn(async move {
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
