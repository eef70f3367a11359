use arbiter_game::{Ending, Game, OrderMode, Reason, SaktrisOptions, TimeControl};
use arbiter_rules::Color;

use crate::{Annotation, GameTree, Termination, tree::parse_result};

/// Records a refereed game: its moves with clock times, its starting position,
/// its time control and how it ended.
///
/// A game does not know who plays it, where and when; the caller sets those
/// tags.
///
/// ```
/// use arbiter_game::{Action, Game, Options, Time};
/// use arbiter_pgn::GameTree;
/// use arbiter_rules::{Color, UciMove};
///
/// let options = Options::default().with_clock("5+3".parse()?);
/// let mut game = Game::start(options, Time::from_millis(0)).expect("the game is not over");
/// let e4 = Action::from("e2e4".parse::<UciMove>()?);
/// for event in game.decide(Time::from_millis(900), Color::White, e4)? {
///     game.apply(&event);
/// }
/// let mut tree = GameTree::from(&game);
/// tree.set_tag("White", "Anderssen, Adolf")?;
/// assert_eq!(tree.tag("TimeControl"), Some("300+3"));
/// assert_eq!(tree.movetext(), "1. e4 {[%clk 0:05:00]} *");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<&Game> for GameTree {
    fn from(game: &Game) -> GameTree {
        let options = game.options();
        // What is hidden in a game in progress stays hidden.
        let mut tree = GameTree::new(game.public_line().start().clone());
        let mut at = tree.root();
        for played in game.moves() {
            at = tree.play(at, played.mv);
            if let Some(left) = played.left {
                tree.annotate(at, Annotation::Clock(left));
            }
        }
        add_saktris_tags(game, &mut tree);
        tree.tags.set("TimeControl", &options.control.to_pgn());
        if let TimeControl::Odds { sides, .. } = &options.control {
            tree.tags.set("WhiteTimeControl", &sides.white.to_pgn());
            tree.tags.set("BlackTimeControl", &sides.black.to_pgn());
        }
        tree.tags.set("Termination", termination_tag(game.ending()));
        tree.tag_opening();
        tree.set_termination(match game.ending() {
            Some(ending) => parse_result(ending.result()),
            None => Termination::Unknown,
        });
        tree
    }
}

/// Returns the value of the tag `Termination`.
fn termination_tag(ending: Option<Ending>) -> &'static str {
    match ending.map(|ending| ending.reason) {
        None => "unterminated",
        Some(Reason::Time | Reason::UnwinnableOnTime) => "time forfeit",
        Some(Reason::Abandonment | Reason::Aborted) => "abandoned",
        Some(Reason::Adjudication) => "adjudication",
        Some(_) => "normal",
    }
}

const ORDER: &str = "SaktrisOrder";
const SEED: &str = "SaktrisSeed";
const PREVIEW: &str = "SaktrisPreview";
const EVERY: &str = "SaktrisEvery";
const CLEARING: &str = "SaktrisClearing";
const HIDDEN: &str = "SaktrisHidden";

/// Adds the tags that say how the order of arrivals was determined. The order
/// itself is in the FEN; how often pieces arrive and what is cleared are there
/// too and repeated for people. A game in progress hides the seed; a tag says how
/// many pieces at the end of each side's order in the FEN are not in their true
/// order.
fn add_saktris_tags(game: &Game, tree: &mut GameTree) {
    let position = game.position();
    let Some(state) = position.saktris_state() else {
        return;
    };
    if let Some(saktris) = game.options().saktris {
        tree.tags.set(ORDER, saktris.order.name());
        if game.hides_arrivals() {
            let hidden = Color::ALL.map(|color| {
                let hidden = state.to_come(color).len() - game.known_arrivals(color);
                hidden.to_string()
            });
            tree.tags.set(HIDDEN, &hidden.join("/"));
        } else if saktris.order.is_shuffled() {
            tree.tags.set(SEED, &saktris.seed.to_string());
        }
        tree.tags.set(PREVIEW, &saktris.preview.to_string());
    }
    let arrival = state.arrival();
    tree.tags.set(EVERY, &arrival.every.to_string());
    tree.tags.set(CLEARING, arrival.clearing.name());
}

impl GameTree {
    /// Returns how the order of arrivals in a game of Saktris was determined, if
    /// the tags say so.
    #[must_use]
    pub fn saktris(&self) -> Option<SaktrisOptions> {
        self.position(self.root()).saktris_state()?;
        let number = |name| {
            self.tag(name)
                .and_then(|value| value.trim().parse::<u64>().ok())
        };
        let default = SaktrisOptions::default();
        let preview = number(PREVIEW).and_then(|preview| u8::try_from(preview).ok());
        Some(SaktrisOptions {
            order: OrderMode::from_name(self.tag(ORDER)?.trim())?,
            seed: number(SEED).unwrap_or(default.seed),
            preview: preview
                .filter(|preview| SaktrisOptions::PREVIEWS.contains(preview))
                .unwrap_or(default.preview),
        })
    }
}
