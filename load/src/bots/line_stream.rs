use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// A line that takes longer is lost.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The lines of a stream, without the empty ones.
pub struct LineStream {
    answer: reqwest::Response,
    rest: Vec<u8>,
}

impl LineStream {
    pub fn new(answer: reqwest::Response) -> LineStream {
        LineStream {
            answer,
            rest: Vec::new(),
        }
    }

    /// Waits for the next line of this type. Chat and presence are skipped; anything else
    /// is a mistake of the server.
    pub async fn until(&mut self, kind: &str) -> Result<Value> {
        let waiting = async {
            loop {
                let line = self.next().await?;
                match line["type"].as_str() {
                    Some(found) if found == kind => return Ok(line),
                    Some("chatLine" | "opponentGone") => {}
                    _ => bail!("{kind} was expected instead of {line}"),
                }
            }
        };
        let line = tokio::time::timeout(TIMEOUT, waiting).await;
        line.with_context(|| format!("no {kind} in {TIMEOUT:?}"))?
    }

    async fn next(&mut self) -> Result<Value> {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                if line.len() > 1 {
                    return Ok(serde_json::from_slice(&line)?);
                }
                continue;
            }
            let chunk = self.answer.chunk().await?;
            self.rest.extend(chunk.context("the stream has ended")?);
        }
    }
}
