use std::{error::Error, pin::pin, sync::Arc};

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{Request, StatusCode},
};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};
use tokio_rustls::TlsConnector;

/// Sends requests to other servers, each on a connection of its own. Redirects are
/// not followed.
pub struct HttpClient {
    /// None if the system has no protocol that both sides could speak.
    tls: Option<TlsConnector>,
}

/// Why there is no answer, in words for the operator.
pub type RequestError = Box<dyn Error + Send + Sync>;

impl HttpClient {
    /// Returns a client that trusts the certificates of the system. Reading them takes
    /// milliseconds.
    #[must_use]
    pub fn new() -> HttpClient {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map(|config| config.with_root_certificates(roots).with_no_client_auth());
        HttpClient {
            tls: config
                .ok()
                .map(|config| TlsConnector::from(Arc::new(config))),
        }
    }

    /// Sends a request on an open connection, and returns the answer. The connection is
    /// encrypted if there is a name that the certificate of the server must have.
    ///
    /// # Errors
    ///
    /// Returns why there is no answer, or that it has more than `max_bytes`.
    pub async fn send(
        &self,
        stream: TcpStream,
        certified_name: Option<&str>,
        request: Request<Body>,
        max_bytes: usize,
    ) -> Result<(StatusCode, Bytes), RequestError> {
        let Some(name) = certified_name else {
            return exchange(stream, request, max_bytes).await;
        };
        let tls = self.tls.as_ref().ok_or("no encryption")?;
        let name = ServerName::try_from(name.to_owned())?;
        exchange(tls.connect(name, stream).await?, request, max_bytes).await
    }
}

impl Default for HttpClient {
    fn default() -> HttpClient {
        HttpClient::new()
    }
}

/// Sends a request on a new connection, and reads the answer.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send,
    request: Request<Body>,
    max_bytes: usize,
) -> Result<(StatusCode, Bytes), RequestError> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let mut answer = pin!(async move {
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let body = to_bytes(Body::new(answer.into_body()), max_bytes).await?;
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
