use arbiter_rules::Color;

use super::{TrfError, TrfReason, lines, lines::Record, prove};
use crate::{
    Acceleration, Bye, Mode, Outcome, Penalty, Player, Points, ProhibitedPairs, Report, Scoring,
};

/// What is written about a player in a round, before it is compared with what
/// is written about the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    Absent,
    Bye(Bye),
    Game {
        opponent: usize,
        color: Option<Color>,
        outcome: Outcome,
        mode: Mode,
    },
}

/// A player record.
#[derive(Debug)]
pub(super) struct PlayerRecord {
    pub(super) line: usize,
    pub(super) number: usize,
    pub(super) player: Player,
    pub(super) points: Option<Points>,
    pub(super) rounds: Vec<Written>,
}

/// The records of a file, each understood by itself. Players are numbers here,
/// not indexes.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) report: Report,
    pub(super) players: Vec<PlayerRecord>,
    pub(super) rounds_line: usize,
    /// The lines of the records that name players or rounds.
    pub(super) accelerations: Vec<(usize, Acceleration)>,
    pub(super) prohibited: Vec<(usize, ProhibitedPairs)>,
    pub(super) penalties: Vec<(usize, Penalty)>,
    pub(super) byes: Vec<(usize, Bye, Option<usize>, usize)>,
}

/// Reads a report file in the format TRF16 or TRF26.
///
/// # Errors
///
/// Fails at the first thing that is not understood, or that contradicts
/// something else in the file.
pub fn read(bytes: &[u8]) -> Result<Report, TrfError> {
    let mut draft = Draft::default();
    for record in lines::records(bytes)? {
        draft.add(&record)?;
    }
    prove::prove(draft)
}

impl Draft {
    fn add(&mut self, record: &Record) -> Result<(), TrfError> {
        let report = &mut self.report;
        let words = record.words();
        match record.code.as_str() {
            "001" => self.players.push(player(record)?),
            "012" => report.name = record.text(),
            "142" | "XXR" => {
                let rounds = record.parse(&words, 0, "number of rounds")?;
                report.rounds = Some(rounds);
                self.rounds_line = record.line;
            }
            "152" => report.initial_color = Some(initial_color(record, &words)?),
            "XXC" => {
                // Other settings of this record, such as "rank", do not matter here.
                if words.iter().any(|it| it.ends_with('1')) {
                    report.initial_color = Some(initial_color(record, &words)?);
                }
            }
            "162" => report.scoring = scoring(record, &words)?,
            "192" => report.system = record.text(),
            "240" => self.add_byes(record, &words)?,
            "250" => self.add_acceleration(record, &words)?,
            "XXA" => self.add_player_acceleration(record, &words)?,
            "260" => {
                let pairs = ProhibitedPairs {
                    first_round: record.parse(&words, 0, "round")?,
                    last_round: record.parse(&words, 1, "round")?,
                    players: numbers(record, &words, 2)?,
                };
                self.prohibited.push((record.line, pairs));
            }
            "XXP" => {
                let pairs = ProhibitedPairs {
                    first_round: 1,
                    last_round: MAX_ROUNDS,
                    players: numbers(record, &words, 0)?,
                };
                self.prohibited.push((record.line, pairs));
            }
            "XXD" => {
                let penalty = Penalty {
                    player: record.parse(&words, 0, "player number")?,
                    round: record.parse(&words, 1, "round")?,
                    points: record.parse(&words, 2, "points")?,
                };
                self.penalties.push((record.line, penalty));
            }
            "XXZ" => {
                for number in numbers(record, &words, 0)? {
                    self.byes.push((record.line, Bye::ZeroPoint, None, number));
                }
            }
            code => report.header.push((code.to_owned(), record.text())),
        }
        Ok(())
    }

    fn add_byes(&mut self, record: &Record, words: &[String]) -> Result<(), TrfError> {
        let word = words.first().map_or("", String::as_str);
        let bye = match word {
            "H" => Bye::HalfPoint,
            "F" => Bye::FullPoint,
            "Z" => Bye::ZeroPoint,
            _ => return Err(record.invalid("kind of bye", 5, word)),
        };
        let round = record.parse(words, 1, "round")?;
        for number in numbers(record, words, 2)? {
            self.byes.push((record.line, bye, Some(round), number));
        }
        Ok(())
    }

    fn add_acceleration(&mut self, record: &Record, words: &[String]) -> Result<(), TrfError> {
        // Match points, which only team tournaments have, come first.
        let words = match words {
            [_, rest @ ..] if rest.len() == 5 => rest,
            _ => words,
        };
        let acceleration = Acceleration {
            points: record.parse(words, 0, "points")?,
            first_round: record.parse(words, 1, "round")?,
            last_round: record.parse(words, 2, "round")?,
            first_player: record.parse(words, 3, "player number")?,
            last_player: record.parse(words, 4, "player number")?,
        };
        self.accelerations.push((record.line, acceleration));
        Ok(())
    }

    fn add_player_acceleration(
        &mut self,
        record: &Record,
        words: &[String],
    ) -> Result<(), TrfError> {
        let number = record.parse(words, 0, "player number")?;
        for index in 1..words.len() {
            let acceleration = Acceleration {
                points: record.parse(words, index, "points")?,
                first_round: index,
                last_round: index,
                first_player: number,
                last_player: number,
            };
            self.accelerations.push((record.line, acceleration));
        }
        Ok(())
    }
}

/// No tournament has more rounds.
pub(super) const MAX_ROUNDS: usize = 999;

/// No result is worth more.
const MAX_POINTS: Points = Points::from_tenths(999);

fn numbers(record: &Record, words: &[String], first: usize) -> Result<Vec<usize>, TrfError> {
    (first..words.len())
        .map(|index| record.parse(words, index, "player number"))
        .collect()
}

