//! Conversions between columns and the types they stand for.

use std::sync::Arc;

use arbiter_game::Time;
use arbiter_openings::Opening;
use arbiter_wire::Variant;
use serde::Serialize;

use super::{
    error::StoreError,
    value::{Row, Value},
};
use crate::base::GameId;

/// Converts a time on the game clock into its column.
pub(super) fn from_time(time: Time) -> Value<'static> {
    from_u64(time.as_millis())
}

/// Converts a column into a time on the game clock.
pub(super) fn to_time(millis: i64) -> Time {
    Time::from_millis(to_u64(millis))
}

/// Converts an unsigned number, such as a sequence number or a wall-clock time
/// in milliseconds, into its column.
pub(super) const fn from_u64(number: u64) -> Value<'static> {
    Value::Int(number.cast_signed())
}

/// Converts a column that is never negative.
pub(super) fn to_u64(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// Converts a column that holds a rating or a rating change.
pub(super) fn to_rating(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(0)
}

/// Converts a value into a column that holds JSON.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Json(Arc::new(error)))
}

/// Converts a variant into its column.
pub(super) const fn from_variant(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard => "standard",
        Variant::Chess960 => "chess960",
        Variant::Saktris => "saktris",
    }
}

/// Converts an opening into its column: the key of its position.
pub(super) const fn from_opening(opening: Opening) -> i64 {
    opening.key().cast_signed()
}

/// Converts a column that holds an opening. A position that has no name is none.
pub(super) fn to_opening(key: i64) -> Option<Opening> {
    Opening::with_key(key.cast_unsigned())
}

/// Converts a column that holds the id of a game.
pub(super) fn to_game_id(number: i64) -> Result<GameId, StoreError> {
    GameId::from_number(number).ok_or_else(|| StoreError::Unreadable {
        row: "a game".to_owned(),
        column: "id",
        text: number.to_string(),
    })
}

/// Reads a column of a row that is never negative and may be `NULL`.
pub(super) fn read_u64(row: &Row, column: usize) -> Result<Option<u64>, StoreError> {
    let number: Option<i64> = row.get(column)?;
    Ok(number.map(to_u64))
}

/// Returns when an event happened: its log line begins with the time.
pub(super) fn event_time(line: &str) -> Option<Time> {
    let (millis, _) = line.split_once(' ')?;
    millis.parse().ok().map(Time::from_millis)
}
