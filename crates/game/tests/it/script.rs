//! Games as text: a script of actions in, and the events that follow out.
//!
//! A line of a script is a time in seconds, which may be omitted if it is the
//! same as in the line before, and then one of
//!
//! ```text
//! white e2e4 [offers draw] [lag 0.2]     a move in any notation
//! moves e4 e5 Nf3 …                      moves of both sides; only other events are listed
//! black touches g1, adjusts g1, offers draw, accepts, declines, resigns, abandons, aborts
//! white claims threefold [with g1f3], claims fifty
//! white requests takeback, accepts takeback, declines takeback, gives 15
//! tick
//! show clock, deadline, obligation, legal, claims, material, status, score, fen, public, history
//! ```
//!
//! Options are text, too, separated by semicolons; see [`options`].

use arbiter_game::{
    Action, Conduct, Draws, Event, Fact, FirstMoves, Game, LagCompensation, Obligation, Options,
    PlayRequest, Rating, SaktrisOptions, Span, Takebacks, Time,
};
use arbiter_rules::{Claim, Color, Occupant, Square, UciMove, Variant};

use crate::referee::Referee;

/// Plays a script and compares its events with the expected lines. The
/// invariants of [`Referee`] are checked after each line.
#[track_caller]
pub fn check(options: &str, script: &str, expected: &str) {
    let events = events_of(options, script);
    let expected = trimmed(expected).collect::<Vec<_>>();
    let events: Vec<&str> = events.iter().map(|line| line.trim_end()).collect();
    assert_eq!(events, expected, "events:\n{}\n", events.join("\n"));
}

/// Returns the events of a script in words.
pub fn events_of(options: &str, script: &str) -> Vec<String> {
    play(options, script).1
}

/// Returns the game after a script, and its events in words.
pub fn play(options: &str, script: &str) -> (Referee, Vec<String>) {
    let mut at = Time::from_millis(0);
    let mut referee = Referee::start(self::options(options), at);
    let mut output = Vec::new();
    for line in trimmed(script) {
        let (time, line) = line.split_once(' ').unwrap_or((line, ""));
        let line = match seconds(time) {
            Some(span) => {
                at = Time::from_millis(span.as_millis());
                line.to_owned()
            }
            None => format!("{time} {line}"),
        };
        step(&mut referee, at, line.trim(), &mut output);
        referee.check_record();
    }
    (referee, output)
}

fn step(referee: &mut Referee, at: Time, line: &str, output: &mut Vec<String>) {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let by = match first {
        "tick" => {
            let events = referee.tick(at);
            push_events(output, events.into_iter());
            return;
        }
        "show" => {
            output.push(show(&referee.game, at, rest));
            return;
        }
        "moves" => {
            for mv in rest.split_whitespace() {
                let by = referee.game.turn();
                match referee.act(at, by, action(&referee.game, mv)) {
                    Ok(events) => output.extend(
                        events
                            .into_iter()
                            .filter(|(_, event)| !matches!(event.fact, Fact::Played { .. }))
                            .map(|(words, _)| words),
                    ),
                    Err(refusal) => output.push(format!("refused: {refusal}")),
                }
            }
            return;
        }
        "white" => Color::White,
        "black" => Color::Black,
        _ => panic!("not a line of a script: {line}"),
    };
    let action = action(&referee.game, rest);
    match referee.act(at, by, action) {
        Ok(events) => push_events(output, events.into_iter()),
        Err(refusal) => output.push(format!("refused: {refusal}")),
    }
}

fn push_events(output: &mut Vec<String>, events: impl ExactSizeIterator<Item = (String, Event)>) {
    if events.len() == 0 {
        output.push("nothing".to_owned());
    }
    output.extend(events.map(|(words, _)| words));
}

