use core::{fmt, str::FromStr};
use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use arbiter_rules::Position;

/// A quiet position of a game, written `FEN;score;result`, both from White's point of
/// view.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The score of the search in centipawns.
    pub score: i32,
    /// The result of the game for White in half points: 0, 1 or 2.
    pub result: u8,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.result)
    }
}

/// The line is not a sample.
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

/// Reads the samples of all files.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).with_context(|| cannot_read(path))?;
        for (index, line) in text.lines().enumerate() {
            let sample = line
                .parse()
                .with_context(|| format!("{}:{}", path.display(), index + 1))?;
            samples.push(sample);
        }
    }
    Ok(samples)
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_round_trips_as_text() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;135;2";
        let sample: Sample = line.parse().unwrap();
        assert_eq!((sample.score, sample.result), (135, 2));
        assert_eq!(sample.to_string(), line);
        for wrong in ["", "x;1;2", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;135;3"] {
            assert_eq!(wrong.parse::<Sample>(), Err(ParseSampleError), "{wrong}");
        }
    }
}
