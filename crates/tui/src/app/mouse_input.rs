//! The effects of the mouse: click twice, or drag.

use arbiter_game::Time;
use arbiter_rules::{Role, Square};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

use super::{
    App, Page, Prompt,
    selection::{Focus, MousePress},
};
use crate::command::HistoryTarget;

/// What is under the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MouseTarget {
    /// A square of the board.
    pub square: Option<Square>,
    /// A piece that the side to move can place (Saktris).
    pub tray: Option<Role>,
    /// One of the pieces that can be chosen.
    pub choice: Option<Role>,
}

impl App {
    /// Handles a mouse event over this target.
    pub fn mouse(&mut self, at: Time, kind: MouseEventKind, target: MouseTarget) {
        self.tick(at);
        if self.dialog.page != Page::Game {
            if let MouseEventKind::Down(_) = kind {
                self.dialog.page = Page::Game;
            }
            return;
        }
        if let Some(Prompt::Choose(choice)) = self.dialog.prompt {
            let is_click = kind == MouseEventKind::Down(MouseButton::Left);
            if let Some(role) = target.choice.filter(|_| is_click) {
                self.play_choice(self.now(at), choice, role);
            }
            return;
        }
        if self.dialog.prompt.is_some() {
            return;
        }
        self.selection.hover(target.square);
        match (kind, target.square) {
            (MouseEventKind::ScrollUp, _) => self.show(HistoryTarget::Back),
            (MouseEventKind::ScrollDown, _) => self.show(HistoryTarget::Forward),
            (MouseEventKind::Down(MouseButton::Right), _) => self.selection.cancel(),
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => {
                self.input.clear();
                self.selection.set_focus(Focus::Line);
                let was_selected = self.selection.square() == Some(square);
                self.selection.press(MousePress::Square {
                    square,
                    was_selected,
                });
                if !was_selected {
                    self.select_square(self.now(at), square);
                }
            }
            (MouseEventKind::Down(MouseButton::Left), None) => {
                if let Some(role) = target.tray {
                    self.press_tray(role);
                }
            }
            (MouseEventKind::Up(MouseButton::Left), square) => {
                let press = self.selection.take_press();
                if let (Some(press), Some(square)) = (press, square) {
                    self.release(at, press, square);
                }
            }
            _ => {}
        }
    }

    /// Handles a press on a piece to come: it is chosen, or dragged onto the
    /// board.
    fn press_tray(&mut self, role: Role) {
        self.input.clear();
        self.selection.press(MousePress::Tray);
        if self.has_free_choice() {
            self.choose_role(role);
        }
    }

    fn release(&mut self, at: Time, press: MousePress, square: Square) {
        let is_meant = match press {
            MousePress::Tray => true,
            MousePress::Square {
                square: from,
                was_selected,
            } => self.selection.square() == Some(from) && (square != from || was_selected),
        };
        if is_meant {
            self.select_square(self.now(at), square);
        }
    }
}
