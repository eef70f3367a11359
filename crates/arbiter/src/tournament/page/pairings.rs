//! The pairings of a round: by board, by name, and as slips.

use std::fmt::Write;

use arbiter_rules::{ByColor, Color};
use arbiter_tournament::{
    Bye, GameResult, Mode, Outcome, Player, Tournament,
    arena::GameState,
    knockout::{MatchOutcome, Stage},
    tiebreak::Format,
};

use super::{
    html::{Align, Column, Table, escape},
    words::Words,
};
use crate::tournament::{error::TournamentError, file::AnyFile};

/// A player as the pages show them.
#[derive(Clone, Default)]
struct Person {
    title: String,
    name: String,
    rating: u32,
    /// The points before the round, if they are shown.
    points: String,
}

/// A game of the round.
struct Board {
    number: String,
    players: ByColor<Person>,
    result: Option<GameResult>,
    note: String,
}

/// The pairings of a round.
pub struct Pairings {
    pub subtitle: String,
    boards: Vec<Board>,
    byes: Vec<(Person, &'static str)>,
    /// What the number of a board is called.
    board_word: &'static str,
}

impl Person {
    fn new(player: Option<&Player>, points: String) -> Person {
        player.map_or_else(Person::default, |it| Person {
            title: it.title.clone(),
            name: it.name.clone(),
            rating: it.rating,
            points,
        })
    }

    fn html(&self) -> String {
        match self.title.is_empty() {
            true => escape(&self.name),
            false => format!(
                "<small>{}</small>{}",
                escape(&self.title),
                escape(&self.name)
            ),
        }
    }

    fn rating(&self) -> String {
        match self.rating {
            0 => String::new(),
            rating => rating.to_string(),
        }
    }
}

/// Returns what a name is sorted by: without case and without the marks of Latin letters.
fn sort_key(name: &str) -> String {
    let mut key = String::new();
    for it in name.to_lowercase().chars() {
        let folded = match it {
            'à'..='å' | 'æ' | 'ā' | 'ă' | 'ą' => "a",
            'ç' | 'ć' | 'č' => "c",
            'ď' | 'đ' | 'ð' => "d",
            'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
            'ğ' | 'ģ' => "g",
            'ì'..='ï' | 'ī' | 'į' | 'ı' => "i",
            'ķ' => "k",
            'ļ' | 'ľ' | 'ł' => "l",
            'ñ' | 'ń' | 'ņ' | 'ň' => "n",
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => "o",
            'œ' => "oe",
            'ŕ' | 'ř' => "r",
            'ś' | 'ş' | 'š' | 'ș' => "s",
            'ß' => "ss",
            'ť' | 'ţ' | 'ț' => "t",
            'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
            'ý' | 'ÿ' => "y",
            'ź' | 'ż' | 'ž' => "z",
            other => {
                key.push(other);
                continue;
            }
        };
        key.push_str(folded);
    }
    key
}

/// Returns a result as it is printed.
pub fn result_text(result: GameResult) -> String {
    let sign = |outcome| match (outcome, result.mode) {
        (Outcome::Win, Mode::Forfeit) => "+",
        (_, Mode::Forfeit) => "−",
        (Outcome::Win, _) => "1",
        (Outcome::Draw, _) => "½",
        (Outcome::Loss, _) => "0",
    };
    format!("{} – {}", sign(result.white), sign(result.black))
}

impl Pairings {
    /// Collects the games of a round, or those being played.
    pub fn new(
        file: &AnyFile,
        round: Option<usize>,
        words: &Words,
    ) -> Result<Pairings, TournamentError> {
        match file {
            AnyFile::Rounds(file) => of_round(&file.tournament, round, words),
            AnyFile::Knockout(file) => {
                let knockout = &file.tournament;
                let person = |id| Person::new(knockout.player(id), String::new());
                let open = knockout.matches();
                let open = open.filter(|(_, it)| it.outcome == MatchOutcome::Open);
                let mut boards = Vec::new();
                let mut last = 0;
                for (id, state) in open {
                    let games = state.games.iter().zip(1..);
                    for (game, number) in games.filter(|(it, _)| it.result.is_none()) {
                        last = last.max(id.round);
                        boards.push(Board {
                            number: format!("{id}.{number}"),
                            players: ByColor::new_with(|color| person(game.players[color])),
                            result: None,
                            note: match game.stage {
                                Stage::Regular => String::new(),
                                Stage::TieBreak(_) => words.tie_break.to_owned(),
                                Stage::Armageddon => "Armageddon".to_owned(),
                            },
                        });
                    }
                }
                let left = knockout.rounds().len() - last;
                Ok(Pairings {
                    subtitle: match last {
                        0 => String::new(),
                        _ => words.knockout_round(last, left),
                    },
                    boards,
                    byes: Vec::new(),
                    board_word: words.game,
                })
            }
            AnyFile::Arena(file) => {
                let arena = &file.tournament;
                let person = |id| {
                    let points = arena.entrant(id).map(|it| it.sheet.points().to_string());
                    Person::new(arena.player(id), points.unwrap_or_default())
                };
                let games = arena.games().iter().zip(1..);
                let playing = games.filter(|(it, _)| it.state == GameState::Playing);
                let boards = playing.map(|(game, number)| Board {
                    number: number.to_string(),
                    players: ByColor::new_with(|color| person(game.players[color])),
                    result: None,
                    note: String::new(),
                });
                Ok(Pairings {
                    subtitle: String::new(),
                    boards: boards.collect(),
                    byes: Vec::new(),
                    board_word: words.game,
                })
            }
        }
    }

