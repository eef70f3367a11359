//! A page in a browser: what it knows and what it sends.

use arbiter_game::Time;
use arbiter_rules::{Color, Role, Setup};
use arbiter_server::PlayerId;
use arbiter_wire::{
    Act, Action, Claim, ClientMessage, Command, GameState, LegalMoves, ServerMessage, Update, Watch,
};

use super::{
    invariants::{Invariants, Violation},
    log::Log,
    random_source::RandomSource,
};

pub struct Client {
    pub name: &'static str,
    pub player: Option<PlayerId>,
    /// Its connection.
    pub socket: Option<usize>,
    /// The state of the game, as far as it knows.
    state: Option<GameState>,
    /// Its commands that are not answered yet.
    pub pending: Vec<Command>,
    /// Its commands that were acknowledged.
    acknowledged: Vec<(String, u64)>,
    commands: u64,
}

impl Client {
    pub fn new(name: &'static str, player: Option<PlayerId>) -> Client {
        Client {
            name,
            player,
            socket: None,
            state: None,
            pending: Vec::new(),
            acknowledged: Vec::new(),
            commands: 0,
        }
    }

    /// Returns the number of the last event it knows.
    pub fn seq(&self) -> Option<u64> {
        self.state.as_ref().map(|state| state.seq)
    }

    pub fn state(&self) -> Option<&GameState> {
        self.state.as_ref()
    }

    pub fn watch(&self, log: &Log) -> ClientMessage {
        ClientMessage::Watch(Watch {
            game: log.id.to_string(),
            since: self.seq(),
        })
    }

    pub fn command(command: &Command, log: &Log) -> ClientMessage {
        ClientMessage::Act(Act {
            game: log.id.to_string(),
            command: command.clone(),
        })
    }

    /// Receives a message, and returns its answer.
    pub fn receive(
        &mut self,
        message: ServerMessage,
        invariants: &Invariants,
        log: &Log,
        now: Time,
    ) -> Result<Option<ClientMessage>, Violation> {
        let sides = self.sides(log);
        match message {
            ServerMessage::Game(view) => {
                invariants.check_view(&view)?;
                if let Some(play) = view.play {
                    invariants.check_state(&play.state, &sides, now)?;
                    // A late message is known already.
                    if self.seq().is_none_or(|seq| seq <= play.state.seq) {
                        self.state = Some(play.state);
                    }
                }
                Ok(None)
            }
            ServerMessage::Update(update) => {
                invariants.check_state(&update.state, &sides, now)?;
                self.receive_update(update, invariants, log)
            }
            ServerMessage::Acknowledged(acknowledged) => {
                self.acknowledge(&acknowledged.id, acknowledged.seq, invariants, log)?;
                Ok(None)
            }
            ServerMessage::Refused(refused) => {
                if refused.problem.status != 503
                    && let Some(id) = refused.id
                {
                    self.pending.retain(|command| command.id != id);
                }
                Ok(None)
            }
            ServerMessage::Resume(_) => Ok(Some(self.watch(log))),
            _ => Ok(None),
        }
    }

    fn receive_update(
        &mut self,
        update: Update,
        invariants: &Invariants,
        log: &Log,
    ) -> Result<Option<ClientMessage>, Violation> {
        for (event, before) in update.events.iter().skip(1).zip(&update.events) {
            if event.seq != before.seq + 1 {
                return Err(Violation(format!("a gap before event {}", event.seq)));
            }
        }
        for event in &update.events {
            invariants.check_event(event)?;
        }
        if let Some(last) = update.events.last()
            && last.seq != update.state.seq
        {
            let seq = update.state.seq;
            return Err(Violation(format!("the state of {seq} after {last:?}")));
        }
        if let Some(id) = &update.id {
            let seq = update.events.first().map_or(0, |event| event.seq);
            self.acknowledge(id, seq, invariants, log)?;
        }
        let first = update.events.first().map_or(update.state.seq, |it| it.seq);
        let next = self.seq().map_or(0, |seq| seq + 1);
        if update.state.seq < next {
            // A late message is known already.
            Ok(None)
        } else if first <= next && !update.events.is_empty() {
            self.state = Some(update.state);
            Ok(None)
        } else {
            Ok(Some(self.watch(log)))
        }
    }

