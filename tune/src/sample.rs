use core::{fmt, str::FromStr};
use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use arbiter_rules::Position;

/// A quiet position of a game: `FEN;score;result`, both as White sees them.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// What the search thought of it, in hundredths of a pawn.
    pub score: i32,
    /// Twice the points that White got in the end.
    pub result: u8,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.result)
    }
}

/// A line that is no sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSampleError;

impl fmt::Display for ParseSampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a line of the form \"FEN;score;result\"")
    }
}

impl core::error::Error for ParseSampleError {}

impl FromStr for Sample {
    type Err = ParseSampleError;

    fn from_str(line: &str) -> Result<Sample, ParseSampleError> {
        let mut parts = line.split(';');
        let (Some(fen), Some(score), Some(result), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(ParseSampleError);
        };
        let result = match result {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return Err(ParseSampleError),
        };
        Ok(Sample {
            position: fen.parse().map_err(|_| ParseSampleError)?,
            score: score.parse().map_err(|_| ParseSampleError)?,
            result,
        })
    }
}

/// All samples of these files, in their order.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).with_context(|| named(path))?;
        for (index, line) in text.lines().enumerate() {
            let sample = line
                .parse()
                .with_context(|| format!("{}:{}", path.display(), index + 1))?;
            samples.push(sample);
        }
    }
    Ok(samples)
}

fn named(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_written_as_it_is_read() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;135;2";
        let sample: Sample = line.parse().unwrap();
        assert_eq!((sample.score, sample.result), (135, 2));
        assert_eq!(sample.to_string(), line);
        for wrong in ["", "x;1;2", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;135;3"] {
            assert_eq!(wrong.parse::<Sample>(), Err(ParseSampleError), "{wrong}");
        }
    }
}
