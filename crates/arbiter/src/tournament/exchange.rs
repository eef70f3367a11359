//! Report files, and random tournaments.

use std::{fs, io::Write, path::PathBuf};

use arbiter_tournament::{
    Settings, System, Tournament,
    generate::{self, GenerateOptions},
    trf::{self, Version},
};

use super::{
    change,
    error::TournamentError,
    file::{AnyFile, TournamentFile},
};
use crate::output::{ExitStatus, Format};

/// Print a random Swiss tournament as a report file.
#[derive(clap::Args)]
#[command(after_help = "\
The same seed gives the same tournament.

Examples:
  arbiter tournament generate --players 50 --rounds 9 --seed 7 > random.trf
  arbiter tournament check random.trf")]
pub struct GenerateArguments {
    /// Number of players.
    #[arg(long, value_name = "N", default_value_t = 30)]
    players: usize,
    /// Number of rounds.
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,
    /// Seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Drawn games, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 30)]
    draws: usize,
    /// Forfeited games, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 3)]
    forfeits: usize,
    /// Byes requested by a player for a round, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 3)]
    byes: usize,
    /// Accelerate the first rounds (Baku).
    #[arg(long)]
    accelerated: bool,
}

/// Print a tournament as a report file for FIDE and other programs.
#[derive(clap::Args)]
pub struct ExportArguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the format of 2016 instead of that of 2026.
    #[arg(long)]
    trf16: bool,
}

/// Make a tournament from a report file, to continue it.
#[derive(clap::Args)]
pub struct ImportArguments {
    /// The report file.
    #[arg(value_name = "TRF")]
    report: PathBuf,
    /// The file to create.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

type Done = Result<ExitStatus, TournamentError>;

fn write_report(tournament: &Tournament, version: Version, out: &mut dyn Write) -> Done {
    let (report, ranked) = tournament.standings();
    let mut ranks = vec![0; report.players.len()];
    for it in &ranked {
        ranks[it.player] = it.rank;
    }
    out.write_all(trf::write(&report, &ranks, version).as_bytes())?;
    Ok(ExitStatus::Success)
}

pub fn generate(arguments: &GenerateArguments, out: &mut dyn Write) -> Done {
    let system = match arguments.accelerated {
        true => System::AcceleratedSwiss,
        false => System::Swiss,
    };
    let name = format!("Random tournament {}", arguments.seed);
    let settings = Settings::new(&name, system, arguments.rounds);
    let options = GenerateOptions {
        draw_rate: arguments.draws,
        forfeit_rate: arguments.forfeits,
        bye_rate: arguments.byes,
        ..GenerateOptions::new(settings, arguments.players)
    };
    let tournament = generate::generate(&options, arguments.seed);
    write_report(&tournament, Version::Trf26, out)
}

pub fn export(arguments: &ExportArguments, out: &mut dyn Write) -> Done {
    let file = AnyFile::open_rounds(&arguments.file, "no report file.")?;
    let version = match arguments.trf16 {
        true => Version::Trf16,
        false => Version::Trf26,
    };
    write_report(&file.tournament, version, out)
}

pub fn import(arguments: &ImportArguments, format: Format, out: &mut dyn Write) -> Done {
    let path = &arguments.report;
    let bytes = fs::read(path).map_err(|error| TournamentError::file(path, error))?;
    let report = trf::read(&bytes).map_err(|error| TournamentError::Trf {
        path: path.clone(),
        error,
    })?;
    let (tournament, events) = Tournament::from_report(&report);
    let empty = Tournament::start(tournament.settings().clone());
    let file = TournamentFile::create(&arguments.file, empty, &events)?;
    change::say(&file.tournament, format, out)
}
