//! Draws names, clocks, captured pieces and the list of moves.

use arbiter_game::Time;
use arbiter_openings::Opening;
use arbiter_rules::{Clear, Color, Piece};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{pen::Pen, tray};
use crate::{App, Theme, layout::Layout};

pub(super) fn draw(app: &App, layout: &Layout, buffer: &mut Buffer, at: Time) {
    let below = app.view().below;
    player(app, !below, layout.above, buffer, at);
    player(app, below, layout.below, buffer, at);
    moves(app, layout, buffer);
}

/// Draws one side: whether it is to move, its name, its clock and its captures.
fn player(app: &App, color: Color, area: Rect, buffer: &mut Buffer, at: Time) {
    let view = app.view();
    let theme = view.theme;
    let mut pen = Pen::new(buffer, area);
    let is_turn = app.game().turn() == color && app.game().ending().is_none();
    let turn = match is_turn {
        true => theme.sign("▶ ", "> "),
        false => "  ",
    };
    let king = theme.small_piece(Piece::new(color, arbiter_rules::Role::King));
    if pen.width() > 14 {
        pen.write(turn, theme.strong());
        pen.write(&format!("{king} "), Style::new());
    } else {
        pen.write(turn.trim_end(), theme.strong());
    }
    let name_style = if is_turn {
        theme.strong()
    } else {
        Style::new()
    };
    let clock = app.clock_display(color, at);
    let time = clock.as_ref().map(|clock| format!(" {} ", clock.time));
    let clock_width = time.as_ref().map_or(0, |time| time.chars().count());
    let room = usize::from(pen.width() - pen.column()).saturating_sub(clock_width + 1);
    let name: String = view.names[color].chars().take(room).collect();
    pen.write(&name, name_style);
    let captured = captured(app, color);
    let has_tray = app.tray(color).is_some();
    if area.height == 1 && pen.width() > 30 && !has_tray {
        pen.write(&format!("  {captured}"), Style::new());
    }
    if let (Some(clock), Some(time)) = (&clock, time) {
        let style = match (clock.is_running, clock.is_low) {
            (true, true) => theme.alarm(),
            (true, false) => theme.bar(),
            (false, true) => theme.warning(),
            (false, false) => Style::new(),
        };
        pen.write_right(&time, style);
    }
    if area.height > 1 {
        pen.next_row();
        let has_room = !has_tray || area.height > 2;
        if has_room {
            pen.write(&format!("    {captured}"), Style::new());
        }
        if let Some(clock) = clock.as_ref().filter(|_| has_room) {
            pen.write_right(&clock.note, theme.quiet());
        }
    }
    tray::draw(app, color, tray::area(app, color, area, at), buffer);
}

/// Returns the pieces a side has captured, and its material advantage.
fn captured(app: &App, color: Color) -> String {
    let theme = app.view().theme;
    let (captured, balance) = app.material();
    let mut text: String = captured[color]
        .iter()
        .map(|&role| theme.small_piece(Piece::new(!color, role)))
        .collect();
    let ahead = match color {
        Color::White => balance,
        Color::Black => -balance,
    };
    if ahead > 0 {
        text.push_str(&format!(" +{ahead}"));
    }
    text.trim_start().to_owned()
}

/// A row of the list: the number, White's move and Black's.
struct MoveRow {
    number: u16,
    cells: [Option<MoveCell>; 2],
}

struct MoveCell {
    /// The number of moves played up to and including this one.
    ply: usize,
    san: String,
    /// The pieces it cleared.
    cleared: Vec<Piece>,
    /// The time left after it.
    time_left: String,
}

impl MoveCell {
    /// Returns the move and the pieces it cleared, or their number where there is
    /// no room for them.
    fn text(&self, theme: Theme, width: usize) -> String {
        if self.cleared.is_empty() {
            return self.san.clone();
        }
        let pieces = self.cleared.iter();
        let pieces: String = pieces.map(|&piece| theme.small_piece(piece)).collect();
        let full = format!("{} -{pieces}", self.san);
        if full.chars().count() <= width {
            return full;
        }
        format!("{} -{}", self.san, self.cleared.len())
    }
}

