use std::net::SocketAddr;

use arbiter_server::{Limits, Settings};
use reqwest::{Method, header::HeaderMap};
use serde_json::Value;

use crate::harness;

/// A server, as seen from outside.
pub struct Server {
    pub address: SocketAddr,
}

/// No limits, so that a test meets those only that it sets.
pub const NO_LIMITS: Limits = Limits {
    sockets: 0,
    games: 0,
    requests: 0,
    frames: 0,
    passwords: 0,
    chat: 0,
};

/// Asks a server on each database.
pub fn ask(test: impl AsyncFn(Server)) {
    ask_with(|_| {}, test);
}

/// Asks one with settings of its own.
pub fn ask_with(change: impl Fn(&mut Settings), test: impl AsyncFn(Server)) {
    let change = |settings: &mut Settings| {
        settings.limits = NO_LIMITS;
        change(settings);
    };
    harness::story_with(change, async |server| {
        let address = server.address();
        test(Server { address }).await;
    });
}

impl Server {
    /// Somebody without a token.
    pub fn nobody(&self) -> Client {
        Client {
            base: format!("http://{}", self.address),
            http: reqwest::Client::new(),
            token: None,
        }
    }

    /// A new guest.
    pub async fn guest(&self) -> Client {
        let mut client = self.nobody();
        let welcome = client.post("/v1/guests", Value::Null).await;
        client.token = Some(welcome.text("token"));
        client
    }

    /// Somebody with an account.
    pub async fn account(&self, name: &str) -> Client {
        let mut client = self.nobody();
        let body = serde_json::json!({"name": name, "password": PASSWORD});
        let welcome = client.post("/v1/accounts", body).await;
        client.token = Some(welcome.text("token"));
        client
    }
}

pub const PASSWORD: &str = "correct horse";

/// Somebody who asks.
#[derive(Clone)]
pub struct Client {
    pub base: String,
    pub http: reqwest::Client,
    pub token: Option<String>,
}

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl Client {
    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, Value::Null, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, body, &[]).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path, Value::Null, &[]).await
    }

    /// With headers of one's own.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = self.request(method, path);
        if !body.is_null() {
            request = request.json(&body);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        Answer::of(request.send().await.unwrap()).await
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method: Method = method.parse().unwrap();
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// The same person without his token.
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

    /// A field of the answer.
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

    /// The status, and of a problem the code as well.
    pub fn verdict(&self) -> String {
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
        assert!(!title.is_empty() && !title.ends_with('.'), "{self:?}");
        format!("{} {}", self.status, problem["code"].as_str().unwrap())
    }
}
