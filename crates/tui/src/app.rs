mod actions;
mod board_input;
mod board_view;
mod command_input;
mod computer_play;
mod computer_state;
mod dialog;
mod game_time;
mod key_input;
mod messages;
mod mouse_input;
mod players;
mod recorder;
mod saktris_input;
mod screen;
mod selection;

use arbiter_game::{Ending, Event, Fact, Game, Options, SaktrisOptions, Time};
use arbiter_openings::{Opening, OpeningFinder};
use arbiter_rules::{Arrival, Bitboard, Color, Move, Position, Role, SplitMix64, Square};

use crate::{
    GameSetup, Journal, Pace, SavedGame, Shuffle, Storage, Theme,
    clock_display::{self, ClockDisplay},
    command::NewGame,
    input_line::InputLine,
    notice::Notice,
};

pub(crate) use dialog::{NextGame, Page, PieceChoice, Prompt};
pub(crate) use messages::MessageStyle;
pub use mouse_input::MouseTarget;
pub(crate) use saktris_input::{SaktrisDuty, ShortMove};
pub(crate) use screen::View;

use board_view::BoardView;
use computer_state::ComputerState;
use dialog::Dialog;
use game_time::GameTime;
use players::Players;
use recorder::Recorder;
use selection::{Focus, Selection};

/// A game in the terminal: the state of everything on the screen, and what keys,
/// the mouse and typed lines do.
///
/// Times passed in are milliseconds since 1970. While a game is not being played
/// (the program was quit, or the clocks are paused), the game's own time stands
/// still.
pub struct App {
    /// The rules of this game and of the next one.
    setup: GameSetup,
    theme: Theme,
    random: SplitMix64,
    game: Game,
    time: GameTime,
    recorder: Recorder,
    players: Players,
    computer: ComputerState,
    view: BoardView,
    selection: Selection,
    input: InputLine,
    dialog: Dialog,
    has_quit: bool,
}

/// The game with which the program starts.
#[derive(Clone, Debug)]
pub enum StartFrom {
    /// A new game.
    NewGame,
    /// The game in the journal, if the players want to resume it.
    AskToResume(Box<Journal>),
    /// The game in the journal.
    Resume(Box<Journal>),
    /// A saved game.
    SavedGame {
        /// The game.
        saved: Box<SavedGame>,
        /// The path of its file.
        path: String,
    },
}

impl App {
    /// Creates the state of the terminal. Everything random derives from `seed`.
    ///
    /// # Errors
    ///
    /// Returns how the game ended, if nothing can be played from the starting
    /// position of the setup.
    pub fn new(
        setup: GameSetup,
        theme: Theme,
        storage: Box<dyn Storage>,
        start: StartFrom,
        seed: u64,
        at: Time,
    ) -> Result<App, Ending> {
        let game = Game::start(setup.options.clone(), at)?;
        let mut app = App {
            players: Players::new(&setup),
            setup,
            theme,
            random: SplitMix64::new(seed),
            game,
            time: GameTime::default(),
            recorder: Recorder::new(storage, at),
            computer: ComputerState::default(),
            view: BoardView::default(),
            selection: Selection::default(),
            input: InputLine::default(),
            dialog: Dialog::default(),
            has_quit: false,
        };
        match start {
            StartFrom::NewGame => {
                app.seat_players(None);
                app.begin_journal();
                app.introduce_computer();
            }
            StartFrom::SavedGame { saved, path } => {
                app.begin_journal();
                app.open_saved_game(at, *saved, &path);
            }
            StartFrom::AskToResume(journal) => {
                app.open_journal(*journal);
                app.dialog.prompt = Some(Prompt::Resume);
            }
            StartFrom::Resume(journal) => {
                app.open_journal(*journal);
                app.resume(at);
            }
        }
        app.aim_cursor();
        Ok(app)
    }

    /// Turns the board so that this side is at the bottom.
    #[must_use]
    pub fn viewed_by(mut self, color: Color) -> App {
        self.view_as(color);
        self
    }

    /// Makes the board turn to the side to move after each move.
    #[must_use]
    pub fn with_auto_flip(mut self) -> App {
        self.view.set_auto_flip(true);
        self.view.follow_turn(self.game.turn());
        self
    }

