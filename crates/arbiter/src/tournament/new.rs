use std::{io::Write, path::PathBuf};

use arbiter_rules::Color;
use arbiter_tournament::{
    Points, Scoring, Settings, System, Tournament,
    arena::{Arena, ArenaSettings},
    knockout::{Knockout, KnockoutSettings, LastStage},
    tiebreak::TieBreak,
};
use clap::ValueEnum;

use super::{change::say, error::TournamentError, file::TournamentFile};
use crate::output::{ExitStatus, Format};

/// Create the file of a tournament.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  arbiter tournament new open.txt --name \"Club open\" --rounds 7 --tiebreaks BH/C1,BH,SB
  arbiter tournament new league.txt --system round-robin
  arbiter tournament new cup.txt --system knockout --games 2 --third-place
  arbiter tournament new friday.txt --system arena --minutes 90")]
pub struct Arguments {
    /// The file to create.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Name of the tournament.
    #[arg(long, default_value = "Tournament")]
    name: String,
    /// How rounds are paired.
    #[arg(long, value_enum, default_value_t = SystemName::Swiss)]
    system: SystemName,
    /// Number of rounds [default: 5, in a team match 1]; round robins have as many as
    /// they need.
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Boards of a team match [default: as many as the larger team has players].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    boards: usize,
    /// Games of a match in a knockout.
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: usize,
    /// Tie-breaks of two games each, in a knockout, before Armageddon decides.
    #[arg(long, value_name = "N", default_value_t = 1)]
    playoffs: usize,
    /// In a knockout, continue with tie-breaks instead of Armageddon.
    #[arg(long)]
    no_armageddon: bool,
    /// Let the losers of the semifinals of a knockout play for the third place.
    #[arg(long)]
    third_place: bool,
    /// Length of an arena.
    #[arg(long, value_name = "N", default_value_t = 60)]
    minutes: u64,
    /// Do not double the points after two wins in a row in an arena.
    #[arg(long)]
    no_streaks: bool,
    /// Do not let players in an arena give up half of their time for one more point (berserk).
    #[arg(long)]
    no_berserk: bool,
    /// Tie-breaks after the points, by their FIDE codes: DE,BH/C1,BH,SB.
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    tiebreaks: Vec<TieBreak>,
    /// The initial color: that of the first player in the first round.
    #[arg(long, value_enum, default_value_t = ColorName::White)]
    color: ColorName,
    /// Points for a win, a draw and a loss: 3,1,0.
    #[arg(long, value_name = "W,D,L", value_delimiter = ',', num_args = 3)]
    points: Vec<Points>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SystemName {
    /// The FIDE (Dutch) System.
    Swiss,
    /// The same with Baku acceleration.
    Baku,
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
    /// Neighbors in the ranking meet, and a win is worth as much as the opponent.
    Keizer,
    /// Two teams, board by board.
    Team,
    /// Two teams: every player meets every player of the other team.
    Scheveningen,
    /// The loser of a match is out.
    Knockout,
    /// Points for a fixed time; players are paired whenever they are free.
    Arena,
}

#[derive(Clone, Copy, ValueEnum)]
enum ColorName {
    White,
    Black,
}

type Done = Result<ExitStatus, TournamentError>;

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Done {
    let system = match arguments.system {
        SystemName::Swiss => System::Swiss,
        SystemName::Baku => System::AcceleratedSwiss,
        SystemName::RoundRobin => System::RoundRobin,
        SystemName::DoubleRoundRobin => System::DoubleRoundRobin,
        SystemName::Keizer => System::Keizer,
        SystemName::Team => System::TeamMatch,
        SystemName::Scheveningen => System::Scheveningen,
        SystemName::Knockout => {
            let knockout = Knockout::start(knockout(arguments));
            let file = TournamentFile::create(&arguments.file, knockout, &[])?;
            return say(&file.tournament, format, out);
        }
        SystemName::Arena => {
            let arena = Arena::start(arena(arguments));
            let file = TournamentFile::create(&arguments.file, arena, &[])?;
            return say(&file.tournament, format, out);
        }
    };
    let usual = if system == System::TeamMatch { 1 } else { 5 };
    let rounds = arguments.rounds.unwrap_or(usual);
    let mut settings = Settings::new(&arguments.name, system, rounds);
    settings.boards = arguments.boards;
    if !arguments.tiebreaks.is_empty() {
        settings.tie_breaks = arguments.tiebreaks.clone();
    }
    settings.initial_color = color(arguments);
    if let [win, draw, loss] = arguments.points[..] {
        settings.scoring = Scoring {
            win,
            draw,
            loss,
            pairing_bye: win,
            ..Scoring::default()
        };
    }
    let tournament = Tournament::start(settings);
    let file = TournamentFile::create(&arguments.file, tournament, &[])?;
    say(&file.tournament, format, out)
}

fn color(arguments: &Arguments) -> Color {
    match arguments.color {
        ColorName::White => Color::White,
        ColorName::Black => Color::Black,
    }
}

fn knockout(arguments: &Arguments) -> KnockoutSettings {
    KnockoutSettings {
        tie_breaks: arguments.playoffs,
        last_stage: match arguments.no_armageddon {
            true => LastStage::MoreTieBreaks,
            false => LastStage::Armageddon,
        },
        has_third_place: arguments.third_place,
        initial_color: color(arguments),
        ..KnockoutSettings::new(&arguments.name, arguments.games)
    }
}

fn arena(arguments: &Arguments) -> ArenaSettings {
    let duration_ms = arguments.minutes.saturating_mul(60_000);
    ArenaSettings {
        has_streaks: !arguments.no_streaks,
        allows_berserk: !arguments.no_berserk,
        ..ArenaSettings::new(&arguments.name, duration_ms)
    }
}
