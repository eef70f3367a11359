use std::fmt::Write;

use anyhow::Result;
use reqwest::Method;

use super::{attacker::Attacker, hard_positions::hard_position};

/// The size of an upload: little less than the server accepts.
pub const UPLOAD_BYTES: usize = 1_000_000;

/// Uploads files with games from hard positions.
pub async fn upload(attacker: &Attacker, number: usize) -> Result<()> {
    let text = games(number)?;
    loop {
        let request = attacker.api.request(Method::POST, "/v1/pgn");
        let request = request.header("content-type", "text/plain");
        attacker.send(request.body(text.clone())).await?;
    }
}

/// Returns a file with as many games as fit: short ones, or one with as many
/// variations as possible.
pub fn games(number: usize) -> Result<String> {
    let mut text = String::new();
    if number.is_multiple_of(2) {
        text += "1. e4 ";
        while text.len() < UPLOAD_BYTES {
            text += "(1. d4 d5 2. c4) (1. Nf3 {x}) ";
        }
    }
    for game in 0.. {
        if text.len() >= UPLOAD_BYTES {
            break;
        }
        let position = hard_position(game);
        writeln!(text, "[SetUp \"1\"]\n[FEN \"{position}\"]\n\n1. Ke3 *\n")?;
    }
    Ok(text)
}