    pub fn by_board(&self, words: &Words) -> String {
        if self.boards.is_empty() && self.byes.is_empty() {
            return format!("<p class=\"note\">{}</p>\n", escape(words.nothing));
        }
        let has_points = self
            .boards
            .iter()
            .any(|it| !it.players.white.points.is_empty());
        let columns = [
            (true, Column::new(self.board_word, Align::Center, "board")),
            (true, Column::new(words.white, Align::Left, "name")),
            (true, Column::new(words.rating, Align::Right, "soft tight")),
            (
                has_points,
                Column::new(words.points, Align::Right, "soft tight"),
            ),
            (
                true,
                Column::new(words.result, Align::Center, "result strong"),
            ),
            (
                has_points,
                Column::new(words.points, Align::Right, "soft tight"),
            ),
            (true, Column::new(words.black, Align::Left, "name")),
            (true, Column::new(words.rating, Align::Right, "soft tight")),
        ];
        let shown: Vec<bool> = columns.iter().map(|it| it.0).collect();
        let rows = self.boards.iter().map(|board| {
            let (white, black) = (&board.players.white, &board.players.black);
            let result = match board.result {
                Some(result) => result_text(result),
                None if board.note.is_empty() => ":".to_owned(),
                None => format!("<span class=\"note\">{}</span>", escape(&board.note)),
            };
            let cells = [
                escape(&board.number),
                white.html(),
                white.rating(),
                escape(&white.points),
                result,
                escape(&black.points),
                black.html(),
                black.rating(),
            ];
            let cells = cells.into_iter().zip(&shown).filter(|(_, shown)| **shown);
            cells.map(|(cell, _)| cell).collect()
        });
        let table = Table {
            rows: rows.collect(),
            columns: columns
                .into_iter()
                .filter(|it| it.0)
                .map(|it| it.1)
                .collect(),
            class: "boards",
        };
        let mut html = table.html();
        if !self.byes.is_empty() {
            html.push_str("<ul class=\"byes\">\n");
            for (person, bye) in &self.byes {
                let _ = writeln!(
                    html,
                    "<li>{} <span>{}</span></li>",
                    person.html(),
                    escape(bye)
                );
            }
            html.push_str("</ul>\n");
        }
        html
    }

    pub fn by_name(&self, words: &Words) -> String {
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for board in &self.boards {
            for color in Color::ALL {
                let (person, opponent) = (&board.players[color], &board.players[!color]);
                rows.push((
                    sort_key(&person.name),
                    vec![
                        person.html(),
                        escape(&board.number),
                        escape(words.color(color)),
                        opponent.html(),
                    ],
                ));
            }
        }
        for (person, bye) in &self.byes {
            let note = format!("<span class=\"note\">{}</span>", escape(bye));
            rows.push((
                sort_key(&person.name),
                vec![person.html(), String::new(), String::new(), note],
            ));
        }
        if rows.is_empty() {
            return format!("<p class=\"note\">{}</p>\n", escape(words.nothing));
        }
        rows.sort_by(|left, right| left.0.cmp(&right.0));
        let table = Table {
            columns: vec![
                Column::new(words.name, Align::Left, "name"),
                Column::new(self.board_word, Align::Center, "strong"),
                Column::new(words.color, Align::Left, "tight"),
                Column::new(words.opponent, Align::Left, "name"),
            ],
            rows: rows.into_iter().map(|it| it.1).collect(),
            class: "names",
        };
        table.html()
    }

