//! The stream of everything that concerns a player: games and challenges.

use std::{collections::HashSet, sync::Arc};

use arbiter_wire::{ChallengeState, ChallengeView, Scope};
use axum::{extract::State, response::Response};
use serde::Serialize;

use super::{
    api_caller::ApiCaller,
    challenge_json::{ChallengeJson, DeclinedChallenge},
    game_event::{COMPATIBLE, Compat, GameEventInfo},
    line_writer::{Disconnected, LineWriter, respond},
};
use crate::{
    base::{GameId, clock},
    endpoints::{
        App,
        routes::{Routes, get},
    },
    play::{Notices, PlayerNotice},
    refusal::ServerRefusal,
    store::PlayerCard,
};

/// Returns the endpoint of the stream.
pub fn routes() -> Routes {
    Routes::new().route("/api/stream/event", get(stream_events))
}

/// A line of the stream.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum PlayerEvent {
    GameStart {
        game: GameEventInfo,
    },
    GameFinish {
        game: GameEventInfo,
    },
    Challenge {
        challenge: ChallengeJson,
        compat: Compat,
    },
    ChallengeCanceled {
        challenge: ChallengeJson,
    },
    ChallengeDeclined {
        challenge: DeclinedChallenge,
    },
}

/// Streams what concerns the player: first all current games and challenges, then what
/// happens.
async fn stream_events(
    State(app): State<Arc<App>>,
    caller: ApiCaller,
) -> Result<Response, ServerRefusal> {
    let scopes = &[Scope::ChallengeRead, Scope::BotPlay, Scope::BoardPlay];
    let player = caller.require(scopes)?.clone();
    let token = caller.token().ok_or(ServerRefusal::SignedOut)?;
    // Before the games are read, so that none is missed in between.
    let notices = app.games.hub.listen(player.id, token);
    let stream = EventStream {
        app: Arc::clone(&app),
        base: caller.base(&app),
        player,
        known: HashSet::new(),
        open_challenges: OpenChallenges::default(),
    };
    respond(&app, &caller, |lines| stream.run(notices, lines))
}

struct EventStream {
    app: Arc<App>,
    /// The URL of the server.
    base: String,
    player: PlayerCard,
    /// The games that were sent at the start of the stream.
    known: HashSet<GameId>,
    open_challenges: OpenChallenges,
}

/// The open challenges that were sent. One that is made when the stream starts is in the
/// list of challenges and in a notice.
#[derive(Default)]
struct OpenChallenges(HashSet<String>);

impl OpenChallenges {
    /// Reports whether an open challenge was sent before; forgets one that is not open.
    fn has_sent(&mut self, id: &str, state: ChallengeState) -> bool {
        if state == ChallengeState::Open {
            return !self.0.insert(id.to_owned());
        }
        self.0.remove(id);
        false
    }
}

impl EventStream {
    async fn run(mut self, mut notices: Notices, lines: LineWriter) -> Result<(), Disconnected> {
        let (store, player) = (&self.app.store, self.player.id);
        // If the database fails, the stream ends, and the client connects again.
        let games = store
            .live_games_of(player)
            .await
            .map_err(|_| Disconnected)?;
        self.app.games.hub.note_started(player, &games);
        for game in games {
            self.known.insert(game);
            if let Some(game) = self.game(game).await {
                lines.write(&PlayerEvent::GameStart { game }).await?;
            }
        }
        let challenges = self.app.challenges.list(player, clock::wall()).await;
        let challenges = challenges.map_err(|_| Disconnected)?;
        for challenge in challenges.incoming.iter().chain(&challenges.outgoing) {
            if let Some(event) = self.challenge(challenge) {
                lines.write(&event).await?;
            }
        }
        while let Some(notice) = notices.next().await {
            let event = match notice {
                PlayerNotice::Started(id) if self.known.remove(&id) => None,
                PlayerNotice::Started(id) => {
                    let game = self.game(id).await;
                    game.map(|game| PlayerEvent::GameStart { game })
                }
                PlayerNotice::Ended(id) => {
                    self.known.remove(&id);
                    let game = self.game(id).await;
                    game.map(|game| PlayerEvent::GameFinish { game })
                }
                PlayerNotice::Challenge(challenge) => self.challenge(&challenge),
            };
            if let Some(event) = event {
                lines.write(&event).await?;
            }
        }
        Ok(())
    }

    /// Returns a game; none if programs cannot play it.
    async fn game(&self, id: GameId) -> Option<GameEventInfo> {
        let view = self.app.games.view(id, Some(self.player.id)).await.ok()?;
        GameEventInfo::of(&view).ok()
    }

    /// Returns what happened to a challenge; none if it was accepted, because the start of
    /// the game is an event of its own, if it was sent before, or if programs cannot play
    /// the game.
    fn challenge(&mut self, view: &ChallengeView) -> Option<PlayerEvent> {
        if self.open_challenges.has_sent(&view.id, view.state) {
            return None;
        }
        let challenge = ChallengeJson::of(&self.base, view, &self.player.view.name).ok()?;
        Some(match view.state {
            ChallengeState::Open => PlayerEvent::Challenge {
                challenge,
                compat: COMPATIBLE,
            },
            ChallengeState::Withdrawn | ChallengeState::Expired => {
                PlayerEvent::ChallengeCanceled { challenge }
            }
            ChallengeState::Declined => PlayerEvent::ChallengeDeclined {
                challenge: DeclinedChallenge::of(challenge, view.reason.unwrap_or_default()),
            },
            ChallengeState::Accepted => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_challenge_is_sent_once() {
        let mut sent = OpenChallenges::default();
        assert!(!sent.has_sent("a", ChallengeState::Open));
        assert!(sent.has_sent("a", ChallengeState::Open));
        assert!(!sent.has_sent("b", ChallengeState::Open));
        assert!(!sent.has_sent("a", ChallengeState::Declined));
        assert!(sent.0.contains("b") && sent.0.len() == 1);
    }
}
