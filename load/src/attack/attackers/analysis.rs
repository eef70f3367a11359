use std::time::Duration;

use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::{attacker::Attacker, hard_positions::hard_position};

/// How long an attacker waits for more reports.
const REPORT_TIMEOUT: Duration = Duration::from_millis(300);

/// Asks for searches of hard positions, and reads only the first reports.
pub async fn ask(attacker: &Attacker, number: usize) -> Result<()> {
    for number in (number..).step_by(3) {
        attacker.note_sent(1);
        let question = json!({"fen": hard_position(number), "lines": 5, "depth": 30});
        let request = attacker.api.request(Method::POST, "/v1/analysis");
        let mut response = request.json(&question).send().await?;
        attacker.note_status(response.status());
        let reports = async { while let Ok(Some(_)) = response.chunk().await {} };
        // The search may end, or the time may be up: both are fine.
        let _ended = tokio::time::timeout(REPORT_TIMEOUT, reports).await;
    }
    Ok(())
}
