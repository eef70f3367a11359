//! What is said in a room.

use arbiter_wire::{ChatLine, Problem, ServerMessage, Stage};

use super::{Room, unavailable, viewers::Viewer};
use crate::{
    base::{PlayerId, clock},
    play::chat::{self, Listener, REMEMBERED, SayError, Talk},
    store::{Channel, NewChat, StoreError},
};

/// So much of what was said before is told to whoever comes: it has to fit
/// into his outbox.
const TOLD: usize = 50;

impl Room {
    /// Somebody says something: it is stored, then told to those who hear it.
    pub(super) async fn say(&mut self, by: PlayerId, text: &str) -> Result<ChatLine, Problem> {
        if !self.app.settings.chat {
            return Err(SayError::Off.into());
        }
        let text = chat::clean(text)?;
        let channel = if self.table.sides(by).is_empty() {
            Channel::Spectators
        } else {
            Channel::Players
        };
        let name = self.name(by).await?;
        let now = self.app.clock.now();
        let game = self.id;
        let a_minute = self.app.settings.limits.chat;
        let talk = self.talk().await?;
        if let Some(line) = talk.find_again(by, channel, &text, now) {
            return Ok(line.clone());
        }
        talk.begin(by, now, a_minute)?;
        let line = ChatLine {
            game: game.to_string(),
            name,
            at: clock::wall(),
            text: text.clone(),
        };
        let new = NewChat {
            game,
            channel,
            player: by,
            at: line.at,
            text,
        };
        if let Err(error) = self.app.store.add_chat(new).await {
            tracing::error!(%game, %error, "a line cannot be stored");
            return Err(unavailable());
        }
        let message = ServerMessage::Chat(line.clone());
        let (table, is_over) = (&self.table, self.is_over());
        self.viewers.tell_some(&message, |viewer| {
            listener(is_over, !viewer.sides(table).is_empty()).hears(channel)
        });
        if let Some(talk) = &mut self.talk {
            talk.add(by, now, channel, line.clone());
        }
        Ok(line)
    }

    /// What was said, as far as this player may hear it.
    pub(super) async fn history(
        &mut self,
        player: Option<PlayerId>,
    ) -> Result<Vec<ChatLine>, Problem> {
        let plays = player.is_some_and(|player| !self.table.sides(player).is_empty());
        let listener = listener(self.is_over(), plays);
        if !self.app.settings.chat {
            return Ok(Vec::new());
        }
        Ok(self.talk().await?.heard_by(listener))
    }

    /// Tells somebody who comes what was said.
    pub(super) async fn tell_history(&mut self, viewer: &Viewer) {
        let lines = self.history(viewer.player).await.unwrap_or_default();
        let first = lines.len().saturating_sub(TOLD);
        for line in lines.into_iter().skip(first) {
            viewer.outbox.tell(&ServerMessage::Chat(line));
        }
    }

    /// The game is over: its players hear what the others said about it.
    pub(super) async fn tell_former_players(&mut self) {
        if !self.app.settings.chat || self.viewers.is_empty() {
            return;
        }
        let Ok(talk) = self.talk().await else {
            return;
        };
        let lines = talk.heard_by(Listener::Watcher);
        let first = lines.len().saturating_sub(TOLD);
        let table = &self.table;
        for line in lines.into_iter().skip(first) {
            self.viewers
                .tell_some(&ServerMessage::Chat(line), |viewer| {
                    !viewer.sides(table).is_empty()
                });
        }
    }

    fn is_over(&self) -> bool {
        self.table.stage() == Stage::Over
    }

    /// What somebody is called.
    async fn name(&self, player: PlayerId) -> Result<String, Problem> {
        let side = self.table.sides(player).first().copied();
        if let Some(card) = side.and_then(|side| self.table.seats()[side].as_ref()) {
            return Ok(card.view.name.clone());
        }
        let card = self.app.store.player_card(player, None).await;
        match card {
            Ok(Some(card)) => Ok(card.view.name),
            Ok(None) => {
                let title = "this player is not here any more: sign in again";
                Err(Problem::new(401, "signed_out", title))
            }
            Err(error) => {
                tracing::error!(%error, "a player cannot be read");
                Err(unavailable())
            }
        }
    }

    /// What was said so far, read when it is first needed.
    async fn talk(&mut self) -> Result<&mut Talk, Problem> {
        if self.talk.is_none() {
            let (store, game) = (&self.app.store, self.id);
            let read = async {
                if !store.has_chat(game).await? {
                    return Ok(Talk::default());
                }
                let players = store.chat(game, Channel::Players, REMEMBERED).await?;
                let watchers = store.chat(game, Channel::Spectators, REMEMBERED).await?;
                Ok(Talk::resume(players, watchers))
            };
            self.talk = Some(read.await.map_err(|error: StoreError| {
                tracing::error!(%game, %error, "what was said cannot be read");
                unavailable()
            })?);
        }
        self.talk.as_mut().ok_or_else(unavailable)
    }
}

const fn listener(is_over: bool, plays: bool) -> Listener {
    match (plays, is_over) {
        (false, _) => Listener::Watcher,
        (true, false) => Listener::Player,
        (true, true) => Listener::FormerPlayer,
    }
}
