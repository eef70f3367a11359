//! The types as TypeScript, for the page and for whoever writes a client.

use ts_rs::{Config, TS};

use crate as wire;

/// How each type is declared in TypeScript: first what is said, then what it
/// is made of.
const TYPES: [fn(&Config) -> Declaration; 105] = [
    of::<wire::ClientMessage>,
    of::<wire::Watch>,
    of::<wire::Leave>,
    of::<wire::Act>,
    of::<wire::Command>,
    of::<wire::Action>,
    of::<wire::Claim>,
    of::<wire::Chat>,
    of::<wire::Rematch>,
    of::<wire::Seek>,
    of::<wire::ServerMessage>,
    of::<wire::Update>,
    of::<wire::Event>,
    of::<wire::Acknowledged>,
    of::<wire::Refused>,
    of::<wire::Problem>,
    of::<wire::Resume>,
    of::<wire::Presence>,
    of::<wire::ChatLine>,
    of::<wire::Paired>,
    of::<wire::OpenSeek>,
    of::<wire::GameView>,
    of::<wire::Stage>,
    of::<wire::GameOptions>,
    of::<wire::Variant>,
    of::<wire::SaktrisOptions>,
    of::<wire::OrderMode>,
    of::<wire::Clearing>,
    of::<wire::Clock>,
    of::<wire::Draws>,
    of::<wire::Conduct>,
    of::<wire::Takebacks>,
    of::<wire::Seats>,
    of::<wire::PlayerView>,
    of::<wire::PlayerKind>,
    of::<wire::Speed>,
    of::<wire::PlayView>,
    of::<wire::MoveView>,
    of::<wire::MoveRecord>,
    of::<wire::Coordinates>,
    of::<wire::Castling>,
    of::<wire::Piece>,
    of::<wire::BothRights>,
    of::<wire::CastlingRights>,
    of::<wire::GameState>,
    of::<wire::Color>,
    of::<wire::Saktris>,
    of::<wire::SaktrisSide>,
    of::<wire::Cleared>,
    of::<wire::ClearedPiece>,
    of::<wire::ClockView>,
    of::<wire::SideClock>,
    of::<wire::NewGame>,
    of::<wire::Opponent>,
    of::<wire::SeatedGame>,
    of::<wire::ChatRequest>,
    of::<wire::SeekView>,
    of::<wire::Rematched>,
    of::<wire::GameList>,
    of::<wire::GameSummary>,
    of::<wire::GameFilter>,
    of::<wire::Profile>,
    of::<wire::SpeedRating>,
    of::<wire::RatingHistory>,
    of::<wire::RatingPoint>,
    of::<wire::SignedIn>,
    of::<wire::Credentials>,
    of::<wire::Password>,
    of::<wire::NewPassword>,
    of::<wire::AccountView>,
    of::<wire::SessionView>,
    of::<wire::Scope>,
    of::<wire::NewToken>,
    of::<wire::CreatedToken>,
    of::<wire::TokenView>,
    of::<wire::rules::PositionQuery>,
    of::<wire::rules::WhyQuery>,
    of::<wire::rules::ReplayQuery>,
    of::<wire::rules::Moves>,
    of::<wire::rules::WrittenMove>,
    of::<wire::rules::Why>,
    of::<wire::rules::Legal>,
    of::<wire::rules::Illegal>,
    of::<wire::rules::PositionStatus>,
    of::<wire::rules::CanWin>,
    of::<wire::rules::PositionIssue>,
    of::<wire::rules::Replay>,
    of::<wire::rules::RefusedMove>,
    of::<wire::rules::InvalidInput>,
    of::<wire::rules::BoardView>,
    of::<wire::rules::PlayedStep>,
    of::<wire::rules::SetupReport>,
    of::<wire::rules::CastlingChoice>,
    of::<wire::rules::PremovesQuery>,
    of::<wire::rules::Premoves>,
    of::<wire::rules::NextArrival>,
    of::<wire::AnalysisRequest>,
    of::<wire::Analysis>,
    of::<wire::AnalysisEnd>,
    of::<wire::AnalysisLine>,
    of::<wire::AnalysisScore>,
    of::<wire::PgnView>,
    of::<wire::PgnTag>,
    of::<wire::PgnNode>,
    of::<wire::PgnProblem>,
];

const HEAD: &str = "\
// What is said between page, programs and server. Made from crates/wire by
// `cargo xtask types`: change it there, and run that.
";

struct Declaration {
    docs: Option<String>,
    text: String,
}

