//! Claims about games: what the players do, and what results.
//!
//! A script is a list of steps separated by semicolons. Each has one of these
//! forms, and the claim is about the last:
//!
//! ```text
//! e4 e5 Nf3                       moves of both sides
//! white touches g1 | adjusts g1   and so on: see `action`
//! wait 60                         seconds pass
//! ```

use arbiter_game::{
    Action, Conduct, Draws, Event, Fact, FirstMoves, Game, LagCompensation, Options, Rating,
    Refusal, Takebacks, Time,
};
use arbiter_rules::{Claim, Square};

use super::{
    claims::{same, same_set},
    clocks::span,
    html::Element,
    positions::{color_named, line},
};

/// The outcome of a step.
enum Outcome {
    Events(Vec<Event>),
    Refused(Refusal),
}

pub fn check(claim: &Element, board: Option<&Element>) -> Result<(), String> {
    let mut game = start(claim, board)?;
    let mut at = Time::from_millis(0);
    let mut last = Outcome::Events(Vec::new());
    for step_text in claim
        .value("script")
        .unwrap_or_default()
        .split(';')
        .map(str::trim)
    {
        if let Outcome::Refused(refusal) = last
            && !is_tried_again(&refusal)
        {
            return Err(refusal.to_string());
        }
        last = step(&mut game, &mut at, step_text)?;
    }
    if let Some(moves) = claim.value("moves") {
        let legal = game.legal_moves().into_iter();
        same_set(
            "what is allowed",
            moves,
            legal.map(|mv| game.position().san(mv)),
        )?;
    }
    let is_about_last = ["code", "ends", "tells"].map(|name| claim.value(name));
    match (is_about_last, last) {
        ([Some(code), None, None], Outcome::Refused(refusal)) => {
            same("the code", code, refusal.code())?;
            if let Some(squares) = claim.value("squares") {
                same_set("the squares", squares, refusal.squares())?;
            }
            match claim.value("article") {
                Some(article) => same("the article", article, refusal.article().unwrap_or("none")),
                None => Ok(()),
            }
        }
        ([None, Some(ends), None], Outcome::Events(_)) => {
            let ending = game.ending().ok_or("it has not ended")?;
            same(
                "the end",
                ends,
                format!("{} {}", ending.result(), ending.reason.code()),
            )
        }
        ([None, None, Some(tells)], Outcome::Events(events)) => same(
            "what is told",
            tells,
            events.last().map_or("nothing", |event| name(&event.fact)),
        ),
        ([None, None, None], Outcome::Events(_)) if claim.value("moves").is_some() => Ok(()),
        (_, Outcome::Refused(refusal)) => Err(format!("{}: {refusal}", refusal.code())),
        (_, Outcome::Events(events)) => Err(format!("{events:?}")),
    }
}

/// Reports whether a refusal in the middle of a script is intended: some claims
/// include an action that is refused.
const fn is_tried_again(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Obliged { .. })
}

/// Returns the game with its options, which are separated by semicolons.
fn start(claim: &Element, board: Option<&Element>) -> Result<Game, String> {
    let line = match claim.value("fen").is_some() || board.is_some() {
        true => line(claim, board)?,
        false => arbiter_rules::PlayedLine::default(),
    };
    let mut options = Options {
        lag: LagCompensation::OFF,
        ..Options::from_position(line.position().clone())
    };
    let words = claim
        .value("game")
        .unwrap_or_default()
        .split(';')
        .map(str::trim);
    for option in words.filter(|word| !word.is_empty()) {
        match option.split_once(' ') {
            None if option == "formal" => options.conduct = Conduct::Formal,
            None if option == "automatic" => options.draws = Draws::Automatic,
            None if option == "rated" => options.rating = Rating::Rated,
            None if option == "timed" => options.first_moves = FirstMoves::Timed,
            None if option == "final" => options.takebacks = Takebacks::Forbidden,
            Some(("clock", clock)) => {
                options.control = clock.parse().map_err(|error| format!("{clock}: {error}"))?;
            }
            _ => return Err(format!("{option} is no option")),
        }
    }
    Game::start(options, Time::from_millis(0)).map_err(|ending| ending.to_string())
}

fn step(game: &mut Game, at: &mut Time, text: &str) -> Result<Outcome, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if let ["wait", seconds] = words[..] {
        *at = at.checked_add(span(seconds)?).ok_or("too late")?;
        return Ok(apply(game, game.tick(*at)));
    }
    if let [color @ ("white" | "black"), rest @ ..] = &words[..] {
        let action = action(game, rest)?;
        let decided = game.decide(*at, color_named(color)?, action);
        return Ok(decided.map_or_else(Outcome::Refused, |events| apply(game, events)));
    }
    let mut last = Outcome::Events(Vec::new());
    for text in words {
        let action = action(game, &[text])?;
        match game.decide(*at, game.turn(), action) {
            Ok(events) => last = apply(game, events),
            Err(refusal) => return Err(refusal.to_string()),
        }
    }
    Ok(last)
}

fn apply(game: &mut Game, events: Vec<Event>) -> Outcome {
    for event in &events {
        game.apply(event);
    }
    Outcome::Events(events)
}

fn action(game: &Game, words: &[&str]) -> Result<Action, String> {
    let square = |text: &str| {
        text.parse::<Square>()
            .map_err(|_| format!("{text} is no square"))
    };
    let read_move = |text: &str| match game.line().read(text) {
        Ok(mv) => Ok(game.position().uci(mv)),
        Err(refusal) => text.parse().map_err(|_| refusal.to_string()),
    };
    let claim = |text: &str| match text {
        "threefold" => Ok(Claim::Threefold),
        "fifty" => Ok(Claim::FiftyMoves),
        _ => Err(format!("{text} is no claim")),
    };
    Ok(match *words {
        ["touches", it] => Action::Touch(square(it)?),
        ["adjusts", it] => Action::Adjust(square(it)?),
        ["offers"] => Action::OfferDraw,
        ["accepts"] => Action::AcceptDraw,
        ["declines"] => Action::DeclineDraw,
        ["claims", it] => Action::Claim {
            claim: claim(it)?,
            intended: None,
        },
        ["claims", it, "with", mv] => Action::Claim {
            claim: claim(it)?,
            intended: Some(read_move(mv)?),
        },
        ["resigns"] => Action::Resign,
        ["leaves"] => Action::Abandon,
        ["asks"] => Action::RequestTakeback,
        ["grants"] => Action::AcceptTakeback,
        ["refuses"] => Action::DeclineTakeback,
        ["aborts"] => Action::Abort,
        ["berserk"] => Action::Berserk,
        ["gives", seconds] => Action::GiveTime(span(seconds)?),
        [mv] => Action::from(read_move(mv)?),
        _ => return Err(format!("{words:?} is not a step of a script")),
    })
}

const fn name(fact: &Fact) -> &'static str {
    match fact {
        Fact::Started(_) => "started",
        Fact::Played { .. } => "played",
        Fact::Touched(_) => "touched",
        Fact::Adjusted(_) => "adjusted",
        Fact::DrawOffered { .. } => "draw_offered",
        Fact::DrawDeclined { .. } => "draw_declined",
        Fact::ClaimFailed { .. } => "claim_failed",
        Fact::TakebackRequested { .. } => "take_back_asked",
        Fact::TakebackDeclined { .. } => "take_back_refused",
        Fact::TakenBack { .. } => "took_back",
        Fact::AbortRequested { .. } => "abort_asked",
        Fact::TimeGiven { .. } => "time_given",
        Fact::Berserked { .. } => "berserked",
        Fact::Ended(_) => "ended",
    }
}