fn initial_color(record: &Record, words: &[String]) -> Result<Color, TrfError> {
    let word = words.first().map_or("", String::as_str);
    match word {
        "W" | "w" | "white1" => Ok(Color::White),
        "B" | "b" | "black1" => Ok(Color::Black),
        _ => Err(record.invalid("initial color", 5, word)),
    }
}

fn scoring(record: &Record, words: &[String]) -> Result<Scoring, TrfError> {
    let mut scoring = Scoring::default();
    let mut pairing_bye = None;
    for index in (0..words.len()).step_by(2) {
        let points: Points = record.parse(words, index + 1, "points")?;
        if points > MAX_POINTS {
            return Err(record.invalid("points", 5, &words[index + 1]));
        }
        match words[index].as_str() {
            "W" => scoring.win = points,
            "D" => scoring.draw = points,
            "L" => scoring.loss = points,
            "A" | "Z" => scoring.absence = points,
            "F" => scoring.forfeit_loss = points,
            "P" => pairing_bye = Some(points),
            code => return Err(record.invalid("code of a result", 5, code)),
        }
    }
    scoring.pairing_bye = pairing_bye.unwrap_or(scoring.win);
    Ok(scoring)
}

/// The columns between the fields of a player record.
const SEPARATORS: [usize; 8] = [4, 9, 14, 48, 53, 57, 69, 80];
/// The column at which the entry of the first round starts.
const FIRST_ROUND: usize = 92;
const ROUND_WIDTH: usize = 10;

fn player(record: &Record) -> Result<PlayerRecord, TrfError> {
    for column in SEPARATORS {
        if record.column(column).is_some_and(|it| it != ' ') {
            return Err(record.error(TrfReason::Misaligned { column }));
        }
    }
    let number_text = record.field(5, 8);
    let number = number_text
        .parse()
        .map_err(|_| record.invalid("player number", 5, &number_text))?;
    let rating_text = record.field(49, 52);
    let rating = match rating_text.as_str() {
        "" => 0,
        text => text
            .parse()
            .map_err(|_| record.invalid("rating", 49, text))?,
    };
    let points_text = record.field(81, 84);
    let points = match points_text.as_str() {
        "" => None,
        text => Some(
            text.parse()
                .map_err(|_| record.invalid("points", 81, text))?,
        ),
    };
    let rank = record.field(86, 89);
    if !rank.is_empty() && rank.parse::<usize>().is_err() {
        return Err(record.invalid("rank", 86, &rank));
    }
    let columns = record.width().saturating_sub(FIRST_ROUND - 1);
    let rounds = columns.div_ceil(ROUND_WIDTH).min(MAX_ROUNDS + 1);
    let mut written = (1..=rounds)
        .map(|round| entry(record, round))
        .collect::<Result<Vec<_>, _>>()?;
    while written.last() == Some(&Written::Absent) {
        written.pop();
    }
    Ok(PlayerRecord {
        line: record.line,
        number,
        player: Player {
            name: record.field(15, 47),
            rating,
            sex: record.field(10, 10),
            title: record.field(11, 13),
            federation: record.field(54, 56),
            fide_id: record.field(58, 68),
            birth: record.field(70, 79),
            team: String::new(),
        },
        points,
        rounds: written,
    })
}

/// Reads what a player did in a round, which counts from 1.
fn entry(record: &Record, round: usize) -> Result<Written, TrfError> {
    let start = FIRST_ROUND + (round - 1) * ROUND_WIDTH;
    for column in [start + 4, start + 6, start + 8, start + 9] {
        if record.column(column).is_some_and(|it| it != ' ') {
            return Err(record.error(TrfReason::Misaligned { column }));
        }
    }
    let text = record.field(start, start + 3);
    let color_code = record.column(start + 5).unwrap_or(' ');
    let code = record.column(start + 7).unwrap_or(' ');
    if text.is_empty() && color_code == ' ' && code == ' ' {
        return Ok(Written::Absent);
    }
    let opponent: usize = match text.as_str() {
        "" => 0,
        text => text
            .parse()
            .map_err(|_| record.invalid("opponent", start, text))?,
    };
    let color = match color_code {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        '-' | ' ' => None,
        code => return Err(record.error(TrfReason::Color { round, code })),
    };
    if code == ' ' {
        return Err(record.error(TrfReason::CutOff { round }));
    }
    let wrong = || record.error(TrfReason::Result { round, code });
    if opponent == 0 {
        return match (code.to_ascii_uppercase(), color) {
            ('U', None) => Ok(Written::Bye(Bye::PairingAllocated)),
            ('F' | '+', None) => Ok(Written::Bye(Bye::FullPoint)),
            ('H', None) => Ok(Written::Bye(Bye::HalfPoint)),
            ('Z' | '-', None) => Ok(Written::Bye(Bye::ZeroPoint)),
            _ => Err(wrong()),
        };
    }
    let (outcome, mode) = match code.to_ascii_uppercase() {
        '1' => (Outcome::Win, Mode::Played),
        '=' => (Outcome::Draw, Mode::Played),
        '0' => (Outcome::Loss, Mode::Played),
        'W' => (Outcome::Win, Mode::Unrated),
        'D' => (Outcome::Draw, Mode::Unrated),
        'L' => (Outcome::Loss, Mode::Unrated),
        '+' => (Outcome::Win, Mode::Forfeit),
        '-' => (Outcome::Loss, Mode::Forfeit),
        _ => return Err(wrong()),
    };
    if color.is_none() && mode != Mode::Forfeit {
        let code = color_code;
        return Err(record.error(TrfReason::Color { round, code }));
    }
    Ok(Written::Game {
        opponent,
        color,
        outcome,
        mode,
    })
}
