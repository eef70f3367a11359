use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, Write as _},
    path::PathBuf,
    sync::Mutex,
    thread,
};

use anyhow::Context as _;
use arbiter_rules::{CastlingSide, Color, Move, Position, Role, Square};

use crate::{
    human_game::HumanGame,
    packed::{Origin, Packed},
};

/// The arguments of `choices`.
#[derive(clap::Args)]
pub struct Choices {
    /// The directory for the files `train-N` and `test-N`
    #[arg(long)]
    output: PathBuf,
    /// Packed games of people
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Keep one game in N for the test
    #[arg(long, default_value_t = 50)]
    test: u64,
}

/// The number of games that a thread takes at once.
const PORTION: usize = 1000;

/// Replays games, and writes each position with the move that was played.
///
/// The first 24 bytes of a row are those of a packed position. Then come, all from the
/// point of view of the side to move:
///
/// | byte | content |
/// |---|---|
/// | 24 | castling rights: own kingside 1, own queenside 2, enemy kingside 4, queenside 8 |
/// | 25 | the square of the pawn that can be captured en passant is behind; 64 for none |
/// | 26–27 | origin and target of the last move, 64 for none |
/// | 28–29 | origin and target of the move played |
/// | 30 | its promotion: 0 none or queen, 1 knight, 2 bishop, 3 rook |
/// | 31 | the rating of the player on the scale of lichess, divided by 16 |
pub fn run(choices: &Choices) -> anyhow::Result<()> {
    fs::create_dir_all(&choices.output)?;
    let mut inputs = Vec::new();
    for path in &choices.files {
        let open = || format!("opening {}", path.display());
        inputs.push(BufReader::new(File::open(path).with_context(open)?));
    }
    let inputs = Mutex::new(inputs);
    let counts = thread::scope(|scope| {
        let workers: Vec<_> = (0..choices.threads.max(1))
            .map(|number| {
                let inputs = &inputs;
                scope.spawn(move || replay_all(choices, inputs, number))
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no replay panics"))
            .collect::<anyhow::Result<Vec<[u64; 2]>>>()
    })?;
    let sum = |index: usize| counts.iter().map(|count| count[index]).sum::<u64>();
    println!("{} positions, {} for the test", sum(0), sum(1));
    Ok(())
}

/// Replays portions of games until none is left. Returns the numbers of positions
/// written, for training and for the test.
fn replay_all(
    choices: &Choices,
    inputs: &Mutex<Vec<BufReader<File>>>,
    number: usize,
) -> anyhow::Result<[u64; 2]> {
    let create = |kind: &str| {
        let path = choices.output.join(format!("{kind}-{number}"));
        File::create(path).map(BufWriter::new)
    };
    let mut outputs = [create("train")?, create("test")?];
    let mut counts = [0; 2];
    loop {
        let games = take_portion(&mut inputs.lock().expect("no reader panics"))?;
        if games.is_empty() {
            break;
        }
        for game in games {
            let kind = usize::from(game.hash().is_multiple_of(choices.test.max(2)));
            let mut rows = Vec::new();
            game.replay(|position, last, mv| {
                rows.extend(row(position, last, mv, game.rating(position.turn())));
            });
            counts[kind] += (rows.len() / Packed::SIZE) as u64;
            outputs[kind].write_all(&rows)?;
        }
    }
    for mut output in outputs {
        output.flush()?;
    }
    Ok(counts)
}

fn take_portion(inputs: &mut Vec<BufReader<File>>) -> anyhow::Result<Vec<HumanGame>> {
    let mut games = Vec::new();
    while games.len() < PORTION
        && let Some(input) = inputs.last_mut()
    {
        match HumanGame::read(input)? {
            Some(game) => games.push(game),
            None => drop(inputs.pop()),
        }
    }
    Ok(games)
}

/// Returns the row for a position.
fn row(position: &Position, last: Option<Move>, mv: Move, rating: u16) -> [u8; Packed::SIZE] {
    let turn = position.turn();
    let seen = |square: Square| match turn {
        Color::White => square as u8,
        Color::Black => square as u8 ^ 56,
    };
    let mut row = Packed::new(position, 0, Origin::Game).0;
    let mut castling = 0;
    for (color, shift) in [(turn, 0), (!turn, 2)] {
        for (side, bit) in [(CastlingSide::Short, 1), (CastlingSide::Long, 2)] {
            if position.castling_rook(color, side).is_some() {
                castling |= bit << shift;
            }
        }
    }
    row[24] = castling;
    row[25] = position.legal_en_passant().map_or(64, seen);
    row[26] = last.map_or(64, |last| seen(last.from()));
    row[27] = last.map_or(64, |last| seen(last.to()));
    row[28] = seen(mv.from());
    row[29] = seen(mv.to());
    row[30] = match mv.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        _ => 0,
    };
    row[31] = (rating / 16).min(255) as u8;
    row
}

#[cfg(test)]
mod tests {
    use arbiter_rules::Position;

    use super::row;

    #[test]
    fn a_row_shows_what_the_side_to_move_sees() {
        let fen = "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3";
        let position: Position = fen.parse().expect("a legal position");
        let find = |uci: &str| {
            let found = position
                .legal_moves()
                .find(|&mv| position.uci(mv).to_string() == uci);
            found.expect("a legal move")
        };
        let row = row(&position, None, find("e4f3"), 1616);
        assert_eq!(row[24..], [15, 45, 64, 64, 36, 45, 0, 101]);
    }
}
