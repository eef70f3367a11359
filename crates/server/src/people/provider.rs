//! Signing in with an account elsewhere: at the host's own OpenID Connect provider,
//! by the authorization code flow with PKCE.
//!
//! The provider is trusted with one thing only: to say who somebody is. What it says
//! counts if it is signed, and meant for this server and for the attempt of this
//! browser.

mod attempt;
mod cached;
mod fetch;
mod id_token;
mod key_set;
mod trusted_url;

use std::{fmt, sync::Arc, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;

pub use attempt::Attempt;
use cached::Cached;
use fetch::Fetcher;
use id_token::{Expected, InvalidToken};
use key_set::KeySet;
use trusted_url::TrustedUrl;

use crate::{
    base::{ProviderSettings, clock},
    refusal::ServerRefusal,
    store::ProviderIdentity,
};

/// An OpenID Connect provider.
pub struct Provider {
    settings: ProviderSettings,
    /// Where it describes itself.
    configuration: TrustedUrl,
    /// Where it sends people back to.
    redirect: String,
    label: String,
    fetcher: Fetcher,
    endpoints: Cached<Endpoints>,
    keys: Cached<KeySet>,
}

/// Who somebody is, as the provider says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvidedPerson {
    /// The account there.
    pub identity: ProviderIdentity,
    /// The name under which the person wants to be known.
    pub preferred_name: Option<String>,
}

/// An error that is returned when nobody can sign in with these settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProviderSettingsError {
    /// The issuer cannot be a provider.
    #[error(
        "{0:?} is not the address of a provider: write it as https://id.example (http is possible \
         on this machine only)"
    )]
    Issuer(String),
    /// The server has no name there.
    #[error("the name of this server at the provider is missing: set it with --oidc-client-id")]
    NoClientId,
    /// The provider sends people back to an address.
    #[error(
        "the provider has to know the public address of this server: set it with --public, and \
         register ADDRESS/sign-in/provider there"
    )]
    NoPublicAddress,
}

/// Why the provider cannot say who somebody is, in words for the operator.
#[derive(Clone, Debug, thiserror::Error)]
enum ProviderError {
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    #[error("too many requests to it are under way")]
    Busy,
    #[error("it refuses: {0}")]
    Refused(String),
    #[error("its answer cannot be trusted: {0}")]
    Untrusted(String),
    #[error("its clock differs from ours: {0}")]
    Clock(String),
}

/// Where the provider answers.
struct Endpoints {
    authorization: TrustedUrl,
    token: TrustedUrl,
    keys: TrustedUrl,
    /// Whether it wants the password in the body, because it knows no other way.
    wants_secret_in_body: bool,
}

/// How the provider describes itself.
#[derive(Deserialize)]
struct Configuration {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

/// The answer to a code.
#[derive(Deserialize)]
struct TokenAnswer {
    id_token: String,
}

/// Why a code is refused.
#[derive(Deserialize)]
struct TokenProblem {
    error: String,
}

/// How long the description and the keys of the provider are cached.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);
/// How soon the keys are asked for again because a signature has none of them.
const MIN_KEYS_AGE: Duration = Duration::from_secs(10);
/// Where the page is that completes signing in.
const REDIRECT_PATH: &str = "/sign-in/provider";

impl Provider {
    /// Returns a provider with these settings; `public` is the URL of the server.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the settings.
    pub fn new(
        settings: &ProviderSettings,
        public: Option<&str>,
    ) -> Result<Provider, ProviderSettingsError> {
        let public = public.ok_or(ProviderSettingsError::NoPublicAddress)?;
        if settings.client_id.is_empty() {
            return Err(ProviderSettingsError::NoClientId);
        }
        let issuer = settings.issuer.trim_end_matches('/');
        let url = format!("{issuer}/.well-known/openid-configuration");
        let wrong = || ProviderSettingsError::Issuer(settings.issuer.clone());
        let configuration = TrustedUrl::parse(&url).ok_or_else(wrong)?;
        if settings.issuer.contains(['?', '#', ' ']) {
            return Err(wrong());
        }
        let host = configuration.host().to_owned();
        Ok(Provider {
            configuration,
            redirect: format!("{}{REDIRECT_PATH}", public.trim_end_matches('/')),
            label: settings.label.clone().unwrap_or(host),
            fetcher: Fetcher::new(),
            endpoints: Cached::default(),
            keys: Cached::default(),
            settings: settings.clone(),
        })
    }

