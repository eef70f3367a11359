//! Reports of players.

use arbiter_wire::{ReportReason, ReportState, ReportView};

use super::{
    Store,
    audit::{AdminAct, AuditEntry, record},
    columns::{from_u64, read_u64, to_game_id},
    connection::Connection,
    error::StoreError,
    staff::{Actor, StaffError},
    value::{Row, Value},
};
use crate::base::{GameId, PlayerId};

/// A report to be stored.
#[derive(Clone, Debug)]
pub struct NewReport {
    /// Who reports.
    pub reporter: PlayerId,
    /// Who is reported.
    pub reported: PlayerId,
    /// The game in which it happened.
    pub game: Option<GameId>,
    /// Why they are reported.
    pub reason: ReportReason,
    /// What happened.
    pub text: String,
    /// When it is sent, in milliseconds since 1970.
    pub created: u64,
}

impl Store {
    /// Stores a report. One that is the same as an open one replaces it, so
    /// that nobody fills the list.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn report(&self, report: NewReport) -> Result<(), StoreError> {
        self.write(move |db| create(db, &report)).await
    }

    /// Returns reports in this state before this number, the newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn reports(
        &self,
        state: Option<ReportState>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<ReportView>, StoreError> {
        self.read(move |db| {
            db.query(
                "SELECT r.id, a.name, b.name, r.game, r.reason, r.text, r.created, \
                 r.state, r.handled, h.name, r.note FROM reports r \
                 JOIN players a ON a.id = r.reporter JOIN players b ON b.id = r.reported \
                 LEFT JOIN players h ON h.id = r.handled_by \
                 WHERE r.id < $1 AND ($2 = '' OR r.state = $2) ORDER BY r.id DESC LIMIT $3",
                &[
                    before.unwrap_or(i64::MAX).into(),
                    state.map_or("", ReportState::code).into(),
                    Value::count(limit),
                ],
                read_report,
            )
        })
        .await
    }

    /// Notes what has become of a report.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails; the inner one if there is no
    /// such report.
    pub async fn handle_report(
        &self,
        actor: Actor,
        id: i64,
        state: ReportState,
        note: String,
        now: u64,
    ) -> Result<Result<(), StaffError>, StoreError> {
        self.write(move |db| {
            let reported = db.find(
                "SELECT reported FROM reports WHERE id = $1",
                &[id.into()],
                |row| row.get(0),
            )?;
            let Some(reported) = reported.map(PlayerId) else {
                return Ok(Err(StaffError::NoSuchEntry));
            };
            db.execute(
                "UPDATE reports SET state = $1, handled = $2, handled_by = $3, note = $4 \
                 WHERE id = $5",
                &[
                    state.code().into(),
                    from_u64(now),
                    actor.player.map(|player| player.0).into(),
                    note.as_str().into(),
                    id.into(),
                ],
            )?;
            let mut entry = AuditEntry::new(now, actor.player, AdminAct::HandleReport);
            entry.player = Some(reported);
            entry.detail = format!("{} {}", state.code(), note).trim_end().to_owned();
            record(db, &entry)?;
            Ok(Ok(()))
        })
        .await
    }
}

fn create(db: &mut dyn Connection, report: &NewReport) -> Result<(), StoreError> {
    let game = report.game.map(GameId::to_number);
    db.execute(
        "DELETE FROM reports WHERE reporter = $1 AND reported = $2 AND reason = $3 \
         AND state = 'open' AND coalesce(game, -1) = coalesce(CAST($4 AS BIGINT), -1)",
        &[
            report.reporter.0.into(),
            report.reported.0.into(),
            report.reason.code().into(),
            game.into(),
        ],
    )?;
    db.execute(
        "INSERT INTO reports \
         (reporter, reported, game, reason, text, created, state, note) \
         VALUES ($1, $2, $3, $4, $5, $6, 'open', '')",
        &[
            report.reporter.0.into(),
            report.reported.0.into(),
            game.into(),
            report.reason.code().into(),
            report.text.as_str().into(),
            from_u64(report.created),
        ],
    )?;
    Ok(())
}

/// Returns the latest reports about a player, the newest first.
pub(super) fn of_player(
    db: &mut dyn Connection,
    player: PlayerId,
) -> Result<Vec<ReportView>, StoreError> {
    db.query(
        "SELECT r.id, a.name, b.name, r.game, r.reason, r.text, r.created, \
         r.state, r.handled, h.name, r.note FROM reports r \
         JOIN players a ON a.id = r.reporter JOIN players b ON b.id = r.reported \
         LEFT JOIN players h ON h.id = r.handled_by \
         WHERE r.reported = $1 ORDER BY r.id DESC LIMIT 50",
        &[player.0.into()],
        read_report,
    )
}

fn read_report(row: &Row) -> Result<ReportView, StoreError> {
    let unreadable = |column, text| StoreError::Unreadable {
        row: "a report".to_owned(),
        column,
        text,
    };
    let (reason, state): (String, String) = (row.get(4)?, row.get(7)?);
    let name = |column| {
        let name: Option<String> = row.get(column)?;
        Ok::<_, StoreError>(name.unwrap_or_else(|| "Deleted player".to_owned()))
    };
    let game = row.get::<Option<i64>>(3)?.map(to_game_id).transpose()?;
    Ok(ReportView {
        id: row.get(0)?,
        reporter: name(1)?,
        reported: name(2)?,
        game: game.map(|game| game.to_string()),
        reason: ReportReason::from_code(&reason).ok_or_else(|| unreadable("reason", reason))?,
        text: row.get(5)?,
        created: read_u64(row, 6)?.unwrap_or(0),
        state: ReportState::from_code(&state).ok_or_else(|| unreadable("state", state))?,
        handled: read_u64(row, 8)?,
        handled_by: row.get(9)?,
        note: row.get(10)?,
    })
}