fn moves(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let area = layout.moves;
    if area.height < 3 || area.width < 16 {
        return;
    }
    let view = app.view();
    let theme = view.theme;
    let line = theme.sign("─", "-").repeat(area.width.into());
    let mut pen = Pen::new(buffer, area);
    pen.write(&line, theme.quiet());
    if let Some(opening) = app.opening() {
        let room = usize::from(area.width).saturating_sub(4);
        pen.write_at(1, &format!(" {} ", shortened(opening, room)), theme.quiet());
    }
    let visible = usize::from(area.height) - 2;
    let rows = rows(app);
    let shown = app.ply();
    let current = rows
        .iter()
        .position(|row| {
            let mut cells = row.cells.iter().flatten();
            cells.any(|cell| cell.ply == shown)
        })
        .unwrap_or(0);
    // The move shown is in the middle of the list, the last move at its end.
    let first = (current + 1 + visible / 2)
        .min(rows.len())
        .saturating_sub(visible);
    let has_times = area.width >= 32;
    let cell_width = usize::from(area.width - 6) / 2;
    for row in rows.iter().skip(first).take(visible) {
        pen.next_row();
        pen.write(&format!("{:>4}. ", row.number), theme.quiet());
        for (index, cell) in row.cells.iter().enumerate() {
            let column = 6 + u16::try_from(index * cell_width).unwrap_or(0);
            let Some(cell) = cell else {
                if index == 0 {
                    pen.write_at(column, theme.sign("…", "..."), theme.quiet());
                }
                continue;
            };
            let is_shown = cell.ply == shown;
            let text = cell.text(theme, cell_width.saturating_sub(2));
            let text = match is_shown {
                true => format!("[{text}]"),
                false => format!(" {text} "),
            };
            let style = if is_shown { theme.bar() } else { Style::new() };
            pen.write_at(column, &text, style);
            // Cleared pieces may leave no room for the time.
            let width = cell_width.saturating_sub(text.chars().count() + 1);
            if has_times && width > cell.time_left.len() {
                let time = format!("{:>width$}", cell.time_left);
                pen.write(&time, theme.quiet());
            }
        }
    }
    if rows.is_empty() {
        pen.next_row();
        pen.write("  No moves yet.", theme.quiet());
    }
    // Until both sides have moved there is room for a summary of the rules.
    let has_begun = app.game().moves().len() > 1 || app.game().ending().is_some();
    if let Some(summary) = app.rules_summary().filter(|_| !has_begun) {
        let below = Rect {
            x: area.x + 2,
            y: area.y + 3,
            width: area.width - 2,
            height: area.height.saturating_sub(4),
        };
        if Pen::rows_of(&summary, below.width) <= below.height {
            Pen::new(buffer, below).write_wrapped(&summary, theme.quiet());
        }
    }
    let last = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    Pen::new(buffer, last).write(&line, theme.quiet());
}

/// Returns the whole name of an opening, or as much as there is room for: without its
/// last parts, or only its beginning.
fn shortened(opening: Opening, room: usize) -> String {
    let mut name = opening.name();
    while name.chars().count() > room {
        let Some((shorter, _)) = name.rsplit_once([',', ':']) else {
            return name.chars().take(room).collect();
        };
        name = shorter;
    }
    name.to_owned()
}

fn rows(app: &App) -> Vec<MoveRow> {
    let mut rows: Vec<MoveRow> = Vec::new();
    for (index, played) in app.game().moves().enumerate() {
        let number = played.before.fullmoves();
        let mark = if played.offered_draw { " (=)" } else { "" };
        let clear = played.before.clear(played.mv);
        let cleared = clear.iter().flat_map(Clear::pieces);
        let cell = MoveCell {
            ply: index + 1,
            cleared: cleared.map(|it| it.piece).collect(),
            san: format!("{}{mark}", played.before.san(played.mv)),
            time_left: played
                .left
                .map_or_else(String::new, |left| left.to_string()),
        };
        match (played.before.turn(), rows.last_mut()) {
            (Color::Black, Some(row)) if row.cells[1].is_none() => row.cells[1] = Some(cell),
            (Color::White, _) => rows.push(MoveRow {
                number,
                cells: [Some(cell), None],
            }),
            (Color::Black, _) => rows.push(MoveRow {
                number,
                cells: [None, Some(cell)],
            }),
        }
    }
    rows
}
