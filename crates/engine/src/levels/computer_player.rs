use core::time::Duration;

use arbiter_rules::{Bitboard, Color, Move, PlayedLine, Position, Role};

use super::{
    human_search::{HumanSearch, ScoredMove},
    likely_moves::{LikelyMoves, NAT},
    random::RandomSource,
    strength::Strength,
    style::{SEES_MATE_IN_ONE_ELO, Scoring, Style},
    thinking_time::{self, MoveContext},
};
use crate::{
    Bound, Engine, EngineSettings, Limits, Score, SearchControl, SearchProgress, SearchReport,
    TimeBudget, Wdl, opening_book,
    saktris::{has_lost_king, is_coming},
};

/// A computer opponent of a given strength.
///
/// ```
/// use arbiter_engine::{Engine, Level, ComputerPlayer, EngineSettings, Strength};
/// use arbiter_rules::PlayedLine;
///
/// let strength = Strength::level(Level::new(2).unwrap());
/// let mut engine = Engine::new(EngineSettings::default());
/// let mut line = PlayedLine::default();
/// let choice = ComputerPlayer::new(strength, 7).choose(&mut engine, &line, &()).unwrap();
/// // The same seed and the same game: the same move.
/// let again = ComputerPlayer::new(strength, 7).choose(&mut engine, &line, &()).unwrap();
/// assert_eq!(choice, again);
/// line.play(choice.mv);
/// ```
pub struct ComputerPlayer {
    strength: Strength,
    seed: u64,
    /// The engine of levels that need one. Its settings are fixed, so a level
    /// plays the same on every machine.
    engine: Option<Engine>,
}

/// The move that a computer player has chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move.
    pub mv: Move,
    /// The player's judgment of the position; none for a move of the
    /// opening book.
    pub score: Option<Score>,
    /// How long a person would have thought about the move.
    natural: Duration,
}

impl ChosenMove {
    /// Returns how long to wait before showing the move, so that the player
    /// seems to think like a person: from half a second to eight seconds, and
    /// never more than a small share of the clock. Zero at full strength, which
    /// has used its thinking time for searching.
    #[must_use]
    pub fn natural_delay(&self, clock: Option<&TimeBudget>) -> Duration {
        match clock {
            Some(clock) => thinking_time::within(self.natural, clock),
            None => self.natural,
        }
    }
}

/// The settings of a level's engine. Its memory is small because it is cleared before
/// each move.
const LEVEL_ENGINE_SETTINGS: EngineSettings = EngineSettings {
    threads: 1,
    hash_mib: 4,
};
/// The number of nodes for mating a bare king, at every level.
const BASIC_MATE_NODES: u64 = 20_000;

impl ComputerPlayer {
    /// Creates a player whose random decisions derive from the seed.
    #[must_use]
    pub fn new(strength: Strength, seed: u64) -> ComputerPlayer {
        ComputerPlayer {
            strength,
            seed,
            engine: None,
        }
    }

    /// Turns this into another player. It plays as a
    /// [new](ComputerPlayer::new) one would, and keeps its allocated memory.
    pub fn reset(&mut self, strength: Strength, seed: u64) {
        self.strength = strength;
        self.seed = seed;
    }

    /// Returns the strength of the player.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Chooses a move at the end of the line, or returns none if there is no
    /// legal move.
    ///
    /// At full strength the given engine searches until the control stops it.
    /// At any other strength it is not used: the choice depends only on the
    /// strength, the seed and the line, unless the control stops it early.
    pub fn choose(
        &mut self,
        engine: &mut Engine,
        line: &PlayedLine,
        control: &dyn SearchControl,
    ) -> Option<ChosenMove> {
        match self.strength.in_elo() {
            Some(elo) => self.decide(elo, line, control),
            None => {
                let result = engine.search(line, &Limits::none(), control);
                let mv = result.best().or(line.position().legal_moves().next())?;
                Some(ChosenMove {
                    mv,
                    score: Some(result.score()),
                    natural: Duration::ZERO,
                })
            }
        }
    }

    fn decide(
        &mut self,
        elo: u32,
        line: &PlayedLine,
        control: &dyn SearchControl,
    ) -> Option<ChosenMove> {
        let position = line.position();
        let ply = line.moves().len();
        let game = RandomSource::new(self.seed);
        // A position that recurs is judged again.
        let turn = game.about(position.key()).about(ply as u64);
        let style = Style::of(elo, turn.about(3));
        let book_move = (ply < style.book_plies as usize)
            .then(|| opening_book::choose(position, turn.about(4).below(u32::MAX)))
            .flatten();
        let candidates = match book_move {
            Some(mv) => vec![ScoredMove { mv, score: 0 }],
            None => self.candidates(&style, line, turn, control),
        };
        let candidate = *candidates.first()?;
        let context = MoveContext {
            line,
            mv: candidate.mv,
            is_book_move: book_move.is_some(),
            lead: candidates.get(1).map(|next| candidate.score - next.score),
            elo,
        };
        let score = book_move.is_none().then_some(Score(candidate.score));
        if let Some(score) = score {
            control.on_report(&report_of(candidate.mv, score));
        }
        Some(ChosenMove {
            mv: candidate.mv,
            score,
            natural: thinking_time::without_clock(&context, turn.about(5)),
        })
    }

