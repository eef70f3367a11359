use std::{
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;

use super::{
    elo::Estimate,
    game_result::Fault,
    schedule::Schedule,
    sprt::{Sprt, SprtDecision},
    standings::{PairingResults, Standings},
    tournament::{EngineTournament, TournamentTable},
};
use crate::output;

/// The summary of a match.
#[derive(Serialize)]
pub struct Report {
    /// Whether all games have been played or the SPRT is decided.
    finished: bool,
    games: usize,
    seconds: f64,
    engines: Vec<Engine>,
    pairings: Vec<Pairing>,
    #[serde(flatten)]
    tournament: Option<TournamentTable>,
}

#[derive(Serialize)]
struct Engine {
    name: String,
    #[serde(flatten)]
    figures: PairingFigures,
    faults: Faults,
}

#[derive(Serialize)]
struct Faults {
    time: u64,
    illegal: u64,
    crash: u64,
    stall: u64,
}

#[derive(Serialize)]
struct Pairing {
    first: String,
    second: String,
    #[serde(flatten)]
    figures: PairingFigures,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtFigures>,
}

#[derive(Serialize)]
struct PairingFigures {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    score: Option<f64>,
    /// With 95 % confidence, like all errors.
    score_error: Option<f64>,
    /// None where it is infinite.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    likelihood_of_superiority: Option<f64>,
    draw_ratio: Option<f64>,
    pairs: [u64; 5],
}

#[derive(Serialize)]
struct SprtFigures {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    log_likelihood_ratio: f64,
    lower: f64,
    upper: f64,
    accepted: Option<&'static str>,
}

impl Report {
    pub fn new(
        names: &[&str],
        schedule: &Schedule,
        standings: &Standings,
        sprt: Option<&Sprt>,
        took: Duration,
    ) -> Report {
        let engine = |(number, name): (usize, &&str)| Engine {
            name: (*name).to_owned(),
            figures: PairingFigures::of(standings.of(schedule, number)),
            faults: Faults {
                time: standings.faults_of(number, Fault::Time),
                illegal: standings.faults_of(number, Fault::Illegal),
                crash: standings.faults_of(number, Fault::Crash),
                stall: standings.faults_of(number, Fault::Stall),
            },
        };
        let pairing = |(participants, results): (&[usize; 2], &PairingResults)| Pairing {
            first: names[participants[0]].to_owned(),
            second: names[participants[1]].to_owned(),
            figures: PairingFigures::of(*results),
            sprt: sprt.map(|sprt| SprtFigures::of(sprt, results)),
        };
        let pairings: Vec<Pairing> = schedule
            .pairings()
            .iter()
            .zip(&standings.pairings)
            .map(pairing)
            .collect();
        let is_decided = pairings.iter().any(|pairing| {
            let test = pairing.sprt.as_ref();
            test.is_some_and(|test| test.accepted.is_some())
        });
        Report {
            finished: is_decided || standings.games == schedule.count(),
            games: standings.games,
            seconds: took.as_secs_f64(),
            engines: names.iter().enumerate().map(engine).collect(),
            pairings,
            tournament: None,
        }
    }

    /// Adds the table of a tournament, and leaves out the pairings that were not played.
    pub fn with_tournament(mut self, tournament: &EngineTournament) -> Report {
        self.finished = tournament.is_finished();
        self.pairings.retain(|it| it.figures.games > 0);
        self.tournament = Some(tournament.table());
        self
    }

    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }

    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(table) = &self.tournament {
            table.write(out)?;
        } else if self.engines.len() > 2 {
            self.write_table(out)?;
        }
        for pairing in &self.pairings {
            pairing.write(out)?;
        }
        self.write_faults(out)?;
        let games = output::count(self.games, "game");
        let minutes = self.seconds as u64 / 60;
        let end = if self.finished { "" } else { ", not finished" };
        writeln!(
            out,
            "{games} in {minutes}:{:02}{end}",
            self.seconds as u64 % 60
        )
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut engines: Vec<&Engine> = self.engines.iter().collect();
        let score = |engine: &Engine| engine.figures.score.unwrap_or(-1.0);
        engines.sort_by(|one, other| score(other).total_cmp(&score(one)));
        let width = engines
            .iter()
            .map(|engine| engine.name.chars().count())
            .max();
        let width = width.unwrap_or(0);
        for (rank, engine) in engines.iter().enumerate() {
            let Engine { name, figures, .. } = engine;
            let percent = figures.score.map_or("-".to_owned(), percent);
            let elo = figures.elo_text();
            let (points, games) = (figures.points, figures.games);
            writeln!(
                out,
                "{:>2}. {name:<width$}  {points:>6} of {games:<5} {percent:>7}  Elo {elo}",
                rank + 1
            )?;
        }
        writeln!(out)
    }

    fn write_faults(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut has_none = true;
        for engine in &self.engines {
            let Faults {
                time,
                illegal,
                crash,
                stall,
            } = engine.faults;
            let counts: Vec<String> = Fault::ALL
                .into_iter()
                .zip([time, illegal, crash, stall])
                .filter(|&(_, count)| count > 0)
                .map(|(fault, count)| format!("{} {count}", fault.plural()))
                .collect();
            if !counts.is_empty() {
                has_none = false;
                writeln!(out, "faults of {}: {}", engine.name, counts.join(", "))?;
            }
        }
        if has_none {
            writeln!(out, "faults: none")?;
        }
        Ok(())
    }
}

