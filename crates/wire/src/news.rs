use serde::Serialize;

use crate::{Choices, Event, State};

/// What has happened in a game, written once for all who are told: the
/// [`Update`](crate::Update) of each is this with a little more.
///
/// ```
/// use arbiter_wire::{Event, News, ServerMessage, State, Update};
/// use arbiter_game::{Game, Options, Time};
///
/// let game = Game::start(Options::default(), Time::from_millis(7)).expect("much to play");
/// let events = vec![Event::start(game.now())];
/// let state = State::of(&game, game.now());
/// let frame = News::of(&events, state.clone()).frame("0123456789", Some("a"), None);
/// let message = ServerMessage::Update(Update {
///     game: "0123456789".to_owned(),
///     id: Some("a".to_owned()),
///     events,
///     state,
/// });
/// assert_eq!(frame, serde_json::to_string(&message)?);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// From the events to before the end of the state, where what the side to
    /// move may play has its place.
    text: String,
}

impl News {
    /// These events, and how the game stands after them.
    #[must_use]
    pub fn of(events: &[Event], mut state: State) -> News {
        state.legal = None;
        state.places = None;
        state.pass = false;
        // A move and what follows from it take some 400 bytes.
        let mut text = String::with_capacity(512);
        text.push_str("\"events\":");
        push(&mut text, events);
        text.push_str(",\"state\":");
        push(&mut text, &state);
        text.pop();
        News { text }
    }

    /// The message for somebody: with the command of his own that did it, and
    /// with what he may play.
    #[must_use]
    pub fn frame(&self, game: &str, id: Option<&str>, choices: Option<&Choices>) -> String {
        let mut frame = String::with_capacity(self.text.len() + 640);
        frame.push_str("{\"update\":{\"game\":");
        push(&mut frame, game);
        if let Some(id) = id {
            frame.push_str(",\"id\":");
            push(&mut frame, id);
        }
        frame.push(',');
        frame.push_str(&self.text);
        if let Some(choices) = choices {
            choices.write(&mut frame);
        }
        frame.push_str("}}}");
        frame
    }
}

fn push<T: Serialize + ?Sized>(text: &mut String, value: &T) {
    // What is written is text, so that it is text as a whole.
    let mut bytes = std::mem::take(text).into_bytes();
    serde_json::to_writer(&mut bytes, value).expect("messages have nothing that JSON lacks");
    *text = String::from_utf8(bytes).expect("JSON is UTF-8");
}
