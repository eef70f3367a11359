//! A player who presses keys and reads the screen.

use arbiter_engine::Score;
use arbiter_game::{Conduct, Draws, FirstMoves, Options, SaktrisOptions, Span, Takebacks, Time};
use arbiter_rules::{Clearing, Color, Position};
use arbiter_tui::{
    App, ChosenMove, ColorChoice, ColorDepth, ComputerSetup, GameSetup, Glyphs, StartFrom, Theme,
    ThinkError, draw, mouse_target,
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind},
    layout::{Position as Cell, Rect},
};

use crate::memory_storage::MemoryStorage;

pub const BEGIN: Time = Time::from_millis(1_700_000_000_000);

/// The seed of everything random.
pub const SEED: u64 = 1;

pub struct Player {
    pub app: App,
    pub at: Time,
    pub storage: MemoryStorage,
    pub size: (u16, u16),
}

impl Player {
    /// Starts a game with this setup: `80x24; ascii; clock=5+3; fen=…`, and
    /// `saktris=same/7/2` with an order, its seed and how much of it is seen;
    /// `level 3=black` or `full=white` against the computer with these pieces.
    pub fn at_board(words: &str) -> Player {
        let mut options = Options::default();
        let mut theme = Theme {
            glyphs: Glyphs::Unicode,
            depth: ColorDepth::True,
        };
        let mut size = (80, 24);
        let mut below = Color::White;
        let mut auto_flip = false;
        let mut names = [None, None];
        let mut computer = None;
        for word in words
            .split(';')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match word.split_once('=') {
                Some(("clock", clock)) => options.control = clock.parse().unwrap(),
                Some(("fen", fen)) => options.start = fen.parse().unwrap(),
                Some(("saktris", text)) => {
                    let saktris: SaktrisOptions = text.parse().unwrap();
                    let drawn = Options::saktris(saktris, 1, Clearing::Triplets);
                    options.start = drawn.start;
                    options.saktris = drawn.saktris;
                }
                Some(("960", number)) => {
                    options.start = Position::chess960(number.parse().unwrap()).unwrap();
                }
                Some(("white", name)) => names[0] = Some(name),
                Some(("black", name)) => names[1] = Some(name),
                Some((opponent, color)) => {
                    let color = match color {
                        "white" => Color::White,
                        "black" => Color::Black,
                        _ => panic!("{word}"),
                    };
                    computer = Some(ComputerSetup {
                        opponent: opponent.parse().unwrap(),
                        person: ColorChoice::Fixed(!color),
                        seed: Some(7),
                    });
                }
                None if word == "ascii" => theme.glyphs = Glyphs::Ascii,
                None if word == "no color" => theme.depth = ColorDepth::None,
                None if word == "256" => theme.depth = ColorDepth::Indexed,
                None if word == "touch-move" => options.conduct = Conduct::Formal,
                None if word == "no takebacks" => options.takebacks = Takebacks::Forbidden,
                None if word == "automatic" => options.draws = Draws::Automatic,
                None if word == "timed" => options.first_moves = FirstMoves::Timed,
                None if word == "flip" => below = Color::Black,
                None if word == "auto-flip" => auto_flip = true,
                None => {
                    let (width, height) = word.split_once('x').unwrap();
                    size = (width.parse().unwrap(), height.parse().unwrap());
                }
            }
        }
        let mut setup = GameSetup::new(options);
        setup.computer = computer;
        for (color, name) in Color::ALL.into_iter().zip(names) {
            setup = setup.with_name(color, name.unwrap_or_default());
        }
        let storage = MemoryStorage::default();
        let app = App::new(
            setup,
            theme,
            Box::new(storage.clone()),
            StartFrom::NewGame,
            SEED,
            BEGIN,
        )
        .unwrap();
        let mut app = match below {
            Color::White => app,
            Color::Black => app.viewed_by(below),
        };
        if auto_flip {
            app = app.with_auto_flip();
        }
        Player {
            app,
            at: BEGIN,
            storage,
            size,
        }
    }

    /// Presses keys: `e4<enter><tab><up>`, `<wait 1500>` milliseconds,
    /// `<down 10 5>`, `<up 10 7>` and `<over 10 5>` of the mouse at a column
    /// and a row,
    /// `<computer e5 -30 1500>` for a move of the computer, its evaluation in
    /// centipawns, and how long a person would have thought in milliseconds.
    pub fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            if c == '<' {
                let end = rest.find('>').unwrap();
                self.press_named(&rest[1..end]);
                rest = &rest[end + 1..];
            } else {
                self.key(KeyCode::Char(c), KeyModifiers::NONE);
                rest = &rest[c.len_utf8()..];
            }
        }
    }

    fn press_named(&mut self, name: &str) {
        let words: Vec<&str> = name.split(' ').collect();
        let number = |index: usize| words[index].parse::<u16>().unwrap();
        let code = match words.as_slice() {
            ["wait", millis] => {
                self.at = self.at + Span::from_millis(millis.parse().unwrap());
                self.app.tick(self.at);
                return;
            }
            ["down", _, _] => {
                let kind = MouseEventKind::Down(MouseButton::Left);
                return self.mouse(kind, number(1), number(2));
            }
            ["up", _, _] => {
                let kind = MouseEventKind::Up(MouseButton::Left);
                return self.mouse(kind, number(1), number(2));
            }
            ["over", _, _] => return self.mouse(MouseEventKind::Moved, number(1), number(2)),
            ["computer", "fails"] => return self.think(Err(ThinkError::ThreadStopped)),
            ["computer", san, rest @ ..] => {
                let request = self.app.think_request(self.at).unwrap();
                return self.think(Ok(ChosenMove {
                    mv: request.line.read(san).unwrap(),
                    score: rest
                        .first()
                        .map(|text| Score::centipawns(text.parse().unwrap())),
                    thinking_time: rest
                        .get(1)
                        .map_or(Span::ZERO, |text| Span::from_millis(text.parse().unwrap())),
                }));
            }
            ["wheel"] => return self.mouse(MouseEventKind::ScrollUp, 0, 0),
            ["enter"] => KeyCode::Enter,
            ["esc"] => KeyCode::Esc,
            ["tab"] => KeyCode::Tab,
            ["space"] => KeyCode::Char(' '),
            ["up"] => KeyCode::Up,
            ["down"] => KeyCode::Down,
            ["left"] => KeyCode::Left,
            ["right"] => KeyCode::Right,
            ["home"] => KeyCode::Home,
            ["end"] => KeyCode::End,
            ["pgup"] => KeyCode::PageUp,
            ["pgdn"] => KeyCode::PageDown,
            ["back"] => KeyCode::Backspace,
            ["del"] => KeyCode::Delete,
            ["ctrl", letter] => {
                let letter = letter.chars().next().unwrap();
                return self.key(KeyCode::Char(letter), KeyModifiers::CONTROL);
            }
            [key] => KeyCode::F(key.strip_prefix('f').unwrap().parse().unwrap()),
            _ => panic!("{name}"),
        };
        self.key(code, KeyModifiers::NONE);
    }

    fn think(&mut self, thought: Result<ChosenMove, ThinkError>) {
        let number = self.app.pending_request().unwrap();
        self.app.finish_thinking(self.at, number, thought);
    }

    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.app.key(self.at, KeyEvent::new(code, modifiers));
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let screen = Rect::new(0, 0, self.size.0, self.size.1);
        let target = mouse_target(&self.app, screen, Cell::new(column, row), self.at);
        self.app.mouse(self.at, kind, target);
    }

    /// Returns the cells of the screen, with their colors.
    pub fn buffer(&self) -> Buffer {
        let backend = TestBackend::new(self.size.0, self.size.1);
        let mut terminal = Terminal::new(backend).unwrap();
        terminal
            .draw(|frame| draw(&self.app, frame, self.at))
            .unwrap();
        terminal.backend().buffer().clone()
    }

    /// Returns the text of the screen.
    pub fn screen(&self) -> String {
        let buffer = self.buffer();
        let rows = buffer.area.rows().map(|row| {
            let text: String = row.positions().map(|cell| buffer[cell].symbol()).collect();
            format!("{}\n", text.trim_end())
        });
        rows.collect()
    }

    /// Reports whether the screen contains this text, ignoring line breaks.
    pub fn sees(&self, text: &str) -> bool {
        let screen = self.screen();
        let words: Vec<&str> = screen.split_whitespace().collect();
        words.join(" ").contains(text)
    }
}
