use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A client of the HTTP API.
#[derive(Clone)]
pub struct Api {
    client: reqwest::Client,
    /// The nodes, which are asked in turn.
    bases: Arc<[String]>,
    requests: Arc<AtomicUsize>,
}

impl Api {
    pub fn new(address: SocketAddr) -> Result<Api> {
        Api::from_address(address, None)
    }

    /// Creates a client that asks several nodes in turn.
    pub fn of_nodes(addresses: &[SocketAddr]) -> Result<Api> {
        let mut api = Api::new(addresses[0])?;
        // A node that cannot be reached is given up.
        api.client = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(1))
            .timeout(Duration::from_secs(6))
            .tcp_nodelay(true)
            .build()?;
        let bases = addresses.iter().map(|address| format!("http://{address}"));
        api.bases = bases.collect();
        Ok(api)
    }

    /// Returns the node for the next request.
    fn base(&self) -> &str {
        let number = self.requests.fetch_add(1, Relaxed);
        &self.bases[number % self.bases.len()]
    }

    /// Creates a client with this address of its own; any if none is given.
    pub fn from_address(address: SocketAddr, from: Option<IpAddr>) -> Result<Api> {
        let client = reqwest::Client::builder()
            .local_address(from)
            .pool_max_idle_per_host(64)
            .tcp_nodelay(true)
            .build()?;
        Ok(Api {
            client,
            bases: Arc::new([format!("http://{address}")]),
            requests: Arc::default(),
        })
    }

    /// Creates a guest and returns the token.
    pub async fn create_guest(&self) -> Result<String> {
        let response = self.post("/v1/guests", None, &json!({})).await?;
        text(&response, "token")
    }

    /// Creates a game and returns its id.
    pub async fn create_game(&self, token: &str, request: &Value) -> Result<String> {
        let response = self.post("/v1/games", Some(token), request).await?;
        text(&response, "id")
    }

    /// Joins a game.
    pub async fn join(&self, token: &str, game: &str) -> Result<Value> {
        let path = format!("/v1/games/{game}/join");
        self.post(&path, Some(token), &json!({})).await
    }

    /// Sends a GET request and returns the response.
    pub async fn get(&self, path: &str) -> Result<Value> {
        let response = self
            .client
            .get(format!("{}{path}", self.base()))
            .send()
            .await?;
        read(path, response).await
    }

    /// Returns a request that is not sent yet.
    pub fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base()))
    }

    /// Sends a POST request and returns the response.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value> {
        let mut request = self
            .client
            .post(format!("{}{path}", self.base()))
            .json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        read(path, request.send().await?).await
    }
}

async fn read(path: &str, response: reqwest::Response) -> Result<Value> {
    let status = response.status();
    let body = response.text().await?;
    ensure!(status.is_success(), "{path} returned {status}: {body}");
    serde_json::from_str(&body).with_context(|| format!("{path} returned invalid JSON: {body}"))
}

fn text(response: &Value, field: &str) -> Result<String> {
    let found = response.get(field).and_then(Value::as_str);
    Ok(found
        .with_context(|| format!("no {field} in {response}"))?
        .to_owned())
}
