use std::fmt::Write;

use arbiter_pictures::{MAX_FRAMES, with_last_move};
use arbiter_rules::{Color, Diagram, Position, Setup};
use arbiter_wire::{
    GameView, PictureForm, PictureRequest, Variant,
    rules::{self, RefusedMove},
};
use sha2::{Digest, Sha256};

use super::super::query::PictureQuery;
use crate::refusal::ServerRefusal;

/// The width and height of a PNG picture: large enough for a card in a messenger.
const PNG_PIXELS: u32 = 800;
/// Changes whenever the same positions are drawn differently.
const DRAWING_VERSION: u8 = 1;
const EMPTY_BOARD: &str = "8/8/8/8/8/8/8/8 w - - 0 1";

/// What is to be drawn: one position, or several for an animation.
pub struct Album {
    form: PictureForm,
    bottom: Color,
    /// Each position in FEN, with the move in UCI notation that led to it.
    scenes: Vec<(String, Option<String>)>,
}

impl Album {
    /// Returns the positions of a game.
    pub fn of_game(game: &GameView, ask: PictureQuery, form: PictureForm) -> Album {
        let mut scenes = Vec::new();
        match &game.play {
            Some(play) => {
                scenes.push((play.start.clone(), None));
                let moves = play.moves.iter();
                scenes.extend(moves.map(|it| (it.fen.clone(), Some(it.uci.clone()))));
            }
            None => {
                let start = match game.options.variant {
                    Variant::Saktris => EMPTY_BOARD.to_owned(),
                    _ => Position::start().to_string(),
                };
                scenes.push((game.options.start.clone().unwrap_or(start), None));
            }
        }
        let last = ask.ply.and_then(|ply| usize::try_from(ply).ok());
        scenes.truncate(last.map_or(usize::MAX, |last| last.saturating_add(1)));
        Album::new(form, ask.side.map(Color::from), scenes)
    }

    /// Plays the moves of a request.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the position or a move is invalid.
    pub fn of_request(ask: &PictureRequest) -> Result<Album, ServerRefusal> {
        let read = rules::read_line(&ask.fen, &ask.moves);
        let (line, refused) = read.map_err(|error| ServerRefusal::Input {
            field: "fen",
            error: Box::new(error),
        })?;
        if let Some(RefusedMove { illegal, .. }) = refused {
            return Err(ServerRefusal::IllegalMove(Box::new(illegal)));
        }
        let mut scenes = vec![(line.start().to_string(), None)];
        scenes.extend(line.moves().map(|(before, mv)| {
            let uci = before.uci(mv).to_string();
            (before.after(mv).to_string(), Some(uci))
        }));
        Ok(Album::new(ask.form, ask.side.map(Color::from), scenes))
    }

    fn new(
        form: PictureForm,
        bottom: Option<Color>,
        mut scenes: Vec<(String, Option<String>)>,
    ) -> Album {
        let most = match form {
            PictureForm::Png | PictureForm::Svg => 1,
            PictureForm::Gif => MAX_FRAMES,
        };
        scenes.drain(..scenes.len().saturating_sub(most));
        Album {
            form,
            bottom: bottom.unwrap_or(Color::White),
            scenes,
        }
    }

    /// Returns a tag that differs if the picture does.
    pub fn entity_tag(&self) -> String {
        let mut all = Sha256::new();
        all.update([DRAWING_VERSION, self.form as u8, self.bottom as u8]);
        for (fen, uci) in &self.scenes {
            for text in [fen.as_str(), uci.as_deref().unwrap_or_default()] {
                all.update(text);
                all.update([0]);
            }
        }
        let mut tag = String::from("\"");
        for byte in &all.finalize()[..12] {
            let _written = write!(tag, "{byte:02x}");
        }
        tag + "\""
    }

    /// Draws it. A position that cannot be read, which the server does not write, is drawn as
    /// the starting position.
    pub fn draw(&self) -> Vec<u8> {
        let diagrams = self.scenes.iter().map(|(fen, uci)| {
            let setup: Result<Setup, _> = without_pool(fen).parse();
            let setup = setup.unwrap_or_else(|_| Position::start().to_setup());
            let diagram = Diagram::of_setup(&setup).seen_by(self.bottom);
            match uci {
                Some(uci) => with_last_move(diagram, uci),
                None => diagram,
            }
        });
        let diagrams: Vec<Diagram> = diagrams.collect();
        match (self.form, diagrams.last()) {
            (PictureForm::Gif, _) => arbiter_pictures::gif(&diagrams),
            (PictureForm::Png, Some(last)) => arbiter_pictures::png(last, PNG_PIXELS),
            (PictureForm::Svg, Some(last)) => last.svg().size(PNG_PIXELS).to_string().into_bytes(),
            (PictureForm::Png | PictureForm::Svg, None) => Vec::new(),
        }
    }
}

/// Returns a FEN without the pieces to come of Saktris: they are not drawn, and some may be
/// hidden.
fn without_pool(fen: &str) -> String {
    match (fen.find('['), fen.find(']')) {
        (Some(start), Some(end)) if start < end => [&fen[..start], &fen[end + 1..]].concat(),
        _ => fen.to_owned(),
    }
}
