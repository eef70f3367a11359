//! Pictures of positions and games.
//!
//! A [`Diagram`](arbiter_rules::Diagram) becomes a PNG picture, with the same shapes as its SVG
//! file; a game becomes an animated GIF picture. Both are drawn without fonts, files and clocks,
//! so that equal positions give equal pictures. Sizes are bounded, and so is the work.
//!
//! ```
//! use arbiter_rules::{Color, Diagram, PlayedLine, Position};
//!
//! let picture = arbiter_pictures::png(&Diagram::of(&Position::start()), 400);
//! assert!(picture.starts_with(b"\x89PNG"));
//! let game = arbiter_pictures::diagrams(&PlayedLine::default(), Color::White);
//! let animation = arbiter_pictures::gif(&game);
//! assert!(animation.starts_with(b"GIF89a"));
//! ```

mod canvas;
mod gif;
mod last_move;
mod letters;
mod path;
mod png;

pub use gif::{MAX_FRAMES, gif};
pub use last_move::{diagrams, with_last_move};
pub use png::{MAX_PIXELS, MIN_PIXELS, png};
