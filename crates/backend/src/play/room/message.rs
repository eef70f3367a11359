//! What a room can be asked for, and where the answers go.

use std::time::Instant;

use arbiter_game::{Span, Time, Verdict};
use arbiter_rules::Color;
use arbiter_wire::{
    Acknowledged, ChatLine, Command, Event, GameView, Refused, ServerMessage, Update,
};
use tokio::sync::oneshot;

use super::{presence::Absence, viewers::Viewer};
use crate::{
    base::{Bus, GameId, PlayerId, ignore::Ignore},
    play::outbox::Outbox,
    refusal::ServerRefusal,
    store::{AuditEntry, PlayerCard},
};

/// The receiving end of an answer of a room.
pub(crate) type Answered<T> = oneshot::Sender<Result<T, ServerRefusal>>;

/// What a room can be asked for.
#[derive(Debug)]
pub enum Message {
    /// Carry out a command.
    Act(Box<Act>),
    /// Give this player the free seat.
    Join(PlayerCard, Answered<GameView>),
    /// Tell this viewer what happens, from the event after this one on.
    Watch(Viewer, Option<u64>),
    /// Stop telling the viewer behind this outbox.
    Leave(Outbox),
    /// Return the game as this player sees it.
    View(Option<PlayerId>, Answered<GameView>),
    /// Return the events after the one of this number, or all.
    Events(Option<u64>, Answered<Vec<Event>>),
    /// Add a chat message of this player.
    Say(PlayerId, Audience, String, Answered<ChatLine>),
    /// Return the chat that this player may read.
    History(Option<PlayerId>, Answered<Vec<ChatLine>>),
    /// Request a rematch; returns the new game once both players want it.
    Rematch(PlayerId, Answered<Option<GameId>>),
    /// Read the chat from the store again, because a message was deleted there.
    ReloadChat(Answered<()>),
    /// End the game by decision of an arbiter, and record the act.
    Adjudicate(Verdict, Box<AuditEntry>, Answered<()>),
    /// Forget the name and the chat messages of a player whose account was deleted.
    ForgetPlayer(PlayerId, Answered<()>),
    /// Show the new name of a guest who has signed up.
    RenamePlayer(PlayerCard, Answered<()>),
    /// Check whether something has happened without a command.
    Wake,
    /// Return since when the player of this side is absent.
    Absence(Color, Answered<Absence>),
    /// Note that the players who are connected here will be interrupted: the node stops.
    Interrupt(Answered<()>),
    /// Compare the chat with the store, because another node may have changed it.
    CompareChat,
    /// Compare the game with the store, because another node may have changed it.
    Compare,
}

/// The readers of a chat message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// The other player for a player, the other spectators for a spectator.
    Own,
    /// The spectators, also for a player.
    Spectators,
}

/// A command with its sender.
#[derive(Debug)]
pub struct Act {
    /// The player who sent the command.
    pub by: PlayerId,
    /// The command.
    pub command: Command,
    /// The game time at which the task of the connection began to handle the command.
    pub at: Time,
    /// When the command arrived, to measure how long its answer takes.
    pub received: Instant,
    /// The network lag of the sender.
    pub lag: Span,
    /// Where the answer goes.
    pub answer: Answer,
}

/// Where the answer to a command goes.
#[derive(Debug)]
pub enum Answer {
    /// To a WebSocket.
    Socket(Outbox),
    /// To an HTTP request or to the computer.
    Request(oneshot::Sender<Result<Done, ServerRefusal>>),
}

/// A command that was carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// It was carried out by this request.
    Now(Box<Update>),
    /// It had been carried out before.
    Before(Acknowledged),
}

impl Answer {
    pub(super) fn refuse(self, game: GameId, command: &Command, refusal: &ServerRefusal) {
        match self {
            Answer::Socket(outbox) => {
                outbox.refuse(Refused {
                    game: Some(game.to_string()),
                    id: Some(command.id.clone()),
                    problem: refusal.problem_with(command),
                });
            }
            Answer::Request(caller) => caller
                .send(Err(refusal.clone()))
                .ignore("the caller has left"),
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
    /// Reports whether the answer depends on the game, of which another node may know
    /// more. A command that is decided too early is decided again.
    pub(super) fn needs_current_game(&self, bus: &Bus) -> bool {
        bus.is_shared()
            && !matches!(
                self,
                Message::Act(_)
                    | Message::Leave(_)
                    | Message::Absence(..)
                    | Message::Interrupt(_)
                    | Message::CompareChat
            )
    }

    /// Answers a message that no room can handle.
    pub(super) fn refuse(self, game: GameId, refusal: &ServerRefusal) {
        fn send<T>(answer: Answered<T>, refusal: &ServerRefusal) {
            answer
                .send(Err(refusal.clone()))
                .ignore("the caller has left");
        }
        match self {
            Message::Act(act) => act.answer.refuse(game, &act.command, refusal),
            Message::Join(_, answer) | Message::View(_, answer) => send(answer, refusal),
            Message::Events(_, answer) => send(answer, refusal),
            Message::Say(_, _, _, answer) => send(answer, refusal),
            Message::History(_, answer) => send(answer, refusal),
            Message::Rematch(_, answer) => send(answer, refusal),
            Message::Absence(_, answer) => send(answer, refusal),
            Message::ReloadChat(answer)
            | Message::Adjudicate(_, _, answer)
            | Message::Interrupt(answer) => {
                send(answer, refusal);
            }
            Message::ForgetPlayer(_, answer) | Message::RenamePlayer(_, answer) => {
                send(answer, refusal);
            }
            Message::Watch(viewer, _) => {
                viewer.outbox.refuse(Refused {
                    game: Some(game.to_string()),
                    id: None,
                    problem: refusal.problem(),
                });
            }
            Message::Leave(_) | Message::Wake | Message::Compare | Message::CompareChat => {}
        }
    }
}
