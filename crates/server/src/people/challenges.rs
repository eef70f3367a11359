//! Challenges to named players: decided, stored, and then sent to both players.
//! They are in the database only, so they survive a restart.

mod compare;
pub mod decide;

use std::sync::Arc;

use arbiter_rules::Color;
use arbiter_wire::{ChallengeList, ChallengeView, DeclineReason, ServerMessage, Speed};

use crate::{
    base::{Address, ChallengeId, GameId, PlayerId, random},
    play::{
        Games, PlayerNotice,
        create_game::{GameRequest, Opponent, check_start, create_game},
        push::Notice,
    },
    refusal::ServerRefusal,
    store::{ChallengeAnswer, ChallengeObstacle, NewChallenge, PlayerCard, StoredChallenge},
};
use decide::{ChallengeAction, OPEN_MILLIS, check_answer, check_new, check_programs};

/// The challenges of a server.
#[derive(Clone, Debug)]
pub struct Challenges {
    games: Arc<Games>,
}

impl Challenges {
    /// Returns the challenges that lead to these games.
    #[must_use]
    pub fn new(games: Arc<Games>) -> Challenges {
        Challenges { games }
    }

    /// Makes a challenge from this address. It replaces an earlier one to the same
    /// player.
    ///
    /// # Errors
    ///
    /// Returns why there is no challenge.
    pub async fn create(
        &self,
        challenger: &PlayerCard,
        challenged: &PlayerCard,
        address: Address,
        new: arbiter_wire::NewChallenge,
        now: u64,
    ) -> Result<ChallengeView, ServerRefusal> {
        check_new(challenger, challenged)?;
        let options = check_start(&self.games, address, &new.options).await?;
        check_programs(challenger, challenged, &options)?;
        self.games.check_game_count(challenger.id).await?;
        let id = ChallengeId(random::game_id());
        let stored = self.games.store.create_challenge(NewChallenge {
            id,
            challenger: challenger.id,
            challenged: challenged.id,
            speed: Speed::of_game(&options),
            options: new.options,
            color: new.color.map(Into::into),
            created: now,
            expires: now + OPEN_MILLIS,
        });
        stored.await?.map_err(|obstacle| match obstacle {
            ChallengeObstacle::Blocked => ServerRefusal::Blocked,
            ChallengeObstacle::TooManyOutgoing => ServerRefusal::TooManyChallenges,
            ChallengeObstacle::TooManyIncoming => ServerRefusal::ChallengedTooOften,
        })?;
        let made = self.tell(challenger.id, id, now).await?;
        let notice = Notice::Challenged {
            challenge: id,
            challenger: challenger.view.name.clone(),
            clock: made.options.clock.0.clone(),
        };
        self.games.push.tell(challenged.id, notice);
        Ok(made)
    }

    /// Accepts a challenge: the game starts.
    ///
    /// # Errors
    ///
    /// Returns why there is no game.
    pub async fn accept(
        &self,
        player: PlayerId,
        id: ChallengeId,
        now: u64,
    ) -> Result<GameId, ServerRefusal> {
        let challenge = self.find_stored(player, id).await?;
        check_answer(&challenge, player, ChallengeAction::Accept, now)?;
        self.games.check_game_count(player).await?;
        let (challenger, opponent) = (challenge.challenger.id, challenge.challenged.view.clone());
        let store = &self.games.store;
        let avoids = store.not_to_be_paired_with(player).await?;
        if avoids.contains(&challenge.challenger.id) {
            return Err(ServerRefusal::Blocked);
        }
        // Storing the game also stores the answer, or neither.
        let side = side_of_challenger(&challenge);
        let game = create_game(
            &self.games,
            GameRequest {
                creator: challenge.challenger,
                options: challenge.options,
                color: Some(side),
                opponent: Opponent::Player(challenge.challenged),
                rematch_of: None,
                accepts: Some(id),
                seeks: Vec::new(),
            },
        )
        .await?;
        self.tell(player, id, now).await?;
        let opponent = opponent.name;
        let notice = Notice::Started { game, opponent };
        self.games.push.tell(challenger, notice);
        Ok(game)
    }

