//! The words of the pages, in each language.

use arbiter_rules::Color;
use arbiter_tournament::Bye;
use clap::ValueEnum;

/// The language of a page.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// German.
    De,
}

/// The words of a page.
pub struct Words {
    pub code: &'static str,
    pub pairings: &'static str,
    pub by_name: &'static str,
    pub standings: &'static str,
    pub crosstable: &'static str,
    pub bracket: &'static str,
    pub slips: &'static str,
    pub round: &'static str,
    pub after_round: &'static str,
    pub board: &'static str,
    pub game: &'static str,
    pub white: &'static str,
    pub black: &'static str,
    pub color: &'static str,
    pub opponent: &'static str,
    pub result: &'static str,
    pub place: &'static str,
    pub number_head: &'static str,
    pub seed: &'static str,
    pub name: &'static str,
    pub federation: &'static str,
    pub rating: &'static str,
    pub points: &'static str,
    pub games: &'static str,
    pub performance: &'static str,
    pub out_in: &'static str,
    pub final_round: &'static str,
    pub semifinals: &'static str,
    pub quarterfinals: &'static str,
    pub third_place: &'static str,
    pub tie_break: &'static str,
    pub no_opponent: &'static str,
    pub signature: &'static str,
    pub players: &'static str,
    pub nothing: &'static str,
    pub no_game: &'static str,
    byes: [&'static str; 4],
}

const ENGLISH: Words = Words {
    code: "en",
    pairings: "Pairings",
    by_name: "Pairings by name",
    standings: "Standings",
    crosstable: "Crosstable",
    bracket: "Bracket",
    slips: "Result slips",
    round: "Round",
    after_round: "after round",
    board: "Board",
    game: "Game",
    white: "White",
    black: "Black",
    color: "Color",
    opponent: "Opponent",
    result: "Result",
    place: "Place",
    number_head: "No.",
    seed: "Seed",
    name: "Name",
    federation: "Fed.",
    rating: "Rating",
    points: "Points",
    games: "Games",
    performance: "Performance",
    out_in: "Out in",
    final_round: "Final",
    semifinals: "Semifinals",
    quarterfinals: "Quarterfinals",
    third_place: "Third place",
    tie_break: "Tie-break",
    no_opponent: "bye",
    signature: "Signature",
    players: "players",
    nothing: "No games yet",
    no_game: "bye",
    byes: ["bye", "full-point bye", "half-point bye", "not paired"],
};

const GERMAN: Words = Words {
    code: "de",
    pairings: "Paarungen",
    by_name: "Paarungen nach Namen",
    standings: "Rangliste",
    crosstable: "Kreuztabelle",
    bracket: "Turnierbaum",
    slips: "Ergebniszettel",
    round: "Runde",
    after_round: "nach Runde",
    board: "Brett",
    game: "Partie",
    white: "Weiß",
    black: "Schwarz",
    color: "Farbe",
    opponent: "Gegner",
    result: "Ergebnis",
    place: "Platz",
    number_head: "Nr.",
    seed: "Setzplatz",
    name: "Name",
    federation: "Land",
    rating: "Rating",
    points: "Punkte",
    games: "Partien",
    performance: "Performance",
    out_in: "Ausgeschieden",
    final_round: "Finale",
    semifinals: "Halbfinale",
    quarterfinals: "Viertelfinale",
    third_place: "Platz 3",
    tie_break: "Stichkampf",
    no_opponent: "Freilos",
    signature: "Unterschrift",
    players: "Spieler",
    nothing: "Noch keine Partien",
    no_game: "spielfrei",
    byes: [
        "spielfrei",
        "spielfrei (voller Punkt)",
        "spielfrei (halber Punkt)",
        "nicht gepaart",
    ],
};

impl Language {
    pub fn words(self) -> &'static Words {
        match self {
            Language::En => &ENGLISH,
            Language::De => &GERMAN,
        }
    }
}

impl Words {
    pub fn bye(&self, bye: Bye) -> &'static str {
        self.byes[match bye {
            Bye::PairingAllocated => 0,
            Bye::FullPoint => 1,
            Bye::HalfPoint => 2,
            Bye::ZeroPoint => 3,
        }]
    }

    pub fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Writes a number as the language does.
    pub fn number(&self, number: &impl ToString) -> String {
        let text = number.to_string();
        match self.code {
            "de" => text.replace('.', ","),
            _ => text,
        }
    }

    /// Returns what a round of a knockout is called; `left` is the number of rounds after
    /// it.
    pub fn knockout_round(&self, round: usize, left: usize) -> String {
        match left {
            0 => self.final_round.to_owned(),
            1 => self.semifinals.to_owned(),
            2 => self.quarterfinals.to_owned(),
            _ => format!("{} {round}", self.round),
        }
    }
}
