//! Syzygy probing with the five tablebases of three pieces. Their origin is
//! documented in `tests/data/syzygy/SOURCE.txt`.

use std::{fs, path::PathBuf, sync::Arc};

use arbiter_engine::{Engine, EngineSettings, Limits, TablebaseWdl, Tablebases};
use arbiter_rules::{Board, Color, Piece, PlayedLine, Position, Role, Setup, Square};

use crate::endings::{self, SolvedEnding};

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

fn tables() -> Tablebases {
    Tablebases::open([directory()]).unwrap()
}

#[test]
fn a_directory_is_described_or_rejected_with_a_reason() {
    assert_eq!(
        format!("{:?}", tables()),
        "5 tablebases with up to 3 pieces"
    );
    let missing = directory().join("nowhere");
    let error = Tablebases::open([missing]).unwrap_err().to_string();
    assert!(error.starts_with("cannot read the directory "), "{error}");
    assert!(error.contains("nowhere: "), "{error}");
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let error = Tablebases::open([&source]).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "no Syzygy tablebases (files like KQvK.rtbw) in {}",
            source.display()
        )
    );
}

#[test]
fn positions_have_the_known_result_and_distance() {
    let tables = tables();
    let cases = [
        // Textbook positions: opposition, the corner, mate with the queen.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", TablebaseWdl::Win, 3),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", TablebaseWdl::Draw, 0),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", TablebaseWdl::Loss, -4),
        ("k7/8/1K6/P7/8/8/8/8 b - - 0 1", TablebaseWdl::Draw, 0),
        ("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1", TablebaseWdl::Win, 3),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", TablebaseWdl::Win, 1),
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", TablebaseWdl::Loss, -1),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", TablebaseWdl::Draw, 0),
        ("8/8/8/3k4/8/8/8/KB6 w - - 0 1", TablebaseWdl::Draw, 0),
        ("8/8/8/3k4/8/8/8/K7 w - - 0 1", TablebaseWdl::Draw, 0),
    ];
    for (fen, wdl, distance) in cases {
        let position: Position = fen.parse().unwrap();
        assert_eq!(tables.probe_wdl(&position), Some(wdl), "{fen}");
        assert_eq!(tables.probe_dtz(&position), Some(distance), "{fen}");
    }
    let unknown = [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ];
    for fen in unknown {
        assert_eq!(tables.probe_wdl(&fen.parse().unwrap()), None, "{fen}");
    }
}

/// Without pawns, no capture or pawn move precedes the mate, so the distance to zero
/// is the distance to mate.
#[test]
fn tablebases_agree_with_the_solver() {
    let tables = tables();
    for role in [Role::Queen, Role::Rook] {
        let roles = [role, Role::King];
        let solved = SolvedEnding::new(roles);
        for pieces in solved.won_positions() {
            let position = endings::set_up(roles, pieces);
            assert_eq!(
                tables.probe_wdl(&position),
                Some(TablebaseWdl::Win),
                "{position}"
            );
            let moves = i32::from(solved.moves_to_mate(&position));
            let distance = tables.probe_dtz(&position).unwrap();
            // A distance to zero may be one half-move too large.
            assert!(
                (2 * moves - 1..=2 * moves).contains(&distance),
                "{position}"
            );
        }
    }
}

/// Checks that each result of king and pawn follows from those after each move.
#[test]
fn results_follow_from_the_results_after_each_move() {
    let tables = tables();
    let mut seen = 0;
    for number in (0..2 * 64 * 64 * 48).step_by(7) {
        let turn = Color::ALL[number % 2];
        let [king, lone_king, pawn] =
            [number / 2 % 64, number / 128 % 64, 8 + number / 8192].map(|at| Square::ALL[at]);
        let mut board = Board::EMPTY;
        for (square, color, role) in [
            (king, Color::Black, Role::King),
            (lone_king, Color::White, Role::King),
            (pawn, Color::Black, Role::Pawn),
        ] {
            board.put(square, Piece { color, role });
        }
        let setup = Setup {
            board,
            turn,
            ..Setup::EMPTY
        };
        let Some(position) = setup
            .position()
            .ok()
            .filter(|_| board.occupied().count() == 3)
        else {
            continue;
        };
        let after = position
            .legal_moves()
            .map(|mv| tables.probe_wdl(&position.after(mv)).unwrap().reversed())
            .max();
        let expected = match after {
            Some(wdl) => wdl,
            None if position.is_check() => TablebaseWdl::Loss,
            None => TablebaseWdl::Draw,
        };
        assert_eq!(tables.probe_wdl(&position), Some(expected), "{position}");
        seen += 1;
    }
    assert!(seen > 30_000, "{seen}");
}

/// Changes bytes and truncates files: probing must never panic.
#[test]
fn damaged_files_do_no_harm() {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("damaged-tables");
    fs::create_dir_all(&scratch).unwrap();
    let positions: Vec<Position> = [
        "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
        "8/8/1k6/8/8/5K2/7P/8 w - - 0 1",
    ]
    .map(|fen| fen.parse().unwrap())
    .into();
    let mut answers = 0;
    for name in ["KPvK.rtbw", "KPvK.rtbz"] {
        for other in ["KPvK.rtbw", "KPvK.rtbz"] {
            fs::copy(directory().join(other), scratch.join(other)).unwrap();
        }
        let whole = fs::read(directory().join(name)).unwrap();
        for round in 0..600usize {
            let mut bytes = whole.clone();
            // The header is damaged most often, since it governs the rest.
            let at = match round % 3 {
                0 => round / 3 % bytes.len(),
                _ => round * 7_919 % bytes.len(),
            };
            match round % 4 {
                3 => bytes.truncate(at),
                kind => bytes[at] ^= [0xff, 0x01, 0x80][kind],
            }
            fs::write(scratch.join(name), bytes).unwrap();
            let tables = Tablebases::open([&scratch]).unwrap();
            for position in &positions {
                answers += usize::from(tables.probe_wdl(position).is_some());
                answers += usize::from(tables.probe_dtz(position).is_some());
            }
        }
    }
    // Most of the damage does not affect these positions.
    assert!(answers > 1_000, "{answers}");
}

#[test]
fn the_search_probes_the_tablebases() {
    let mut engine = Engine::new(EngineSettings {
        threads: 1,
        hash_mib: 1,
    });
    engine.set_tablebases(Some(Arc::new(tables())));
    // A pawn ending, known without searching.
    let won: Position = "8/8/1k6/8/8/8/1P6/1K6 w - - 0 1".parse().unwrap();
    let result = engine.search(&PlayedLine::from(won.clone()), &Limits::depth(1), &());
    let expected = tables().probe_wdl(&won).unwrap();
    assert_eq!(result.score().is_decisive(), expected == TablebaseWdl::Win);
    // After the capture, the tablebases know the win.
    let capture: Position = "8/8/8/3k4/8/2K5/6b1/6R1 w - - 0 1".parse().unwrap();
    let result = engine.search(&PlayedLine::from(capture), &Limits::depth(2), &());
    assert!(result.lines[0].tablebase_hits > 0);
    assert!(result.score().is_decisive(), "{:?}", result.score());
    // After 98 half-moves, only mate or a pawn move in time wins.
    let late: Position = "4k3/8/4K3/4P3/8/8/8/8 w - - 98 90".parse().unwrap();
    let result = engine.search(&PlayedLine::from(late), &Limits::depth(4), &());
    assert!(!result.score().is_decisive(), "{:?}", result.score());
}
