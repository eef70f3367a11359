use std::{net::SocketAddr, sync::Arc};

use arbiter_server::{App, Limits, Settings};
use reqwest::{Method, header::HeaderMap};
use serde_json::Value;

use crate::harness;

/// A server, as its clients see it.
pub struct Server {
    pub address: SocketAddr,
    pub app: Arc<App>,
}

/// No limits, so that a test meets only those that it sets.
pub const NO_LIMITS: Limits = Limits {
    connections: 0,
    sockets: 0,
    games: 0,
    requests: 0,
    frames: 0,
    passwords: 0,
    chat: 0,
};

/// Runs a test against a server on each database.
pub fn test_server(test: impl AsyncFn(Server)) {
    test_server_with(|_| {}, test);
}

/// Runs a test with changed settings.
pub fn test_server_with(change: impl Fn(&mut Settings), test: impl AsyncFn(Server)) {
    let change = |settings: &mut Settings| {
        settings.limits = NO_LIMITS;
        change(settings);
    };
    harness::story_with(change, async |server| {
        let (address, app) = (server.address(), Arc::clone(&server.app));
        test(Server { address, app }).await;
    });
}

impl Server {
    /// Returns a client without a token.
    pub fn anonymous(&self) -> Client {
        Client {
            base: format!("http://{}", self.address),
            http: reqwest::Client::new(),
            token: None,
        }
    }

    /// Returns a new guest.
    pub async fn guest(&self) -> Client {
        let mut client = self.anonymous();
        let welcome = client.post("/v1/guests", Value::Null).await;
        client.token = Some(welcome.text("token"));
        client
    }

    /// Returns a client with a new account.
    pub async fn account(&self, name: &str) -> Client {
        let mut client = self.anonymous();
        let body = serde_json::json!({"name": name, "password": PASSWORD});
        let welcome = client.post("/v1/accounts", body).await;
        client.token = Some(welcome.text("token"));
        client
    }
}

pub const PASSWORD: &str = "correct horse";

/// A client.
#[derive(Clone)]
pub struct Client {
    pub base: String,
    pub http: reqwest::Client,
    pub token: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl Client {
    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, Value::Null, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request("POST", path, body, &[]).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.request("DELETE", path, Value::Null, &[]).await
    }

    /// Sends a request with these headers.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = self.build(method, path);
        if !body.is_null() {
            request = request.json(&body);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::of(request.send().await.unwrap()).await
    }

    pub fn build(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method: Method = method.parse().unwrap();
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Returns the same client without its token.
    pub fn with_token(&self, token: Option<String>) -> Client {
        Client {
            token,
            ..self.clone()
        }
    }
}

impl Answer {
    pub async fn of(response: reqwest::Response) -> Answer {
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.text().await.unwrap(),
        }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        let json = serde_json::from_str(&self.body);
        json.unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Returns a field of the answer.
    #[track_caller]
    pub fn text(&self, field: &str) -> String {
        let json = self.json();
        let text = json[field].as_str();
        text.unwrap_or_else(|| panic!("no {field} in {self:?}"))
            .to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the status, and the code of a problem.
    pub fn outcome(&self) -> String {
        if self.status < 400 {
            return self.status.to_string();
        }
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{self:?}");
        let title = problem["title"].as_str().unwrap();
        let is_sentence = title.ends_with('.') && !title.starts_with(char::is_lowercase);
        let is_clause = !title.is_empty() && !title.ends_with('.');
        assert!(is_sentence || is_clause, "{self:?}");
        format!("{} {}", self.status, problem["code"].as_str().unwrap())
    }
}
