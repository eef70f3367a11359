//! Draws the pieces to come of each side (Saktris).

use arbiter_game::Time;
use arbiter_rules::{Color, Piece, Role};
use ratatui::{
    buffer::Buffer,
    layout::{Position as Cell, Rect},
    style::Style,
};

use super::pen::Pen;
use crate::{
    App,
    app::SaktrisDuty,
    tray::{NextArrival, Tray, TrayPieces},
};

/// A part of the row: a piece or a number.
struct TrayPart {
    text: String,
    style: Style,
    /// The piece that can be placed by clicking here.
    role: Option<Role>,
}

/// Returns the area of a side's tray: the last row of the player's area or, if it
/// has only one, the space between name and clock.
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
    let clock = app
        .clock_display(color, at)
        .map_or(0, |clock| length(&clock.time) + 3);
    let clock = u16::try_from(clock).unwrap_or(u16::MAX);
    if player.width < width.saturating_add(clock).saturating_add(MIN_NAME_WIDTH) {
        return Rect::default();
    }
    Rect {
        x: player.right() - clock - width,
        width,
        ..player
    }
}

/// The width needed to recognize a name.
const MIN_NAME_WIDTH: u16 = 10;

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
    let theme = app.view().theme;
    let style = match tray.next {
        NextArrival::Waiting if !is_game_over(app) => theme.strong(),
        _ => theme.quiet(),
    };
    let mut texts = arrival_texts(app, &tray).into_iter();
    if let Some(text) = texts.find(|text| length(text) <= room) {
        pen.write_right(&text, style);
    }
}

/// Returns the piece that is drawn in this cell.
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

/// Returns the space before the pieces, which aligns them with the name where
/// there is room.
fn indent(area: Rect) -> &'static str {
    if area.width >= 32 { "   " } else { "" }
}

fn parts(app: &App, tray: &Tray) -> Vec<TrayPart> {
    let view = app.view();
    let theme = view.theme;
    let sign = |role| theme.small_piece(Piece::new(tray.color, role));
    let is_due = is_due(app, tray);
    let is_waiting = tray.next == NextArrival::Waiting && !is_game_over(app);
    let part = |text: String, style, role| TrayPart { text, style, role };
    let mut parts = Vec::new();
    match &tray.pieces {
        TrayPieces::Queue { next, more } => {
            for (index, &role) in next.iter().enumerate() {
                parts.push(match index == 0 && is_waiting {
                    true => part(format!("[{}]", sign(role)), theme.bar(), Some(role)),
                    false => part(format!(" {} ", sign(role)), Style::new(), None),
                });
            }
            if *more > 0 {
                parts.push(part(format!(" +{more}"), theme.quiet(), None));
            }
        }
        TrayPieces::Pool(kinds) => {
            for &(role, count) in kinds {
                let sign = match count {
                    1 => sign(role).to_string(),
                    count => format!("{count}{}", sign(role)),
                };
                let is_chosen = is_due && view.chosen_role == Some(role);
                parts.push(match is_chosen {
                    true => part(format!("[{sign}]"), theme.bar(), Some(role)),
                    false => part(format!(" {sign} "), Style::new(), Some(role)),
                });
            }
        }
    }
    parts
}

/// Reports whether the side has to place a piece now.
fn is_due(app: &App, tray: &Tray) -> bool {
    app.game().turn() == tray.color && matches!(app.saktris_duty(), Some(SaktrisDuty::Place(_)))
}

/// Reports whether no more pieces will arrive, because the game is over.
fn is_game_over(app: &App) -> bool {
    app.game().ending().is_some() && !app.view().is_past
}

/// Returns when the next piece arrives, as texts from long to short.
fn arrival_texts(app: &App, tray: &Tray) -> Vec<String> {
    let is_due = is_due(app, tray);
    let texts: &[&str] = match tray.next {
        NextArrival::Never => &["all have arrived", "all here"],
        _ if is_game_over(app) => &["never arrived", "none"],
        NextArrival::Waiting if is_due && tray.waiting().is_some() => &["place it", "now"],
        NextArrival::Waiting if is_due => &["choose one", "choose"],
        NextArrival::Waiting => &["waiting"],
        NextArrival::NextTurn => &["next turn", "next"],
        NextArrival::After(1) => &["after 1 move", "in 1"],
        NextArrival::After(moves) => {
            return vec![format!("after {moves} moves"), format!("in {moves}")];
        }
    };
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn length(text: &str) -> usize {
    text.chars().count()
}