    /// Makes the computer move this soon.
    #[must_use]
    pub fn with_pace(mut self, pace: Pace) -> App {
        self.computer.pace = pace;
        self
    }

    /// Shows the players a sentence about something that has happened.
    pub fn notify(&mut self, text: &str) {
        self.dialog.info(text);
    }

    /// Returns the game being played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Reports whether the players have quit.
    #[must_use]
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Lets everything happen that is due at this time, such as the fall of a
    /// flag.
    pub fn tick(&mut self, at: Time) {
        if self.time.is_stopped() {
            return;
        }
        let now = self.now(at);
        let events = self.game.tick(now);
        self.commit(events);
        self.attend_computer(now);
        if self.game.clock().running().is_some() && self.recorder.is_heartbeat_due(now) {
            self.recorder.heartbeat(now);
        }
    }

    /// Returns when the screen next changes on its own, or `None` if only the
    /// players can change it.
    #[must_use]
    pub fn deadline(&self, at: Time) -> Option<Time> {
        if self.time.is_stopped() {
            return None;
        }
        let clocks = clock_display::next_change(&self.game, self.now(at));
        let change = clocks.into_iter().chain(self.computer.due()).min()?;
        Some(self.time.outside(change))
    }

    /// Quits. The game can be resumed later.
    pub fn quit(&mut self, at: Time) {
        if self.game.ending().is_none() && self.dialog.prompt != Some(Prompt::Resume) {
            self.recorder.heartbeat(self.now(at));
        }
        self.has_quit = true;
    }

    /// Returns the time of the game at this outside time.
    fn now(&self, at: Time) -> Time {
        self.time.at(at).max(self.game.last_event_at())
    }

    /// Lets the time of the game run again after it was stopped.
    fn resume(&mut self, at: Time) {
        if let Some(stopped_at) = self.time.resume(at) {
            self.recorder.resume(stopped_at);
        }
        self.view.follow_turn(self.game.turn());
    }

    fn open_journal(&mut self, journal: Journal) {
        self.time.stop(journal.last_seen);
        self.players.restore(&journal);
        self.game = journal.game;
        self.computer.reset();
        self.face_person();
        if journal.is_truncated {
            self.dialog.info(
                "The last entry of the journal was incomplete and has been dropped. It had not \
                 been shown on the board.",
            );
        }
    }

    fn begin_journal(&mut self) {
        let computer = self.players.computer();
        self.recorder
            .begin(&self.game, self.players.names(), computer);
    }

    /// Writes events to the journal, applies them, and tells what they mean.
    fn commit(&mut self, mut events: Vec<Event>) {
        while !events.is_empty() {
            self.commit_each(events);
            // A move may have led to a dead position, which ends the game.
            events = self.game.tick(self.game.last_event_at());
        }
    }

    fn commit_each(&mut self, events: Vec<Event>) {
        for event in events {
            let line = self.game.write_event(&event);
            self.recorder.record(&line, event.at);
            let notice = self.describe_fact(&event.fact);
            self.game.apply(&event);
            self.dialog.notice = notice.map(Notice::info);
            match event.fact {
                Fact::Played { .. } | Fact::TakenBack { .. } => {
                    self.clear_selection();
                    self.view.follow_turn(self.game.turn());
                    self.computer.turn_to(self.game.moves().len());
                }
                Fact::Ended(_) => {
                    self.clear_selection();
                    self.selection.set_focus(Focus::Line);
                    if matches!(
                        self.dialog.prompt,
                        Some(Prompt::Choose(_) | Prompt::Resign(_))
                    ) {
                        self.dialog.prompt = None;
                    }
                }
                _ => {}
            }
        }
    }

    /// Starts a new game.
    fn start_game(&mut self, at: Time, new: NewGame) {
        self.players.prepare(&new);
        if let Some(variant) = new.variant {
            self.setup.set_variant(variant);
        }
        self.setup.apply(new.saktris);
        let mut options = self.setup.options.clone();
        if let Some(control) = new.control {
            options.control = control;
        }
        self.shuffle(&mut options);
        self.time.reset_stop();
        let now = self.now(at);
        match Game::start(options, now) {
            Ok(game) => {
                self.setup.options = game.options().clone();
                self.open(game);
                self.seat_players(None);
                self.begin_journal();
                self.dialog.info("New game.");
                self.introduce_computer();
            }
            // The starting position was checked when the program started.
            Err(ending) => self.dialog.notice = Some(Notice::refusal(ending.to_string())),
        }
    }

