//! `arbiter admin`: what an administrator does, from the shell of the server's
//! machine. It works on the database, whether the server runs or not; a running
//! server notices within a second or two.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use arbiter_server::{
    Database,
    base::clock::{utc, wall},
    people::accounts::{self, Secret},
    store::{
        Actor, AuditPage, BanTarget, Connection, LinkKind, Name, NameError, NewBan, NewLink,
        StaffError, StoreError, audit, bans, connect_beside_server, in_transaction,
        server_settings, staff,
    },
};
use arbiter_wire::{AccountRole, AuditView, BanKind, SignUpPolicy};
use serde_json::json;

use crate::{
    config::{ConfigError, StorageOptions},
    output::{ExitStatus, Format},
};

/// Make administrators, reset passwords, close and ban accounts, set who may sign up.
#[derive(clap::Args)]
#[command(after_help = "\
The commands change the database of a server, which may be running; it applies
them within a second or two. Each is recorded; arbiter admin audit lists what was
done.

Examples:
  arbiter admin link
  arbiter admin grant ann administrator
  arbiter admin reset-password bob
  arbiter admin ban 192.0.2.0/24 --reason \"a flood of accounts\" --days 7
  arbiter admin policy --sign-up invitation --guests off")]
pub struct Arguments {
    #[command(flatten)]
    storage: StorageOptions,
    /// The public address of the server, for links [default: the one in the settings file].
    #[arg(long, value_name = "URL", env = "ARBITER_PUBLIC", global = true)]
    public: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Print a link that makes its bearer an administrator.
    Link,
    /// Give an account a role.
    Grant {
        /// The name of the account.
        name: String,
        /// administrator, moderator or player.
        #[arg(value_parser = role)]
        role: AccountRole,
    },
    /// Print a link with which an account gets a new password.
    ResetPassword {
        /// The name of the account.
        name: String,
    },
    /// Rename an account.
    Rename {
        /// The name of the account.
        name: String,
        /// The new name.
        new: String,
    },
    /// Close an account: nobody can sign in to it.
    Close {
        /// The name of the account.
        name: String,
        /// The reason, which its owner sees.
        #[arg(long)]
        reason: String,
    },
    /// Reopen a closed account.
    Reopen {
        /// The name of the account.
        name: String,
    },
    /// End all sessions of an account.
    EndSessions {
        /// The name of the account.
        name: String,
    },
    /// Ban an account or a range of addresses.
    Ban(BanArguments),
    /// Mute an account or a range of addresses: they cannot chat.
    Mute(BanArguments),
    /// List the latest 1,000 bans and mutes, the newest first.
    Bans,
    /// Lift a ban or mute.
    Lift {
        /// The number from the list.
        id: i64,
    },
    /// Print an invitation link, with which people can sign up.
    Invite {
        /// For how many days it is valid.
        #[arg(long, default_value_t = 30, value_parser = crate::input::number::<u32>(1, 365))]
        days: u32,
        /// How many accounts can be created with it.
        #[arg(long, default_value_t = 1, value_parser = crate::input::number::<u32>(1, 1000))]
        uses: u32,
        /// A label that appears in the list of invitations.
        #[arg(long, default_value = "")]
        label: String,
    },
    /// Print or change who may use the server.
    Policy {
        /// Who may create an account: open, invitation or closed.
        #[arg(long, value_parser = sign_up)]
        sign_up: Option<SignUpPolicy>,
        /// Whether people may play without an account: on or off.
        #[arg(long, value_parser = ["on", "off"])]
        guests: Option<String>,
    },
    /// Return to the limits with which the server was started.
    ResetLimits,
    /// List what administrators and moderators did, the latest first.
    Audit {
        /// How many entries to list.
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
}

#[derive(clap::Args)]
struct BanArguments {
    /// The name of an account, an address, or a range such as 192.0.2.0/24.
    target: String,
    /// The reason, which the person sees.
    #[arg(long)]
    reason: String,
    /// For how many days; without end if not given.
    #[arg(long)]
    days: Option<u32>,
}

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
enum AdminError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Refused(#[from] StaffError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("{0} is not a range of addresses: write it as 192.0.2.0/24 or 2001:db8::/32")]
    Range(String),
    #[error(
        "there is no database at {}: start the server once, or name its folder with --data",
        .0.display()
    )]
    NoDatabase(PathBuf),
    #[error(transparent)]
    Output(#[from] io::Error),
}

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// For how many days a link is valid, except an invitation.
const LINK_DAYS: u64 = 1;
/// How often a link can be used, except an invitation.
const LINK_USES: u32 = 1;
/// How many bans and mutes are listed.
const MAX_LISTED_BANS: usize = 1_000;

