//! Pages to print and to hang up: pairings, standings, crosstables, result slips.

mod bracket;
mod html;
mod pairings;
mod tables;
mod words;

use std::{io::Write, path::PathBuf};

use clap::ValueEnum;

use super::{error::TournamentError, file::AnyFile};
use crate::output::ExitStatus;
use html::{Orientation, Paper, Section};
use pairings::Pairings;
use words::{Language, Words};

/// Print a page for the hall as HTML: pairings, standings, crosstable, result slips.
#[derive(clap::Args)]
#[command(after_help = "\
The page is one self-contained file. A browser prints it on A4 or Letter; tables
repeat their headings on every sheet.

Examples:
  arbiter tournament page open.txt pairings > pairings.html
  arbiter tournament page open.txt standings --language de > rangliste.html
  arbiter tournament page open.txt slips --paper letter > slips.html
  arbiter tournament page open.txt all > tournament.html")]
pub struct Arguments {
    /// The file of the tournament.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What the page shows.
    #[arg(value_enum, default_value_t = Kind::All)]
    what: Kind,
    /// The round of the pairings and the slips [default: the last].
    #[arg(long, value_name = "N")]
    round: Option<usize>,
    /// Language of the page.
    #[arg(long, value_enum, default_value_t = Language::En)]
    language: Language,
    /// Paper to print on.
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Pairings by board.
    Pairings,
    /// Pairings by name: everybody finds their board.
    Names,
    /// Standings.
    Standings,
    /// Crosstable; of a knockout, the bracket.
    Crosstable,
    /// A slip for each board, to cut out.
    Slips,
    /// Everything but the slips.
    All,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitStatus, TournamentError> {
    let file = AnyFile::open(&arguments.file)?;
    let words = arguments.language.words();
    let kinds: &[Kind] = match arguments.what {
        Kind::All => &[
            Kind::Pairings,
            Kind::Names,
            Kind::Standings,
            Kind::Crosstable,
        ],
        ref one => std::slice::from_ref(one),
    };
    let pairings = Pairings::new(&file, arguments.round, words)?;
    let sections: Vec<Section> = kinds
        .iter()
        .map(|&kind| section(kind, &file, &pairings, words))
        .collect();
    let html = html::document(name(&file), &sections, words, arguments.paper);
    out.write_all(html.as_bytes())?;
    Ok(ExitStatus::Success)
}

fn name(file: &AnyFile) -> &str {
    match file {
        AnyFile::Rounds(file) => &file.tournament.settings().name,
        AnyFile::Knockout(file) => &file.tournament.settings().name,
        AnyFile::Arena(file) => &file.tournament.settings().name,
    }
}

fn section(kind: Kind, file: &AnyFile, pairings: &Pairings, words: &Words) -> Section {
    let (title, subtitle, body, orientation) = match kind {
        Kind::Pairings | Kind::All => {
            let body = pairings.by_board(words);
            let subtitle = pairings.subtitle.clone();
            (words.pairings, subtitle, body, Orientation::Portrait)
        }
        Kind::Names => {
            let body = pairings.by_name(words);
            let subtitle = pairings.subtitle.clone();
            (words.by_name, subtitle, body, Orientation::Portrait)
        }
        Kind::Slips => {
            let body = pairings.slips(name(file), words);
            let subtitle = pairings.subtitle.clone();
            (words.slips, subtitle, body, Orientation::Portrait)
        }
        Kind::Standings => {
            let body = tables::standings(file, words);
            let subtitle = tables::subtitle(file, words);
            (words.standings, subtitle, body, Orientation::Portrait)
        }
        Kind::Crosstable => match file {
            AnyFile::Knockout(file) => {
                let body = bracket::tree(&file.tournament, words);
                (words.bracket, String::new(), body, Orientation::Landscape)
            }
            _ => {
                let (body, orientation) = tables::crosstable(file, words);
                let subtitle = tables::subtitle(file, words);
                (words.crosstable, subtitle, body, orientation)
            }
        },
    };
    Section {
        title: title.to_owned(),
        subtitle,
        body,
        orientation,
    }
}