pub fn action(game: &Game, text: &str) -> Action {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>();
    match words[..] {
        ["touches", it] => Action::Touch(square(it)),
        ["adjusts", it] => Action::Adjust(square(it)),
        ["offers", "draw"] => Action::OfferDraw,
        ["accepts"] => Action::AcceptDraw,
        ["declines"] => Action::DeclineDraw,
        ["resigns"] => Action::Resign,
        ["abandons"] => Action::Abandon,
        ["aborts"] => Action::Abort,
        ["requests", "takeback"] => Action::RequestTakeback,
        ["accepts", "takeback"] => Action::AcceptTakeback,
        ["declines", "takeback"] => Action::DeclineTakeback,
        ["berserk"] => Action::Berserk,
        ["gives", time] => Action::GiveTime(seconds(time).unwrap()),
        ["claims", claim] => Action::Claim {
            claim: claim_named(claim),
            intended: None,
        },
        ["claims", claim, "with", mv] => Action::Claim {
            claim: claim_named(claim),
            intended: Some(uci_move(game, mv)),
        },
        [mv] => Action::from(uci_move(game, mv)),
        [mv, "offers", "draw"] => Action::Play(PlayRequest {
            offers_draw: true,
            ..uci_move(game, mv).into()
        }),
        [mv, "lag", time] => Action::Play(PlayRequest {
            lag: seconds(time).unwrap(),
            ..uci_move(game, mv).into()
        }),
        _ => panic!("not an action: {text}"),
    }
}

/// Parses a move in any notation; an illegal one as two squares.
fn uci_move(game: &Game, text: &str) -> UciMove {
    match game.line().read(text) {
        Ok(mv) => game.position().uci(mv),
        Err(refusal) => match text.parse() {
            Ok(uci) => uci,
            Err(_) => panic!("{refusal}"),
        },
    }
}

fn claim_named(text: &str) -> Claim {
    match text {
        "threefold" => Claim::Threefold,
        "fifty" => Claim::FiftyMoves,
        _ => panic!("not a claim: {text}"),
    }
}

/// Parses options: `start FEN`, `clock 5+3`, `chess960`, `formal`,
/// `automatic`, `rated`, `no takebacks`, `timed`, `within 30`,
/// `lag 0.5/0.1/1`, `hides same/7/1`.
pub fn options(text: &str) -> Options {
    let mut options = Options {
        lag: LagCompensation::OFF,
        ..Options::default()
    };
    for words in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        match first {
            "start" => options.start = rest.parse().unwrap(),
            "clock" => options.control = rest.parse().unwrap(),
            "chess960" => options.start = options.start.with_variant(Variant::Chess960),
            "hides" => options.saktris = Some(rest.parse::<SaktrisOptions>().unwrap()),
            "formal" => options.conduct = Conduct::Formal,
            "automatic" => options.draws = Draws::Automatic,
            "rated" => options.rating = Rating::Rated,
            "no" => options.takebacks = Takebacks::Forbidden,
            "timed" => options.first_moves = FirstMoves::Timed,
            "within" => {
                let limit = Some(seconds(rest).unwrap());
                options.first_moves = FirstMoves::Free { limit };
            }
            "lag" => {
                let mut spans = rest.split('/').map(|span| seconds(span).unwrap());
                options.lag = LagCompensation {
                    start: spans.next().unwrap(),
                    per_move: spans.next().unwrap(),
                    max: spans.next().unwrap(),
                };
            }
            _ => panic!("not an option: {words}"),
        }
    }
    options
}

/// Parses seconds: `"59.999"` is 59,999 milliseconds.
pub fn seconds(text: &str) -> Option<Span> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let whole: u64 = whole.parse().ok()?;
    let millis: u64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    Some(Span::from_millis(whole * 1_000 + millis))
}

/// Describes an event in words, before it is applied.
pub fn words(game: &Game, event: &Event) -> String {
    let by = game.turn();
    let position = game.position();
    let piece_on = |square: Square| {
        let piece = position.board().piece_at(square).unwrap();
        Occupant { piece, square }
    };
    match &event.fact {
        Fact::Started(_) => "started".to_owned(),
        Fact::Played { mv, spared } if spared.is_zero() => {
            format!("{by} played {}", position.san(*mv))
        }
        Fact::Played { mv, spared } => {
            let spared = spared.as_millis();
            format!("{by} played {}, spared {spared} ms", position.san(*mv))
        }
        Fact::Touched(square) => format!("{by} touched the {}", piece_on(*square)),
        Fact::Adjusted(square) => format!("{by} adjusted the {}", piece_on(*square)),
        Fact::DrawOffered { by } => format!("{by} offered a draw"),
        Fact::DrawDeclined { by } => format!("{by} declined"),
        Fact::ClaimFailed { claim, intended } => {
            let claim = claim.reason();
            match intended {
                Some(mv) => format!(
                    "{by} claimed incorrectly with {}: {claim}",
                    position.san(*mv)
                ),
                None => format!("{by} claimed incorrectly: {claim}"),
            }
        }
        Fact::TakebackRequested { by } => format!("{by} requested a takeback"),
        Fact::TakebackDeclined { by } => format!("{by} declined the takeback"),
        Fact::TakenBack { plies } => format!("{plies} taken back"),
        Fact::AbortRequested { by } => format!("{by} asked to abort the game"),
        Fact::TimeGiven { to, span } => format!("{to} got {span}"),
        Fact::Berserked { by } => format!("{by} went berserk"),
        Fact::Ended(ending) => format!("{} {ending}", ending.result()),
    }
}