    pub fn slips(&self, event: &str, words: &Words) -> String {
        if self.boards.is_empty() {
            return format!("<p class=\"note\">{}</p>\n", escape(words.nothing));
        }
        let mut html = String::from("<div class=\"slips\">\n");
        for board in &self.boards {
            let side = |color: Color| {
                let person = &board.players[color];
                format!(
                    "<div class=\"side\"><i class=\"{}\"></i><span class=\"name\">{}</span>\
                     <span>{}</span></div>\n",
                    color.letter(),
                    person.html(),
                    person.rating()
                )
            };
            let _ = write!(
                html,
                "<div class=\"slip\">\n<div class=\"head\"><span>{}</span><span>{}</span></div>\n\
                 <div class=\"where\">{} {} <span class=\"note\">{}</span></div>\n{}{}\
                 <div class=\"choice\"><div>1 – 0</div><div>½ – ½</div><div>0 – 1</div></div>\n\
                 <div class=\"signs\"><div>{} {}</div><div>{} {}</div></div>\n</div>\n",
                escape(event),
                escape(&self.subtitle),
                escape(self.board_word),
                escape(&board.number),
                escape(&board.note),
                side(Color::White),
                side(Color::Black),
                escape(words.signature),
                escape(words.white),
                escape(words.signature),
                escape(words.black),
            );
        }
        html.push_str("</div>\n");
        html
    }
}

fn of_round(
    tournament: &Tournament,
    round: Option<usize>,
    words: &Words,
) -> Result<Pairings, TournamentError> {
    let count = tournament.rounds().len();
    let number = round.unwrap_or(count);
    let is_missing = number > count || (number == 0 && count > 0);
    if is_missing {
        let reason = format!("round {number} has not been paired");
        return Err(TournamentError::Argument(reason));
    }
    let Some(state) = number
        .checked_sub(1)
        .and_then(|it| tournament.rounds().get(it))
    else {
        return Ok(Pairings {
            subtitle: String::new(),
            boards: Vec::new(),
            byes: Vec::new(),
            board_word: words.board,
        });
    };
    let report = tournament.report();
    let mut index = vec![0; tournament.player_count() + 1];
    for (place, id) in tournament.numbering().into_iter().enumerate() {
        index[id] = place;
    }
    let person = |id: usize| {
        let points = report.points_after(index[id], number - 1);
        Person::new(tournament.player(id), words.number(&points))
    };
    let boards = state
        .games
        .iter()
        .zip(1..)
        .map(|(game, board): (_, usize)| Board {
            number: board.to_string(),
            players: ByColor::new_with(|color| person(game.players[color])),
            result: game.result,
            note: String::new(),
        });
    Ok(Pairings {
        subtitle: format!("{} {number}", words.round),
        boards: boards.collect(),
        byes: state
            .byes
            .iter()
            .filter(|(id, _)| !tournament.has_left(*id))
            .map(|&(id, bye)| {
                let is_table = tournament.settings().system.format() == Format::RoundRobin;
                let text = match bye {
                    Bye::ZeroPoint if is_table => words.no_game,
                    bye => words.bye(bye),
                };
                (person(id), text)
            })
            .collect(),
        board_word: words.board,
    })
}

#[cfg(test)]
mod tests {
    use super::sort_key;

    #[test]
    fn names_are_sorted_without_marks_and_case() {
        let mut names = [
            "Zoë",
            "Østergaard",
            "oz",
            "Łukasz",
            "Maß",
            "Mast",
            "Émile",
            "Fay",
        ];
        names.sort_by_key(|it| sort_key(it));
        let expected = [
            "Émile",
            "Fay",
            "Łukasz",
            "Maß",
            "Mast",
            "Østergaard",
            "oz",
            "Zoë",
        ];
        assert_eq!(names, expected);
    }
}
