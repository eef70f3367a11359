//! Standings and crosstables.

use arbiter_rules::Color;
use arbiter_tournament::{
    Entry, Outcome, Player, Report, System, Tournament, arena::Arena, knockout::Knockout,
    team_match, tiebreak::RankedPlayer,
};

use super::{
    html::{Align, Column, Orientation, Table, escape},
    words::Words,
};
use crate::tournament::{contest::Contest, file::AnyFile};

/// Returns after which round a table is.
pub fn subtitle(file: &AnyFile, words: &Words) -> String {
    match file {
        AnyFile::Rounds(file) => {
            let rounds = file.tournament.finished_rounds();
            format!("{} {rounds}", words.after_round)
        }
        AnyFile::Knockout(_) => String::new(),
        AnyFile::Arena(file) => {
            format!("{} {}", file.tournament.player_count(), words.players)
        }
    }
}

fn name_html(player: &Player) -> String {
    match player.title.is_empty() {
        true => escape(&player.name),
        false => format!(
            "<small>{}</small>{}",
            escape(&player.title),
            escape(&player.name)
        ),
    }
}

fn rating(player: &Player) -> String {
    match player.rating {
        0 => String::new(),
        rating => rating.to_string(),
    }
}

/// Marks the first three places.
fn place(rank: usize) -> String {
    match rank {
        1..=3 => format!("<span class=\"podium\">{rank}</span>"),
        _ => rank.to_string(),
    }
}

pub fn standings(file: &AnyFile, words: &Words) -> String {
    match file {
        AnyFile::Rounds(file) => of_rounds(&file.tournament, words),
        AnyFile::Knockout(file) => of_knockout(&file.tournament, words),
        AnyFile::Arena(file) => of_arena(&file.tournament, words),
    }
}

fn of_rounds(tournament: &Tournament, words: &Words) -> String {
    let (report, ranked) = tournament.standings();
    let has_federation = report.players.iter().any(|it| !it.federation.is_empty());
    let mut columns = vec![
        Column::new(words.place, Align::Right, "tight"),
        Column::new(words.number_head, Align::Right, "soft tight"),
        Column::new(words.name, Align::Left, "name"),
    ];
    if has_federation {
        columns.push(Column::new(words.federation, Align::Left, "soft tight"));
    }
    columns.push(Column::new(words.rating, Align::Right, "soft tight"));
    for (index, code) in tournament.tie_breaks().iter().enumerate() {
        let class = if index == 0 { "strong tight" } else { "tight" };
        let title = match index {
            0 => words.points.to_owned(),
            _ => code.to_string(),
        };
        columns.push(Column::new(&title, Align::Right, class));
    }
    let rows = ranked.iter().map(|it| {
        let player = &report.players[it.player];
        let mut row = vec![
            place(it.rank),
            (it.player + 1).to_string(),
            name_html(player),
        ];
        if has_federation {
            row.push(escape(&player.federation));
        }
        row.push(rating(player));
        row.extend(it.values.iter().map(|value| {
            let value = value.value.map(|it| words.number(&it));
            value.unwrap_or_else(|| "–".to_owned())
        }));
        row
    });
    let table = Table {
        rows: rows.collect(),
        columns,
        class: "standings",
    };
    format!("{}{}", team_line(tournament, words), table.html())
}

/// Returns the score of a team match above the table.
fn team_line(tournament: &Tournament, words: &Words) -> String {
    let score = match tournament.settings().system.has_teams() {
        true => team_match::score(tournament),
        false => None,
    };
    score.map_or(String::new(), |it| {
        format!(
            "<p class=\"score-line\">{} {} : {} {}</p>\n",
            escape(&it.teams[0]),
            words.number(&it.points[0]),
            words.number(&it.points[1]),
            escape(&it.teams[1])
        )
    })
}

fn of_knockout(knockout: &Knockout, words: &Words) -> String {
    let rounds = knockout.rounds().len();
    let rows = knockout.standings().into_iter().map(|it| {
        let player = knockout.player(it.player);
        let out_in = it.out_in.map_or(String::new(), |round| {
            words.knockout_round(round, rounds - round)
        });
        vec![
            place(it.rank),
            it.seed.to_string(),
            player.map_or(String::new(), name_html),
            player.map_or(String::new(), rating),
            escape(&out_in),
        ]
    });
    let table = Table {
        columns: vec![
            Column::new(words.place, Align::Right, "tight"),
            Column::new(words.seed, Align::Right, "soft tight"),
            Column::new(words.name, Align::Left, "name"),
            Column::new(words.rating, Align::Right, "soft tight"),
            Column::new(words.out_in, Align::Left, "tight"),
        ],
        rows: rows.collect(),
        class: "standings",
    };
    table.html()
}

