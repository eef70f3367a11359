use tiny_skia::{Path, PathBuilder};

/// Reads the data of an SVG path with the commands `M`, `L`, `H`, `V`, `C`, `S` and `Z`, all with
/// absolute coordinates. That is what our own drawings consist of. Anything else ends the path.
pub(crate) fn read(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut numbers = Numbers { rest: data };
    let mut command = 'M';
    let (mut x, mut y) = (0.0, 0.0);
    // The last control point of a curve, which `S` reflects.
    let mut control = None;
    loop {
        if let Some(next) = numbers.command() {
            command = next;
            if command == 'Z' {
                path.close();
                continue;
            }
        }
        let mut next_control = None;
        match command {
            'M' | 'L' => {
                let Some([to_x, to_y]) = numbers.take() else {
                    break;
                };
                (x, y) = (to_x, to_y);
                if command == 'M' {
                    path.move_to(x, y);
                    command = 'L';
                } else {
                    path.line_to(x, y);
                }
            }
            'H' | 'V' => {
                let Some([to]) = numbers.take() else {
                    break;
                };
                if command == 'H' {
                    x = to;
                } else {
                    y = to;
                }
                path.line_to(x, y);
            }
            'C' => {
                let Some([x1, y1, x2, y2, to_x, to_y]) = numbers.take() else {
                    break;
                };
                path.cubic_to(x1, y1, x2, y2, to_x, to_y);
                (x, y) = (to_x, to_y);
                next_control = Some((x2, y2));
            }
            'S' => {
                let Some([x2, y2, to_x, to_y]) = numbers.take() else {
                    break;
                };
                let (x1, y1) = control.map_or((x, y), |(cx, cy)| (2.0 * x - cx, 2.0 * y - cy));
                path.cubic_to(x1, y1, x2, y2, to_x, to_y);
                (x, y) = (to_x, to_y);
                next_control = Some((x2, y2));
            }
            _ => break,
        }
        control = next_control;
    }
    path.finish()
}

/// The rest of the data.
struct Numbers<'a> {
    rest: &'a str,
}

impl Numbers<'_> {
    /// Takes the next letter, if that is what comes next.
    fn command(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
        let command = self.rest.chars().next()?;
        if !command.is_ascii_alphabetic() {
            return None;
        }
        self.rest = &self.rest[1..];
        Some(command)
    }

    /// Takes this many numbers.
    fn take<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
            let is_part = |(index, letter): (usize, char)| {
                letter.is_ascii_digit() || letter == '.' || letter == '-' && index == 0
            };
            let end = self.rest.char_indices().find(|&it| !is_part(it));
            let (text, rest) = self
                .rest
                .split_at(end.map_or(self.rest.len(), |(at, _)| at));
            *number = text.parse().ok()?;
            self.rest = rest;
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use arbiter_rules::{Color, Piece, PieceShape, Role};

    use super::*;

    #[test]
    fn every_piece_is_read_to_its_end() {
        for role in Role::ALL {
            for shape in PieceShape::of(Piece::new(Color::White, role)) {
                let (PieceShape::Body(data) | PieceShape::Lines(data) | PieceShape::Spots(data)) =
                    shape
                else {
                    continue;
                };
                let known = "MLHVCSZ .-0123456789";
                assert!(data.chars().all(|it| known.contains(it)), "{data}");
                let bounds = read(data).unwrap().bounds();
                assert!(bounds.left() >= 10.0 && bounds.right() <= 90.0, "{data}");
                assert!(bounds.top() >= 5.0 && bounds.bottom() <= 90.0, "{data}");
            }
        }
    }

    #[test]
    fn a_path_is_what_was_written() {
        let path = read("M10 20H30V40L50 60C1 2 3 4 70 80S5 6 90 10Z").unwrap();
        let bounds = path.bounds();
        // The bounds include the control points; `S` reflects the last one at 70, 80.
        assert_eq!((bounds.right(), bounds.top()), (137.0, 2.0));
        assert!(read("").is_none());
        assert!(read("nonsense").is_none());
    }
}
