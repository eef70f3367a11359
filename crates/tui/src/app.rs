mod acts;
mod board;
mod keys;
mod lines;
mod looks;
mod mouse;
mod placing;
mod says;
mod solo;

use arbiter_game::{Ending, Event, Fact, Game, Options, SaktrisOptions, Span, Time};
use arbiter_rules::{Arrival, Bitboard, ByColor, Color, Move, Position, Role, Square};

use crate::{
    Beginning, Computer, Desk, Journal, Seat, Shuffles, Solo, Table, Theme,
    command::NewGame,
    face::{self, Face},
    input::Input,
    notice::Notice,
};

pub(crate) use looks::Looks;
pub(crate) use placing::{Due, Short};
pub(crate) use says::Tone;

/// A game at the terminal: everything that is seen, and what comes of keys.
///
/// Times are those of the world outside, in milliseconds since 1970. While a
/// game is not played (the program was left, or the clocks are stopped) the
/// game's own time stands still.
pub struct App {
    table: Table,
    /// Who was to play if there had been no game in the journal.
    invited: ByColor<String>,
    theme: Theme,
    desk: Box<dyn Desk>,
    game: Game,
    /// The game against the computer that is played now, and at the next `new`.
    solo: Option<Solo>,
    computer: Option<Computer>,
    mind: solo::Mind,
    /// How much later the time of the world is than that of the game.
    away: Span,
    /// The time of the game while it stands still.
    stopped: Option<Time>,
    /// When the journal last heard of us.
    marked: Time,
    /// Whose side of the board is below.
    below: Color,
    turns_board: bool,
    /// After how many moves the position that is looked at came about; none
    /// for the present.
    looking: Option<usize>,
    focus: Focus,
    cursor: Square,
    selected: Option<Square>,
    /// The piece that was picked to be placed, where the players pick.
    chosen: Option<Role>,
    /// The square under the mouse.
    hovered: Option<Square>,
    /// Where the button of the mouse went down.
    pressed: Option<Pressed>,
    /// Whether "I adjust" was said.
    adjusts: bool,
    input: Input,
    /// Whether what was typed last was refused: then it can be called back.
    refused_line: bool,
    notice: Option<Notice>,
    /// Why the journal is not kept, if it is not.
    journal_trouble: Option<String>,
    question: Option<Question>,
    page: Page,
    /// The file the game was saved to or loaded from.
    file: Option<String>,
    has_left: bool,
}

/// Where the keys go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Focus {
    /// To the line in which moves are typed.
    Line,
    /// To the cursor on the board.
    Board,
}

/// What fills the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    Game,
    Help {
        /// The first line that is seen, on a screen that is too small for all.
        first: usize,
    },
}

impl Page {
    const HELP: Page = Page::Help { first: 0 };
}

/// A button of the mouse that is down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pressed {
    Square {
        square: Square,
        /// Whether the piece there was selected before.
        was_selected: bool,
    },
    /// On a piece that waits to be placed.
    Tray,
}

/// What has to be answered before anything else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// Is the game of the journal to go on?
    Resume,
    /// Does this side really give up?
    Resign(Color),
    /// Is the game to be left for another one?
    Leave(Next),
    /// What does the pawn become, or what is placed?
    Choose(Choosing),
    /// Shall the clocks run again?
    Paused,
    /// The computer does not play, for this reason. Shall it be asked again?
    Trouble(String),
}

/// What comes after this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    New(NewGame),
    Load { path: String, number: usize },
}

/// A piece that has to be chosen for a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choosing {
    /// The pawn that becomes it; none if it is placed there.
    pub pawn: Option<Square>,
    pub to: Square,
    /// Which of [`App::choices`].
    pub choice: usize,
}

/// A sign of life is written to the journal as often as this while a clock
/// runs, so that a crash gives back no more thinking time.
const MARK_EVERY: Span = Span::from_seconds(10);

impl App {
    /// Sits down at the table.
    ///
    /// # Errors
    ///
    /// How the game has ended, if there is nothing to play from the position
    /// at the table.
    pub fn new(
        table: Table,
        theme: Theme,
        desk: Box<dyn Desk>,
        beginning: Beginning,
        at: Time,
    ) -> Result<App, Ending> {
        let game = Game::start(table.options.clone(), at)?;
        let mut app = App {
            invited: table.names.clone(),
            solo: table.solo.clone(),
            computer: None,
            mind: solo::Mind::default(),
            table,
            theme,
            desk,
            game,
            away: Span::ZERO,
            stopped: None,
            marked: at,
            below: Color::White,
            turns_board: false,
            looking: None,
            focus: Focus::Line,
            cursor: Square::E2,
            selected: None,
            chosen: None,
            hovered: None,
            pressed: None,
            adjusts: false,
            input: Input::default(),
            refused_line: false,
            notice: None,
            journal_trouble: None,
            question: None,
            page: Page::Game,
            file: None,
            has_left: false,
        };
        match beginning {
            Beginning::New => {
                app.sit_down(None);
                app.begin_journal();
                app.introduce();
            }
            Beginning::Score { score, path } => {
                app.begin_journal();
                app.open_score(at, *score, &path);
            }
            Beginning::Ask(journal) => {
                app.open_journal(*journal);
                app.question = Some(Question::Resume);
            }
            Beginning::Resume(journal) => {
                app.open_journal(*journal);
                app.go_on(at);
            }
        }
        app.aim();
        Ok(app)
    }

