//! The lines of one position.

use std::io::{self, Write};

use arbiter_engine::{Engine, Limits, SearchReport};
use arbiter_rules::{Diagram, Outcome, PlayedLine, Position};
use serde::Serialize;

use super::{
    Arguments,
    live::LiveDisplay,
    view::{self, Chances, Eval},
};
use crate::{
    input::{self, InvalidInput},
    output::{self, CommandOutput, ExitStatus, thousands},
    status,
};

/// The result of searching a position.
#[derive(Serialize)]
pub struct PositionReport {
    fen: String,
    turn: String,
    /// Why the game is over, if it is.
    over: Option<&'static str>,
    depth: u32,
    nodes: u64,
    lines: Vec<FoundLine>,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    outcome: Option<Outcome>,
    #[serde(skip)]
    reports: Vec<SearchReport>,
}

#[derive(Serialize)]
struct FoundLine {
    eval: Eval,
    wdl: Chances,
    depth: u32,
    uci: Vec<String>,
    san: Vec<String>,
}

/// How many nodes are searched by default: a second or two.
const DEFAULT_NODES: u64 = 3_000_000;

impl PositionReport {
    pub fn of(
        fen: &str,
        arguments: &Arguments,
        engine: &mut Engine,
    ) -> Result<PositionReport, InvalidInput> {
        let position = input::position(fen)?;
        let turn = position.turn();
        let outcome = position.outcome();
        let count = usize::from(arguments.lines.unwrap_or(3));
        let reports = match outcome {
            Some(_) => Vec::new(),
            None => search(&position, arguments, count, engine),
        };
        let lines = reports.iter().map(|report| FoundLine {
            eval: Eval::of(report.score, turn),
            wdl: Chances::of(report.wdl, turn),
            depth: report.depth,
            uci: view::uci(&position, &report.moves),
            san: view::san(&position, &report.moves),
        });
        Ok(PositionReport {
            fen: position.to_string(),
            turn: turn.to_string(),
            over: outcome.map(|outcome| outcome.reason.code()),
            depth: reports.first().map_or(0, |report| report.depth),
            nodes: reports.iter().map(|report| report.nodes).max().unwrap_or(0),
            lines: lines.collect(),
            position,
            outcome,
            reports,
        })
    }
}

fn search(
    position: &Position,
    arguments: &Arguments,
    count: usize,
    engine: &mut Engine,
) -> Vec<SearchReport> {
    let effort = &arguments.effort;
    let limits = Limits {
        lines: count,
        ..effort.limits(DEFAULT_NODES)
    };
    // The result must not depend on positions searched before.
    engine.clear();
    let display = LiveDisplay::new(position, count);
    let on_report = |report: &SearchReport| display.show(report);
    let answer = engine.search(
        &PlayedLine::from(position.clone()),
        &limits,
        &effort.control(count, &on_report),
    );
    answer.lines
}

impl CommandOutput for PositionReport {
    fn exit_status(&self) -> ExitStatus {
        ExitStatus::Success
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = &self.position;
        let picture = Diagram::of(position).without_caption();
        writeln!(out, "{}", output::board(&picture))?;
        let state = status::state(position, self.outcome);
        if self.outcome.is_some() {
            return writeln!(out, "{state}");
        }
        writeln!(
            out,
            "{state}: depth {}, {} {}\n\n{}",
            self.depth,
            thousands(self.nodes),
            if self.nodes == 1 { "node" } else { "nodes" },
            view::TABLE_HEADER
        )?;
        for report in &self.reports {
            let label = view::label(report.score, report.wdl, position.turn());
            let words = output::numbered_moves(position, &report.moves);
            writeln!(out, "{}", output::wrapped(&label, words))?;
        }
        Ok(())
    }
}
