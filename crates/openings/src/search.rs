use crate::Opening;

/// A search for openings by what people write: a part of a name, or the beginning of a
/// code. Case and accents do not matter.
///
/// ```
/// use arbiter_openings::{Opening, OpeningSearch};
/// use arbiter_rules::PlayedLine;
///
/// let mut line = PlayedLine::default();
/// for text in ["d4", "Nf6", "c4", "g6", "Nc3", "d5"] {
///     line.play(line.read(text)?);
/// }
/// let grünfeld = Opening::of(&line).expect("it is a well-known one");
/// assert!(OpeningSearch::new("grunfeld").finds(grünfeld));
/// assert!(OpeningSearch::new("D8").finds(grünfeld));
/// assert!(!OpeningSearch::new("Benoni").finds(grünfeld));
/// # Ok::<(), arbiter_rules::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningSearch {
    text: String,
}

impl OpeningSearch {
    /// Prepares a search for this text.
    #[must_use]
    pub fn new(text: &str) -> OpeningSearch {
        OpeningSearch {
            text: fold(text.trim()),
        }
    }

    /// Reports whether the search finds an opening.
    #[must_use]
    pub fn finds(&self, opening: Opening) -> bool {
        let code = opening.eco().as_bytes();
        let is_code = code
            .get(..self.text.len())
            .is_some_and(|code| code.eq_ignore_ascii_case(self.text.as_bytes()));
        is_code || fold(opening.name()).contains(&self.text)
    }
}

/// Returns a text in lower case, without accents, and with a plain apostrophe.
fn fold(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase);
    let letters = letters.map(|letter| match letter {
        'á' | 'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' => 'e',
        'ó' | 'ò' | 'ô' | 'ö' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ć' | 'č' | 'ç' => 'c',
        '’' => '\'',
        letter => letter,
    });
    letters.collect()
}
