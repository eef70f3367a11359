use arbiter_game::Refusal;
use arbiter_rules::Bitboard;

/// What the players are told besides the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notice {
    pub kind: NoticeKind,
    pub text: String,
    /// The squares it is about.
    pub squares: Bitboard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoticeKind {
    /// Something that happened.
    News,
    /// Something that was not done.
    Refusal,
}

impl Notice {
    pub fn news(text: impl Into<String>) -> Notice {
        Notice {
            kind: NoticeKind::News,
            text: text.into(),
            squares: Bitboard::EMPTY,
        }
    }

    pub fn trouble(text: impl Into<String>) -> Notice {
        Notice {
            kind: NoticeKind::Refusal,
            ..Notice::news(text)
        }
    }
}

/// The sentence of a refusal, its article and its squares.
impl From<&Refusal> for Notice {
    fn from(refusal: &Refusal) -> Notice {
        let text = match refusal.article() {
            Some(article) => format!("{refusal} (FIDE {article})"),
            None => refusal.to_string(),
        };
        Notice {
            squares: refusal.squares(),
            ..Notice::trouble(text)
        }
    }
}

impl From<&arbiter_rules::Refusal> for Notice {
    fn from(refusal: &arbiter_rules::Refusal) -> Notice {
        Notice::from(&Refusal::from(refusal.clone()))
    }
}
