//! Reading whole games from PGN, finding and playing every move. `pgn` has only
//! moves, in lines of 80 columns; `pgn-clock` is like the export of a chess
//! server, with many tags and a clock comment after each move.

use std::{fmt::Write, ops::ControlFlow};

use arbiter_pgn::{Flow, Reader, Visitor};
use arbiter_rules::{Color, Move, Position};
use shakmaty::Position as _;

use crate::{
    games::{Random, choose},
    race::Race,
};

const GAMES: usize = 2_000;
const MAX_PLIES: usize = 100;

pub fn races() -> Vec<Race> {
    vec![race("pgn", plain), race("pgn-clock", exported)]
}

fn race(name: &'static str, write: fn(&mut String, usize, &[Played])) -> Race {
    let text: &'static str = text(write).leak();
    Race::new(name, "plies", move || read_all(text)).against("pgn-reader", move || {
        let mut reader = pgn_reader::Reader::new(text.as_bytes());
        let mut replay = Replay;
        let games = reader.read_games(&mut replay);
        games.map(|plies| plies.expect("text in memory")).sum()
    })
}

pub fn read_all(text: &str) -> u64 {
    let mut plies = Plies(0);
    let mut reader = Reader::from_bytes(text.as_bytes());
    reader.read_all(&mut plies).expect("text in memory");
    plies.0
}

/// Counts the moves that the reader has found and played.
pub struct Plies(pub u64);

impl Visitor for Plies {
    fn tags(&self) -> Flow {
        Flow::Skip
    }

    fn comments(&self) -> Flow {
        Flow::Skip
    }

    fn played(&mut self, _: &Position, _: Move) {
        self.0 += 1;
    }
}

/// Plays the moves, which Arbiter's reader does itself.
struct Replay;

struct Replayed {
    position: shakmaty::Chess,
    plies: u64,
}

impl pgn_reader::Visitor for Replay {
    type Tags = Option<shakmaty::Chess>;
    type Movetext = Replayed;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Self::Tags,
        name: &[u8],
        value: pgn_reader::RawTag<'_>,
    ) -> ControlFlow<u64> {
        if name == b"FEN" {
            let fen = shakmaty::fen::Fen::from_ascii(value.as_bytes()).expect("a FEN");
            let mode = shakmaty::CastlingMode::Chess960;
            *start = Some(fen.into_position(mode).expect("a legal position"));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<u64, Replayed> {
        ControlFlow::Continue(Replayed {
            position: start.unwrap_or_default(),
            plies: 0,
        })
    }

    fn san(&mut self, game: &mut Replayed, san: shakmaty::san::SanPlus) -> ControlFlow<u64> {
        let mv = san.san.to_move(&game.position).expect("a legal move");
        game.position.play_unchecked(mv);
        game.plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Replayed) -> u64 {
        std::hint::black_box(&game.position);
        game.plies
    }
}

/// A move of a game to be written.
pub struct Played {
    before: Position,
    mv: Move,
}

pub fn text(write: fn(&mut String, usize, &[Played])) -> String {
    let mut random = Random(0x6a09_e667_f3bc_c909);
    let mut text = String::new();
    for number in 0..GAMES {
        let mut position = Position::start();
        let mut game = Vec::new();
        while game.len() < MAX_PLIES
            && let Some(mv) = choose(&position, &mut random)
        {
            let before = position.clone();
            game.push(Played { before, mv });
            position.play(mv);
        }
        write(&mut text, number, &game);
    }
    text
}

/// Writes a game in the style of a database.
pub fn plain(text: &mut String, number: usize, game: &[Played]) {
    let _ = write!(
        text,
        "[Event \"Tournament\"]\n[Site \"Vienna AUT\"]\n[Date \"1898.06.01\"]\n\
         [Round \"{number}\"]\n[White \"Tarrasch, Siegbert\"]\n[Black \"Pillsbury, Harry\"]\n\
         [Result \"1/2-1/2\"]\n[ECO \"C42\"]\n\n"
    );
    let mut line = String::new();
    let mut put = |word: &str| {
        if line.len() + word.len() > 79 {
            *text += line.trim_end();
            text.push('\n');
            line.clear();
        }
        line += word;
        line.push(' ');
    };
    for Played { before, mv } in game {
        if before.turn() == Color::White {
            put(&format!("{}.", before.fullmoves()));
        }
        put(&before.san(*mv));
    }
    put("1/2-1/2");
    *text += line.trim_end();
    *text += "\n\n";
}

/// Writes a game in the style of a server's export.
fn exported(text: &mut String, number: usize, game: &[Played]) {
    let _ = write!(
        text,
        "[Event \"Rated Blitz game\"]\n[Site \"https://chess.example/{number:08}\"]\n\
         [Date \"2020.02.29\"]\n[Round \"-\"]\n[White \"philidor\"]\n[Black \"stamma\"]\n\
         [Result \"1/2-1/2\"]\n[UTCDate \"2020.02.29\"]\n[UTCTime \"12:34:56\"]\n\
         [WhiteElo \"1748\"]\n[BlackElo \"1737\"]\n[WhiteRatingDiff \"+0\"]\n\
         [BlackRatingDiff \"-0\"]\n[ECO \"C41\"]\n[Opening \"Philidor Defense\"]\n\
         [TimeControl \"180+0\"]\n[Termination \"Normal\"]\n\n"
    );
    for (ply, Played { before, mv }) in game.iter().enumerate() {
        let (number, san) = (before.fullmoves(), before.san(*mv));
        let dots = match before.turn() {
            Color::White => ".",
            Color::Black => "...",
        };
        let left = 180 - ply;
        let (minutes, seconds) = (left / 60, left % 60);
        let _ = write!(
            text,
            "{number}{dots} {san} {{ [%clk 0:{minutes:02}:{seconds:02}] }} "
        );
    }
    *text += "1/2-1/2\n\n";
}
