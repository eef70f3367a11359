use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    http::{Method, Request, StatusCode, header},
};
use tokio::{net::TcpStream, sync::Semaphore};

use super::{ProviderError, TrustedUrl};
use crate::base::HttpClient;

/// Sends requests to a provider, each on a connection of its own.
pub struct Fetcher {
    client: HttpClient,
    permits: Semaphore,
}

/// How long the provider may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The longest answer.
const MAX_ANSWER_BYTES: usize = 256 * 1024;
/// How many requests are under way at once.
const MAX_REQUESTS: usize = 32;

impl Fetcher {
    /// Returns a client that trusts the certificates of the system.
    pub fn new() -> Fetcher {
        Fetcher {
            client: HttpClient::new(),
            permits: Semaphore::new(MAX_REQUESTS),
        }
    }

    /// Returns what is at this URL.
    pub async fn get(&self, url: &TrustedUrl) -> Result<Bytes, ProviderError> {
        let request = Request::builder().method(Method::GET).uri(url.path());
        let request = request
            .header(header::HOST, url.authority())
            .body(Body::empty());
        match self.send(url, request).await? {
            (StatusCode::OK, body) => Ok(body),
            (status, _) => {
                let answer = format!("{} answers {status}", url.authority());
                Err(ProviderError::Unreachable(answer))
            }
        }
    }

    /// Sends a form, and returns the answer.
    pub async fn post(
        &self,
        url: &TrustedUrl,
        form: String,
        authorization: Option<String>,
    ) -> Result<(StatusCode, Bytes), ProviderError> {
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(url.path())
            .header(header::HOST, url.authority())
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        if let Some(authorization) = authorization {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        self.send(url, request.body(Body::from(form))).await
    }

    async fn send(
        &self,
        url: &TrustedUrl,
        request: Result<Request<Body>, axum::http::Error>,
    ) -> Result<(StatusCode, Bytes), ProviderError> {
        let Ok(_permit) = self.permits.try_acquire() else {
            return Err(ProviderError::Busy);
        };
        let sent = async {
            let mut request = request?;
            let headers = request.headers_mut();
            headers.insert(header::ACCEPT, "application/json".parse()?);
            headers.insert(header::USER_AGENT, "arbiter".parse()?);
            let stream = TcpStream::connect((url.host(), url.port())).await?;
            let name = url.is_encrypted().then_some(url.host());
            let sent = self.client.send(stream, name, request, MAX_ANSWER_BYTES);
            sent.await
        };
        match tokio::time::timeout(TIMEOUT, sent).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                let text = format!("{}: {error}", url.authority());
                Err(ProviderError::Unreachable(text))
            }
            Err(_) => {
                let text = format!("{} does not answer in time", url.authority());
                Err(ProviderError::Unreachable(text))
            }
        }
    }
}
