//! Saktris: the pieces to come, beside the name of the side whose they are.

use arbiter_game::Time;
use arbiter_rules::{Color, Piece, Role};
use ratatui::{
    buffer::Buffer,
    layout::{Position as Cell, Rect},
    style::Style,
};

use super::Pen;
use crate::{
    App,
    app::Due,
    tray::{Next, Shown, Tray},
};

/// A part of the row: a piece that can be picked, or something that is said.
struct Part {
    text: String,
    style: Style,
    role: Option<Role>,
}

/// Where the tray of a side is: the last row beside its name or, if there is
/// only one, what the name and the clock leave.
pub(super) fn area(app: &App, color: Color, player: Rect, at: Time) -> Rect {
    let Some(tray) = app.tray(color) else {
        return Rect::default();
    };
    if player.height > 1 {
        return Rect {
            y: player.bottom() - 1,
            height: 1,
            ..player
        };
    }
    let width: usize = parts(app, &tray).iter().map(|it| length(&it.text)).sum();
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    let clock = app.face(color, at).map_or(0, |face| length(&face.time) + 3);
    let clock = u16::try_from(clock).unwrap_or(u16::MAX);
    if player.width < width.saturating_add(clock).saturating_add(SHORTEST_NAME) {
        return Rect::default();
    }
    Rect {
        x: player.right() - clock - width,
        width,
        ..player
    }
}

/// Less of a name would tell nobody who it is.
const SHORTEST_NAME: u16 = 10;

pub(super) fn draw(app: &App, color: Color, area: Rect, buffer: &mut Buffer) {
    let Some(tray) = app.tray(color).filter(|_| !area.is_empty()) else {
        return;
    };
    let mut pen = Pen::new(buffer, area);
    pen.write(indent(area), Style::new());
    for part in parts(app, &tray) {
        pen.write(&part.text, part.style);
    }
    let room = usize::from(area.width.saturating_sub(pen.column() + 1));
    let theme = app.looks().theme;
    let style = match tray.next {
        Next::Waits if !is_too_late(app) => theme.strong(),
        _ => theme.quiet(),
    };
    let mut said = when(app, &tray).into_iter();
    if let Some(text) = said.find(|text| length(text) <= room) {
        pen.write_right(&text, style);
    }
}

/// The piece that is drawn in this cell.
pub(super) fn role_at(app: &App, color: Color, area: Rect, cell: Cell) -> Option<Role> {
    let tray = app.tray(color).filter(|_| area.contains(cell))?;
    let mut left = usize::from(cell.x - area.x).checked_sub(indent(area).len())?;
    for part in parts(app, &tray) {
        match left.checked_sub(length(&part.text)) {
            Some(rest) => left = rest,
            None => return part.role,
        }
    }
    None
}

/// The pieces stand below the name, where there is room.
fn indent(area: Rect) -> &'static str {
    if area.width >= 32 { "   " } else { "" }
}

fn parts(app: &App, tray: &Tray) -> Vec<Part> {
    let looks = app.looks();
    let theme = looks.theme;
    let sign = |role| theme.small_piece(Piece::new(tray.color, role));
    let is_due = is_due(app, tray);
    let waits = tray.next == Next::Waits && !is_too_late(app);
    let part = |text: String, style, role| Part { text, style, role };
    let mut parts = Vec::new();
    match &tray.shown {
        Shown::Queue { next, more } => {
            for (index, &role) in next.iter().enumerate() {
                parts.push(match index == 0 && waits {
                    true => part(format!("[{}]", sign(role)), theme.bar(), Some(role)),
                    false => part(format!(" {} ", sign(role)), Style::new(), None),
                });
            }
            if *more > 0 {
                parts.push(part(format!(" +{more}"), theme.quiet(), None));
            }
        }
        Shown::Pool(kinds) => {
            for &(role, count) in kinds {
                let sign = match count {
                    1 => sign(role).to_string(),
                    count => format!("{count}{}", sign(role)),
                };
                let is_chosen = is_due && looks.chosen == Some(role);
                parts.push(match is_chosen {
                    true => part(format!("[{sign}]"), theme.bar(), Some(role)),
                    false => part(format!(" {sign} "), Style::new(), Some(role)),
                });
            }
        }
    }
    parts
}

/// Whether the side has to place a piece now.
fn is_due(app: &App, tray: &Tray) -> bool {
    app.game().turn() == tray.color && matches!(app.due(), Some(Due::Place(_)))
}

/// Whether nothing will come any more, since the game is over.
fn is_too_late(app: &App) -> bool {
    app.game().ending().is_some() && !app.looks().is_past
}

/// When the next piece comes, from long to short.
fn when(app: &App, tray: &Tray) -> Vec<String> {
    let is_due = is_due(app, tray);
    let said: &[&str] = match tray.next {
        Next::Never => &["all have arrived", "all here"],
        _ if is_too_late(app) => &["never came"],
        Next::Waits if is_due && tray.waiting().is_some() => &["place it", "now"],
        Next::Waits if is_due => &["pick one", "pick"],
        Next::Waits => &["waits"],
        Next::ComingTurn => &["next turn", "next"],
        Next::After(1) => &["after 1 move", "in 1"],
        Next::After(moves) => {
            return vec![format!("after {moves} moves"), format!("in {moves}")];
        }
    };
    said.iter().map(|&text| text.to_owned()).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}
