//! The chat of a room.

use arbiter_rules::Color;
use arbiter_wire::{ChatHistory, ChatLine, ServerMessage, Stage};

use super::{Audience, Room, other_nodes::GameMessage, viewers::Viewer};
use crate::{
    base::{
        GameId, PlayerId, clock,
        metrics::{LimitName, METRICS},
    },
    play::chat::{self, ChatLog, ChatReader, REMEMBERED_MESSAGES},
    refusal::ServerRefusal,
    store::{Channel, NewChat, Store, StoreError},
};

/// How many earlier messages a new viewer gets: they have to fit into the
/// viewer's outbox.
const HISTORY_SENT: usize = 50;

impl Room {
    /// Stores a chat message, then sends it to everyone who may read it.
    pub(super) async fn say(
        &mut self,
        by: PlayerId,
        audience: Audience,
        text: &str,
    ) -> Result<ChatLine, ServerRefusal> {
        if !self.games.settings.chat {
            return Err(ServerRefusal::ChatDisabled);
        }
        let text = chat::clean(text)?;
        let is_spectator = self.game.sides(by).is_empty();
        let channel = match audience {
            Audience::Own if !is_spectator => Channel::Players,
            Audience::Own | Audience::Spectators => Channel::Spectators,
        };
        if channel == Channel::Players {
            self.check_not_blocked(by).await?;
        }
        let name = self.name_of(by).await?;
        let (now, game) = (self.games.clock.now(), self.id);
        let log = self.chat_log().await?;
        if let Some(line) = log.find_repeated(by, channel, &text, now) {
            return Ok(line.clone());
        }
        let allowed = self.games.chat_limit.check(&by);
        allowed.map_err(|_| {
            METRICS.count_limit(LimitName::Chat);
            ServerRefusal::TooManyMessages
        })?;
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
        if let Err(error) = self.games.store.add_chat(new).await {
            tracing::error!(%game, %error, "cannot store a chat message");
            return Err(error.into());
        }
        self.tell_chat(channel, &ServerMessage::Chat(line.clone()));
        self.publish(|| GameMessage::Chat {
            by: by.0,
            is_of_spectators: channel == Channel::Spectators,
            line: line.clone(),
        });
        if let Some(log) = &mut self.chat {
            log.add(by, now, channel, line.clone());
        }
        Ok(line)
    }

    /// Sends a message of this channel to everyone who may read it.
    pub(super) fn tell_chat(&mut self, channel: Channel, message: &ServerMessage) {
        let (game, is_over) = (&self.game, self.is_over());
        self.viewers.tell_some(message, |viewer| {
            reader(is_over, !viewer.sides(game).is_empty()).may_read(channel)
        });
    }

    /// Returns the messages that this player may read, the oldest first.
    pub(super) async fn chat_history(
        &mut self,
        player: Option<PlayerId>,
    ) -> Result<Vec<ChatLine>, ServerRefusal> {
        let is_player = player.is_some_and(|player| !self.game.sides(player).is_empty());
        let reader = reader(self.is_over(), is_player);
        if !self.games.settings.chat {
            return Ok(Vec::new());
        }
        Ok(self.chat_log().await?.read_by(reader))
    }

    /// Sends a new viewer the latest messages.
    pub(super) async fn tell_chat_history(&mut self, viewer: &Viewer) {
        let lines = self.chat_history(viewer.player).await.unwrap_or_default();
        let first = lines.len().saturating_sub(HISTORY_SENT);
        for line in lines.into_iter().skip(first) {
            viewer.outbox.tell(&ServerMessage::Chat(line));
        }
    }

    /// Compares the chat with the store, because another node may have added or deleted
    /// messages, and shows everyone what is new.
    pub(super) async fn compare_chat(&mut self) {
        let Some(known) = &self.chat else {
            // Nobody has seen the chat yet.
            return;
        };
        let Ok(stored) = load(&self.games.store, self.id).await else {
            return;
        };
        let Some(missing) = known.missing(&stored) else {
            return self.tell_chat_again().await;
        };
        for (channel, line) in missing {
            self.tell_chat(channel, &ServerMessage::Chat(line.clone()));
            if let Some(log) = &mut self.chat {
                log.add_stored(channel, line);
            }
        }
    }