    /// Chooses a random starting position, where the setup asks for one.
    fn shuffle(&mut self, options: &mut Options) {
        match self.setup.shuffle {
            Shuffle::None => {}
            Shuffle::Chess960 => {
                let number = u16::try_from(self.random.below(960)).unwrap_or(0);
                if let Some(start) = Position::chess960(number) {
                    options.start = start;
                }
            }
            Shuffle::Saktris => {
                let seed = self.random.next_u64();
                if let (Some(saktris), Some(state)) =
                    (options.saktris, options.start.saktris_state())
                {
                    let Arrival {
                        every, clearing, ..
                    } = state.arrival();
                    let saktris = SaktrisOptions { seed, ..saktris };
                    let shuffled = Options::saktris(saktris, every, clearing);
                    options.start = shuffled.start;
                    options.saktris = shuffled.saktris;
                }
            }
        }
    }

    /// Puts a game on the board.
    fn open(&mut self, game: Game) {
        self.game = game;
        self.dialog.prompt = None;
        self.recorder.set_file(None);
        self.selection.set_focus(Focus::Line);
        self.computer.reset();
        self.clear_selection();
        self.view.follow_turn(self.game.turn());
    }

    /// Puts back whatever is picked up, and shows the current position.
    fn clear_selection(&mut self) {
        self.selection.clear();
        self.view.show_current();
        self.aim_cursor();
    }

    fn view_as(&mut self, color: Color) {
        self.view.set_below(color);
        self.selection.set_cursor(match color {
            Color::White => Square::E2,
            Color::Black => Square::E7,
        });
        self.aim_cursor();
    }

    pub(crate) fn clock_display(&self, color: Color, at: Time) -> Option<ClockDisplay> {
        ClockDisplay::new(&self.game, color, self.now(at))
    }

    /// Returns the number of moves before the position shown.
    pub(crate) fn ply(&self) -> usize {
        let current = self.game.moves().len();
        self.view.past_ply().unwrap_or(current)
    }

    /// Returns the opening of the moves up to the position shown.
    pub(crate) fn opening(&self) -> Option<Opening> {
        let mut finder = OpeningFinder::new(&self.game.options().start);
        for played in self.game.moves().take(self.ply()) {
            finder.add(&played.before.after(played.mv));
        }
        finder.found()
    }

    /// Returns the position shown.
    pub(crate) fn position(&self) -> &Position {
        let position = self.game.position_at(self.ply());
        position.unwrap_or_else(|| self.game.position())
    }

    /// Returns the move that led to the position shown, with the position before
    /// it.
    pub(crate) fn last_move(&self) -> Option<(&Position, Move)> {
        let index = self.ply().checked_sub(1)?;
        self.game.line().moves().nth(index)
    }

    /// Returns the squares to which the piece that is picked up can move.
    pub(crate) fn targets(&self) -> Bitboard {
        let Some(from) = self.selection.square() else {
            return Bitboard::EMPTY;
        };
        let moves = self.game.legal_moves();
        let ours = moves.iter().filter(|mv| mv.from() == from && !mv.is_pass());
        ours.fold(Bitboard::EMPTY, |targets, &mv| {
            let targets = targets.with(mv.to());
            match self.castling_rook(mv) {
                Some(rook) if self.game.position().uci(mv).to() == Some(rook) => targets.with(rook),
                _ => targets,
            }
        })
    }

    /// Returns the square of the rook with which a move castles.
    fn castling_rook(&self, mv: Move) -> Option<Square> {
        let position = self.game.position();
        position.castling_rook(position.turn(), mv.castling()?)
    }

    /// Returns the roles that can be chosen.
    pub(crate) fn choices(&self, choice: PieceChoice) -> Vec<Role> {
        match choice.pawn {
            Some(_) => Role::PROMOTIONS.to_vec(),
            None => self.roles_for(choice.to),
        }
    }
}
