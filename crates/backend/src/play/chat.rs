//! The chat of a game: one channel for the players, one for the spectators.
//! Players read the spectators' channel once the game is over; spectators
//! never read the players' channel.

use std::collections::VecDeque;

use arbiter_game::{Span, Time};
use arbiter_wire::ChatLine;

use crate::{
    base::PlayerId,
    refusal::{MAX_CHAT_CHARACTERS, ServerRefusal},
    store::Channel,
};

/// The latest messages of one game.
#[derive(Debug, Default)]
pub struct ChatLog(VecDeque<LoggedMessage>);

#[derive(Debug)]
struct LoggedMessage {
    channel: Channel,
    line: ChatLine,
    /// The author and the time, unless the message was loaded from the store.
    by: Option<(PlayerId, Time)>,
}

/// A reader of the chat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChatReader {
    /// A player during the game.
    Player,
    /// A player after the game.
    FormerPlayer,
    /// A spectator.
    Spectator,
}

/// How many messages of each channel are remembered.
pub const REMEMBERED_MESSAGES: usize = 100;
/// The same text of the same person within this time is one message, sent
/// again because the connection was lost.
const REPEAT_TIME: Span = Span::from_seconds(10);

impl ChatReader {
    /// Reports whether this reader may read the channel.
    #[must_use]
    pub const fn may_read(self, channel: Channel) -> bool {
        match (self, channel) {
            (ChatReader::Player, Channel::Players)
            | (ChatReader::Spectator, Channel::Spectators)
            | (ChatReader::FormerPlayer, _) => true,
            (ChatReader::Player, Channel::Spectators)
            | (ChatReader::Spectator, Channel::Players) => false,
        }
    }
}

impl ChatLog {
    /// Returns a log of stored messages, each list with the oldest first.
    #[must_use]
    pub fn restore(players: Vec<ChatLine>, spectators: Vec<ChatLine>) -> ChatLog {
        let logged = |channel| {
            move |line| LoggedMessage {
                channel,
                line,
                by: None,
            }
        };
        let players = players.into_iter().map(logged(Channel::Players));
        let spectators = spectators.into_iter().map(logged(Channel::Spectators));
        let mut all: Vec<LoggedMessage> = players.chain(spectators).collect();
        all.sort_by_key(|message| message.line.at);
        ChatLog(all.into())
    }

    /// Reports whether there are no messages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the messages that this reader may read, the oldest first.
    #[must_use]
    pub fn read_by(&self, reader: ChatReader) -> Vec<ChatLine> {
        let readable = self.0.iter().filter(|it| reader.may_read(it.channel));
        readable.map(|message| message.line.clone()).collect()
    }

    /// Returns what another log has that this one lacks, the oldest first; none if
    /// messages of this one are missing there.
    #[must_use]
    pub fn missing(&self, other: &ChatLog) -> Option<Vec<(Channel, ChatLine)>> {
        // Older messages are forgotten, not deleted.
        let forgets = |channel| other.count(channel) >= REMEMBERED_MESSAGES;
        let is_deleted =
            |it: &LoggedMessage| !other.has(it.channel, &it.line) && !forgets(it.channel);
        if self.0.iter().any(is_deleted) {
            return None;
        }
        let new = other.0.iter().filter(|it| !self.has(it.channel, &it.line));
        Some(new.map(|it| (it.channel, it.line.clone())).collect())
    }

    /// Reports whether it has this message.
    #[must_use]
    pub fn has(&self, channel: Channel, line: &ChatLine) -> bool {
        let is_same = |it: &LoggedMessage| it.channel == channel && it.line == *line;
        self.0.iter().any(is_same)
    }

    fn count(&self, channel: Channel) -> usize {
        self.0.iter().filter(|it| it.channel == channel).count()
    }

    /// Returns the message if it was sent a moment ago.
    #[must_use]
    pub fn find_repeated(
        &self,
        by: PlayerId,
        channel: Channel,
        text: &str,
        now: Time,
    ) -> Option<&ChatLine> {
        let is_same = |message: &&LoggedMessage| {
            let is_recent = |(author, at)| author == by && now - at < REPEAT_TIME;
            message.by.is_some_and(is_recent)
                && message.channel == channel
                && message.line.text == text
        };
        self.0.iter().find(is_same).map(|message| &message.line)
    }

    /// Adds a message.
    pub fn add(&mut self, by: PlayerId, now: Time, channel: Channel, line: ChatLine) {
        self.push(channel, line, Some((by, now)));
    }

