use arbiter_rules::{Color as Side, Piece};
use ratatui::style::{Color, Modifier, Style};

/// How the board looks: which signs and how many colors the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The signs.
    pub glyphs: Glyphs,
    /// The colors.
    pub depth: Depth,
}

/// The signs a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyphs {
    /// Letters and other signs of ASCII.
    Ascii,
    /// Figurines.
    Unicode,
}

/// The colors a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// None: everything is told by characters.
    None,
    /// The 256 colors of xterm.
    Indexed,
    /// All of them.
    True,
}

/// What a square is about, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tint {
    /// The piece that is about to move.
    Selected,
    /// Something is wrong here.
    Refused,
    /// The king in check.
    Check,
    /// The move that is being typed.
    Preview,
    /// A piece was cleared off here.
    Cleared,
    /// A piece can be placed here.
    Place,
    /// The last move.
    Last,
    /// Nothing.
    Plain,
}

impl Theme {
    /// As much as the environment of the process promises. `variable` looks a
    /// variable up.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Theme {
        let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(filled);
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        let has_utf8 = locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows);
        let terminal = variable("TERM").unwrap_or_default();
        let color_term = variable("COLORTERM").unwrap_or_default();
        let depth = if filled("NO_COLOR").is_some() || terminal == "dumb" {
            Depth::None
        } else if matches!(color_term.as_str(), "truecolor" | "24bit") {
            Depth::True
        } else {
            Depth::Indexed
        };
        Theme {
            glyphs: if has_utf8 && terminal != "linux" {
                Glyphs::Unicode
            } else {
                Glyphs::Ascii
            },
            depth,
        }
    }

    /// Whether squares and marks have colors.
    pub(crate) fn has_colors(self) -> bool {
        self.depth != Depth::None
    }

    /// Whether half a row can have another color than the other half.
    pub(crate) fn has_half_rows(self) -> bool {
        self.has_colors() && self.glyphs == Glyphs::Unicode
    }

    /// One sign or its stand-in.
    pub(crate) fn sign(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// The sign of a piece. Where there are colors both sides have the full
    /// figurines, which are seen better, and differ by their color.
    pub(crate) fn piece(self, piece: Piece) -> char {
        match self.glyphs {
            Glyphs::Ascii => piece.letter(),
            Glyphs::Unicode if self.has_colors() => Piece::new(Side::Black, piece.role).figurine(),
            Glyphs::Unicode => piece.figurine(),
        }
    }

    /// The sign of a piece beside the board, on the terminal's own ground.
    pub(crate) fn small_piece(self, piece: Piece) -> char {
        match self.glyphs {
            Glyphs::Ascii => piece.letter(),
            Glyphs::Unicode => piece.figurine(),
        }
    }

    /// What a piece is painted with.
    pub(crate) fn ink(self, side: Side) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match side {
            _ if !self.has_colors() => Style::new(),
            Side::White => style.fg(self.color((255, 253, 245), 231)),
            Side::Black => style.fg(self.color((16, 12, 10), 232)),
        }
    }

    /// What a piece is painted with that is not there: not yet, or not any
    /// more.
    pub(crate) fn ghost(self, side: Side) -> Style {
        match side {
            _ if !self.has_colors() => Style::new().add_modifier(Modifier::DIM),
            Side::White => Style::new().fg(self.color((228, 222, 206), 188)),
            Side::Black => Style::new().fg(self.color((58, 48, 42), 238)),
        }
    }

    /// What marks on squares are painted with.
    pub(crate) fn mark(self) -> Style {
        if self.has_colors() {
            let dark = self.color((24, 58, 30), 22);
            Style::new().fg(dark).add_modifier(Modifier::BOLD)
        } else {
            Style::new()
        }
    }

    /// The frame around the square of the cursor.
    pub(crate) fn cursor(self) -> Style {
        if self.has_colors() {
            let light = self.color((255, 255, 255), 231);
            Style::new().fg(light).add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::BOLD)
        }
    }

    /// The ground of a square.
    pub(crate) fn square(self, is_light: bool, tint: Tint) -> Style {
        if !self.has_colors() {
            return Style::new();
        }
        let color = match (tint, is_light) {
            (Tint::Plain, true) => self.color((176, 148, 112), 137),
            (Tint::Plain, false) => self.color((124, 92, 66), 95),
            (Tint::Last, true) => self.color((178, 168, 84), 143),
            (Tint::Last, false) => self.color((140, 128, 52), 101),
            (Tint::Preview, true) => self.color((124, 156, 170), 109),
            (Tint::Preview, false) => self.color((84, 116, 132), 66),
            (Tint::Cleared, true) => self.color((172, 132, 164), 139),
            (Tint::Cleared, false) => self.color((132, 92, 126), 96),
            (Tint::Selected | Tint::Place, true) => self.color((116, 158, 92), 107),
            (Tint::Selected | Tint::Place, false) => self.color((84, 126, 64), 65),
            (Tint::Check, _) => self.color((200, 58, 44), 160),
            (Tint::Refused, true) => self.color((196, 112, 112), 174),
            (Tint::Refused, false) => self.color((160, 80, 84), 131),
        };
        Style::new().bg(color)
    }

    /// What is said besides, and may be overlooked.
    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What is to be seen.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// A bar across the screen.
    pub(crate) fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// A refusal. The red of the terminal's own palette is chosen to be read
    /// on its ground.
    pub(crate) fn warning(self) -> Style {
        if self.has_colors() {
            Style::new().fg(Color::Red)
        } else {
            Style::new().add_modifier(Modifier::BOLD)
        }
    }

    /// A clock that is about to run out.
    pub(crate) fn alarm(self) -> Style {
        if self.has_colors() {
            let (red, white) = (
                self.color((190, 40, 32), 160),
                self.color((255, 255, 255), 231),
            );
            let style = Style::new().bg(red).fg(white);
            style.add_modifier(Modifier::BOLD)
        } else {
            self.bar()
        }
    }

    fn color(self, (red, green, blue): (u8, u8, u8), index: u8) -> Color {
        match self.depth {
            Depth::True => Color::Rgb(red, green, blue),
            Depth::Indexed => Color::Indexed(index),
            Depth::None => Color::Reset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_what_the_terminal_can_show() {
        for (variables, glyphs, depth) in [
            (
                "LANG=de_DE.UTF-8 TERM=xterm",
                Glyphs::Unicode,
                Depth::Indexed,
            ),
            ("LANG=C TERM=xterm", Glyphs::Ascii, Depth::Indexed),
            (
                "LANG=C LC_ALL=en_US.utf8 COLORTERM=truecolor",
                Glyphs::Unicode,
                Depth::True,
            ),
            ("LANG=C.UTF-8 LC_ALL=C", Glyphs::Ascii, Depth::Indexed),
            (
                "LANG=C.UTF-8 NO_COLOR=1 COLORTERM=24bit",
                Glyphs::Unicode,
                Depth::None,
            ),
            ("LANG=C.UTF-8 NO_COLOR=", Glyphs::Unicode, Depth::Indexed),
            ("LANG=C.UTF-8 TERM=dumb", Glyphs::Unicode, Depth::None),
            ("LANG=C.UTF-8 TERM=linux", Glyphs::Ascii, Depth::Indexed),
        ] {
            let theme = Theme::of_environment(|name| {
                let mut pairs = variables.split(' ').filter_map(|it| it.split_once('='));
                let found = pairs.find(|(variable, _)| *variable == name);
                found.map(|(_, value)| value.to_owned())
            });
            assert_eq!(theme, Theme { glyphs, depth }, "{variables}");
        }
    }
}