    /// Returns the moves that the player considers; the one to play comes first.
    fn candidates(
        &mut self,
        style: &Style,
        line: &PlayedLine,
        turn: RandomSource,
        control: &dyn SearchControl,
    ) -> Vec<ScoredMove> {
        let position = line.position();
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
        if style.elo >= SEES_MATE_IN_ONE_ELO
            && let Some(mv) = mates_in_one(position).next()
        {
            let score = Score::mate_in(1).in_centipawns();
            return vec![ScoredMove { mv, score }];
        }
        if is_basic_mate(position) {
            return self.ask_engine(line, &Limits::nodes(BASIC_MATE_NODES), control);
        }
        let mut free_captures = free_captures(position);
        let mut likely_moves = LikelyMoves::of(line, style);
        if style.is_newcomer() {
            if !turn.about(7).happens(FREE_PIECES_NOTICED) {
                let is_obvious = likely_moves
                    .likely()
                    .iter()
                    .all(|mv| free_captures.contains(mv));
                if !is_obvious {
                    likely_moves.overlook(&free_captures);
                }
                free_captures.clear();
            }
            likely_moves.overlook(&mates_in_one(position).collect::<Vec<_>>());
        }
        let mut moves = likely_moves.likely();
        let mut candidates = match style.scoring {
            Scoring::Shallow => {
                add_missing(&mut moves, &free_captures);
                HumanSearch::new(control).candidates(line, moves, MAX_SCORE)
            }
            Scoring::Engine { nodes } if !likely_moves.is_informed() => {
                let limits = Limits::nodes(nodes).with_lines(SAKTRIS_LINES);
                self.ask_engine(line, &limits, control)
            }
            Scoring::Engine { nodes } => {
                // The player also considers the best move that the engine finds.
                let best = self.ask_engine(line, &Limits::nodes(nodes / 2), control);
                moves.truncate(MAX_LIKELY_MOVES);
                add_missing(&mut moves, &free_captures);
                add_missing(&mut moves, &best.iter().map(|it| it.mv).collect::<Vec<_>>());
                let limits = Limits {
                    lines: moves.len(),
                    moves,
                    ..Limits::nodes(nodes / 2)
                };
                self.ask_engine(line, &limits, control)
            }
        };
        candidates.sort_by_key(|candidate| core::cmp::Reverse(candidate.score));
        let Some(best) = candidates.first().copied() else {
            return candidates;
        };
        let is_free_capture = |candidate: &ScoredMove| {
            free_captures.contains(&candidate.mv)
                && candidate.score > best.score - MAX_FREE_CAPTURE_DOUBT
        };
        let chosen = candidates
            .iter()
            .position(is_free_capture)
            .or_else(|| slip(&candidates, &likely_moves, style, turn))
            .unwrap_or_else(|| choose_at_random(&candidates, &likely_moves, style, turn));
        let chosen = candidates.remove(chosen);
        candidates.insert(0, chosen);
        candidates
    }

    /// Searches with the level's own engine.
    fn ask_engine(
        &mut self,
        line: &PlayedLine,
        limits: &Limits,
        control: &dyn SearchControl,
    ) -> Vec<ScoredMove> {
        let engine = self
            .engine
            .get_or_insert_with(|| Engine::new(LEVEL_ENGINE_SETTINGS));
        let result = engine.search(line, limits, &WithoutReports(control));
        let candidates = result.lines.iter().filter_map(|report| {
            Some(ScoredMove {
                mv: *report.moves.first()?,
                score: report.score.in_centipawns(),
            })
        });
        let candidates: Vec<ScoredMove> = candidates.collect();
        if candidates.is_empty() {
            let any = line.position().legal_moves().next();
            return any
                .map(|mv| ScoredMove { mv, score: 0 })
                .into_iter()
                .collect();
        }
        candidates
    }
}

/// How often newcomers notice a free piece, in thousandths.
const FREE_PIECES_NOTICED: u32 = 300;
/// How much worse than the best move a free capture may seem and still be
/// played, in centipawns.
const MAX_FREE_CAPTURE_DOUBT: i32 = 150;
/// The number of likely moves that the engine scores.
const MAX_LIKELY_MOVES: usize = 8;
/// The number of moves from which a player who uses the engine chooses in Saktris.
const SAKTRIS_LINES: usize = 4;
/// Scores beyond this count as this much, in centipawns.
const MAX_SCORE: i32 = 1500;
/// What is added to the caution in Saktris, where only the scores decide.
const SAKTRIS_CAUTION: i32 = 200;