fn of_arena(arena: &Arena, words: &Words) -> String {
    let rows = arena.standings().into_iter().map(|it| {
        let entrant = arena.entrant(it.player);
        let player = entrant.map(|it| &it.player);
        let performance = it.performance.rounded();
        vec![
            place(it.rank),
            player.map_or(String::new(), name_html),
            player.map_or(String::new(), rating),
            it.points.to_string(),
            entrant.map_or(0, |it| it.sheet.games.len()).to_string(),
            performance.map_or(String::new(), |it| it.to_string()),
        ]
    });
    let table = Table {
        columns: vec![
            Column::new(words.place, Align::Right, "tight"),
            Column::new(words.name, Align::Left, "name"),
            Column::new(words.rating, Align::Right, "soft tight"),
            Column::new(words.points, Align::Right, "strong tight"),
            Column::new(words.games, Align::Right, "tight"),
            Column::new(words.performance, Align::Right, "tight"),
        ],
        rows: rows.collect(),
        class: "standings",
    };
    table.html()
}

/// The most columns of rounds or opponents that fit on an upright sheet.
const MAX_UPRIGHT: usize = 9;

pub fn crosstable(file: &AnyFile, words: &Words) -> (String, Orientation) {
    let tournament = match file {
        AnyFile::Rounds(file) => &file.tournament,
        AnyFile::Arena(file) => return (sheets(&file.tournament, words), Orientation::Portrait),
        AnyFile::Knockout(_) => return (String::new(), Orientation::Portrait),
    };
    let (report, ranked) = tournament.standings();
    let is_round_robin = matches!(
        tournament.settings().system,
        System::RoundRobin | System::DoubleRoundRobin
    );
    let count = match is_round_robin {
        true => report.players.len(),
        false => report.played_rounds(),
    };
    let orientation = match count > MAX_UPRIGHT {
        true => Orientation::Landscape,
        false => Orientation::Portrait,
    };
    let mut columns = vec![
        Column::new(words.place, Align::Right, "tight"),
        Column::new(words.number_head, Align::Right, "soft tight"),
        Column::new(words.name, Align::Left, "name"),
    ];
    for number in 1..=count {
        columns.push(Column::new(&number.to_string(), Align::Center, "cell"));
    }
    columns.push(Column::new(words.points, Align::Right, "strong tight"));
    let rows = ranked.iter().map(|it| {
        let player = &report.players[it.player];
        let mut row = vec![
            place(it.rank),
            (it.player + 1).to_string(),
            name_html(player),
        ];
        match is_round_robin {
            true => row.extend(ranked.iter().map(|other| against(&report, it, other))),
            false => row.extend((0..count).map(|round| entry(report.entry(it.player, round)))),
        }
        row.push(words.number(&report.points(it.player)));
        row
    });
    let table = Table {
        rows: rows.collect(),
        columns,
        class: "cross",
    };
    (table.html(), orientation)
}

fn sign(outcome: Outcome, is_forfeit: bool) -> &'static str {
    match (outcome, is_forfeit) {
        (Outcome::Win, true) => "+",
        (_, true) => "−",
        (Outcome::Win, false) => "1",
        (Outcome::Draw, false) => "½",
        (Outcome::Loss, false) => "0",
    }
}

/// Returns an entry as opponent, color and result.
fn entry(entry: Entry) -> String {
    match entry {
        Entry::Absent => String::new(),
        Entry::Bye(bye) => format!("<span class=\"note\">{}</span>", bye.letter()),
        Entry::Game(game) => {
            let color = if game.color == Color::White { "w" } else { "b" };
            let result = sign(game.outcome, entry.played().is_none());
            format!(
                "{}<i class=\"{color}\"></i><b>{result}</b>",
                game.opponent + 1
            )
        }
    }
}

/// Returns the results of one player against another in a round robin.
fn against(report: &Report, one: &RankedPlayer, other: &RankedPlayer) -> String {
    if one.player == other.player {
        return "<span class=\"note\">×</span>".to_owned();
    }
    let results: Vec<&str> = (0..report.played_rounds())
        .filter_map(|round| match report.entry(one.player, round) {
            Entry::Game(game) if game.opponent == other.player => {
                let is_forfeit = Entry::Game(game).played().is_none();
                Some(sign(game.outcome, is_forfeit))
            }
            _ => None,
        })
        .collect();
    format!("<b>{}</b>", results.join(" "))
}

/// Returns the points of every game of an arena.
fn sheets(arena: &Arena, words: &Words) -> String {
    let rows = arena.standings().into_iter().map(|it| {
        let games = arena
            .entrant(it.player)
            .map_or(&[][..], |it| &it.sheet.games);
        let points: Vec<String> = games
            .iter()
            .map(|it| match it.is_doubled {
                true => format!("<b>{}</b>", it.points),
                false => it.points.to_string(),
            })
            .collect();
        vec![
            place(it.rank),
            escape(arena.player_name(it.player)),
            points.join(" "),
            it.points.to_string(),
        ]
    });
    let table = Table {
        columns: vec![
            Column::new(words.place, Align::Right, "tight"),
            Column::new(words.name, Align::Left, "name"),
            Column::new(words.games, Align::Left, ""),
            Column::new(words.points, Align::Right, "strong tight"),
        ],
        rows: rows.collect(),
        class: "standings",
    };
    table.html()
}