pub fn run(arguments: &Arguments, format: Format, out: &mut dyn Write) -> io::Result<ExitStatus> {
    match act(arguments, format, out) {
        Ok(()) => Ok(ExitStatus::Success),
        Err(AdminError::Output(error)) => Err(error),
        Err(error @ AdminError::Refused(_)) => {
            eprintln!("error: {error}");
            Ok(ExitStatus::Refused)
        }
        Err(error) => {
            eprintln!("error: {error}");
            Ok(ExitStatus::BadInput)
        }
    }
}

fn act(arguments: &Arguments, format: Format, out: &mut dyn Write) -> Result<(), AdminError> {
    let config = arguments.storage.load()?;
    if let Database::Sqlite(path) = &config.database
        && !path.exists()
    {
        return Err(AdminError::NoDatabase(path.clone()));
    }
    let public = arguments.public.clone();
    let public = public.or_else(|| config.options.public().map(str::to_owned));
    let mut db = connect_beside_server(&config.database)?;
    let mut context = CommandContext {
        db: db.as_mut(),
        now: wall(),
        public,
        format,
        out,
    };
    context.run(&arguments.command)
}

/// The database and the output that a command works with.
struct CommandContext<'c> {
    db: &'c mut dyn Connection,
    /// In milliseconds since 1970.
    now: u64,
    public: Option<String>,
    format: Format,
    out: &'c mut dyn Write,
}