/// Declarations of all types in TypeScript, as `web/wire.d.ts` has them.
#[must_use]
pub fn declarations() -> String {
    // A number of JavaScript holds every number that is sent: 2^53
    // milliseconds are 285,000 years.
    let config = Config::new().with_large_int("number");
    let mut text = HEAD.to_owned();
    for of in TYPES {
        let Declaration { docs, text: raw } = of(&config);
        text.push('\n');
        if let Some(doc) = docs {
            text.push_str(&comment(&inside_comment(&doc), 0));
        }
        text.push_str("export ");
        text.push_str(&layout(&raw));
        text.push('\n');
    }
    text
}

fn of<T: TS>(config: &Config) -> Declaration {
    Declaration {
        docs: T::docs(),
        text: T::decl(config),
    }
}

/// What ts-rs wrote, laid out for people: a field on each line where fields
/// are explained, a choice on each line where they would be long.
fn layout(raw: &str) -> String {
    let raw = raw.trim_end_matches(';');
    let (name, value) = raw.split_once(" = ").unwrap_or((raw, "never"));
    let value = value_on_lines(value.trim(), 0);
    let between = if value.starts_with('\n') { "" } else { " " };
    format!("{name} ={between}{value};")
}

fn value_on_lines(value: &str, depth: usize) -> String {
    let choices = split(value, " | ");
    if choices.len() > 1 && (value.len() > 80 || value.contains("/**")) {
        let margin = "  ".repeat(depth + 1);
        return choices
            .iter()
            .map(|choice| format!("\n{margin}| {}", value_on_lines(choice, depth + 1)))
            .collect();
    }
    let both = split(value, " & ");
    if both.len() > 1 {
        let parts: Vec<_> = both.iter().map(|it| value_on_lines(it, depth)).collect();
        return parts.join(" & ");
    }
    if let Some(inner) = inside(value, '(', ')') {
        return format!("({})", value_on_lines(inner, depth));
    }
    match inside(value, '{', '}') {
        Some(fields) if fields.trim_start().starts_with("/**") || split(fields, ",").len() > 1 => {
            object(fields, depth)
        }
        Some(field) => one_field(field, depth),
        None => value.to_owned(),
    }
}

/// An object with a field that explains itself, such as `{ "touch": string }`.
fn one_field(field: &str, depth: usize) -> String {
    let (name, value) = field.trim().split_once(": ").unwrap_or((field, "never"));
    format!("{{ {name}: {} }}", value_on_lines(value, depth))
}

/// An object with a line for each field, after what is said about it.
fn object(fields: &str, depth: usize) -> String {
    let mut lines = String::from("{\n");
    for field in split(fields, ",") {
        let mut field = field.trim();
        if field.is_empty() {
            continue;
        }
        if field.starts_with("/**")
            && let Some((said, rest)) = field.split_once("*/")
        {
            lines.push_str(&comment(&inside_comment(said), depth + 1));
            field = rest.trim();
        }
        let margin = "  ".repeat(depth + 1);
        let (name, value) = field.split_once(": ").unwrap_or((field, "never"));
        let value = value_on_lines(value, depth + 1);
        lines.push_str(&format!("{margin}{name}: {value},\n"));
    }
    lines + &"  ".repeat(depth) + "}"
}

/// The words of a comment.
fn inside_comment(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.trim().trim_start_matches("/**").trim_end_matches("*/"));
    let words: Vec<_> = lines
        .flat_map(|line| line.trim_start_matches('*').split_whitespace())
        .collect();
    words.join(" ")
}

/// A comment of at most 80 columns.
fn comment(words: &str, depth: usize) -> String {
    let margin = "  ".repeat(depth);
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let last = lines.last_mut().expect("there is a first line");
        if last.is_empty() {
            last.push_str(word);
        } else if margin.len() + last.chars().count() + word.chars().count() < 73 {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    let between = format!("\n{margin} * ");
    format!("{margin}/** {} */\n", lines.join(&between))
}

/// The parts between separators that are in no bracket and no comment.
fn split<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut depth, mut begin, mut at) = (0_u32, 0, 0);
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if rest.starts_with("/**") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            continue;
        }
        match next {
            '{' | '(' | '[' | '<' => depth += 1,
            '}' | ')' | ']' | '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 && rest.starts_with(separator) => {
                parts.push(&text[begin..at]);
                at += separator.len();
                begin = at;
                continue;
            }
            _ => {}
        }
        at += next.len_utf8();
    }
    parts.push(&text[begin..]);
    parts
}

/// What is between these brackets, if they are around everything.
fn inside(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}