fn add_missing(moves: &mut Vec<Move>, more: &[Move]) {
    for &mv in more {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
}

/// How much a player who slips loses at least, in centipawns.
const MIN_SLIP: i32 = 150;

/// Returns the index of the losing move for which the player falls this time, if any.
fn slip(
    candidates: &[ScoredMove],
    likely_moves: &LikelyMoves,
    style: &Style,
    turn: RandomSource,
) -> Option<usize> {
    if !turn.about(8).happens(style.slips) {
        return None;
    }
    let best = candidates.first()?.score;
    let losing = candidates.iter().enumerate().filter(|(_, candidate)| {
        candidate.score <= best - MIN_SLIP && likely_moves.is_tempting(candidate.mv)
    });
    let score = |&(_, candidate): &(usize, &ScoredMove)| candidate.score;
    let chosen = if likely_moves.is_informed() {
        losing.min_by_key(score)
    } else {
        // All moves are alike, so the worst of them tempts nobody.
        losing.max_by_key(score)
    };
    chosen.map(|(index, _)| index)
}

/// How much less appealing than the best a chosen move may be, as a multiple of the
/// temperature. Without a limit, many bad moves together would be more likely
/// than the few good ones.
const MAX_TEMPERATURES_BELOW_BEST: i32 = 3;

/// Chooses the index of a candidate at random, likely and good ones more often.
fn choose_at_random(
    candidates: &[ScoredMove],
    likely_moves: &LikelyMoves,
    style: &Style,
    turn: RandomSource,
) -> usize {
    let noise = turn.about(6);
    let temperature = style.temperature * NAT / 100;
    let caution = if likely_moves.is_informed() {
        style.caution
    } else {
        style.caution + SAKTRIS_CAUTION
    };
    let appeal = |candidate: &ScoredMove| {
        let score = candidate.score.clamp(-MAX_SCORE, MAX_SCORE);
        likely_moves.likelihood(candidate.mv) + score * caution / 100 * NAT / 100
    };
    let best = candidates.iter().map(appeal).max().unwrap_or(0);
    let worst = best - MAX_TEMPERATURES_BELOW_BEST * temperature;
    let noisy = |index: usize| {
        let candidate = &candidates[index];
        appeal(candidate) + noise.about_move(candidate.mv).gumbel_noise(temperature)
    };
    (0..candidates.len())
        .filter(|&index| appeal(&candidates[index]) >= worst)
        .max_by_key(|&index| (noisy(index), core::cmp::Reverse(index)))
        .unwrap_or(0)
}

fn mates_in_one(position: &Position) -> impl Iterator<Item = Move> {
    position.legal_moves().filter(|&mv| {
        let after = position.after(mv);
        after.is_check() && !after.has_legal_move() || has_lost_king(&after)
    })
}

/// Reports whether the opponent has only a king left. Players of every level
/// know how to mate it, and that a pawn must be promoted first.
fn is_basic_mate(position: &Position) -> bool {
    let them = !position.turn();
    position.board().of(them).count() == 1 && !is_coming(position, them)
}

/// Returns the captures of a piece that the opponent cannot recapture.
fn free_captures(position: &Position) -> Vec<Move> {
    let is_free_capture = |mv: &Move| {
        position.captured(*mv).is_some_and(|(_, piece)| {
            let after = position.after(*mv);
            !matches!(piece.role, Role::Pawn | Role::King)
                && attackers(&after, mv, after.turn()).is_empty()
        })
    };
    position.legal_moves().filter(is_free_capture).collect()
}

fn attackers(after: &Position, mv: &Move, by: Color) -> Bitboard {
    after
        .board()
        .attackers(mv.to(), by, after.board().occupied())
}

/// Returns the report about a chosen move.
fn report_of(mv: Move, score: Score) -> SearchReport {
    SearchReport {
        depth: 1,
        selective_depth: 1,
        number: 1,
        score,
        bound: Bound::Exact,
        wdl: Wdl::of(score),
        nodes: 1,
        hash_full_permille: 0,
        tablebase_hits: 0,
        moves: vec![mv],
    }
}

/// Passes on the request to stop, but no reports: a level may play a different
/// move from the one the engine finds.
struct WithoutReports<'c>(&'c dyn SearchControl);

impl SearchControl for WithoutReports<'_> {
    fn should_stop(&self) -> bool {
        self.0.should_stop()
    }

    fn should_finish(&self, _progress: &SearchProgress) -> bool {
        false
    }
}