    /// The same with this side of the board below.
    #[must_use]
    pub fn seen_by(mut self, color: Color) -> App {
        self.see_as(color);
        self
    }

    /// The same with the board turned to the side that moves.
    #[must_use]
    pub fn turning(mut self) -> App {
        self.turns_board = true;
        self.turn_board();
        self
    }

    /// Tells the players something that happened before the game.
    pub fn tell(&mut self, news: &str) {
        self.notice = Some(Notice::news(news));
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the players have left.
    #[must_use]
    pub fn has_left(&self) -> bool {
        self.has_left
    }

    /// Lets happen what happens by itself.
    pub fn tick(&mut self, at: Time) {
        let now = self.now(at);
        if self.stopped.is_some() {
            return;
        }
        let events = self.game.tick(now);
        self.commit(events);
        self.attend(now);
        if self.game.clock().running().is_some() && now - self.marked >= MARK_EVERY {
            self.mark(now);
        }
    }

    /// When the screen changes by itself. None if only the players can change
    /// it.
    #[must_use]
    pub fn deadline(&self, at: Time) -> Option<Time> {
        if self.stopped.is_some() {
            return None;
        }
        let clocks = face::next_change(&self.game, self.now(at));
        let change = clocks.into_iter().chain(self.mind.due()).min()?;
        Some(change + self.away)
    }

    /// Leaves the game as it is; it can be resumed.
    pub fn leave(&mut self, at: Time) {
        if self.game.ending().is_none() && self.question != Some(Question::Resume) {
            self.mark(self.now(at));
        }
        self.has_left = true;
    }

    /// The time of the game.
    fn now(&self, at: Time) -> Time {
        let now = Time::from_millis((at - Time::from_millis(self.away.as_millis())).as_millis());
        self.stopped.unwrap_or(now).max(self.game.last_event_at())
    }

    /// Stops the time of the game.
    fn stop(&mut self, now: Time) {
        self.stopped = Some(now);
    }

    /// Lets it go on from where it was stopped.
    fn go_on(&mut self, at: Time) {
        if let Some(stopped) = self.stopped.take() {
            self.away = at - stopped;
            self.marked = stopped;
        }
        self.turn_board();
    }

    fn open_journal(&mut self, journal: Journal) {
        self.stop(journal.seen);
        self.game = journal.game;
        self.table.names = journal.names;
        self.solo = journal.computer.as_ref().map(|computer| Solo {
            opponent: computer.opponent.clone(),
            seat: Seat::Color(!computer.color),
            seed: None,
        });
        self.computer = journal.computer;
        self.mind.forget();
        self.face_person();
        if journal.is_torn {
            self.notice = Some(Notice::news(
                "The last line of the journal was cut off when the program ended, and is \
                 dropped: nobody had seen what it says.",
            ));
        }
    }

    /// Begins the journal of the game that has just been started.
    fn begin_journal(&mut self) {
        self.marked = self.game.last_event_at();
        if let Err(error) = self.desk.begin() {
            self.journal_trouble = Some(error.to_string());
            return;
        }
        self.journal_trouble = None;
        for line in Journal::opening(&self.game, &self.table.names, self.computer.as_ref()) {
            self.record(&line);
        }
    }

    /// Writes events down and then makes them true. What they mean is told.
    fn commit(&mut self, mut events: Vec<Event>) {
        while !events.is_empty() {
            self.commit_each(events);
            // A move may have left a dead position, which ends the game.
            events = self.game.tick(self.game.last_event_at());
        }
    }

    fn commit_each(&mut self, events: Vec<Event>) {
        for event in events {
            let line = self.game.write_event(&event);
            self.record(&line);
            let news = self.news(&event.fact);
            self.game.apply(&event);
            self.marked = self.marked.max(event.at);
            self.notice = news.map(Notice::news);
            match event.fact {
                Fact::Played { .. } | Fact::TakenBack { .. } => {
                    self.let_go();
                    self.turn_board();
                    self.mind.turn_to(self.game.moves().len());
                }
                Fact::Ended(_) => {
                    self.let_go();
                    self.focus = Focus::Line;
                    if matches!(
                        self.question,
                        Some(Question::Choose(_) | Question::Resign(_))
                    ) {
                        self.question = None;
                    }
                }
                _ => {}
            }
        }
    }

    fn record(&mut self, line: &str) {
        if self.journal_trouble.is_some() {
            return;
        }
        if let Err(error) = self.desk.record(line) {
            self.journal_trouble = Some(error.to_string());
        }
    }

    fn mark(&mut self, now: Time) {
        self.marked = now;
        self.record(&Journal::mark(now));
    }

    /// Starts a new game at the same table.
    fn start(&mut self, at: Time, new: NewGame) {
        self.agree(&new);
        if let Some(variant) = new.variant {
            self.table.turn_to(variant);
        }
        self.table.agree(new.terms);
        let mut options = self.table.options.clone();
        if let Some(control) = new.control {
            options.control = control;
        }
        self.shuffle(&mut options);
        self.stopped = None;
        let now = self.now(at);
        match Game::start(options, now) {
            Ok(game) => {
                self.table.options = game.options().clone();
                self.open(game);
                self.sit_down(None);
                self.begin_journal();
                self.notice = Some(Notice::news("A new game."));
                self.introduce();
            }
            // The position was playable when the table was laid.
            Err(ending) => self.notice = Some(Notice::trouble(ending.to_string())),
        }
    }

    /// Draws the position with which a game begins, where chance has a say.
    fn shuffle(&mut self, options: &mut Options) {
        match self.table.shuffles {
            Shuffles::No => {}
            Shuffles::Chess960 => {
                if let Some(start) = Position::chess960(self.desk.chance(960)) {
                    options.start = start;
                }
            }
            Shuffles::Saktris => {
                let seed = self.seed();
                if let (Some(saktris), Some(to_come)) = (options.saktris, options.start.to_come()) {
                    let Arrival {
                        every, clearing, ..
                    } = to_come.arrival();
                    let saktris = SaktrisOptions { seed, ..saktris };
                    let drawn = Options::saktris(saktris, every, clearing);
                    options.start = drawn.start;
                    options.saktris = drawn.saktris;
                }
            }
        }
    }

    /// A number to begin with, drawn by chance.
    fn seed(&mut self) -> u64 {
        (0..4).fold(0, |seed, _| {
            seed << 16 | u64::from(self.desk.chance(u16::MAX))
        })
    }

    /// Puts a game on the board.
    fn open(&mut self, game: Game) {
        self.game = game;
        self.question = None;
        self.file = None;
        self.focus = Focus::Line;
        self.mind.forget();
        self.let_go();
        self.turn_board();
    }

    /// Nothing is in anybody's hand, and the present is looked at.
    fn let_go(&mut self) {
        self.selected = None;
        self.chosen = None;
        self.pressed = None;
        self.adjusts = false;
        self.looking = None;
        self.aim();
    }

    fn see_as(&mut self, color: Color) {
        self.below = color;
        self.cursor = match color {
            Color::White => Square::E2,
            Color::Black => Square::E7,
        };
        self.aim();
    }

    fn turn_board(&mut self) {
        if self.turns_board {
            self.below = self.game.turn();
        }
    }

    pub(crate) fn face(&self, color: Color, at: Time) -> Option<Face> {
        face::face(&self.game, color, self.now(at))
    }

    /// How many moves have been played in the position that is looked at.
    pub(crate) fn ply(&self) -> usize {
        self.looking.unwrap_or_else(|| self.game.moves().len())
    }

    /// The position that is looked at.
    pub(crate) fn position(&self) -> &Position {
        let position = self.game.position_at(self.ply());
        position.unwrap_or_else(|| self.game.position())
    }

    /// The move that led to it, with the position before.
    pub(crate) fn last_move(&self) -> Option<(&Position, Move)> {
        let index = self.ply().checked_sub(1)?;
        self.game.line().moves().nth(index)
    }

    /// The squares to which the piece in hand can go.
    pub(crate) fn targets(&self) -> Bitboard {
        let Some(from) = self.selected else {
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

    /// The rook with which a move castles.
    fn castling_rook(&self, mv: Move) -> Option<Square> {
        let position = self.game.position();
        position.castling_rook(position.turn(), mv.castling()?)
    }

    /// The squares that a move is about: none if nothing was moved.
    pub(crate) fn squares_of(mv: Move) -> Bitboard {
        if mv.is_pass() {
            return Bitboard::EMPTY;
        }
        mv.from().bitboard().with(mv.to())
    }

    /// The roles among which one is chosen.
    pub(crate) fn choices(&self, choosing: Choosing) -> Vec<Role> {
        match choosing.pawn {
            Some(_) => Role::PROMOTIONS.to_vec(),
            None => self.roles_for(choosing.to),
        }
    }
}
