//! TypeScript declarations of all types, for the page and for other clients.

use ts_rs::{Config, TS};

use crate as wire;

/// All declared types: first the messages, then the types they consist of.
const TYPES: [fn(&Config) -> Declaration; 207] = [
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
    of::<wire::RefusalDetails>,
    of::<wire::RefusalCause>,
    of::<wire::PieceOnSquare>,
    of::<wire::Role>,
    of::<wire::TouchObligation>,
    of::<wire::Resume>,
    of::<wire::Presence>,
    of::<wire::ChatLine>,
    of::<wire::ChatHistory>,
    of::<wire::Paired>,
    of::<wire::OpenSeek>,
    of::<wire::ChallengeView>,
    of::<wire::ChallengeState>,
    of::<wire::DeclineReason>,
    of::<wire::NewChallenge>,
    of::<wire::DeclineChallenge>,
    of::<wire::ChallengeList>,
    of::<wire::PushView>,
    of::<wire::NewPushSubscription>,
    of::<wire::PushKeys>,
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
    of::<wire::OpeningView>,
    of::<wire::PictureRequest>,
    of::<wire::PictureForm>,
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
    of::<wire::ListedPlayer>,
    of::<wire::Leaderboard>,
    of::<wire::PlayerNow>,
    of::<wire::Score>,
    of::<wire::GameSummary>,
    of::<wire::GameFilter>,
    of::<wire::GameOutcome>,
    of::<wire::Profile>,
    of::<wire::SpeedRating>,
    of::<wire::RatingHistory>,
    of::<wire::RatingPoint>,
    of::<wire::SignedIn>,
    of::<wire::Credentials>,
    of::<wire::Password>,
    of::<wire::NewPassword>,
    of::<wire::AccountView>,
    of::<wire::ProviderUrl>,
    of::<wire::ProviderAnswer>,
    of::<wire::NameNeeded>,
    of::<wire::TicketSignUp>,
    of::<wire::LinkedProvider>,
    of::<wire::NewEmail>,
    of::<wire::ForgottenPassword>,
    of::<wire::RecoveredPassword>,
    of::<wire::AccountExport>,
    of::<wire::WrittenReport>,
    of::<wire::ExportedGame>,
    of::<wire::SessionView>,
    of::<wire::Scope>,
    of::<wire::NewAuthorization>,
    of::<wire::NewToken>,
    of::<wire::CreatedToken>,
    of::<wire::TokenView>,
    of::<wire::AccountRole>,
    of::<wire::BanKind>,
    of::<wire::ReportReason>,
    of::<wire::ReportState>,
    of::<wire::SignUpPolicy>,
    of::<wire::ClosedAccount>,
    of::<wire::AdminPlayer>,
    of::<wire::AdminPlayerList>,
    of::<wire::AdminPlayerDetail>,
    of::<wire::PlayerChange>,
    of::<wire::CloseAccount>,
    of::<wire::NewBan>,
    of::<wire::BanView>,
    of::<wire::BanList>,
    of::<wire::NewReport>,
    of::<wire::ReportView>,
    of::<wire::ReportList>,
    of::<wire::HandleReport>,
    of::<wire::AdminChatLine>,
    of::<wire::EndGame>,
    of::<wire::ServerPolicy>,
    of::<wire::ServerView>,
    of::<wire::Limits>,
    of::<wire::NewInvitation>,
    of::<wire::InvitationView>,
    of::<wire::CreatedLink>,
    of::<wire::LinkToken>,
    of::<wire::SignUp>,
    of::<wire::BackupView>,
    of::<wire::AuditView>,
    of::<wire::AuditList>,
    of::<wire::TournamentSystem>,
    of::<wire::TournamentVenue>,
    of::<wire::TournamentAccess>,
    of::<wire::EntryConditions>,
    of::<wire::NewTournament>,
    of::<wire::TournamentState>,
    of::<wire::TournamentSummary>,
    of::<wire::TournamentList>,
    of::<wire::TournamentPlayer>,
    of::<wire::TournamentBye>,
    of::<wire::TournamentStanding>,
    of::<wire::TournamentTeam>,
    of::<wire::MatchGame>,
    of::<wire::TournamentMatch>,
    of::<wire::MatchStage>,
    of::<wire::TournamentBoard>,
    of::<wire::ByeView>,
    of::<wire::TournamentRound>,
    of::<wire::TournamentMessage>,
    of::<wire::TournamentView>,
    of::<wire::GamePairing>,
    of::<wire::EnterTournament>,
    of::<wire::RequestBye>,
    of::<wire::ClaimResult>,
    of::<wire::RoundReasons>,
    of::<wire::BoardReason>,
    of::<wire::MatchWay>,
    of::<wire::PairReason>,
    of::<wire::FloatReason>,
    of::<wire::RefusedChoice>,
    of::<wire::TournamentPolicy>,
    of::<wire::ArbiterRequest>,
    of::<wire::ArbiterAction>,
    of::<wire::WatchTournament>,
    of::<wire::TournamentGame>,
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
    of::<wire::Hint>,
    of::<wire::PgnView>,
    of::<wire::PgnTag>,
    of::<wire::PgnNode>,
    of::<wire::PgnProblem>,
];

const HEAD: &str = "\
// The messages between page, programs and server. Generated from crates/wire by
// `cargo xtask types`: do not edit this file.
";

struct Declaration {
    docs: Option<String>,
    text: String,
}

/// Returns the TypeScript declarations of all types: the content of
/// `web/wire.d.ts`.
#[must_use]
pub fn declarations() -> String {
    // A JavaScript number is exact up to 2^53, which is enough for all numbers
    // sent: 2^53 milliseconds are 285,000 years.
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

/// Formats a declaration of ts-rs: one field per line where fields have comments,
/// and one variant per line where a union is long.
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

/// Formats an object with one field and no comment, such as `{ "touch": string }`.
fn one_field(field: &str, depth: usize) -> String {
    let (name, value) = field.trim().split_once(": ").unwrap_or((field, "never"));
    format!("{{ {name}: {} }}", value_on_lines(value, depth))
}

/// Formats an object with one line per field, below its comment.
fn object(fields: &str, depth: usize) -> String {
    let mut lines = String::from("{\n");
    for field in split(fields, ",") {
        let mut field = field.trim();
        if field.is_empty() {
            continue;
        }
        if field.starts_with("/**")
            && let Some((doc, rest)) = field.split_once("*/")
        {
            lines.push_str(&comment(&inside_comment(doc), depth + 1));
            field = rest.trim();
        }
        let margin = "  ".repeat(depth + 1);
        let (name, value) = field.split_once(": ").unwrap_or((field, "never"));
        let value = value_on_lines(value, depth + 1);
        lines.push_str(&format!("{margin}{name}: {value},\n"));
    }
    lines + &"  ".repeat(depth) + "}"
}

/// Returns the words of a comment.
fn inside_comment(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.trim().trim_start_matches("/**").trim_end_matches("*/"));
    let words: Vec<_> = lines
        .flat_map(|line| line.trim_start_matches('*').split_whitespace())
        .collect();
    words.join(" ")
}

/// Formats a comment of at most 80 columns.
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

/// Splits a text at separators that are not inside brackets or comments.
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

/// Returns the text between these brackets, if they enclose everything.
fn inside(text: &str, open: char, close: char) -> Option<&str> {
    text.strip_prefix(open)?.strip_suffix(close)
}
