//! The causes of refusals. `fixtures/refusals.json` holds refusals of every code
//! with the sentences of the libraries; the tests of the page fill their
//! templates from it and compare. `UPDATE_FIXTURES=1 cargo test -p arbiter-wire`
//! regenerates the file.

use std::{collections::BTreeSet, env, fs};

use arbiter_game::{Game, Options, Rating, Span, Time};
use arbiter_rules::{Cause, Color, Occupant, Piece, PlayedLine, Position, Refusal, Role, Square};
use arbiter_wire::{Action, Conduct, GameOptions, RefusalDetails};
use serde_json::{Value, json};

/// Moves and positions that are refused, from the tests of the rules: a law, a
/// position, perhaps moves from it, and the refused move.
const RULES: &str = include_str!("../../../rules/tests/it/refusals.txt");

/// Positions of Saktris with a refused move.
const SAKTRIS: [(&str, &str); 17] = [
    ("4k3/8/8/8/8/8/8/RN2KB2[B*/] w - - 0 9", "B@h1"),
    ("8/8/8/8/8/8/8/8[N*PK/npk] w - - 0 1", "N@g2"),
    ("8/8/8/8/8/8/8/6N1[PK/n*pk] b - - 0 1", "N@g1"),
    ("4k3/8/8/8/8/8/8/RNBQK2R[N*/] w - - 0 9", "b1c3"),
    (
        "4k3/8/8/8/8/8/8/RNBQK1NR[*PP/] w - - 0 9 order=pick",
        "b1c3",
    ),
    ("8/8/8/8/8/8/8/8[N*PK/npk] w - - 0 1", "Q@d1"),
    ("8/8/8/8/8/8/8/8[*KNP/knp] w - - 0 1 order=pick", "Q@d1"),
    (
        "8/8/8/8/8/8/8/6N1[RPK/npk] w - - 0 3 every=2,placed=1/1,moves=1/1",
        "R@a1",
    ),
    (
        "8/8/8/8/8/8/8/6N1[RPK/npk] w - - 0 3 every=5,placed=1/1,moves=1/1",
        "R@a1",
    ),
    ("4k3/8/8/8/8/8/8/4K3[/] w - - 0 9", "R@a1"),
    ("4k3/8/8/8/8/8/8/RN2K3[N*/] w - - 0 9", "N@b1"),
    ("4k3/8/8/8/8/8/8/r3K3[N*/] w - - 0 9", "N@g1"),
    ("4k3/4r3/8/8/2N1N3/5N2/8/4K3[/] w - - 0 9", "f3d4"),
    ("4k3/8/8/8/1NNK4/8/1N6/8[/] w - - 0 9 moved=b4c4", "b2a4"),
    ("4k3/8/8/2pP4/8/8/8/4K3[/] w - - 0 9 moved=d5c5", "d5c6"),
    ("4k3/8/8/8/8/8/8/4K3[N*/] w - - 0 9", "0000"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 9", "N@b1"),
];

/// Games, each with its options and with actions of which the last is refused.
/// The side to move acts, except after `!`.
const GAMES: [(&str, &[&str]); 36] = [
    ("", &[r#""abort""#, r#""resign""#]),
    ("", &[r#""resign""#, r#""resign""#]),
    (
        "",
        &[
            "e4",
            "e5",
            r#""offer_draw""#,
            r#"!"accept_draw""#,
            r#""resign""#,
        ],
    ),
    ("", &["!e7e5"]),
    ("", &["e2e5"]),
    ("formal", &[r#"!{"touch": "e7"}"#]),
    ("", &[r#"!{"claim": {"claim": "fifty_moves"}}"#]),
    ("formal", &[r#"{"touch": "g1"}"#, "e4"]),
    ("formal", &[r#"{"touch": "e2"}"#, "Nf3"]),
    ("formal", &["e4", "d5", r#"{"touch": "d5"}"#, "Nf3"]),
    (
        "formal",
        &["e4", "d5", r#"{"touch": "e4"}"#, r#"{"touch": "d5"}"#, "e5"],
    ),
    (
        "formal 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        &[r#"{"touch": "e1"}"#, r#"{"touch": "h1"}"#, "Kd1"],
    ),
    (
        "formal chess960 4k3/8/8/8/8/8/PPPP1PPP/4BKRN w G - 0 1",
        &[r#"{"touch": "g1"}"#, r#"{"touch": "f1"}"#, "O-O"],
    ),
    (
        "formal",
        &[r#"{"claim": {"claim": "threefold", "with": "Nf3"}}"#, "e4"],
    ),
    ("", &[r#"{"touch": "e4"}"#]),
    ("formal", &[r#"{"touch": "g1"}"#, r#"{"adjust": "g1"}"#]),
    ("", &[r#""offer_draw""#]),
    ("", &["e4", "d5", r#""offer_draw""#, r#""offer_draw""#]),
    ("", &["e4", "d5", r#""offer_draw""#, r#"!"offer_draw""#]),
    (
        "",
        &[
            "e4",
            "d5",
            r#""offer_draw""#,
            r#"!"decline_draw""#,
            r#""offer_draw""#,
        ],
    ),
    ("", &[r#""accept_draw""#]),
    ("", &[r#"{"claim": {"claim": "threefold"}}"#]),
    (
        "",
        &[
            "Nf3",
            "Nf6",
            "Ng1",
            "Ng8",
            r#"{"claim": {"claim": "threefold"}}"#,
        ],
    ),
    (
        "",
        &[
            "Nf3",
            "Nf6",
            "Ng1",
            r#"{"claim": {"claim": "threefold", "with": "Ng8"}}"#,
        ],
    ),
    ("", &["Nf3", r#"{"claim": {"claim": "fifty_moves"}}"#]),
    (
        "",
        &[
            "Nf3",
            r#"{"claim": {"claim": "fifty_moves", "with": "Nf6"}}"#,
        ],
    ),
    (
        "formal",
        &[
            r#"{"touch": "g1"}"#,
            r#"{"claim": {"claim": "fifty_moves"}}"#,
        ],
    ),
    ("rated", &["e4", "e5", r#""ask_take_back""#]),
    ("", &[r#""ask_take_back""#]),
    (
        "",
        &["e4", "d5", r#""ask_take_back""#, r#""ask_take_back""#],
    ),
    ("", &[r#""grant_take_back""#]),
    ("rated", &["e4", "d5", r#""abort""#]),
    ("", &["e4", "d5", r#""abort""#, r#""abort""#]),
    ("", &[r#"{"give_time": 0}"#]),
    ("", &[r#""berserk""#]),
    ("berserk clock 3+0", &["e4", "e5", r#""berserk""#]),
];

#[test]
fn the_fixture_holds_the_refusals_as_they_are() {
    let all = refusals();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/refusals.json");
    if env::var_os("UPDATE_FIXTURES").is_some() {
        let lines: Vec<String> = all.iter().map(Value::to_string).collect();
        fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let written: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(
        written == all,
        "run `UPDATE_FIXTURES=1 cargo test -p arbiter-wire`, then the tests of the page"
    );
}

#[test]
fn every_cause_appears_in_the_fixture() {
    let declarations = arbiter_wire::declarations();
    let (_, rest) = declarations
        .split_once("export type RefusalCause =")
        .unwrap();
    let (union, _) = rest.split_once(";\n").unwrap();
    let declared: BTreeSet<&str> = union
        .split("\"code\": \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    let all = refusals();
    let shown: BTreeSet<&str> = all
        .iter()
        .map(|refusal| refusal["cause"]["code"].as_str().unwrap())
        .collect();
    assert!(declared.len() > 80);
    let missing: Vec<_> = declared.difference(&shown).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// All refusals, each with its sentence and its cause.
fn refusals() -> Vec<Value> {
    let mut all: Vec<Value> = rules_refusals()
        .iter()
        .map(|refusal| {
            let details = RefusalDetails::from(refusal);
            entry(refusal.code(), &refusal.to_string(), &details)
        })
        .collect();
    for (options, actions) in GAMES {
        let refusal = play(options, actions);
        let details = RefusalDetails::from(&refusal);
        all.push(entry(refusal.code(), &refusal.to_string(), &details));
    }
    let with_clock = "clock 5+0";
    for refusal in [
        play(with_clock, &[r#"{"give_time": 0}"#]),
        play(with_clock, &[r#"{"give_time": 86400}"#; 30]),
        play("", &[r#"{"adjust": "g1"}"#; 1_000]),
    ] {
        all.push(entry(
            refusal.code(),
            &refusal.to_string(),
            &RefusalDetails::from(&refusal),
        ));
    }
    all
}

fn entry(code: &str, sentence: &str, details: &RefusalDetails) -> Value {
    let cause = serde_json::to_value(details).unwrap();
    assert_eq!(cause["code"], code, "{sentence}");
    let again: RefusalDetails = serde_json::from_value(cause.clone()).unwrap();
    assert_eq!(again, *details, "{sentence}");
    json!({"sentence": sentence, "cause": cause})
}

fn rules_refusals() -> Vec<Refusal> {
    let lines = RULES.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.filter(|line| !line.is_empty()).step_by(3);
    let mut all: Vec<Refusal> = moves
        .map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let (fen, played, tried) = match parts[..] {
                [_, fen, tried] => (fen, "", tried),
                [_, fen, played, tried] => (fen, played, tried),
                _ => panic!("{line}"),
            };
            let start = match fen {
                "start" => Position::start(),
                _ => fen.parse().unwrap(),
            };
            let mut line = PlayedLine::from(start);
            for mv in played.split_whitespace() {
                let mv = line.read(mv).unwrap();
                line.play(mv);
            }
            line.read(tried).unwrap_err()
        })
        .collect();
    for (fen, tried) in SAKTRIS {
        let position: Position = fen.parse().unwrap();
        all.push(position.read(tried).unwrap_err());
    }
    // These two never come from a playable position and a readable text.
    let start = Position::start();
    let e4 = start.read("e4").unwrap();
    for cause in [
        Cause::Miswritten { san: start.san(e4) },
        Cause::KingTaken {
            king: Occupant {
                piece: Piece::new(Color::Black, Role::King),
                square: Square::E8,
            },
        },
    ] {
        all.push(Refusal {
            variant: start.variant(),
            attempt: None,
            cause,
        });
    }
    all
}

/// Plays the actions and returns the refusal of the last one.
fn play(text: &str, actions: &[&str]) -> arbiter_game::Refusal {
    let mut at = Time::from_millis(0);
    let mut game = Game::start(options(text), at).unwrap();
    let (last, before) = actions.split_last().unwrap();
    let decide = |game: &Game, at: Time, text: &str| {
        let (by, text) = match text.strip_prefix('!') {
            Some(text) => (!game.turn(), text),
            None => (game.turn(), text),
        };
        let action = if text.starts_with(['"', '{']) {
            serde_json::from_str(text).unwrap()
        } else {
            Action::Play {
                mv: text.to_owned(),
                offer_draw: false,
            }
        };
        game.decide(at, by, action.read(game.line(), Span::ZERO).unwrap())
    };
    for text in before {
        at = at + Span::from_seconds(1);
        for event in decide(&game, at, text).unwrap() {
            game.apply(&event);
        }
    }
    decide(&game, at, last).unwrap_err()
}

/// Options from words: `formal`, `rated`, `berserk`, `chess960`, `clock 5+0`, and a
/// position at the end.
fn options(text: &str) -> Options {
    let mut wire = GameOptions::default();
    let mut is_rated = false;
    let mut rest = text;
    wire.clock.0 = "-".to_owned();
    while let Some((word, after)) = rest
        .split_once(' ')
        .or((!rest.is_empty()).then_some((rest, "")))
    {
        match word {
            "formal" => wire.conduct = Conduct::Formal,
            "rated" => is_rated = true,
            "berserk" => wire.berserk = true,
            "chess960" => wire.variant = arbiter_wire::Variant::Chess960,
            "clock" => {
                wire.clock.0 = after.to_owned();
                break;
            }
            _ => {
                wire.start = Some(rest.to_owned());
                break;
            }
        }
        rest = after;
    }
    let mut options = wire.read(0).unwrap();
    if is_rated {
        options.rating = Rating::Rated;
    }
    options
}
