use arbiter_rules::Color;

use super::{
    TrfError, TrfReason,
    read::{Draft, MAX_ROUNDS, PlayerRecord, Written},
};
use crate::{Bye, Entry, GameEntry, Outcome, Points, Report};

/// Proves that the records of a file describe one tournament.
pub(super) fn prove(draft: Draft) -> Result<Report, TrfError> {
    let Draft {
        mut report,
        mut players,
        rounds_line,
        accelerations,
        prohibited,
        penalties,
        byes,
    } = draft;
    order_by_number(&mut players)?;
    let count = players.len();
    let index = |line: usize, number: usize| match number {
        0 => Err(at(line, TrfReason::UnknownPlayer(number))),
        _ if number > count => Err(at(line, TrfReason::UnknownPlayer(number))),
        _ => Ok(number - 1),
    };
    for (line, mut it) in accelerations {
        let is_reversed = it.first_round > it.last_round || it.first_player > it.last_player;
        if is_reversed || it.first_round == 0 {
            return Err(at(line, TrfReason::Reversed));
        }
        it.last_round = it.last_round.min(MAX_ROUNDS);
        it.first_player = index(line, it.first_player)?;
        it.last_player = index(line, it.last_player)?;
        report.acceleration.push(it);
    }
    for (line, mut it) in prohibited {
        if it.first_round > it.last_round {
            return Err(at(line, TrfReason::Reversed));
        }
        it.last_round = it.last_round.min(MAX_ROUNDS);
        for player in &mut it.players {
            *player = index(line, *player)?;
        }
        report.prohibited.push(it);
    }
    for (line, mut it) in penalties {
        it.player = index(line, it.player)?;
        it.round = it.round.min(MAX_ROUNDS);
        report.penalties.push(it);
    }
    report.entries = entries(&players)?;
    take_next_byes(&mut report);
    let played = report.played_rounds();
    for (line, bye, round, number) in byes {
        let player = index(line, number)?;
        // Byes of rounds that have been played are in the table already.
        if round.is_none_or(|it| it == played + 1) {
            report.next_byes.push((player, bye));
        }
    }
    check_rounds(&report, rounds_line, &players)?;
    check_byes(&report, &players)?;
    for (index, record) in players.iter().enumerate() {
        check_points(&report, index, record)?;
    }
    report.players = players.into_iter().map(|it| it.player).collect();
    Ok(report)
}

fn at(line: usize, reason: TrfReason) -> TrfError {
    TrfError { line, reason }
}

fn order_by_number(players: &mut [PlayerRecord]) -> Result<(), TrfError> {
    if players.is_empty() {
        return Err(at(0, TrfReason::NoPlayers));
    }
    players.sort_by_key(|it| it.number);
    for (index, record) in players.iter().enumerate() {
        let expected = index + 1;
        if index > 0 && players[index - 1].number == record.number {
            return Err(at(record.line, TrfReason::NumberTwice(record.number)));
        }
        if record.number == 0 {
            return Err(at(record.line, TrfReason::UnknownPlayer(0)));
        }
        if record.number != expected {
            return Err(at(record.line, TrfReason::NumberMissing(expected)));
        }
    }
    Ok(())
}

fn entries(players: &[PlayerRecord]) -> Result<Vec<Vec<Entry>>, TrfError> {
    for (index, record) in players.iter().enumerate() {
        for (round, written) in record.rounds.iter().enumerate() {
            let &Written::Game { opponent, .. } = written else {
                continue;
            };
            let round = round + 1;
            if opponent == index + 1 {
                return Err(at(record.line, TrfReason::OwnOpponent { round }));
            }
            if opponent > players.len() {
                return Err(at(record.line, TrfReason::UnknownPlayer(opponent)));
            }
        }
    }
    let mut table = Vec::with_capacity(players.len());
    for (index, record) in players.iter().enumerate() {
        let rounds = record.rounds.iter().enumerate();
        let row = rounds.map(|(round, &it)| entry(players, index, round, it));
        table.push(row.collect::<Result<Vec<_>, _>>()?);
    }
    let rounds = table.iter().map(Vec::len).max().unwrap_or(0);
    for row in &mut table {
        row.resize(rounds, Entry::Absent);
    }
    Ok(table)
}

