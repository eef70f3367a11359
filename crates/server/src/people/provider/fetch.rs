use std::{error::Error, pin::pin, sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{Method, Request, StatusCode, header},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    sync::Semaphore,
};
use tokio_rustls::TlsConnector;

use super::{ProviderError, TrustedUrl};

/// Sends requests to a provider, each on a connection of its own.
pub struct Fetcher {
    /// None if the system has no protocol that both sides could speak.
    tls: Option<TlsConnector>,
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
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map(|config| config.with_root_certificates(roots).with_no_client_auth());
        Fetcher {
            tls: config
                .ok()
                .map(|config| TlsConnector::from(Arc::new(config))),
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
            if !url.is_encrypted() {
                return exchange(stream, request).await;
            }
            let tls = self.tls.as_ref().ok_or("no encryption")?;
            let name = ServerName::try_from(url.host().to_owned())?;
            exchange(tls.connect(name, stream).await?, request).await
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

/// Sends a request on a new connection, and reads the answer.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send,
    request: Request<Body>,
) -> Result<(StatusCode, Bytes), Box<dyn Error + Send + Sync>> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let mut answer = pin!(async move {
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let body = to_bytes(Body::new(answer.into_body()), MAX_ANSWER_BYTES).await?;
        Ok((status, body))
    });
    tokio::select! {
        answer = &mut answer => answer,
        closed = connection => {
            closed?;
            answer.await
        }
    }
}