    /// Declines a challenge.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be declined.
    pub async fn decline(
        &self,
        player: PlayerId,
        id: ChallengeId,
        reason: DeclineReason,
        now: u64,
    ) -> Result<ChallengeView, ServerRefusal> {
        let challenge = self.find_stored(player, id).await?;
        check_answer(&challenge, player, ChallengeAction::Decline, now)?;
        self.answer(player, id, ChallengeAnswer::Decline(reason), now)
            .await
    }

    /// Withdraws a challenge.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be withdrawn.
    pub async fn withdraw(
        &self,
        player: PlayerId,
        id: ChallengeId,
        now: u64,
    ) -> Result<ChallengeView, ServerRefusal> {
        let challenge = self.find_stored(player, id).await?;
        check_answer(&challenge, player, ChallengeAction::Withdraw, now)?;
        self.answer(player, id, ChallengeAnswer::Withdraw, now)
            .await
    }

    /// Returns the open challenges of a player.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn list(&self, player: PlayerId, now: u64) -> Result<ChallengeList, ServerRefusal> {
        let store = &self.games.store;
        let incoming = store.incoming_challenges(player, now).await?;
        let outgoing = store.outgoing_challenges(player, now).await?;
        let views = |stored: Vec<StoredChallenge>| stored.into_iter().map(|it| view(it, now));
        Ok(ChallengeList {
            incoming: views(incoming).collect(),
            outgoing: views(outgoing).collect(),
        })
    }

    /// Returns a challenge as one of its players sees it.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::UnknownChallenge`] if the player has no such challenge.
    pub async fn find(
        &self,
        player: PlayerId,
        id: ChallengeId,
        now: u64,
    ) -> Result<ChallengeView, ServerRefusal> {
        Ok(view(self.find_stored(player, id).await?, now))
    }

    async fn find_stored(
        &self,
        player: PlayerId,
        id: ChallengeId,
    ) -> Result<StoredChallenge, ServerRefusal> {
        let found = self.games.store.challenge(id, player).await?;
        found.ok_or(ServerRefusal::UnknownChallenge)
    }

    async fn answer(
        &self,
        player: PlayerId,
        id: ChallengeId,
        answer: ChallengeAnswer,
        now: u64,
    ) -> Result<ChallengeView, ServerRefusal> {
        match self.games.store.answer_challenge(id, answer, now).await? {
            true => self.tell(player, id, now).await,
            false => Err(ServerRefusal::ChallengeGone),
        }
    }

    /// Sends a challenge to both players as it is stored, and returns it.
    async fn tell(
        &self,
        player: PlayerId,
        id: ChallengeId,
        now: u64,
    ) -> Result<ChallengeView, ServerRefusal> {
        let challenge = self.find_stored(player, id).await?;
        let players = [challenge.challenger.id, challenge.challenged.id];
        let view = view(challenge, now);
        self.games.hub.note_challenge(&view);
        let message = ServerMessage::Challenge(Box::new(view.clone()));
        let notice = Arc::new(view.clone());
        for player in players {
            self.games.hub.tell(player, &message);
            self.games
                .hub
                .notify(player, &PlayerNotice::Challenge(Arc::clone(&notice)));
        }
        Ok(view)
    }
}

/// Returns the side that the challenger will have. Where it is random, the random id
/// of the challenge decides, so that programs learn it before they accept.
fn side_of_challenger(challenge: &StoredChallenge) -> Color {
    challenge.color.unwrap_or(challenge.id.random_color())
}

/// Returns a challenge as its players see it at this time.
fn view(challenge: StoredChallenge, now: u64) -> ChallengeView {
    ChallengeView {
        id: challenge.id.to_string(),
        state: challenge.state(now),
        challenger: challenge.challenger.view,
        challenged: challenge.challenged.view,
        options: challenge.options,
        speed: challenge.speed,
        color: challenge.color.map(Into::into),
        created: challenge.created,
        expires: challenge.expires,
        reason: challenge.reason,
        game: challenge.game.map(|game| game.to_string()),
    }
}
