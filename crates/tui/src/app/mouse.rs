//! What the mouse does: click and click, or drag.

use arbiter_game::Time;
use arbiter_rules::{Role, Square};
use ratatui::{
    crossterm::event::{MouseButton, MouseEvent, MouseEventKind},
    layout::{Position as Cell, Rect},
};

use super::{App, Focus, Page, Pressed, Question};
use crate::{command::Place, draw};

impl App {
    /// Something was done with the mouse on a screen of this size.
    pub fn mouse(&mut self, at: Time, screen: Rect, mouse: MouseEvent) {
        self.tick(at);
        if self.page != Page::Game {
            if let MouseEventKind::Down(_) = mouse.kind {
                self.page = Page::Game;
            }
            return;
        }
        let layout = draw::layout(self, screen);
        let cell = Cell::new(mouse.column, mouse.row);
        if let Some(Question::Choose(choosing)) = self.question {
            let roles = self.choices(choosing);
            let mut choices = layout.choices(roles.len()).into_iter().zip(roles);
            let hit = choices.find(|(choice, _)| choice.contains(cell));
            if let (MouseEventKind::Down(MouseButton::Left), Some((_, role))) = (mouse.kind, hit) {
                self.chose(self.now(at), choosing, role);
            }
            return;
        }
        if self.question.is_some() {
            return;
        }
        let square = layout.square_at(cell, self.below);
        self.hovered = square;
        let tray = draw::tray_at(self, &layout, cell, at);
        match (mouse.kind, square) {
            (MouseEventKind::ScrollUp, _) => self.look(Place::Back),
            (MouseEventKind::ScrollDown, _) => self.look(Place::Forward),
            (MouseEventKind::Down(MouseButton::Right), _) => {
                self.selected = None;
                self.chosen = None;
                self.adjusts = false;
            }
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => {
                self.input.clear();
                self.focus = Focus::Line;
                let was_selected = self.selected == Some(square);
                self.pressed = Some(Pressed::Square {
                    square,
                    was_selected,
                });
                if !was_selected {
                    self.pick(self.now(at), square);
                }
            }
            (MouseEventKind::Down(MouseButton::Left), None) => {
                if let Some(role) = tray {
                    self.press_tray(role);
                }
            }
            (MouseEventKind::Up(MouseButton::Left), square) => {
                let pressed = self.pressed.take();
                if let (Some(pressed), Some(square)) = (pressed, square) {
                    self.release(at, pressed, square);
                }
            }
            _ => {}
        }
    }

    /// The button goes down on a piece to come: it is picked, or pulled onto
    /// the board.
    fn press_tray(&mut self, role: Role) {
        self.input.clear();
        self.pressed = Some(Pressed::Tray);
        if self.picks() {
            self.choose(role);
        }
    }

    fn release(&mut self, at: Time, pressed: Pressed, square: Square) {
        let is_meant = match pressed {
            Pressed::Tray => true,
            Pressed::Square {
                square: from,
                was_selected,
            } => self.selected == Some(from) && (square != from || was_selected),
        };
        if is_meant {
            self.pick(self.now(at), square);
        }
    }
}
