use arbiter_rules::{Color as Side, Piece};
use ratatui::style::{Color, Modifier, Style};

/// The characters and colors that the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Whether pieces and lines are drawn with Unicode or ASCII characters.
    pub glyphs: Glyphs,
    /// How many colors there are.
    pub depth: ColorDepth,
}

/// The characters a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glyphs {
    /// ASCII only: pieces are letters.
    Ascii,
    /// Unicode: pieces are figurines.
    Unicode,
}

/// The colors a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorDepth {
    /// No colors: characters show everything.
    None,
    /// The 256 colors of xterm.
    Indexed,
    /// 24-bit colors.
    True,
}

/// What the color of a square means, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tint {
    /// The piece that is picked up.
    Selected,
    /// A refusal is about this square.
    Refused,
    /// The king in check.
    Check,
    /// The move that is being typed.
    Preview,
    /// A piece was cleared here.
    Cleared,
    /// A piece can be placed here.
    Place,
    /// The last move.
    Last,
    /// An ordinary square.
    Plain,
}

impl Theme {
    /// Returns what the environment says about the terminal. `variable` looks up
    /// an environment variable.
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Theme {
        let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(filled);
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        let has_utf8 = locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows);
        let terminal = variable("TERM").unwrap_or_default();
        let color_term = variable("COLORTERM").unwrap_or_default();
        let depth = if filled("NO_COLOR").is_some() || terminal == "dumb" {
            ColorDepth::None
        } else if matches!(color_term.as_str(), "truecolor" | "24bit") {
            ColorDepth::True
        } else {
            ColorDepth::Indexed
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

    /// Reports whether squares and marks have colors.
    pub(crate) fn has_colors(self) -> bool {
        self.depth != ColorDepth::None
    }

    /// Reports whether the two halves of a row can have different colors.
    pub(crate) fn has_half_rows(self) -> bool {
        self.has_colors() && self.glyphs == Glyphs::Unicode
    }

    /// Returns a Unicode sign or its ASCII replacement.
    pub(crate) fn sign(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// Returns the sign of a piece on the board. With colors, both sides have the
    /// solid figurines, which are easier to see, and differ by color.
    pub(crate) fn piece(self, piece: Piece) -> char {
        match self.glyphs {
            Glyphs::Ascii => piece.letter(),
            Glyphs::Unicode if self.has_colors() => Piece::new(Side::Black, piece.role).figurine(),
            Glyphs::Unicode => piece.figurine(),
        }
    }

    /// Returns the sign of a piece beside the board, on the terminal's background.
    pub(crate) fn small_piece(self, piece: Piece) -> char {
        match self.glyphs {
            Glyphs::Ascii => piece.letter(),
            Glyphs::Unicode => piece.figurine(),
        }
    }

    /// Returns the style of a piece.
    pub(crate) fn ink(self, side: Side) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match side {
            _ if !self.has_colors() => Style::new(),
            Side::White => style.fg(self.color((255, 253, 245), 231)),
            Side::Black => style.fg(self.color((16, 12, 10), 232)),
        }
    }

    /// Returns the style of a piece that would be placed or has been cleared.
    pub(crate) fn ghost(self, side: Side) -> Style {
        match side {
            _ if !self.has_colors() => Style::new().add_modifier(Modifier::DIM),
            Side::White => Style::new().fg(self.color((228, 222, 206), 188)),
            Side::Black => Style::new().fg(self.color((58, 48, 42), 238)),
        }
    }

    /// Returns the style of marks on squares.
    pub(crate) fn mark(self) -> Style {
        if self.has_colors() {
            let dark = self.color((24, 58, 30), 22);
            Style::new().fg(dark).add_modifier(Modifier::BOLD)
        } else {
            Style::new()
        }
    }

    /// Returns the style of the frame around the cursor's square.
    pub(crate) fn cursor(self) -> Style {
        if self.has_colors() {
            let light = self.color((255, 255, 255), 231);
            Style::new().fg(light).add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::BOLD)
        }
    }

    /// Returns the background of a square.
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

    /// Returns the style of text that is less important.
    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Returns the style of text that stands out.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of a bar across the screen.
    pub(crate) fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Returns the style of a refusal. The red of the terminal's own palette is
    /// readable on its background.
    pub(crate) fn warning(self) -> Style {
        if self.has_colors() {
            Style::new().fg(Color::Red)
        } else {
            Style::new().add_modifier(Modifier::BOLD)
        }
    }

    /// Returns the style of a clock that is about to run out.
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
            ColorDepth::True => Color::Rgb(red, green, blue),
            ColorDepth::Indexed => Color::Indexed(index),
            ColorDepth::None => Color::Reset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theme_follows_the_environment() {
        for (variables, glyphs, depth) in [
            (
                "LANG=de_DE.UTF-8 TERM=xterm",
                Glyphs::Unicode,
                ColorDepth::Indexed,
            ),
            ("LANG=C TERM=xterm", Glyphs::Ascii, ColorDepth::Indexed),
            (
                "LANG=C LC_ALL=en_US.utf8 COLORTERM=truecolor",
                Glyphs::Unicode,
                ColorDepth::True,
            ),
            ("LANG=C.UTF-8 LC_ALL=C", Glyphs::Ascii, ColorDepth::Indexed),
            (
                "LANG=C.UTF-8 NO_COLOR=1 COLORTERM=24bit",
                Glyphs::Unicode,
                ColorDepth::None,
            ),
            (
                "LANG=C.UTF-8 NO_COLOR=",
                Glyphs::Unicode,
                ColorDepth::Indexed,
            ),
            ("LANG=C.UTF-8 TERM=dumb", Glyphs::Unicode, ColorDepth::None),
            (
                "LANG=C.UTF-8 TERM=linux",
                Glyphs::Ascii,
                ColorDepth::Indexed,
            ),
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
