//! Games in lists, and the columns that describe a game.

use core::{fmt, str::FromStr};

use arbiter_game::Time;
use arbiter_openings::Opening;
use arbiter_rules::{ByColor, Color};
use arbiter_wire::{GameOptions, GameOutcome, Speed, Stage, Variant};

use super::{
    Store,
    columns::{from_u64, from_variant, to_game_id, to_opening, to_rating, to_time, to_u64},
    error::StoreError,
    player_card::{PlayerCard, read_card},
    value::{Row, Value},
};
use crate::base::{GameId, PlayerId};

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The id of the game.
    pub id: GameId,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// The settings of the game.
    pub options: GameOptions,
    /// The players. In a finished game they have the ratings of that time.
    pub seats: ByColor<Option<PlayerCard>>,
    /// The player who created it.
    pub maker: PlayerId,
    /// The speed for which it is rated.
    pub speed: Speed,
    /// Whether it is waiting, being played or over.
    pub stage: Stage,
    /// The number of moves when the row was last saved.
    pub plies: u32,
    /// The opening when the row was last saved.
    pub opening: Option<Opening>,
    /// The next time at which something may happen without a player acting, when
    /// the row was last saved.
    pub deadline: Option<Time>,
    /// `1-0`, `1/2-1/2`, `0-1` or `*`; `None` until the game is over.
    pub result: Option<String>,
    /// The code of the reason why it ended; `None` until the game is over.
    pub reason: Option<String>,
    /// The rematch that followed it.
    pub rematch: Option<GameId>,
}

/// Which games of a player to list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GamesFilter {
    /// All games.
    #[default]
    All,
    /// Games that are waiting or being played.
    UnderWay,
    /// Games that are over.
    Over,
}

/// Which games of a player to find. A field that is none does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameSearch {
    /// Whether they are over.
    pub stages: GamesFilter,
    /// How they ended for the player.
    pub outcome: Option<GameOutcome>,
    /// The side of the player.
    pub color: Option<Color>,
    /// The speed for which they are rated.
    pub speed: Option<Speed>,
    /// The variant.
    pub variant: Option<Variant>,
    /// Whether they are rated.
    pub rated: Option<bool>,
    /// The other player.
    pub opponent: Option<PlayerId>,
}

/// A position in a list of games: the list continues after this game. Its text
/// form is used in links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    created: u64,
    id: GameId,
}

/// An error that is returned when a text is not a [`Cursor`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid cursor: use the one from the previous page")]
pub struct ParseCursorError;

/// Selects the ids of the games with a player on one side. An empty text, a negative
/// number or a player 0 is no condition.
macro_rules! select_side {
    ($player:literal, $opponent:literal, $result:literal) => {
        concat!(
            "SELECT id FROM (SELECT id, created FROM games WHERE ",
            $player,
            " AND stage BETWEEN $2 AND $3 AND (created, id) < ($4, $5) \
             AND (speed = $6 OR $6 = '') AND (variant = $7 OR $7 = '') \
             AND (rated = $8 OR $8 < 0) AND (",
            $opponent,
            " = $9 OR $9 = 0) AND (result = ",
            $result,
            " OR ",
            $result,
            " = '') ORDER BY created DESC, id DESC LIMIT $11) AS against_",
            $opponent
        )
    };
}

impl Store {
    /// Returns the games of a player after the cursor, the newest first. A game
    /// that the player plays against themselves is listed once.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn games_of(
        &self,
        player: PlayerId,
        filter: GamesFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let search = GameSearch {
            stages: filter,
            ..GameSearch::default()
        };
        self.search_games(player, search, cursor, limit).await
    }

    /// Returns those games of a player that a search finds, after the cursor and
    /// the newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn search_games(
        &self,
        player: PlayerId,
        search: GameSearch,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Vec<GameSummary>, StoreError> {
        self.read(move |db| {
            let (first_stage, last_stage) = search.stages.stages();
            let after = cursor.unwrap_or(Cursor::START);
            // No player is `NULL`.
            let side = |color: Color| match search.color {
                Some(only) if only != color => Value::Null,
                _ => player.0.into(),
            };
            let result = |color| search.outcome.map_or("", |outcome| outcome.result(color));
            db.query(
                concat!(
                    select_summary!(),
                    " WHERE g.id IN (",
                    select_side!("white = $1", "black", "$10"),
                    " UNION ",
                    select_side!("black = $12", "white", "$13"),
                    ") ORDER BY g.created DESC, g.id DESC LIMIT $11"
                ),
                &[
                    side(Color::White),
                    first_stage.into(),
                    last_stage.into(),
                    from_u64(after.created),
                    Value::Int(after.id.to_number()),
                    search.speed.map_or("", Speed::code).into(),
                    search.variant.map_or("", from_variant).into(),
                    search.rated.map_or(-1, i64::from).into(),
                    search.opponent.map_or(0, |opponent| opponent.0).into(),
                    result(Color::White).into(),
                    Value::count(limit),
                    side(Color::Black),
                    result(Color::Black).into(),
                ],
                read_summary,
            )
        })
        .await
    }

    /// Returns the games that are being played, the newest first, without
    /// those that a player plays against themselves.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn newest_live_games(&self, limit: usize) -> Result<Vec<GameSummary>, StoreError> {
        self.read(move |db| {
            db.query(
                concat!(
                    select_summary!(),
                    " WHERE g.stage = 1 AND g.white <> g.black \
                     ORDER BY g.created DESC LIMIT $1"
                ),
                &[Value::count(limit)],
                read_summary,
            )
        })
        .await
    }
}

