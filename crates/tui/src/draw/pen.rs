use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use unicode::width;

/// Writes text into an area, and never outside it.
pub(super) struct Pen<'b> {
    buffer: &'b mut Buffer,
    area: Rect,
    column: u16,
    row: u16,
}

impl<'b> Pen<'b> {
    pub fn new(buffer: &'b mut Buffer, area: Rect) -> Pen<'b> {
        let area = area.intersection(buffer.area);
        Pen {
            buffer,
            area,
            column: 0,
            row: 0,
        }
    }

    /// Returns the number of rows that a text needs when wrapped at this width, at
    /// most twelve.
    pub fn rows_of(text: &str, width: u16) -> u16 {
        let scratch = Rect::new(0, 0, width, 12);
        let mut buffer = Buffer::empty(scratch);
        let mut pen = Pen::new(&mut buffer, scratch);
        pen.write_wrapped(text, Style::new());
        pen.row
    }

    pub fn buffer(&mut self) -> &mut Buffer {
        self.buffer
    }

    pub fn height(&self) -> u16 {
        self.area.height
    }

    pub fn width(&self) -> u16 {
        self.area.width
    }

    /// Returns the column at which the next text is written.
    pub fn column(&self) -> u16 {
        self.column
    }

    /// Returns the cell of the terminal at this column of the current row.
    pub fn cell(&self, column: u16) -> (u16, u16) {
        (self.area.x + column, self.area.y + self.row)
    }

    /// Writes as much text as fits in the row.
    pub fn write(&mut self, text: &str, style: Style) {
        let room = self.area.width.saturating_sub(self.column);
        if room == 0 || self.row >= self.area.height {
            return;
        }
        let (x, y) = self.cell(self.column);
        let (end, _) = self.buffer.set_stringn(x, y, text, room.into(), style);
        self.column = end - self.area.x;
    }

    /// Writes text that begins at this column.
    pub fn write_at(&mut self, column: u16, text: &str, style: Style) {
        self.column = column.min(self.area.width);
        self.write(text, style);
    }

    /// Writes text that ends at the end of the row.
    pub fn write_right(&mut self, text: &str, style: Style) {
        let column = self.area.width.saturating_sub(width(text));
        self.write_at(column, text, style);
    }

    pub fn next_row(&mut self) {
        self.row += 1;
        self.column = 0;
    }

    /// Writes text in as many rows as it needs, and moves to the next row.
    pub fn write_wrapped(&mut self, text: &str, style: Style) {
        let blank = text.len() - text.trim_start().len();
        let text_lead = &text[..blank];
        self.write(text_lead, style);
        for word in text.split_whitespace() {
            let is_first = self.column == 0 || usize::from(self.column) == blank;
            let gap = u16::from(!is_first);
            if !is_first && self.column + gap + width(word) > self.area.width {
                self.next_row();
                self.write(text_lead, style);
            } else if !is_first {
                self.write(" ", style);
            }
            self.write(word, style);
        }
        if !text_lead.is_empty() {
            self.write(" ", style);
        }
        self.next_row();
    }
}

mod unicode {
    use ratatui::text::Span;

    /// Returns the number of cells that a text takes.
    pub fn width(text: &str) -> u16 {
        u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
    }
}
