use core::time::Duration;

use arbiter_rules::{Bitboard, Color, Move, PlayedLine, Position, Role};

use super::{
    Strength,
    chance::Chance,
    habit::habit,
    manner::{Manner, Mind, SEES_MATES, TAKES_GIFTS},
    sight::{Idea, Sight},
    thinking::{self, Moment},
};
use crate::{
    Allowance, Bound, Control, Effort, Engine, Limits, Report, Score, Settings, Wdl, repertoire,
    saktris::{has_lost_king, is_coming},
};

/// Somebody to play against.
///
/// ```
/// use arbiter_engine::{Engine, Level, Player, Settings, Strength};
/// use arbiter_rules::PlayedLine;
///
/// let strength = Strength::level(Level::new(2).unwrap());
/// let mut engine = Engine::new(Settings::default());
/// let mut line = PlayedLine::default();
/// let choice = Player::new(strength, 7).choose(&mut engine, &line, &()).unwrap();
/// // The same seed and the same game: the same move.
/// let again = Player::new(strength, 7).choose(&mut engine, &line, &()).unwrap();
/// assert_eq!(choice, again);
/// line.play(choice.mv);
/// ```
pub struct Player {
    strength: Strength,
    seed: u64,
    /// What a level thinks with where it needs an engine: always the same,
    /// whatever the machine has to offer.
    mind: Option<Engine>,
}

/// What a player has decided to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// How good the position seemed, if it was looked at; a move of the
    /// repertoire is played by heart.
    pub score: Option<Score>,
    /// How long a person would have thought about it.
    natural: Duration,
}

impl Choice {
    /// How long to let people wait for the move, as a person would: half a
    /// second to eight, and never more than a small share of the clock. None
    /// at full strength, which has thought in earnest.
    #[must_use]
    pub fn thinking(&self, clock: Option<&Allowance>) -> Duration {
        match clock {
            Some(clock) => thinking::within(self.natural, clock),
            None => self.natural,
        }
    }
}

/// A level's own engine, small because it is emptied before each move.
const MIND: Settings = Settings {
    threads: 1,
    table_mib: 4,
};
/// How many positions it takes to mate a bare king, at every level.
const TECHNIQUE: u64 = 20_000;

impl Player {
    /// A player who decides what looks like chance by the seed.
    #[must_use]
    pub fn new(strength: Strength, seed: u64) -> Player {
        Player {
            strength,
            seed,
            mind: None,
        }
    }

    /// Makes it another player, who plays as a [new](Player::new) one would
    /// and does not need new memory to think with.
    pub fn become_another(&mut self, strength: Strength, seed: u64) {
        self.strength = strength;
        self.seed = seed;
    }

    /// How strong the player is.
    #[must_use]
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// The move to play in the position in which the line ends; none if there
    /// is no legal one.
    ///
    /// At full strength the engine searches until the control stops it. At
    /// any other the engine is not asked: the answer depends on the strength,
    /// the seed and the line alone, unless the control stops it early.
    pub fn choose(
        &mut self,
        engine: &mut Engine,
        line: &PlayedLine,
        control: &dyn Control,
    ) -> Option<Choice> {
        match self.strength.in_elo() {
            Some(elo) => self.decide(elo, line, control),
            None => {
                let answer = engine.search(line, &Limits::none(), control);
                let mv = answer.best().or(line.position().legal_moves().next())?;
                Some(Choice {
                    mv,
                    score: Some(answer.score()),
                    natural: Duration::ZERO,
                })
            }
        }
    }

    fn decide(&mut self, elo: u32, line: &PlayedLine, control: &dyn Control) -> Option<Choice> {
        let position = line.position();
        let ply = line.moves().len();
        let game = Chance::new(self.seed);
        // The same position is looked at with other eyes when it comes again.
        let turn = game.about(position.key()).about(ply as u64);
        let manner = Manner::of(elo, turn.about(3));
        let known = (ply < manner.book_plies as usize)
            .then(|| repertoire::choose(position, turn.about(4).below(u32::MAX)))
            .flatten();
        let ideas = match known {
            Some(mv) => vec![Idea { mv, score: 0 }],
            None => self.ideas(&manner, line, game, turn, control),
        };
        let idea = *ideas.first()?;
        let moment = Moment {
            line,
            mv: idea.mv,
            is_known: known.is_some(),
            lead: ideas.get(1).map(|next| idea.score - next.score),
            elo,
        };
        let score = known.is_none().then_some(Score(idea.score));
        if let Some(score) = score {
            control.line(&said(idea.mv, score));
        }
        Some(Choice {
            mv: idea.mv,
            score,
            natural: thinking::natural(&moment, turn.about(5)),
        })
    }