    /// Returns what people call the provider.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the issuer, which names the provider.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.settings.issuer
    }

    /// Returns where a browser goes to sign in.
    ///
    /// # Errors
    ///
    /// Returns that the provider does not answer, or not as one does.
    pub async fn authorization_url(&self, attempt: &Attempt) -> Result<String, ServerRefusal> {
        let endpoints = self.endpoints().await.map_err(|error| refusal(&error))?;
        let query = form(&[
            ("response_type", "code"),
            ("scope", "openid profile"),
            ("client_id", &self.settings.client_id),
            ("redirect_uri", &self.redirect),
            ("state", &attempt.state()),
            ("nonce", &attempt.nonce()),
            ("code_challenge", &attempt.challenge()),
            ("code_challenge_method", "S256"),
        ]);
        Ok(endpoints.authorization.with_query(&query))
    }

    /// Asks the provider who somebody is who came back with this code.
    ///
    /// # Errors
    ///
    /// Returns that the provider does not answer or refuses, or that its answer
    /// proves nothing.
    pub async fn identify(
        &self,
        attempt: &Attempt,
        code: &str,
    ) -> Result<ProvidedPerson, ServerRefusal> {
        let identified = async {
            let token = self.exchange(attempt, code).await?;
            self.verify(&token, attempt).await
        };
        identified.await.map_err(|error| refusal(&error))
    }

    /// Returns the ID token for a code.
    async fn exchange(&self, attempt: &Attempt, code: &str) -> Result<String, ProviderError> {
        let endpoints = self.endpoints().await?;
        let id = self.settings.client_id.as_str();
        let verifier = attempt.verifier();
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &self.redirect),
            ("code_verifier", &verifier),
        ];
        let mut authorization = None;
        match &self.settings.client_secret {
            None => fields.push(("client_id", id)),
            Some(secret) if endpoints.wants_secret_in_body => {
                fields.extend([("client_id", id), ("client_secret", secret)]);
            }
            Some(secret) => {
                let [id, secret] = [id, secret].map(encoded);
                let credentials = BASE64_STANDARD.encode(format!("{id}:{secret}"));
                authorization = Some(format!("Basic {credentials}"));
            }
        }
        let (status, body) = self
            .fetcher
            .post(&endpoints.token, form(&fields), authorization)
            .await?;
        match status.as_u16() {
            200 => match serde_json::from_slice::<TokenAnswer>(&body) {
                Ok(answer) => Ok(answer.id_token),
                Err(error) => Err(ProviderError::Untrusted(error.to_string())),
            },
            400..500 => {
                let problem = serde_json::from_slice::<TokenProblem>(&body);
                let error = problem.map_or_else(|_| String::new(), |it| it.error);
                let error: String = error.chars().take(100).collect();
                Err(ProviderError::Refused(format!("{status} {error:?}")))
            }
            _ => Err(ProviderError::Unreachable(format!("it answers {status}"))),
        }
    }

    /// Returns whom a token is about, if it proves that.
    async fn verify(
        &self,
        token: &str,
        attempt: &Attempt,
    ) -> Result<ProvidedPerson, ProviderError> {
        let nonce = attempt.nonce();
        let expected = Expected {
            issuer: &self.settings.issuer,
            client_id: &self.settings.client_id,
            nonce: &nonce,
            now: clock::wall() / 1_000,
        };
        let keys = self.keys(MAX_AGE).await?;
        let verified = match id_token::verify(token, &keys, &expected) {
            // The provider may have new keys.
            Err(InvalidToken::Signature) => {
                let keys = self.keys(MIN_KEYS_AGE).await?;
                id_token::verify(token, &keys, &expected)
            }
            verified => verified,
        };
        let claims = verified.map_err(|error| match error {
            InvalidToken::Clock(_) => ProviderError::Clock(error.to_string()),
            _ => ProviderError::Untrusted(error.to_string()),
        })?;
        Ok(ProvidedPerson {
            identity: ProviderIdentity {
                issuer: self.settings.issuer.clone(),
                subject: claims.subject,
            },
            preferred_name: claims.preferred_name,
        })
    }

    async fn endpoints(&self) -> Result<Arc<Endpoints>, ProviderError> {
        self.endpoints.get(MAX_AGE, self.fetch_endpoints()).await
    }

    async fn fetch_endpoints(&self) -> Result<Endpoints, ProviderError> {
        let body = self.fetcher.get(&self.configuration).await?;
        let found: Configuration = serde_json::from_slice(&body)
            .map_err(|error| ProviderError::Untrusted(error.to_string()))?;
        if found.issuer != self.settings.issuer {
            let wrong = format!("it calls itself {:?}", found.issuer);
            return Err(ProviderError::Untrusted(wrong));
        }
        let url = |text: &str| {
            let wrong = || ProviderError::Untrusted(format!("{text:?} is not encrypted"));
            TrustedUrl::parse(text).ok_or_else(wrong)
        };
        let methods = found.token_endpoint_auth_methods_supported;
        Ok(Endpoints {
            authorization: url(&found.authorization_endpoint)?,
            token: url(&found.token_endpoint)?,
            keys: url(&found.jwks_uri)?,
            wants_secret_in_body: methods.is_some_and(|methods| {
                let has = |method: &str| methods.iter().any(|it| it == method);
                has("client_secret_post") && !has("client_secret_basic")
            }),
        })
    }

    async fn keys(&self, max_age: Duration) -> Result<Arc<KeySet>, ProviderError> {
        let endpoints = self.endpoints().await?;
        let fetched = async {
            let body = self.fetcher.get(&endpoints.keys).await?;
            KeySet::parse(&body).map_err(|error| ProviderError::Untrusted(error.to_string()))
        };
        self.keys.get(max_age, fetched).await
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Provider({:?})", self.settings.issuer)
    }
}

