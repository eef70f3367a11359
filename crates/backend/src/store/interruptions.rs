//! Players whose connections a node has ended because it stops, for nodes that share a
//! database.

use arbiter_game::Time;
use arbiter_rules::{ByColor, Color};

use super::{
    Store,
    columns::{from_time, to_time},
    connection::Connection,
    error::StoreError,
    value::Value,
};
use crate::base::GameId;

/// The game time at which each player of a game was interrupted, if they are.
pub type Interruptions = ByColor<Option<Time>>;

impl Store {
    /// Notes that the players of these sides are interrupted since this time.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn note_interruptions(
        &self,
        game: GameId,
        sides: Vec<Color>,
        at: Time,
    ) -> Result<(), StoreError> {
        self.write(move |db| {
            for &side in &sides {
                db.execute(
                    "INSERT INTO interruptions (game, is_white, at) VALUES ($1, $2, $3) \
                     ON CONFLICT (game, is_white) DO UPDATE SET at = excluded.at",
                    &[game.to_number().into(), is_white(side), from_time(at)],
                )?;
            }
            Ok(())
        })
        .await
    }

    /// Forgets that the player of this side was interrupted.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn forget_interruption(&self, game: GameId, side: Color) -> Result<(), StoreError> {
        self.write(move |db| delete_interruption(db, game, side))
            .await
    }

    /// Forgets interruptions that began before this time.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn forget_old_interruptions(&self, before: Time) -> Result<(), StoreError> {
        self.write(move |db| {
            db.execute(
                "DELETE FROM interruptions WHERE at < $1",
                &[from_time(before)],
            )?;
            Ok(())
        })
        .await
    }
}

/// Returns the game time at which each player was interrupted.
pub(super) fn interruptions_of(
    db: &mut dyn Connection,
    game: GameId,
) -> Result<Interruptions, StoreError> {
    let mut found = Interruptions::default();
    db.for_each_row(
        "SELECT is_white, at FROM interruptions WHERE game = $1",
        &[game.to_number().into()],
        &mut |row| {
            let side = match row.get::<i64>(0)? {
                0 => Color::Black,
                _ => Color::White,
            };
            found[side] = Some(to_time(row.get(1)?));
            Ok(())
        },
    )?;
    Ok(found)
}

/// Forgets that the player of this side was interrupted.
pub(super) fn delete_interruption(
    db: &mut dyn Connection,
    game: GameId,
    side: Color,
) -> Result<(), StoreError> {
    db.execute(
        "DELETE FROM interruptions WHERE game = $1 AND is_white = $2",
        &[game.to_number().into(), is_white(side)],
    )?;
    Ok(())
}

fn is_white(side: Color) -> Value<'static> {
    Value::Int(i64::from(side == Color::White))
}
