//! What the mouse does: click and click, or drag.

use arbiter_game::Time;
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
        if let Some(Question::Promote(promotion)) = self.question {
            let choices = layout.choices();
            let hit = choices.iter().position(|choice| choice.contains(cell));
            if let (MouseEventKind::Down(MouseButton::Left), Some(index)) = (mouse.kind, hit) {
                let role = App::promotions()[index];
                self.promote(self.now(at), promotion, role);
            }
            return;
        }
        if self.question.is_some() {
            return;
        }
        let square = layout.square_at(cell, self.below);
        match (mouse.kind, square) {
            (MouseEventKind::ScrollUp, _) => self.look(Place::Back),
            (MouseEventKind::ScrollDown, _) => self.look(Place::Forward),
            (MouseEventKind::Down(MouseButton::Right), _) => {
                self.selected = None;
                self.adjusts = false;
            }
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => {
                self.input.clear();
                self.focus = Focus::Line;
                let was_selected = self.selected == Some(square);
                self.pressed = Some(Pressed {
                    square,
                    was_selected,
                });
                if !was_selected {
                    self.pick(self.now(at), square);
                }
            }
            (MouseEventKind::Up(MouseButton::Left), square) => {
                let pressed = self.pressed.take();
                let (Some(pressed), Some(square)) = (pressed, square) else {
                    return;
                };
                let is_drag = square != pressed.square;
                let holds = self.selected == Some(pressed.square);
                if holds && (is_drag || pressed.was_selected) {
                    self.pick(self.now(at), square);
                }
            }
            _ => {}
        }
    }
}
