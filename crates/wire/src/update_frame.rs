use crate::{Choices, Event, GameState, json};

/// The part of an [`Update`](crate::Update) that is the same for all recipients,
/// serialized once. Each recipient gets it with a few fields of their own.
///
/// ```
/// use arbiter_wire::{Event, UpdateFrame, GameState, ServerMessage, Update};
/// use arbiter_game::{Game, Options, Time};
///
/// let game = Game::start(Options::default(), Time::from_millis(7)).expect("it is playable");
/// let events = vec![Event::start(game.last_event_at())];
/// let state = GameState::of(&game, game.last_event_at());
/// let frame = UpdateFrame::of(&events, &state).to_json("0123456789", Some("a"), None);
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
pub struct UpdateFrame {
    /// The JSON from `events` up to the end of the state, which is left open for
    /// the moves that the recipient may play.
    text: Vec<u8>,
}

impl UpdateFrame {
    /// Serializes these events and the state after them.
    #[must_use]
    pub fn of(events: &[Event], state: &GameState) -> UpdateFrame {
        // A move with its state takes about 400 bytes.
        let mut text = Vec::with_capacity(512);
        text.extend_from_slice(b"\"events\":[");
        for (index, event) in events.iter().enumerate() {
            text.extend_from_slice(if index == 0 { b"" } else { b"," });
            event.write(&mut text);
        }
        text.extend_from_slice(b"],\"state\":");
        state.write_public(&mut text);
        UpdateFrame { text }
    }

    /// Returns the message for one recipient as JSON: with the identifier of the
    /// recipient's own command that caused the update, and with the moves that the
    /// recipient may play.
    #[must_use]
    pub fn to_json(&self, game: &str, id: Option<&str>, choices: Option<&Choices>) -> String {
        let mut frame = Vec::with_capacity(self.text.len() + 640);
        frame.extend_from_slice(b"{\"update\":{\"game\":");
        json::text(&mut frame, game);
        if let Some(id) = id {
            frame.extend_from_slice(b",\"id\":");
            json::text(&mut frame, id);
        }
        frame.push(b',');
        frame.extend_from_slice(&self.text);
        if let Some(choices) = choices {
            choices.write(&mut frame);
        }
        frame.extend_from_slice(b"}}}");
        String::from_utf8(frame).expect("JSON is UTF-8")
    }
}
