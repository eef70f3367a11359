//! What may be asked of a room, and where the answers go.

use std::time::Instant;

use arbiter_game::{Span, Time};
use arbiter_wire::{
    Acknowledged, Action, ChatLine, Command, Event, GameView, Problem, Refused, ServerMessage,
    Update,
};
use tokio::sync::oneshot;

use super::viewers::Viewer;
use crate::{
    base::{GameId, PlayerId, ignore::Ignore},
    play::outbox::Outbox,
    store::PlayerCard,
};

/// What may be asked of a room.
#[derive(Debug)]
pub enum Message {
    /// Do something.
    Act(Box<Act>),
    /// Take the free seat.
    Join(PlayerCard, oneshot::Sender<Result<GameView, Problem>>),
    /// Tell this viewer what happens, from the event after this one.
    Watch(Viewer, Option<u64>),
    /// Tell him no longer.
    Leave(Outbox),
    /// How the game looks to this player.
    View(Option<PlayerId>, oneshot::Sender<Result<GameView, Problem>>),
    /// What has happened after the event of this number; all without one.
    Events(Option<u64>, oneshot::Sender<Result<Vec<Event>, Problem>>),
    /// Say something.
    Say(PlayerId, String, oneshot::Sender<Result<ChatLine, Problem>>),
    /// What was said, as this player hears it.
    History(
        Option<PlayerId>,
        oneshot::Sender<Result<Vec<ChatLine>, Problem>>,
    ),
    /// Play again with colors swapped. The game, once both want it.
    Rematch(PlayerId, oneshot::Sender<Result<Option<GameId>, Problem>>),
    /// Look whether something happens by itself.
    Wake,
}

/// A command and where its answer goes.
#[derive(Debug)]
pub struct Act {
    /// Whose.
    pub by: PlayerId,
    /// The command.
    pub command: Command,
    /// When it came, for the clocks.
    pub at: Time,
    /// When it came, to see how long its answer takes.
    pub received: Instant,
    /// How long it was on its way.
    pub lag: Span,
    /// Where the answer goes.
    pub answer: Answer,
}

/// Where the answer to a command goes.
#[derive(Debug)]
pub enum Answer {
    /// To a socket.
    Socket(Outbox),
    /// To a request.
    Request(oneshot::Sender<Result<Done, Problem>>),
}

/// A command that was done.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// Now.
    Now(Box<Update>),
    /// Before.
    Before(Acknowledged),
}

impl Act {
    /// Whether it takes no more than microseconds, and whoever waits for it can
    /// be told right where it is stored.
    pub(crate) const fn is_quick(&self) -> bool {
        matches!(self.command.action, Action::Play { .. })
            && matches!(self.answer, Answer::Socket(_))
    }
}

impl Answer {
    pub(super) fn refuse(self, game: GameId, id: &str, problem: Problem) {
        match self {
            Answer::Socket(outbox) => {
                outbox.tell(&ServerMessage::Refused(Refused {
                    game: Some(game.to_string()),
                    id: Some(id.to_owned()),
                    problem,
                }));
            }
            Answer::Request(caller) => caller.send(Err(problem)).ignore("the caller has left"),
        }
    }

    pub(super) fn acknowledge(self, acknowledged: Acknowledged) {
        match self {
            Answer::Socket(outbox) => {
                outbox.tell(&ServerMessage::Acknowledged(acknowledged));
            }
            Answer::Request(caller) => caller
                .send(Ok(Done::Before(acknowledged)))
                .ignore("the caller has left"),
        }
    }
}

impl Message {
    /// Answers a message that no room can.
    pub(super) fn refuse(self, game: GameId, problem: &Problem) {
        let problem = problem.clone();
        match self {
            Message::Act(act) => act.answer.refuse(game, &act.command.id, problem),
            Message::Join(_, answer) | Message::View(_, answer) => {
                answer.send(Err(problem)).ignore("the caller has left");
            }
            Message::Events(_, answer) => {
                answer.send(Err(problem)).ignore("the caller has left");
            }
            Message::Say(_, _, answer) => {
                answer.send(Err(problem)).ignore("the caller has left");
            }
            Message::History(_, answer) => {
                answer.send(Err(problem)).ignore("the caller has left");
            }
            Message::Rematch(_, answer) => {
                answer.send(Err(problem)).ignore("the caller has left");
            }
            Message::Watch(viewer, _) => {
                viewer.outbox.tell(&ServerMessage::Refused(Refused {
                    game: Some(game.to_string()),
                    id: None,
                    problem,
                }));
            }
            Message::Leave(_) | Message::Wake => {}
        }
    }
}
