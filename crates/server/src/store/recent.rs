//! What happened just now, in SQLite. The events of a game stand together, so
//! that moves of many games at a time would each change a page of their own;
//! here they are written one after the other, and sorted in when there are
//! enough of them for a page of each game.

use super::{Append, Connection, StoreError, Value, append::number};

/// How many events are sorted in at once. It takes some 50 ms.
const ENOUGH: i64 = 16_384;

/// Adds the events of a game, if they are the next ones. Whether they were.
pub(super) fn add(db: &mut Connection, append: &Append) -> Result<bool, StoreError> {
    let game = Value::Int(append.game.to_number());
    let next = number(append.seq + append.lines.len() as u64);
    let moved = db.execute(
        "UPDATE tails SET next = $1 WHERE game = $2 AND next = $3",
        &[next, game, number(append.seq)],
    )?;
    if moved == 0 && !begin(db, append, next)? {
        return Ok(false);
    }
    let mut command = append.command.as_deref();
    for (seq, line) in (append.seq..).zip(&append.lines) {
        db.execute(
            "INSERT INTO recent (game, seq, line, command) VALUES ($1, $2, $3, $4)",
            &[
                game,
                number(seq),
                line.as_str().into(),
                command.take().into(),
            ],
        )?;
    }
    Ok(true)
}

/// The first events of a game since all was sorted in; unless there are others,
/// and somebody was faster.
fn begin(db: &mut Connection, append: &Append, next: Value) -> Result<bool, StoreError> {
    let game = Value::Int(append.game.to_number());
    let last = db.find(
        "SELECT max(seq) FROM events WHERE game = $1",
        &[game],
        |row| row.get::<Option<i64>>(0),
    )?;
    let free = last.flatten().map_or(0, |last| last + 1);
    if number(append.seq) != Value::Int(free) {
        return Ok(false);
    }
    let begun = db.execute(
        "INSERT INTO tails (game, next) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[game, next],
    )?;
    Ok(begun > 0)
}

/// Sorts everything in, if it is enough. In a transaction.
pub(super) fn settle_if_enough(db: &mut Connection) -> Result<(), StoreError> {
    let last = "SELECT max(id) FROM recent";
    let last = db.find(last, &[], |row| row.get::<Option<i64>>(0))?;
    if last.flatten().is_some_and(|last| last >= ENOUGH) {
        sort_in(db)?;
    }
    Ok(())
}

/// Sorts everything in.
///
/// # Errors
///
/// What the database says. Then all is as it was.
pub fn settle(db: &mut Connection) -> Result<(), StoreError> {
    db.begin()?;
    match sort_in(db) {
        Ok(()) => db.commit(),
        Err(error) => {
            db.roll_back();
            Err(error)
        }
    }
}

fn sort_in(db: &mut Connection) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO events (game, seq, line, command) \
         SELECT game, seq, line, command FROM recent ORDER BY game, seq",
        &[],
    )?;
    // The numbers of an empty table begin with 1 again.
    db.execute("DELETE FROM recent", &[])?;
    db.execute("DELETE FROM tails", &[])?;
    Ok(())
}