fn show(game: &Game, at: Time, what: &str) -> String {
    let position = game.position();
    match what {
        "clock" => {
            let [white, black] = Color::ALL.map(|color| match game.remaining(color, at) {
                Some(span) => span.to_string(),
                None => "-".to_owned(),
            });
            let runs = game.clock().running();
            let runs = runs.map_or("none".to_owned(), |color| color.to_string());
            format!("white {white} black {black} running {runs}")
        }
        "deadline" => match game.deadline() {
            Some(deadline) => {
                let millis = deadline.as_millis();
                format!("deadline {}.{:03}", millis / 1_000, millis % 1_000)
            }
            None => "no deadline".to_owned(),
        },
        "obligation" => obligation(game),
        "legal" => {
            let moves = game.legal_moves().into_iter();
            let mut moves: Vec<String> = moves.map(|mv| position.san(mv).to_string()).collect();
            moves.sort_unstable();
            format!("legal: {}", moves.join(" "))
        }
        "claims" => {
            let name = |claim: Claim| claim.reason().code();
            let mut claims: Vec<String> = game.claims().map(|it| name(it).to_owned()).collect();
            for mv in game.legal_moves() {
                let san = position.san(mv);
                let with = game.claims_with(Some(mv));
                claims.extend(with.map(|claim| format!("{} with {san}", name(claim))));
            }
            claims.sort_unstable();
            format!("claims: {}", claims.join(", "))
        }
        "material" => {
            let material = game.material();
            let letters = |color| -> String {
                let roles = material.captured[color].iter();
                roles.map(|role| role.letter()).collect()
            };
            let [white, black] = Color::ALL.map(letters);
            format!("white {white} black {black} {:+}", material.balance)
        }
        "status" => game.status().to_string(),
        "fen" => position.to_string(),
        "public" => game.public_fen(),
        "score" => score(game),
        "history" => history(game),
        "touched" => format!("{:?}", game.touched()),
        _ => panic!("cannot show {what}"),
    }
}

fn obligation(game: &Game) -> String {
    match game.obligation() {
        Obligation::Free => "free".to_owned(),
        Obligation::Move {
            piece,
            denied: None,
        } => format!("move the {piece}"),
        Obligation::Move {
            piece,
            denied: Some(side),
        } => format!("move the {piece}, no {}", side.san()),
        Obligation::Take(piece) => format!("take the {piece}"),
        Obligation::TakeWith { piece, taken } => format!("the {piece} takes the {taken}"),
        Obligation::Castle(side) => format!("castle {}", side.san()),
        Obligation::Play(mv) => format!("play {}", game.position().san(mv)),
    }
}

/// Returns the moves as on a score sheet, with the time they took.
fn score(game: &Game) -> String {
    let moves = game.moves().map(|played| {
        let san = played.before.san(played.mv);
        let offered = if played.offered_draw { "(=)" } else { "" };
        let left = played.left.map_or(String::new(), |left| format!("/{left}"));
        format!("{san}{offered} {}{left}", played.took)
    });
    moves.collect::<Vec<_>>().join(", ")
}

/// Returns the move records of R17.
fn history(game: &Game) -> String {
    let records = game.history().map(|record| {
        let mut text = format!(
            "{} {} {}{}",
            record.color, record.piece, record.from, record.to
        );
        if let Some(role) = record.captured {
            text += &format!(" takes {role}");
        }
        if let Some(role) = record.promotion {
            text += &format!(" becomes {role}");
        }
        if let Some(side) = record.castling {
            text += &format!(" {}", side.san());
        }
        if record.en_passant {
            text += " e.p.";
        }
        if record.placed {
            text += " placed";
        }
        if record.passed {
            text += " passed";
        }
        for square in record.cleared {
            text += &format!(" clears {square}");
        }
        text
    });
    records.collect::<Vec<_>>().join("; ")
}

fn trimmed(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}