/// Compares what a player and the opponent have in a round.
fn entry(
    players: &[PlayerRecord],
    index: usize,
    round: usize,
    written: Written,
) -> Result<Entry, TrfError> {
    let Written::Game {
        opponent,
        color,
        outcome,
        mode,
    } = written
    else {
        return Ok(match written {
            Written::Bye(bye) => Entry::Bye(bye),
            _ => Entry::Absent,
        });
    };
    let fail = |reason| Err(at(players[index].line, reason));
    let number = index + 1;
    let shown = round + 1;
    let other = &players[opponent - 1];
    let Some(&Written::Game {
        opponent: back,
        color: other_color,
        outcome: other_outcome,
        mode: other_mode,
    }) = other.rounds.get(round)
    else {
        let round = shown;
        return fail(TrfReason::OneSided { round, opponent });
    };
    let round = shown;
    if back != number {
        return fail(TrfReason::OneSided { round, opponent });
    }
    if color.is_some() && color == other_color {
        return fail(TrfReason::SameColor { round, opponent });
    }
    // Both may lose, and one may draw while the other loses, by a decision of
    // the arbiter; but nobody gains what the opponent has not lost.
    let is_possible = match outcome {
        Outcome::Win => other_outcome == Outcome::Loss,
        Outcome::Draw => other_outcome != Outcome::Win,
        Outcome::Loss => true,
    };
    if mode != other_mode || !is_possible {
        return fail(TrfReason::Contradiction { round, opponent });
    }
    let by_number = match number < opponent {
        true => Color::White,
        false => Color::Black,
    };
    let color = color.or(other_color.map(|it| !it)).unwrap_or(by_number);
    Ok(Entry::Game(GameEntry {
        opponent: opponent - 1,
        color,
        outcome,
        mode,
    }))
}

/// Takes the byes of the coming round from the last column if nobody is paired
/// there.
fn take_next_byes(report: &mut Report) {
    let Some(last) = report.played_rounds().checked_sub(1) else {
        return;
    };
    if report.entries.iter().any(|row| row[last].is_paired()) {
        return;
    }
    for (player, row) in report.entries.iter_mut().enumerate() {
        if let Some(Entry::Bye(bye)) = row.pop() {
            report.next_byes.push((player, bye));
        }
    }
}

fn check_rounds(report: &Report, line: usize, players: &[PlayerRecord]) -> Result<(), TrfError> {
    let found = report.played_rounds();
    let announced = report.rounds.unwrap_or(MAX_ROUNDS);
    if found > announced {
        let longest = players.iter().find(|it| it.rounds.len() == found);
        let line = if line > 0 {
            line
        } else {
            longest.map_or(0, |it| it.line)
        };
        return Err(at(line, TrfReason::TooManyRounds { announced, found }));
    }
    Ok(())
}

fn check_byes(report: &Report, players: &[PlayerRecord]) -> Result<(), TrfError> {
    for round in 0..report.played_rounds() {
        let bye = Entry::Bye(Bye::PairingAllocated);
        let mut holders = (0..players.len()).filter(|&it| report.entries[it][round] == bye);
        if let Some(second) = holders.nth(1) {
            let round = round + 1;
            return Err(at(players[second].line, TrfReason::SeveralByes { round }));
        }
    }
    Ok(())
}

/// The points may include those of a bye in the coming round.
fn check_points(report: &Report, index: usize, record: &PlayerRecord) -> Result<(), TrfError> {
    let Some(written) = record.points else {
        return Ok(());
    };
    let entries = &report.entries[index];
    let computed: Points = entries.iter().map(|it| it.points(&report.scoring)).sum();
    let computed = computed - report.penalty(index, usize::MAX);
    let coming: Points = (report.next_byes.iter())
        .filter(|(player, _)| *player == index)
        .map(|&(_, bye)| Entry::Bye(bye).points(&report.scoring))
        .sum();
    if written == computed || written == computed + coming {
        return Ok(());
    }
    Err(at(record.line, TrfReason::Points { written, computed }))
}
