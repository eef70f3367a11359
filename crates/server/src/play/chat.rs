//! What is said at a game: among those who play, and among those who watch.
//! The players hear the watchers once the game is over, the watchers never
//! hear the players.

use std::collections::{HashMap, VecDeque};

use arbiter_game::{Span, Time};
use arbiter_wire::{ChatLine, Problem};

use crate::{base::PlayerId, store::Channel};

/// What was said at one game, as far as it is remembered.
#[derive(Debug, Default)]
pub struct Talk {
    said: VecDeque<Said>,
    /// When somebody last spoke.
    spoke: HashMap<PlayerId, VecDeque<Time>>,
}

#[derive(Debug)]
struct Said {
    channel: Channel,
    line: ChatLine,
    /// By whom and when, unless it was before the room woke.
    by: Option<(PlayerId, Time)>,
}

/// Somebody who listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listener {
    /// A player, while the game is played.
    Player,
    /// A player, after the game.
    FormerPlayer,
    /// Somebody who watches.
    Watcher,
}

/// Why something is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SayError {
    /// Nobody may.
    #[error("there is no chat on this server")]
    Off,
    /// Nothing was said.
    #[error("there is nothing to say: type something first")]
    Nothing,
    /// It is too long.
    #[error("this has {0} characters, and a line has at most {LONGEST}: say it in two")]
    TooLong(usize),
    /// The last line was just now.
    #[error("that was a lot at once: wait a moment before you go on")]
    TooFast,
}

/// A line has at most so many characters.
pub const LONGEST: usize = 200;
/// So many lines of each channel are remembered.
pub const REMEMBERED: usize = 100;
/// The same words of the same person within this time are one line, sent
/// again because its way was not sure.
const AGAIN: Span = Span::from_seconds(10);
const MINUTE: Span = Span::from_seconds(60);

impl Listener {
    /// Whether he hears what is said there.
    #[must_use]
    pub const fn hears(self, channel: Channel) -> bool {
        match (self, channel) {
            (Listener::Player, Channel::Players) | (Listener::Watcher, Channel::Spectators) => true,
            (Listener::FormerPlayer, _) => true,
            (Listener::Player, Channel::Spectators) | (Listener::Watcher, Channel::Players) => {
                false
            }
        }
    }
}

impl Talk {
    /// What was said before, each list with the oldest first.
    #[must_use]
    pub fn resume(players: Vec<ChatLine>, watchers: Vec<ChatLine>) -> Talk {
        let said = |channel| {
            move |line| Said {
                channel,
                line,
                by: None,
            }
        };
        let players = players.into_iter().map(said(Channel::Players));
        let watchers = watchers.into_iter().map(said(Channel::Spectators));
        let mut all: Vec<Said> = players.chain(watchers).collect();
        all.sort_by_key(|said| said.line.at);
        Talk {
            said: all.into(),
            spoke: HashMap::new(),
        }
    }

    /// What this listener has heard, the oldest first.
    #[must_use]
    pub fn heard_by(&self, listener: Listener) -> Vec<ChatLine> {
        let heard = self.said.iter().filter(|it| listener.hears(it.channel));
        heard.map(|said| said.line.clone()).collect()
    }

    /// The line, if it was said just before.
    #[must_use]
    pub fn find_again(
        &self,
        by: PlayerId,
        channel: Channel,
        text: &str,
        now: Time,
    ) -> Option<&ChatLine> {
        let is_it = |said: &&Said| {
            let is_his = said.by.is_some_and(|(it, at)| it == by && now - at < AGAIN);
            is_his && said.channel == channel && said.line.text == text
        };
        self.said.iter().find(is_it).map(|said| &said.line)
    }

    /// Takes note that somebody wants to speak, so many times a minute at
    /// most; as often as he likes, if it is 0.
    ///
    /// # Errors
    ///
    /// That it was too often.
    pub fn begin(&mut self, by: PlayerId, now: Time, a_minute: u32) -> Result<(), SayError> {
        self.spoke.retain(|_, times| {
            times.retain(|&time| now - time < MINUTE);
            !times.is_empty()
        });
        let times = self.spoke.entry(by).or_default();
        if a_minute > 0 && times.len() >= a_minute as usize {
            return Err(SayError::TooFast);
        }
        times.push_back(now);
        Ok(())
    }

    /// Remembers what was said.
    pub fn add(&mut self, by: PlayerId, now: Time, channel: Channel, line: ChatLine) {
        let by = Some((by, now));
        self.said.push_back(Said { channel, line, by });
        let is_here = |said: &Said| said.channel == channel;
        if self.said.iter().filter(|it| is_here(it)).count() > REMEMBERED
            && let Some(oldest) = self.said.iter().position(is_here)
        {
            self.said.remove(oldest);
        }
    }
}