/// Selects the columns of a game and its players for [`read_summary`].
macro_rules! select_summary {
    () => {
        "SELECT g.id, g.created, g.options, g.maker, g.speed, g.stage, g.plies, g.result, \
         g.reason, g.rematch, g.white_rating, g.black_rating, g.white_change, g.black_change, \
         w.id, w.name, w.state, wr.rating, b.id, b.name, b.state, br.rating, g.deadline, \
         g.opening \
         FROM games g \
         LEFT JOIN players w ON w.id = g.white \
         LEFT JOIN players b ON b.id = g.black \
         LEFT JOIN ratings wr ON wr.player = g.white AND wr.speed = g.speed \
         LEFT JOIN ratings br ON br.player = g.black AND br.speed = g.speed"
    };
}
pub(super) use select_summary;

/// Reads a row of `select_summary!`.
pub(super) fn read_summary(row: &Row) -> Result<GameSummary, StoreError> {
    let id = to_game_id(row.get(0)?)?;
    let unreadable = |column, text: &str| StoreError::Unreadable {
        row: format!("game {id}"),
        column,
        text: text.to_owned(),
    };
    let options: String = row.get(2)?;
    let speed: String = row.get(4)?;
    let stage: i64 = row.get(5)?;
    let stage = match stage {
        0 => Stage::Waiting,
        1 => Stage::Playing,
        2 => Stage::Over,
        _ => return Err(unreadable("stage", &stage.to_string())),
    };
    let seat = |color: Color| {
        let (rating, card) = match color {
            Color::White => (10, 14),
            Color::Black => (11, 18),
        };
        if row.get::<Option<i64>>(card)?.is_none() {
            return Ok(None);
        }
        let mut card = read_card(row, card)?;
        if stage == Stage::Over {
            card.view.rating = row.get::<Option<i64>>(rating)?.map(to_rating);
            card.view.change = row.get::<Option<i64>>(rating + 2)?.map(to_rating);
        }
        Ok::<_, StoreError>(Some(card))
    };
    let rematch = row.get::<Option<i64>>(9)?;
    Ok(GameSummary {
        id,
        created: to_u64(row.get(1)?),
        options: serde_json::from_str(&options).map_err(|_| unreadable("options", &options))?,
        seats: ByColor {
            white: seat(Color::White)?,
            black: seat(Color::Black)?,
        },
        maker: PlayerId(row.get(3)?),
        speed: Speed::from_code(&speed).ok_or_else(|| unreadable("speed", &speed))?,
        stage,
        plies: u32::try_from(row.get::<i64>(6)?).unwrap_or(0),
        deadline: row.get::<Option<i64>>(22)?.map(to_time),
        opening: row.get::<Option<i64>>(23)?.and_then(to_opening),
        result: row.get(7)?,
        reason: row.get(8)?,
        rematch: rematch.map(to_game_id).transpose()?,
    })
}

impl GameSummary {
    /// Returns the cursor after this game.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor {
            created: self.created,
            id: self.id,
        }
    }
}

impl GamesFilter {
    /// Returns the first and the last stage that it includes, as they are
    /// stored.
    const fn stages(self) -> (i64, i64) {
        match self {
            GamesFilter::All => (0, 2),
            GamesFilter::UnderWay => (0, 1),
            GamesFilter::Over => (2, 2),
        }
    }
}

impl Cursor {
    /// The start of a list.
    const START: Cursor = Cursor {
        created: i64::MAX.cast_unsigned(),
        id: GameId::from_random(0),
    };
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.created, self.id)
    }
}

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Cursor, ParseCursorError> {
        let (created, id) = text.split_once('-').ok_or(ParseCursorError)?;
        Ok(Cursor {
            created: created.parse().map_err(|_| ParseCursorError)?,
            id: id.parse().map_err(|_| ParseCursorError)?,
        })
    }
}
