//! The log of administrative acts.

use arbiter_wire::AuditView;

use super::{
    Store,
    columns::{from_u64, read_u64, to_game_id},
    connection::Connection,
    error::StoreError,
    value::Value,
};
use crate::base::{GameId, PlayerId};

/// An administrative act to be recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditEntry {
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The account that did it; none for the command line and the server
    /// itself.
    pub actor: Option<PlayerId>,
    /// What was done.
    pub act: AdminAct,
    /// The player it concerns.
    pub player: Option<PlayerId>,
    /// The game it concerns.
    pub game: Option<GameId>,
    /// What else is worth knowing, such as a reason.
    pub detail: String,
}

/// The kinds of administrative acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdminAct {
    /// A link made an account an administrator.
    BecomeAdministrator,
    /// An account got another role.
    ChangeRole,
    /// An account was closed.
    CloseAccount,
    /// A closed account was reopened.
    ReopenAccount,
    /// An account was renamed.
    Rename,
    /// A link to choose a new password was created.
    PasswordLink,
    /// All sessions of a player were ended.
    EndSessions,
    /// A player or a range of addresses was banned.
    Ban,
    /// A player or a range of addresses was muted.
    Mute,
    /// A ban or mute was lifted.
    LiftBan,
    /// A report was handled.
    HandleReport,
    /// A chat message was deleted.
    DeleteChat,
    /// A game was ended.
    EndGame,
    /// A server setting was changed.
    ChangeSetting,
    /// An invitation was created.
    CreateInvitation,
    /// An invitation was revoked.
    RevokeInvitation,
    /// A link that makes its bearer an administrator was created.
    AdministratorLink,
    /// The database was copied.
    BackUp,
}

/// A recorded act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAct {
    /// The number of the entry; later ones have greater numbers.
    pub id: i64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The name of the account that did it; none for the command line and the
    /// server itself.
    pub actor: Option<String>,
    /// The code of what was done.
    pub act: String,
    /// The name of the account it concerns.
    pub player: Option<String>,
    /// The game it concerns.
    pub game: Option<GameId>,
    /// What else is worth knowing.
    pub detail: String,
}

/// Which recorded acts to list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AuditPage {
    /// Only entries before this number.
    pub before: Option<i64>,
    /// Only entries that concern this player.
    pub player: Option<PlayerId>,
    /// The most entries.
    pub limit: usize,
}

impl AdminAct {
    /// Returns the code that is stored and shown.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            AdminAct::BecomeAdministrator => "become_administrator",
            AdminAct::ChangeRole => "change_role",
            AdminAct::CloseAccount => "close_account",
            AdminAct::ReopenAccount => "reopen_account",
            AdminAct::Rename => "rename",
            AdminAct::PasswordLink => "password_link",
            AdminAct::EndSessions => "end_sessions",
            AdminAct::Ban => "ban",
            AdminAct::Mute => "mute",
            AdminAct::LiftBan => "lift_ban",
            AdminAct::HandleReport => "handle_report",
            AdminAct::DeleteChat => "delete_chat",
            AdminAct::EndGame => "end_game",
            AdminAct::ChangeSetting => "change_setting",
            AdminAct::CreateInvitation => "create_invitation",
            AdminAct::RevokeInvitation => "revoke_invitation",
            AdminAct::AdministratorLink => "administrator_link",
            AdminAct::BackUp => "back_up",
        }
    }
}

impl AuditEntry {
    /// Returns an entry that concerns no player and no game.
    #[must_use]
    pub const fn new(at: u64, actor: Option<PlayerId>, act: AdminAct) -> AuditEntry {
        AuditEntry {
            at,
            actor,
            act,
            player: None,
            game: None,
            detail: String::new(),
        }
    }
}

impl From<StoredAct> for AuditView {
    fn from(act: StoredAct) -> AuditView {
        AuditView {
            id: act.id,
            at: act.at,
            actor: act.actor,
            act: act.act,
            player: act.player,
            game: act.game.map(|game| game.to_string()),
            detail: act.detail,
        }
    }
}

impl Store {
    /// Records an act that changes nothing else in the database.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn record_act(&self, entry: AuditEntry) -> Result<(), StoreError> {
        self.write(move |db| record(db, &entry)).await
    }

    /// Returns recorded acts, the latest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn audit(&self, page: AuditPage) -> Result<Vec<StoredAct>, StoreError> {
        self.read(move |db| list(db, page)).await
    }
}

/// Records an act, in the transaction of what it changes.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn record(db: &mut dyn Connection, entry: &AuditEntry) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO audit (at, actor, act, player, game, detail) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        &[
            from_u64(entry.at),
            entry.actor.map(|player| player.0).into(),
            entry.act.code().into(),
            entry.player.map(|player| player.0).into(),
            entry.game.map(GameId::to_number).into(),
            entry.detail.as_str().into(),
        ],
    )?;
    Ok(())
}

/// Returns recorded acts, the latest first.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn list(db: &mut dyn Connection, page: AuditPage) -> Result<Vec<StoredAct>, StoreError> {
    db.query(
        "SELECT a.id, a.at, actor.name, a.act, p.name, a.game, a.detail FROM audit a \
         LEFT JOIN players actor ON actor.id = a.actor LEFT JOIN players p ON p.id = a.player \
         WHERE a.id < $1 AND (CAST($2 AS BIGINT) IS NULL OR a.player = $2) \
         ORDER BY a.id DESC LIMIT $3",
        &[
            page.before.unwrap_or(i64::MAX).into(),
            page.player.map(|player| player.0).into(),
            Value::count(page.limit),
        ],
        |row| {
            Ok(StoredAct {
                id: row.get(0)?,
                at: read_u64(row, 1)?.unwrap_or(0),
                actor: row.get(2)?,
                act: row.get(3)?,
                player: row.get(4)?,
                game: row.get::<Option<i64>>(5)?.map(to_game_id).transpose()?,
                detail: row.get(6)?,
            })
        },
    )
}
