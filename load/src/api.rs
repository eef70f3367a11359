use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// What is asked over HTTP.
#[derive(Clone)]
pub struct Api {
    client: reqwest::Client,
    base: String,
}

impl Api {
    pub fn new(address: SocketAddr) -> Result<Api> {
        let client = reqwest::Client::builder()
            .pool_max_idle_per_host(64)
            .tcp_nodelay(true)
            .build()?;
        Ok(Api {
            client,
            base: format!("http://{address}"),
        })
    }

    /// Becomes a guest; his token.
    pub async fn guest(&self) -> Result<String> {
        let answer = self.post("/v1/guests", None, &json!({})).await?;
        text(&answer, "token")
    }

    /// Makes a game; its name.
    pub async fn make(&self, token: &str, wanted: &Value) -> Result<String> {
        let answer = self.post("/v1/games", Some(token), wanted).await?;
        text(&answer, "id")
    }

    /// Takes the free seat.
    pub async fn join(&self, token: &str, game: &str) -> Result<Value> {
        let path = format!("/v1/games/{game}/join");
        self.post(&path, Some(token), &json!({})).await
    }

    /// Asks.
    pub async fn get(&self, path: &str) -> Result<Value> {
        let response = self
            .client
            .get(format!("{}{path}", self.base))
            .send()
            .await?;
        read(path, response).await
    }

    /// Does something.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value> {
        let mut request = self.client.post(format!("{}{path}", self.base)).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        read(path, request.send().await?).await
    }
}

async fn read(path: &str, response: reqwest::Response) -> Result<Value> {
    let status = response.status();
    let body = response.text().await?;
    ensure!(
        status.is_success(),
        "{path} was answered with {status}: {body}"
    );
    serde_json::from_str(&body).with_context(|| format!("{path} was answered with {body}"))
}

fn text(answer: &Value, field: &str) -> Result<String> {
    let found = answer.get(field).and_then(Value::as_str);
    Ok(found
        .with_context(|| format!("no {field} in {answer}"))?
        .to_owned())
}