/// Logs why the provider could not say who somebody is, and returns what the visitor
/// may know about it.
fn refusal(error: &ProviderError) -> ServerRefusal {
    tracing::warn!(%error, "nobody was signed in by the OpenID Connect provider");
    match error {
        ProviderError::Unreachable(_) => ServerRefusal::ProviderUnreachable,
        ProviderError::Busy => ServerRefusal::Busy,
        ProviderError::Refused(_) => ServerRefusal::ProviderRefused,
        ProviderError::Untrusted(_) => ServerRefusal::ProviderUntrusted,
        ProviderError::Clock(_) => ServerRefusal::ProviderClock,
    }
}

/// Encodes fields as forms do.
fn form(fields: &[(&str, &str)]) -> String {
    serde_urlencoded::to_string(fields).unwrap_or_default()
}

/// Encodes a text as the value of a form.
fn encoded(text: &str) -> String {
    let field = form(&[("", text)]);
    // Not every provider reads a plus sign as a space.
    field.trim_start_matches('=').replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: &str, client_id: &str) -> ProviderSettings {
        ProviderSettings {
            issuer: issuer.to_owned(),
            client_id: client_id.to_owned(),
            client_secret: Some("hidden".to_owned()),
            label: None,
        }
    }

    #[test]
    fn settings_that_cannot_work_are_refused() {
        let public = Some("https://chess.example/");
        let good = Provider::new(&settings("https://id.example/club/", "chess"), public).unwrap();
        assert_eq!(good.label(), "id.example");
        assert_eq!(good.redirect, "https://chess.example/sign-in/provider");
        assert!(!format!("{good:?} {:?}", good.settings).contains("hidden"));
        for issuer in [
            "",
            "id.example",
            "http://id.example",
            "https://id.example?a=b",
        ] {
            let refused = Provider::new(&settings(issuer, "chess"), public);
            assert!(
                matches!(refused, Err(ProviderSettingsError::Issuer(_))),
                "{issuer}"
            );
        }
        let local = Provider::new(&settings("http://127.0.0.1:5000", "chess"), public);
        assert!(local.is_ok());
        let refused = Provider::new(&settings("https://id.example", ""), public);
        assert!(matches!(refused, Err(ProviderSettingsError::NoClientId)));
        let refused = Provider::new(&settings("https://id.example", "chess"), None);
        assert!(matches!(
            refused,
            Err(ProviderSettingsError::NoPublicAddress)
        ));
    }

    #[test]
    fn names_and_passwords_are_encoded() {
        assert_eq!(encoded("a b&c=d:é"), "a%20b%26c%3Dd%3A%C3%A9");
        assert_eq!(encoded("=x"), "%3Dx");
    }
}