impl Pairing {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let PairingFigures {
            wins,
            draws,
            losses,
            ..
        } = self.figures;
        writeln!(out, "{} v {}", self.first, self.second)?;
        let Some(score) = self.figures.score else {
            return writeln!(out, "  no game has finished");
        };
        let error = self.figures.score_error;
        let error = error.map_or(String::new(), |error| format!(" ± {:.1}", 100.0 * error));
        writeln!(
            out,
            "  score  +{wins} ={draws} -{losses}: {} of {}, {}{error}",
            self.figures.points,
            self.figures.games,
            percent(score),
        )?;
        let [lost, lower, level, higher, won] = self.figures.pairs;
        writeln!(
            out,
            "  pairs  0: {lost}, ½: {lower}, 1: {level}, 1½: {higher}, 2: {won}"
        )?;
        if let Some(superiority) = self.figures.likelihood_of_superiority {
            let elo = self.figures.elo_text();
            let draws = self.figures.draw_ratio.map_or("-".to_owned(), percent);
            let superiority = percent(superiority);
            writeln!(out, "  Elo    {elo}, LOS {superiority}, draws {draws}")?;
        }
        match &self.sprt {
            Some(test) => test.write(out),
            None => Ok(()),
        }
    }
}

impl PairingFigures {
    fn of(results: PairingResults) -> PairingFigures {
        let estimate = results.pairs.estimate();
        let finite = |value: fn(&Estimate) -> f64| {
            let value = estimate.as_ref().map(value);
            value.filter(|value| value.is_finite())
        };
        PairingFigures {
            games: results.games(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            points: results.points(),
            score: results.score(),
            score_error: finite(|estimate| estimate.score_error),
            elo: finite(|estimate| estimate.elo),
            elo_low: finite(|estimate| estimate.elo_low),
            elo_high: finite(|estimate| estimate.elo_high),
            likelihood_of_superiority: finite(|estimate| estimate.superiority),
            draw_ratio: results.draw_ratio(),
            pairs: results.pairs.0,
        }
    }

    /// Writes `+34.9 ± 12.1`, or only one bound if the other is infinite.
    fn elo_text(&self) -> String {
        match (self.elo, self.elo_low, self.elo_high) {
            (Some(elo), Some(low), Some(high)) => {
                format!("{elo:+.1} ± {:.1}", (high - low) / 2.0)
            }
            (Some(elo), Some(low), None) => format!("{elo:+.1} (at least {low:+.1})"),
            (Some(elo), None, Some(high)) => format!("{elo:+.1} (at most {high:+.1})"),
            (Some(elo), None, None) => format!("{elo:+.1} (too few games)"),
            (None, Some(low), _) => format!("+∞ (at least {low:+.1})"),
            (None, None, Some(high)) => format!("-∞ (at most {high:+.1})"),
            (None, None, None) => "-".to_owned(),
        }
    }
}

impl SprtFigures {
    fn of(sprt: &Sprt, results: &PairingResults) -> SprtFigures {
        let (lower, upper) = sprt.bounds();
        SprtFigures {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            alpha: sprt.alpha,
            beta: sprt.beta,
            log_likelihood_ratio: sprt.ratio(results.pairs),
            lower,
            upper,
            accepted: sprt.decision(results.pairs).map(|decision| match decision {
                SprtDecision::Rejected => "elo0",
                SprtDecision::Accepted => "elo1",
            }),
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let SprtFigures {
            elo0,
            elo1,
            log_likelihood_ratio: ratio,
            lower,
            upper,
            ..
        } = self;
        let result = match self.accepted {
            Some("elo0") => format!("{elo0} accepted"),
            Some(_) => format!("{elo1} accepted"),
            None => "undecided".to_owned(),
        };
        writeln!(
            out,
            "  SPRT   {elo0} or {elo1} Elo: {result}, LLR {ratio:.2} ({lower:.2} to {upper:.2})"
        )
    }
}

/// Writes a share as `55.0 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns the status line of a running match.
pub fn live(
    names: &[&str],
    schedule: &Schedule,
    standings: &Standings,
    sprt: Option<&Sprt>,
) -> String {
    match standings.pairings.as_slice() {
        [results] => live_of_two(results, sprt),
        _ => live_of_many(names, schedule, standings),
    }
}

fn live_of_two(results: &PairingResults, sprt: Option<&Sprt>) -> String {
    let figures = PairingFigures::of(*results);
    let PairingResults {
        wins,
        draws,
        losses,
        ..
    } = results;
    let mut text = format!("+{wins} ={draws} -{losses}");
    if let Some(score) = figures.score {
        text += &format!("  {}", percent(score));
    }
    if figures.likelihood_of_superiority.is_some() {
        text += &format!("  Elo {}", figures.elo_text());
    }
    if let Some(sprt) = sprt {
        text += &format!("  LLR {:.2}", sprt.ratio(results.pairs));
    }
    text
}

/// Returns the scores of the best engines.
fn live_of_many(names: &[&str], schedule: &Schedule, standings: &Standings) -> String {
    const MAX_SHOWN: usize = 3;
    let score = |number| standings.of(schedule, number).score();
    let mut scores: Vec<(f64, &str)> = names
        .iter()
        .enumerate()
        .filter_map(|(number, &name)| Some((score(number)?, name)))
        .collect();
    scores.sort_by(|one, other| other.0.total_cmp(&one.0));
    let shown = scores.iter().take(MAX_SHOWN);
    let shown: Vec<String> = shown
        .map(|&(score, name)| format!("{name} {}", percent(score)))
        .collect();
    shown.join(", ")
}
