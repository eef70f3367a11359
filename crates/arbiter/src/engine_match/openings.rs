use core::fmt;
use std::{fs, io, path::Path};

use arbiter_pgn::{GameTree, NodeId, Reader, TreeBuilder};
use arbiter_rules::{Epd, PlayedLine, Position, Setup, Variant};

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    lines: Vec<PlayedLine>,
    /// A hash that distinguishes them from other openings.
    fingerprint: u64,
}

impl Openings {
    /// Returns only the standard starting position.
    pub fn start() -> Openings {
        Openings::of(vec![PlayedLine::default()])
    }

    /// Returns the 960 starting positions of Chess960.
    pub fn chess960() -> Openings {
        let positions = (0..960).filter_map(Position::chess960);
        Openings::of(positions.map(PlayedLine::from).collect())
    }

    /// Reads a file. In a `.pgn` file the first half-moves of each game are an opening; in
    /// any other file each line is a position.
    pub fn read(
        path: &Path,
        plies: Option<usize>,
        variant: Variant,
    ) -> Result<Openings, OpeningsError> {
        let bytes = fs::read(path).map_err(OpeningsError::File)?;
        let is_pgn = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let lines = if is_pgn {
            pgn_openings(&bytes, plies.unwrap_or(usize::MAX))?
        } else {
            epd_openings(&String::from_utf8_lossy(&bytes), variant)?
        };
        if lines.is_empty() {
            return Err(OpeningsError::None);
        }
        Ok(Openings::of(lines))
    }

    fn of(lines: Vec<PlayedLine>) -> Openings {
        let fingerprint = fingerprint(&lines);
        Openings { lines, fingerprint }
    }

    /// Returns the opening with this number, modulo the number of openings.
    pub fn line(&self, number: usize) -> &PlayedLine {
        &self.lines[number % self.lines.len()]
    }

    /// Returns the number of openings, at least one.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the hash of all openings.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Reports whether engines must support Chess960.
    pub fn has_chess960(&self) -> bool {
        let mut starts = self.lines.iter().map(PlayedLine::start);
        starts.any(|start| start.variant() == Variant::Chess960)
    }
}

fn epd_openings(text: &str, variant: Variant) -> Result<Vec<PlayedLine>, OpeningsError> {
    let mut lines = Vec::new();
    for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let number = index + 1;
        // A line with both move counters is a FEN, one without them an EPD.
        let setup = text.trim().parse::<Setup>().ok();
        let setup = setup.or_else(|| text.parse::<Epd>().ok().map(|epd| *epd.setup()));
        let position = setup.and_then(|setup| setup.position().ok());
        let mut position = position.ok_or(OpeningsError::Position { number })?;
        if variant == Variant::Chess960 {
            position = position.with_variant(variant);
        }
        let line = PlayedLine::from(position);
        if line.outcome().is_some() {
            return Err(OpeningsError::Over { number });
        }
        lines.push(line);
    }
    Ok(lines)
}

fn pgn_openings(bytes: &[u8], plies: usize) -> Result<Vec<PlayedLine>, OpeningsError> {
    let mut reader = Reader::from_bytes(bytes);
    let mut builder = TreeBuilder::new();
    let mut lines = Vec::new();
    // Reading from memory cannot fail.
    while reader.read_game(&mut builder).unwrap_or(false) {
        let line = opening_of(&builder.take(), plies);
        if line.outcome().is_some() {
            let number = lines.len() + 1;
            return Err(OpeningsError::Over { number });
        }
        lines.push(line);
    }
    Ok(lines)
}

fn opening_of(tree: &GameTree, plies: usize) -> PlayedLine {
    let is_real = |id: &NodeId| !tree.is_null_move(*id);
    let last = tree.main_line().take_while(is_real).take(plies).last();
    tree.line(last.unwrap_or(tree.root()))
}

/// Returns the FNV-1a hash of the first and the last position of each opening, which is the
/// same on every machine.
fn fingerprint(lines: &[PlayedLine]) -> u64 {
    let hash = |hash, text: &str| {
        text.bytes().fold(hash, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    lines.iter().fold(0xcbf2_9ce4_8422_2325, |before, line| {
        let ends = format!("{}\n{}\n", line.start(), line.position());
        hash(before, &ends)
    })
}

/// Why openings cannot be used.
#[derive(Debug)]
pub enum OpeningsError {
    File(io::Error),
    /// The file contains no opening.
    None,
    /// This line is not a playable position.
    Position {
        number: usize,
    },
    /// In this opening, a line or a game, the game is already over.
    Over {
        number: usize,
    },
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsError::File(error) => error.fmt(f),
            OpeningsError::None => f.write_str("the file contains no openings"),
            OpeningsError::Position { number } => write!(
                f,
                "line {number} is not a playable position (a file of games must be named .pgn)"
            ),
            OpeningsError::Over { number } => {
                write!(f, "the game is already over in opening {number}")
            }
        }
    }
}

impl std::error::Error for OpeningsError {}
