//! Settings that administrators change while the server runs: who may use it,
//! and what one address may do.

use arbiter_wire::{Limits, ServerPolicy, SignUpPolicy, TournamentPolicy};

use super::{
    Store,
    audit::{AdminAct, AuditEntry, record},
    connection::Connection,
    error::StoreError,
    staff::Actor,
};

/// The keys of `server_settings`. Limits have the key of [`limit_key`].
const SIGN_UP: &str = "sign_up";
const GUESTS: &str = "guests";
const TOURNAMENTS: &str = "tournaments";
const ORGANIZERS: &str = "organizers";

impl Store {
    /// Changes who may use the server.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn set_policy(
        &self,
        actor: Actor,
        policy: ServerPolicy,
        now: u64,
    ) -> Result<(), StoreError> {
        self.write(move |db| set_policy(db, actor, &policy, now))
            .await
    }

    /// Changes what one address may do; without limits, those with which the
    /// server was started are in force again.
    ///
    /// # Errors
    ///
    /// Returns an error if the database fails.
    pub async fn set_limits(
        &self,
        actor: Actor,
        limits: Option<Limits>,
        now: u64,
    ) -> Result<(), StoreError> {
        self.write(move |db| set_limits(db, actor, limits, now))
            .await
    }
}

/// Changes who may use the server.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn set_policy(
    db: &mut dyn Connection,
    actor: Actor,
    policy: &ServerPolicy,
    now: u64,
) -> Result<(), StoreError> {
    let guests = if policy.guests { "on" } else { "off" };
    set(db, SIGN_UP, policy.sign_up.code())?;
    set(db, GUESTS, guests)?;
    set(db, TOURNAMENTS, policy.tournaments.code())?;
    set(db, ORGANIZERS, &policy.organizers.join(" "))?;
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::ChangeSetting);
    entry.detail = format!(
        "sign_up {}, guests {guests}, tournaments {}",
        policy.sign_up.code(),
        policy.tournaments.code()
    );
    record(db, &entry)
}

/// Returns who may use the server.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn policy(db: &mut dyn Connection) -> Result<ServerPolicy, StoreError> {
    let mut policy = ServerPolicy {
        sign_up: SignUpPolicy::Open,
        guests: true,
        tournaments: TournamentPolicy::default(),
        organizers: Vec::new(),
    };
    for (key, value) in all(db)? {
        match key.as_str() {
            // What a newer version has written is closed to be safe.
            SIGN_UP => {
                let known = SignUpPolicy::from_code(&value);
                policy.sign_up = known.unwrap_or(SignUpPolicy::Closed);
            }
            GUESTS => policy.guests = value == "on",
            TOURNAMENTS => {
                let known = TournamentPolicy::from_code(&value);
                policy.tournaments = known.unwrap_or(TournamentPolicy::Organizers);
            }
            ORGANIZERS => {
                policy.organizers = value.split_whitespace().map(str::to_owned).collect();
            }
            _ => {}
        }
    }
    Ok(policy)
}

/// Changes what one address may do; without limits, those with which the server
/// was started are in force again.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn set_limits(
    db: &mut dyn Connection,
    actor: Actor,
    limits: Option<Limits>,
    now: u64,
) -> Result<(), StoreError> {
    let mut entry = AuditEntry::new(now, actor.player, AdminAct::ChangeSetting);
    match limits {
        None => {
            for (name, _) in Limits::default().each() {
                let key = limit_key(name);
                db.execute(
                    "DELETE FROM server_settings WHERE key = $1",
                    &[key.as_str().into()],
                )?;
            }
            "limits as at the start".clone_into(&mut entry.detail);
        }
        Some(limits) => {
            for (name, value) in limits.each() {
                set(db, &limit_key(name), &value.to_string())?;
            }
            let each = limits.each().map(|(name, value)| format!("{name} {value}"));
            entry.detail = format!("limits: {}", each.join(", "));
        }
    }
    record(db, &entry)
}

/// Returns what one address may do, given the limits with which the server was
/// started.
///
/// # Errors
///
/// Returns an error if the database fails.
pub fn limits(db: &mut dyn Connection, at_start: Limits) -> Result<Limits, StoreError> {
    let mut limits = at_start;
    for (key, value) in all(db)? {
        let name = key.strip_prefix(LIMIT_PREFIX);
        if let Some(limit) = name.and_then(|name| limits.by_name(name))
            && let Ok(value) = value.parse()
        {
            *limit = value;
        }
    }
    Ok(limits)
}

const LIMIT_PREFIX: &str = "limit_";

fn limit_key(name: &str) -> String {
    format!("{LIMIT_PREFIX}{name}")
}

fn set(db: &mut dyn Connection, key: &str, value: &str) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO server_settings (key, value) VALUES ($1, $2) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        &[key.into(), value.into()],
    )?;
    Ok(())
}

fn all(db: &mut dyn Connection) -> Result<Vec<(String, String)>, StoreError> {
    db.query("SELECT key, value FROM server_settings", &[], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}
