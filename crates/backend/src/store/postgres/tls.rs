//! Encryption of the connection to PostgreSQL.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_name,
    },
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
    server::ParsedCertificate,
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::{
    Socket,
    tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream},
};
use tokio_rustls::client::TlsStream as RustlsStream;

use super::{
    super::error::StoreError,
    address::{RootCertificates, Verification},
};

/// Encrypts connections.
#[derive(Clone)]
pub(super) struct TlsConnector(Arc<ClientConfig>);

/// Encrypts a connection to one host.
pub(super) struct HostConnector {
    config: Arc<ClientConfig>,
    /// None if there is no such name; then the connection cannot be encrypted.
    name: Option<ServerName<'static>>,
}

/// An encrypted connection.
pub(super) struct EncryptedStream(RustlsStream<Socket>);

impl TlsConnector {
    /// Reads the certificates that are needed for this verification.
    pub(super) fn new(verification: &Verification) -> Result<TlsConnector, StoreError> {
        let provider = Arc::new(ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match verification {
            Verification::Nothing => Arc::new(NoVerifier(Arc::clone(&provider))),
            Verification::Authority(roots) => {
                Arc::new(AuthorityVerifier::new(roots, false, &provider)?)
            }
            Verification::AuthorityAndName(roots) => {
                Arc::new(AuthorityVerifier::new(roots, true, &provider)?)
            }
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreError::Certificates(error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok(TlsConnector(Arc::new(config)))
    }
}

impl MakeTlsConnect<Socket> for TlsConnector {
    type Stream = EncryptedStream;
    type TlsConnect = HostConnector;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<HostConnector> {
        Ok(HostConnector {
            config: Arc::clone(&self.0),
            name: ServerName::try_from(host.to_owned()).ok(),
        })
    }
}

impl TlsConnect<Socket> for HostConnector {
    type Stream = EncryptedStream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<EncryptedStream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let name = self.name.ok_or(io::ErrorKind::InvalidInput)?;
            let connector = tokio_rustls::TlsConnector::from(self.config);
            Ok(EncryptedStream(connector.connect(name, socket).await?))
        })
    }
}

impl TlsStream for EncryptedStream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for EncryptedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl AsyncWrite for EncryptedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

/// Accepts every server.
#[derive(Debug)]
struct NoVerifier(Arc<CryptoProvider>);

impl ServerCertVerifier for NoVerifier {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    // A signature proves nothing if any certificate is accepted.
    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Accepts a server whose certificate is trusted or signed by a trusted one.
#[derive(Debug)]
struct AuthorityVerifier {
    inner: Arc<WebPkiServerVerifier>,
    trusted: Vec<CertificateDer<'static>>,
    is_name_verified: bool,
}

impl AuthorityVerifier {
    fn new(
        roots: &RootCertificates,
        is_name_verified: bool,
        provider: &Arc<CryptoProvider>,
    ) -> Result<AuthorityVerifier, StoreError> {
        let trusted = read_certificates(roots)?;
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(trusted.iter().cloned());
        let inner =
            WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider));
        Ok(AuthorityVerifier {
            inner: inner
                .build()
                .map_err(|error| StoreError::Certificates(error.to_string()))?,
            trusted,
            is_name_verified,
        })
    }
}

fn read_certificates(roots: &RootCertificates) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    match roots {
        RootCertificates::System => Ok(rustls_native_certs::load_native_certs().certs),
        RootCertificates::File(path) => CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| StoreError::Certificates(format!("{}: {error}", path.display()))),
    }
}

impl ServerCertVerifier for AuthorityVerifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        // A certificate that a host made for one server signs itself, which the library
        // does not accept.
        if self.trusted.iter().any(|it| it == certificate) {
            if self.is_name_verified {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        let verified =
            self.inner
                .verify_server_cert(certificate, intermediates, name, ocsp_response, now);
        match verified {
            // The name is verified last.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.is_name_verified => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.inner
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.inner
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}