impl CommandContext<'_> {
    fn run(&mut self, command: &Command) -> Result<(), AdminError> {
        let now = self.now;
        match command {
            Command::Link => self.link(),
            Command::Grant { name, role } => {
                self.change(|db| staff::set_role(db, Actor::SHELL, name, *role, now))?;
                self.say(&format!("{name} has the role {}.", role.code()))
            }
            Command::ResetPassword { name } => self.reset_password(name),
            Command::Rename { name, new } => {
                let parsed: Name = new.parse()?;
                self.change(|db| staff::rename(db, Actor::SHELL, name, &parsed, now))?;
                self.say(&format!("{name} is called {new}."))
            }
            Command::Close { name, reason } => {
                self.change(|db| staff::close(db, Actor::SHELL, name, reason, now))?;
                self.say(&format!("The account {name} is closed."))
            }
            Command::Reopen { name } => {
                self.change(|db| staff::reopen(db, Actor::SHELL, name, now))?;
                self.say(&format!("The account {name} is open."))
            }
            Command::EndSessions { name } => {
                self.change(|db| staff::end_sessions(db, Actor::SHELL, name, now))?;
                self.say(&format!("{name} is signed out everywhere."))
            }
            Command::Ban(arguments) => self.ban(BanKind::Ban, arguments),
            Command::Mute(arguments) => self.ban(BanKind::Mute, arguments),
            Command::Bans => self.list_bans(),
            Command::Lift { id } => {
                self.change(|db| bans::lift(db, Actor::SHELL, *id, now))?;
                self.say("Lifted.")
            }
            Command::Invite { days, uses, label } => self.invite(*days, *uses, label),
            Command::Policy { sign_up, guests } => self.policy(*sign_up, guests.as_deref()),
            Command::ResetLimits => self.reset_limits(),
            Command::Audit { limit } => self.audit(*limit),
        }
    }

    fn link(&mut self) -> Result<(), AdminError> {
        let (secret, link) = self.new_link(LinkKind::Administrator);
        in_transaction::<_, AdminError>(self.db, |db| {
            Ok(staff::administrator_link(db, Actor::SHELL, &link)?)
        })?;
        self.show_link("/admin", &secret, &link)
    }

    fn reset_password(&mut self, name: &str) -> Result<(), AdminError> {
        let (secret, link) = self.new_link(LinkKind::Password);
        self.change(|db| staff::password_link(db, Actor::SHELL, name, &link))?;
        self.show_link("/recover", &secret, &link)
    }

    fn invite(&mut self, days: u32, uses: u32, label: &str) -> Result<(), AdminError> {
        let (secret, link) = self.new_link(LinkKind::Invitation);
        let link = NewLink {
            label: accounts::label(label),
            expires: self.now + u64::from(days) * DAY_MILLIS,
            uses,
            ..link
        };
        in_transaction::<_, AdminError>(self.db, |db| {
            Ok(staff::create_invitation(db, Actor::SHELL, &link)?)
        })?;
        self.show_link("/sign-in", &secret, &link)
    }

    fn ban(&mut self, kind: BanKind, arguments: &BanArguments) -> Result<(), AdminError> {
        let text = &arguments.target;
        // Names have neither dots nor colons.
        let target = if text.contains(['.', ':', '/']) {
            let range = text.parse();
            BanTarget::Addresses(range.map_err(|_| AdminError::Range(text.clone()))?)
        } else {
            BanTarget::Player(text.clone())
        };
        let ban = NewBan {
            kind,
            target,
            reason: arguments.reason.clone(),
            created: self.now,
            until: arguments
                .days
                .map(|days| self.now + u64::from(days) * DAY_MILLIS),
        };
        self.change(|db| bans::create(db, Actor::SHELL, &ban))?;
        let done = match kind {
            BanKind::Ban => "banned",
            BanKind::Mute => "muted",
        };
        self.say(&format!("{text} is {done}."))
    }

    fn list_bans(&mut self) -> Result<(), AdminError> {
        for ban in bans::list(self.db, None, MAX_LISTED_BANS)? {
            if self.format == Format::Json {
                serde_json::to_writer(&mut *self.out, &ban).map_err(io::Error::from)?;
                writeln!(self.out)?;
                continue;
            }
            let target = ban.player.or(ban.addresses).unwrap_or_default();
            let state = match (ban.lifted, ban.until) {
                (Some(_), _) => "lifted".to_owned(),
                (None, Some(until)) if until <= self.now => format!("ended {}", utc(until)),
                (None, Some(until)) => format!("in force until {}", utc(until)),
                (None, None) => "in force".to_owned(),
            };
            let kind = ban.kind.code();
            writeln!(
                self.out,
                "{} {kind} {target}: {} ({state})",
                ban.id, ban.reason
            )?;
        }
        Ok(())
    }

    fn policy(
        &mut self,
        sign_up: Option<SignUpPolicy>,
        guests: Option<&str>,
    ) -> Result<(), AdminError> {
        let mut policy = server_settings::policy(self.db)?;
        if sign_up.is_some() || guests.is_some() {
            policy.sign_up = sign_up.unwrap_or(policy.sign_up);
            policy.guests = guests.map_or(policy.guests, |guests| guests == "on");
            let now = self.now;
            in_transaction::<_, AdminError>(self.db, |db| {
                Ok(server_settings::set_policy(db, Actor::SHELL, &policy, now)?)
            })?;
        }
        if self.format == Format::Json {
            serde_json::to_writer(&mut *self.out, &policy).map_err(io::Error::from)?;
            return Ok(writeln!(self.out)?);
        }
        let guests = if policy.guests { "on" } else { "off" };
        writeln!(
            self.out,
            "sign-up {}, guests {guests}",
            policy.sign_up.code()
        )?;
        Ok(())
    }

    fn reset_limits(&mut self) -> Result<(), AdminError> {
        let now = self.now;
        in_transaction::<_, AdminError>(self.db, |db| {
            Ok(server_settings::set_limits(db, Actor::SHELL, None, now)?)
        })?;
        self.say("The limits are those with which the server was started.")
    }

    fn audit(&mut self, limit: usize) -> Result<(), AdminError> {
        let page = AuditPage {
            limit,
            ..AuditPage::default()
        };
        for act in audit::list(self.db, page)?.into_iter().map(AuditView::from) {
            if self.format == Format::Json {
                serde_json::to_writer(&mut *self.out, &act).map_err(io::Error::from)?;
                writeln!(self.out)?;
                continue;
            }
            let actor = act.actor.as_deref().unwrap_or("(command line)");
            let subject = act.player.or(act.game).unwrap_or_default();
            let line = format!(
                "{} {} {actor}: {} {subject} {}",
                act.id,
                utc(act.at),
                act.act,
                act.detail
            );
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Returns a new link, which is not stored yet.
    fn new_link(&self, kind: LinkKind) -> (Secret, NewLink) {
        let secret = Secret::random();
        let link = NewLink {
            kind,
            hash: secret.hash(),
            player: None,
            label: String::new(),
            created: self.now,
            expires: self.now + LINK_DAYS * DAY_MILLIS,
            uses: LINK_USES,
            created_by: None,
        };
        (secret, link)
    }

    /// Does something in one transaction, or nothing.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&mut dyn Connection) -> staff::Acted<T>,
    ) -> Result<T, AdminError> {
        in_transaction(self.db, |db| Ok(work(db)??))
    }

    fn say(&mut self, text: &str) -> Result<(), AdminError> {
        match self.format {
            Format::Text => writeln!(self.out, "{text}")?,
            Format::Json => writeln!(self.out, "{}", json!({"done": text}))?,
        }
        Ok(())
    }

    fn show_link(&mut self, page: &str, secret: &Secret, link: &NewLink) -> Result<(), AdminError> {
        let public = self.public.as_deref().unwrap_or_default();
        let url = format!("{}{page}#{}", public.trim_end_matches('/'), secret.reveal());
        if self.format == Format::Json {
            writeln!(
                self.out,
                "{}",
                json!({"link": url, "expires": link.expires})
            )?;
            return Ok(());
        }
        if public.is_empty() {
            writeln!(self.out, "Open this path on your server:")?;
        }
        writeln!(self.out, "{url}")?;
        Ok(())
    }
}

fn role(text: &str) -> Result<AccountRole, &'static str> {
    AccountRole::from_code(text).ok_or("write administrator, moderator or player")
}

fn sign_up(text: &str) -> Result<SignUpPolicy, &'static str> {
    SignUpPolicy::from_code(text).ok_or("write open, invitation or closed")
}