    /// Adds a message that another node has stored.
    pub fn add_stored(&mut self, channel: Channel, line: ChatLine) {
        self.push(channel, line, None);
    }

    fn push(&mut self, channel: Channel, line: ChatLine, by: Option<(PlayerId, Time)>) {
        self.0.push_back(LoggedMessage { channel, line, by });
        let is_here = |message: &LoggedMessage| message.channel == channel;
        if self.count(channel) > REMEMBERED_MESSAGES
            && let Some(oldest) = self.0.iter().position(is_here)
        {
            self.0.remove(oldest);
        }
    }
}

/// Returns a typed message as it may be shown: on one line, and without invisible
/// characters.
///
/// # Errors
///
/// Returns a refusal if the result is empty or too long.
pub fn clean(text: &str) -> Result<String, ServerRefusal> {
    let visible: String = text
        .chars()
        .filter(|&c| !is_invisible(c))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let line = words.join(" ");
    match line.chars().count() {
        0 => Err(ServerRefusal::EmptyMessage),
        count if count > MAX_CHAT_CHARACTERS => Err(ServerRefusal::MessageTooLong(count)),
        _ => Ok(line),
    }
}

/// Reports whether a character is invisible or changes the writing direction.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, at: u64) -> ChatLine {
        ChatLine {
            game: "0000000000".to_owned(),
            name: "Guest 1".to_owned(),
            at,
            text: text.to_owned(),
        }
    }

    fn texts(log: &ChatLog, reader: ChatReader) -> Vec<String> {
        let lines = log.read_by(reader);
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn invisible_characters_are_removed() {
        for (typed, shown) in [
            ("hello", "hello"),
            ("  a \t b\r\nc\u{0}d ", "a b c d"),
            ("\u{202e}evil\u{200b}", "evil"),
            ("e\u{301} 👍🏽 ♞", "e\u{301} 👍🏽 ♞"),
        ] {
            assert_eq!(clean(typed).unwrap(), shown, "{typed:?}");
        }
        for typed in ["", " \u{7}\u{200b}\n"] {
            let cleaned = clean(typed);
            assert!(
                matches!(cleaned, Err(ServerRefusal::EmptyMessage)),
                "{typed:?}"
            );
        }
        assert_eq!(clean(&"é".repeat(200)).unwrap(), "é".repeat(200));
        let long = clean(&"é".repeat(201));
        assert!(matches!(long, Err(ServerRefusal::MessageTooLong(201))));
    }

    #[test]
    fn players_read_the_spectators_after_the_game_and_spectators_never_the_players() {
        let players = vec![line("one", 1), line("three", 3)];
        let log = ChatLog::restore(players, vec![line("two", 2)]);
        assert_eq!(texts(&log, ChatReader::Player), ["one", "three"]);
        assert_eq!(
            texts(&log, ChatReader::FormerPlayer),
            ["one", "two", "three"]
        );
        assert_eq!(texts(&log, ChatReader::Spectator), ["two"]);
    }

    #[test]
    fn a_message_that_is_sent_again_is_one_message() {
        let mut log = ChatLog::default();
        let (me, at) = (PlayerId(1), Time::from_millis(0));
        log.add(me, at, Channel::Players, line("hello", 1));
        let find = |by, channel, text, millis| {
            log.find_repeated(by, channel, text, Time::from_millis(millis))
                .is_some()
        };
        assert!(find(me, Channel::Players, "hello", 9_999));
        assert!(!find(me, Channel::Players, "hello", 10_000));
        assert!(!find(me, Channel::Spectators, "hello", 1));
        assert!(!find(PlayerId(2), Channel::Players, "hello", 1));
        assert!(!find(me, Channel::Players, "hallo", 1));
    }

    #[test]
    fn old_messages_are_forgotten_in_their_channel() {
        let mut log = ChatLog::restore(Vec::new(), vec![line("watched", 0)]);
        for number in 0..=REMEMBERED_MESSAGES as u64 {
            let text = number.to_string();
            let now = Time::from_millis(0);
            log.add(PlayerId(1), now, Channel::Players, line(&text, number));
        }
        let left = texts(&log, ChatReader::Player);
        assert_eq!((left.len(), left[0].as_str()), (REMEMBERED_MESSAGES, "1"));
        assert_eq!(texts(&log, ChatReader::Spectator), ["watched"]);
    }
}