    fn acknowledge(
        &mut self,
        id: &str,
        seq: u64,
        invariants: &Invariants,
        log: &Log,
    ) -> Result<(), Violation> {
        let Some(at) = self.pending.iter().position(|command| command.id == id) else {
            // It came twice.
            return Ok(());
        };
        let command = self.pending.remove(at);
        let key = self.key(id);
        let found = log.find(&key);
        if let (Some(meant), Some(seq)) = (command.ply, found) {
            invariants.check_ply(seq, meant)?;
        }
        // Touching a piece may cause no event, and is then acknowledged with the number of
        // the last one. If the command comes again later, it may cause one: at least the end
        // of the game, if the time is up by then.
        let may_be_nothing = matches!(command.action, Action::Touch(_));
        let next = found.unwrap_or(log.lines.len() as u64);
        if found == Some(seq) || (may_be_nothing && seq < next) {
            self.acknowledged.extend(found.map(|seq| (key, seq)));
            Ok(())
        } else {
            let complaint = format!("{key} was acknowledged as {seq} and stored as {found:?}");
            Err(Violation(complaint))
        }
    }

    /// Checks that every acknowledged command is stored under the same number.
    pub fn check_kept(&self, log: &Log) -> Result<(), Violation> {
        for (key, seq) in &self.acknowledged {
            if log.find(key) != Some(*seq) {
                return Err(Violation(format!("{key} was acknowledged and is lost")));
            }
        }
        Ok(())
    }

    pub fn acknowledged(&self) -> u64 {
        self.acknowledged.len() as u64
    }

    fn key(&self, id: &str) -> String {
        format!("{}:{id}", self.player.map_or(0, |player| player.0))
    }

    /// Returns the sides that it plays according to the record.
    pub fn sides(&self, log: &Log) -> Vec<Color> {
        let is_own = |color: &Color| self.player.is_some() && log.seats[*color] == self.player;
        Color::ALL.into_iter().filter(is_own).collect()
    }

    /// Chooses an action: usually a legal move, sometimes anything.
    pub fn choose_command(&mut self, random: &mut RandomSource) -> Option<&Command> {
        let state = self.state.as_ref()?;
        let moves = moves(state);
        let action = if !moves.is_empty() && !random.one_in(6) {
            Action::Play {
                mv: random.pick(&moves).clone(),
                offer_draw: random.one_in(12),
            }
        } else {
            self.other_action(random)
        };
        let ply = (!random.one_in(5)).then_some(state.ply);
        self.commands += 1;
        self.pending.push(Command {
            id: format!("{}{}", self.name, self.commands),
            ply,
            side: None,
            action,
        });
        self.pending.last()
    }

    fn other_action(&self, random: &mut RandomSource) -> Action {
        let square = |random: &mut RandomSource| {
            let file = b'a' + u8::try_from(random.below(8)).unwrap();
            format!("{}{}", char::from(file), 1 + random.below(8))
        };
        match random.below(40) {
            0..6 => Action::OfferDraw,
            6 => Action::AcceptDraw,
            7..10 => Action::DeclineDraw,
            10..15 => Action::RequestTakeback,
            15..20 => Action::AcceptTakeback,
            20..22 => Action::DeclineTakeback,
            22 if random.one_in(3) => Action::Resign,
            23 if random.one_in(3) => Action::Abort,
            24..27 => Action::GiveTime(1 + u32::try_from(random.below(20)).unwrap()),
            27..30 => Action::Touch(square(random)),
            30..32 => Action::Adjust(square(random)),
            32..34 => Action::Claim {
                claim: Claim::Threefold,
                with: None,
            },
            34 => Action::Claim {
                claim: Claim::FiftyMoves,
                with: Some("e2e4".to_owned()),
            },
            35 => Action::ClaimAbandonment,
            _ => Action::Play {
                mv: format!("{}{}", square(random), square(random)),
                offer_draw: false,
            },
        }
    }
}

/// Returns the legal moves of a state; pawns promote to queens.
fn moves(state: &GameState) -> Vec<String> {
    let legal = state.legal.iter().flat_map(LegalMoves::iter);
    let mut moves: Vec<String> = legal
        .map(|(from, to)| {
            let (from, to) = (from.to_string(), to.to_string());
            let is_promotion = to.ends_with(['1', '8']) && is_pawn(&state.fen, &from);
            let suffix = if is_promotion { "q" } else { "" };
            format!("{from}{to}{suffix}")
        })
        .collect();
    for role in Role::ALL {
        let places = state.places.iter().flat_map(|places| places.of(role));
        moves.extend(places.map(|to| format!("{}@{to}", role.letter())));
    }
    moves.extend(state.pass.then(|| "0000".to_owned()));
    moves
}

/// Reports whether there is a pawn on this square.
fn is_pawn(fen: &str, square: &str) -> bool {
    // The order of pieces may be hidden, and does not matter.
    let board = fen.split(['[', ' ']).next().unwrap();
    let setup: Setup = format!("{board} w - - 0 1").parse().unwrap();
    let square: arbiter_rules::Square = square.parse().unwrap();
    let piece = setup.board.piece_at(square);
    piece.is_some_and(|piece| piece.role == Role::Pawn)
}