    /// What comes to mind, the move to play first.
    fn ideas(
        &mut self,
        manner: &Manner,
        line: &PlayedLine,
        game: Chance,
        turn: Chance,
        control: &dyn Control,
    ) -> Vec<Idea> {
        let position = line.position();
        if manner.elo >= SEES_MATES
            && let Some(mv) = mate_in_one(position)
        {
            let score = Score::mate_in(1).in_centipawns();
            return vec![Idea { mv, score }];
        }
        if is_technique(position) {
            return self.ask(line, &Limits::nodes(TECHNIQUE), control);
        }
        // Below that level every second one is noticed.
        let gifts = if manner.elo >= TAKES_GIFTS || turn.about(7).happens(500) {
            gifts(position)
        } else {
            Vec::new()
        };
        let mut ideas = match manner.mind {
            Mind::Sight { depth } => {
                let margin = FANCY * manner.temperature + BORING + 100;
                let awake = Manner {
                    overlooks: 0,
                    ..*manner
                };
                // A piece that stands there for nothing wakes everybody up.
                let manner = if gifts.is_empty() { manner } else { &awake };
                let look = |manner| {
                    Sight::new(manner, game, turn, line, control).ideas(line, depth, margin)
                };
                let mut ideas = look(manner);
                if ideas.is_empty() {
                    // Everything was overlooked: they look again.
                    ideas = look(&awake);
                }
                for idea in &mut ideas {
                    idea.score += habit(line, idea.mv);
                }
                ideas
            }
            Mind::Engine { nodes, lines } => {
                self.ask(line, &Limits::nodes(nodes).with_lines(lines), control)
            }
        };
        for idea in &mut ideas {
            idea.score = liveliness(line, *idea);
        }
        ideas.sort_by_key(|idea| core::cmp::Reverse(idea.score));
        let Some(best) = ideas.first().copied() else {
            return ideas;
        };
        let is_gift = |idea: &Idea| gifts.contains(&idea.mv) && idea.score > best.score - DOUBT;
        let chosen = match ideas.iter().position(is_gift) {
            Some(gift) => gift,
            None => choose_by_whim(&ideas, manner.temperature, turn),
        };
        let chosen = ideas.remove(chosen);
        ideas.insert(0, chosen);
        ideas
    }

    /// Asks an engine that knows nothing but this game.
    fn ask(&mut self, line: &PlayedLine, limits: &Limits, control: &dyn Control) -> Vec<Idea> {
        let engine = self.mind.get_or_insert_with(|| Engine::new(MIND));
        engine.forget();
        let answer = engine.search(line, limits, &Quietly(control));
        let ideas = answer.lines.iter().filter_map(|report| {
            Some(Idea {
                mv: *report.moves.first()?,
                score: report.score.in_centipawns(),
            })
        });
        let ideas: Vec<Idea> = ideas.collect();
        if ideas.is_empty() {
            let any = line.position().legal_moves().next();
            return any.map(|mv| Idea { mv, score: 0 }).into_iter().collect();
        }
        ideas
    }
}

/// What a repetition or a step back costs in the eyes of a player who is not
/// worse, in hundredths of a pawn.
const BORING: i32 = 40;
/// Who is worse by this much is glad of a draw.
const GLAD: i32 = -150;
/// How much worse a gift may look than the best move and still be taken.
const DOUBT: i32 = 150;

/// The score of a move for somebody who wants the game to go on.
fn liveliness(line: &PlayedLine, idea: Idea) -> i32 {
    let Idea { mv, score } = idea;
    if score < GLAD {
        return score;
    }
    let after = line.position().after(mv);
    if line.occurrences(&after) > 0 {
        return score.min(0) - BORING;
    }
    let own_last = line.moves().rev().nth(1).map(|(_, mv)| mv);
    let is_step_back = own_last.is_some_and(|last| {
        last.from() == mv.to() && last.to() == mv.from() && line.position().captured(mv).is_none()
    });
    if is_step_back { score - BORING } else { score }
}

/// How many temperatures worse than the best a move may be: many bad moves
/// together would else be more likely than the few good ones.
const FANCY: i32 = 3;

/// Which of the ideas is played, the best being the first: the better ones
/// more often.
fn choose_by_whim(ideas: &[Idea], temperature: i32, turn: Chance) -> usize {
    let whim = turn.about(6);
    let fancied = |idea: &Idea| idea.score + whim.about_move(idea.mv).whim(temperature);
    let worst = ideas.first().map_or(0, |best| best.score) - FANCY * temperature;
    let good = ideas.iter().take_while(|idea| idea.score >= worst).count();
    (0..good)
        .max_by_key(|&index| (fancied(&ideas[index]), core::cmp::Reverse(index)))
        .unwrap_or(0)
}

fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().find(|&mv| {
        let after = position.after(mv);
        after.is_check() && !after.has_legal_move() || has_lost_king(&after)
    })
}

/// Whether the opponent has nothing left but the king. Everybody who plays has
/// learned how to mate it, and that a pawn has to become a queen first.
fn is_technique(position: &Position) -> bool {
    let them = !position.turn();
    position.board().of(them).count() == 1 && !is_coming(position, them)
}

/// The captures of a piece that nobody can take back.
fn gifts(position: &Position) -> Vec<Move> {
    let is_gift = |mv: &Move| {
        position.captured(*mv).is_some_and(|(_, piece)| {
            let after = position.after(*mv);
            !matches!(piece.role, Role::Pawn | Role::King)
                && attackers(&after, mv, after.turn()).is_empty()
        })
    };
    position.legal_moves().filter(is_gift).collect()
}

fn attackers(after: &Position, mv: &Move, by: Color) -> Bitboard {
    after
        .board()
        .attackers(mv.to(), by, after.board().occupied())
}

/// What is said of a move that was chosen.
fn said(mv: Move, score: Score) -> Report {
    Report {
        depth: 1,
        selective_depth: 1,
        number: 1,
        score,
        bound: Bound::Exact,
        wdl: Wdl::of(score),
        nodes: 1,
        table_full: 0,
        ending_hits: 0,
        moves: vec![mv],
    }
}

/// Stops when it is told to and keeps to itself what it finds: a level may
/// play another move.
struct Quietly<'c>(&'c dyn Control);

impl Control for Quietly<'_> {
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn is_enough(&self, _effort: &Effort) -> bool {
        false
    }
}