/// What somebody typed, as it may be shown: on one line, and without what
/// nobody can see.
///
/// # Errors
///
/// That nothing is left of it, or too much.
pub fn clean(text: &str) -> Result<String, SayError> {
    let visible: String = text
        .chars()
        .filter(|&c| !is_invisible(c))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let line = words.join(" ");
    match line.chars().count() {
        0 => Err(SayError::Nothing),
        count if count > LONGEST => Err(SayError::TooLong(count)),
        _ => Ok(line),
    }
}

/// Characters that turn a line around, or hide in it.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

impl From<SayError> for Problem {
    fn from(error: SayError) -> Problem {
        let (status, code) = match error {
            SayError::Off => (403, "chat_off"),
            SayError::Nothing => (422, "nothing_said"),
            SayError::TooLong(_) => (422, "too_long"),
            SayError::TooFast => (429, "too_many_lines"),
        };
        Problem::new(status, code, error.to_string())
    }
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

    fn texts(talk: &Talk, listener: Listener) -> Vec<String> {
        let heard = talk.heard_by(listener);
        heard.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn what_nobody_can_see_is_not_said() {
        for (typed, said) in [
            ("hello", Ok("hello")),
            ("  a \t b\r\nc\u{0}d ", Ok("a b c d")),
            ("\u{202e}evil\u{200b}", Ok("evil")),
            ("e\u{301} 👍🏽 ♞", Ok("e\u{301} 👍🏽 ♞")),
            ("", Err(SayError::Nothing)),
            (" \u{7}\u{200b}\n", Err(SayError::Nothing)),
        ] {
            assert_eq!(clean(typed), said.map(str::to_owned), "{typed:?}");
        }
        assert_eq!(clean(&"é".repeat(200)), Ok("é".repeat(200)));
        assert_eq!(clean(&"é".repeat(201)), Err(SayError::TooLong(201)));
    }

    #[test]
    fn players_hear_the_watchers_after_the_game_and_watchers_never_the_players() {
        let players = vec![line("one", 1), line("three", 3)];
        let talk = Talk::resume(players, vec![line("two", 2)]);
        assert_eq!(texts(&talk, Listener::Player), ["one", "three"]);
        assert_eq!(
            texts(&talk, Listener::FormerPlayer),
            ["one", "two", "three"]
        );
        assert_eq!(texts(&talk, Listener::Watcher), ["two"]);
    }

    #[test]
    fn nobody_talks_all_the_time() {
        let mut talk = Talk::default();
        let mut begin = |player, seconds: u64| {
            let now = Time::from_millis(seconds * 1_000);
            talk.begin(PlayerId(player), now, 2)
        };
        assert_eq!(begin(1, 0), Ok(()));
        assert_eq!(begin(1, 30), Ok(()));
        assert_eq!(begin(1, 59), Err(SayError::TooFast));
        assert_eq!(begin(2, 59), Ok(()));
        assert_eq!(begin(1, 60), Ok(()));
        assert_eq!(begin(1, 89), Err(SayError::TooFast));
        assert_eq!(begin(1, 90), Ok(()));
    }

    #[test]
    fn a_line_that_is_sent_again_is_one_line() {
        let mut talk = Talk::default();
        let (me, at) = (PlayerId(1), Time::from_millis(0));
        talk.add(me, at, Channel::Players, line("hello", 1));
        let find = |by, channel, text, millis| {
            talk.find_again(by, channel, text, Time::from_millis(millis))
                .is_some()
        };
        assert!(find(me, Channel::Players, "hello", 9_999));
        assert!(!find(me, Channel::Players, "hello", 10_000));
        assert!(!find(me, Channel::Spectators, "hello", 1));
        assert!(!find(PlayerId(2), Channel::Players, "hello", 1));
        assert!(!find(me, Channel::Players, "hallo", 1));
    }

    #[test]
    fn old_lines_are_forgotten_in_their_channel() {
        let mut talk = Talk::resume(Vec::new(), vec![line("watched", 0)]);
        for number in 0..=REMEMBERED as u64 {
            let text = number.to_string();
            let now = Time::from_millis(0);
            talk.add(PlayerId(1), now, Channel::Players, line(&text, number));
        }
        let left = texts(&talk, Listener::Player);
        assert_eq!((left.len(), left[0].as_str()), (REMEMBERED, "1"));
        assert_eq!(texts(&talk, Listener::Watcher), ["watched"]);
    }
}
