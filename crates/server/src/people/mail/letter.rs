use crate::{base::Language, people::accounts::Secret};

/// What an email message says.
#[derive(Debug)]
pub enum Letter {
    /// The address is to be confirmed for the account of this name.
    ConfirmEmail {
        /// The name of the account.
        name: String,
        /// The secret of the link.
        secret: Secret,
    },
    /// The account of this name may get a new password.
    RecoverPassword {
        /// The name of the account.
        name: String,
        /// The secret of the link.
        secret: Secret,
    },
}

impl Letter {
    /// Returns the subject.
    #[must_use]
    pub const fn subject(&self, language: Language) -> &'static str {
        match (self, language) {
            (Letter::ConfirmEmail { .. }, Language::English) => "Confirm your email address",
            (Letter::ConfirmEmail { .. }, Language::German) => "Bestätige deine E-Mail-Adresse",
            (Letter::RecoverPassword { .. }, Language::English) => "Choose a new password",
            (Letter::RecoverPassword { .. }, Language::German) => "Wähle ein neues Passwort",
        }
    }

    /// Returns the text, with links to the server at this URL.
    #[must_use]
    pub fn body(&self, public: &str, language: Language) -> String {
        match (self, language) {
            (Letter::ConfirmEmail { name, secret }, Language::English) => format!(
                "Somebody, probably you, entered this email address for the account {name} on \
                 {public}.\n\n\
                 To confirm it, open this link within a day:\n\n\
                 {public}/confirm-email#{}\n\n\
                 If it was not you, do nothing.\n",
                secret.reveal()
            ),
            (Letter::ConfirmEmail { name, secret }, Language::German) => format!(
                "Jemand, wahrscheinlich du, hat diese E-Mail-Adresse für das Konto {name} auf \
                 {public} angegeben.\n\n\
                 Öffne innerhalb eines Tages diesen Link, um sie zu bestätigen:\n\n\
                 {public}/confirm-email#{}\n\n\
                 Wenn du es nicht warst, brauchst du nichts zu tun.\n",
                secret.reveal()
            ),
            (Letter::RecoverPassword { name, secret }, Language::English) => format!(
                "Somebody, probably you, forgot the password of the account {name} on \
                 {public}.\n\n\
                 To choose a new password, open this link within an hour:\n\n\
                 {public}/recover#{}\n\n\
                 If it was not you, do nothing: your password stays as it is.\n",
                secret.reveal()
            ),
            (Letter::RecoverPassword { name, secret }, Language::German) => format!(
                "Jemand, wahrscheinlich du, hat das Passwort des Kontos {name} auf {public} \
                 vergessen.\n\n\
                 Öffne innerhalb einer Stunde diesen Link, um ein neues zu wählen:\n\n\
                 {public}/recover#{}\n\n\
                 Wenn du es nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es \
                 ist.\n",
                secret.reveal()
            ),
        }
    }
}
