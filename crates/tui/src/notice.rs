use arbiter_game::Refusal;
use arbiter_rules::Bitboard;

/// A sentence shown to the players until something else happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    pub kind: NoticeKind,
    pub text: String,
    /// The squares it is about, which are highlighted.
    pub squares: Bitboard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoticeKind {
    /// Something has happened.
    Info,
    /// Something was not done.
    Refusal,
}

impl Notice {
    pub fn info(text: impl Into<String>) -> Notice {
        Notice {
            kind: NoticeKind::Info,
            text: text.into(),
            squares: Bitboard::EMPTY,
        }
    }

    pub fn refusal(text: impl Into<String>) -> Notice {
        Notice {
            kind: NoticeKind::Refusal,
            ..Notice::info(text)
        }
    }
}

/// The sentence of a refusal, with the article of the Laws and the squares.
impl From<&Refusal> for Notice {
    fn from(refusal: &Refusal) -> Notice {
        let text = match refusal.article() {
            Some(article) => format!("{refusal} (FIDE {article})"),
            None => refusal.to_string(),
        };
        Notice {
            squares: refusal.squares(),
            ..Notice::refusal(text)
        }
    }
}

impl From<&arbiter_rules::Refusal> for Notice {
    fn from(refusal: &arbiter_rules::Refusal) -> Notice {
        Notice::from(&Refusal::from(refusal.clone()))
    }
}