    /// Reads the chat from the store again, because messages were deleted there, and
    /// shows it to everyone.
    pub(super) async fn tell_chat_again(&mut self) {
        // Nobody has seen a chat that was never read.
        if self.chat.take().is_none_or(|log| log.is_empty()) {
            return;
        }
        let viewers: Vec<Viewer> = self.viewers.iter().cloned().collect();
        for viewer in viewers {
            let Ok(mut lines) = self.chat_history(viewer.player).await else {
                return;
            };
            lines.drain(..lines.len().saturating_sub(HISTORY_SENT));
            let history = ChatHistory {
                game: self.id.to_string(),
                lines,
            };
            viewer.outbox.tell(&ServerMessage::ChatHistory(history));
        }
    }

    /// Sends the players what spectators wrote during the game, which is over.
    pub(super) async fn tell_spectator_chat_to_players(&mut self) {
        if !self.games.settings.chat || self.viewers.is_empty() {
            return;
        }
        let Ok(log) = self.chat_log().await else {
            return;
        };
        let lines = log.read_by(ChatReader::Spectator);
        let first = lines.len().saturating_sub(HISTORY_SENT);
        let game = &self.game;
        for line in lines.into_iter().skip(first) {
            self.viewers
                .tell_some(&ServerMessage::Chat(line), |viewer| {
                    !viewer.sides(game).is_empty()
                });
        }
    }

    /// Checks that no other player of the game has blocked this one.
    pub(super) async fn check_not_blocked(&self, player: PlayerId) -> Result<(), ServerRefusal> {
        for side in Color::ALL {
            let other = self
                .game
                .player(side)
                .filter(|&it| it.0 > 0 && it != player);
            if let Some(other) = other
                && self.games.store.has_blocked(other, player).await?
            {
                return Err(ServerRefusal::Blocked);
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.game.stage() == Stage::Over
    }

    async fn name_of(&self, player: PlayerId) -> Result<String, ServerRefusal> {
        let side = self.game.sides(player).first().copied();
        if let Some(card) = side.and_then(|side| self.game.seats()[side].as_ref()) {
            return Ok(card.view.name.clone());
        }
        match self.games.store.player_card(player, None).await {
            Ok(Some(card)) => Ok(card.view.name),
            Ok(None) => Err(ServerRefusal::PlayerGone),
            Err(error) => {
                tracing::error!(%error, "cannot read a player");
                Err(error.into())
            }
        }
    }

    /// Returns the chat so far, loaded when it is first needed.
    async fn chat_log(&mut self) -> Result<&mut ChatLog, ServerRefusal> {
        if self.chat.is_none() {
            let game = self.id;
            let log = load(&self.games.store, game).await;
            let log = log.inspect_err(|error| {
                tracing::error!(%game, %error, "cannot read the chat of a game");
            })?;
            self.chat = Some(log);
        }
        self.chat.as_mut().ok_or(ServerRefusal::Defect)
    }
}

async fn load(store: &Store, game: GameId) -> Result<ChatLog, StoreError> {
    if !store.has_chat(game).await? {
        return Ok(ChatLog::default());
    }
    let players = store.chat(game, Channel::Players, REMEMBERED_MESSAGES);
    let players = players.await?;
    let spectators = store.chat(game, Channel::Spectators, REMEMBERED_MESSAGES);
    Ok(ChatLog::restore(players, spectators.await?))
}

const fn reader(is_over: bool, is_player: bool) -> ChatReader {
    match (is_player, is_over) {
        (false, _) => ChatReader::Spectator,
        (true, false) => ChatReader::Player,
        (true, true) => ChatReader::FormerPlayer,
    }
}
