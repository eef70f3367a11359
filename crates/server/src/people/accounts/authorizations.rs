//! Programs that players allow to act for them: OAuth 2 with proof keys (RFC 7636).

use arbiter_wire::{NewAuthorization, Scope};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::{Accounts, MAX_TOKENS, Secret, label};
use crate::{
    base::{PlayerId, clock},
    refusal::ServerRefusal,
    store::{Authorization, NewToken, TokenKind},
};

/// How long a program may take to fetch its token, in milliseconds: two minutes.
const CODE_MILLIS: u64 = 2 * 60 * 1_000;
/// How long a token of a program lasts, in seconds: a year.
pub const PROGRAM_TOKEN_SECONDS: u64 = 365 * 24 * 60 * 60;
/// The longest parameter of a request, in bytes.
const MAX_PARAMETER_BYTES: usize = 2_000;
/// The length of a SHA-256 hash in base64url.
const CHALLENGE_BYTES: usize = 43;

/// What a program sends to get its token.
#[derive(Debug)]
pub struct TokenRequest<'r> {
    /// The code with which the browser came back.
    pub code: &'r str,
    /// The text whose hash was sent at first.
    pub verifier: &'r str,
    /// Where the browser was sent.
    pub redirect: &'r str,
    /// The name of the program.
    pub client: &'r str,
}

impl Accounts {
    /// Notes that a player allows a program to act for them. Returns the URL to which the
    /// browser goes with the code for the program.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the request.
    pub async fn authorize(
        &self,
        player: PlayerId,
        new: NewAuthorization,
    ) -> Result<String, ServerRefusal> {
        let scopes = check_request(&new)?;
        let code = Secret::random();
        let codes: Vec<&str> = scopes.into_iter().map(Scope::code).collect();
        let authorization = Authorization {
            player,
            client: new.client_id,
            redirect: new.redirect_uri.clone(),
            challenge: new.code_challenge,
            scopes: codes.join(" "),
            expires: clock::wall() + CODE_MILLIS,
        };
        self.store
            .create_authorization(code.hash(), authorization)
            .await?;
        let mut parameters = vec![("code", code.reveal())];
        parameters.extend(new.state.as_deref().map(|state| ("state", state)));
        Ok(with_parameters(&new.redirect_uri, &parameters))
    }

    /// Gives a program its token. A code can be used once.
    ///
    /// # Errors
    ///
    /// Returns [`ServerRefusal::InvalidGrant`] if the code is not valid.
    pub async fn redeem(&self, request: TokenRequest<'_>) -> Result<Secret, ServerRefusal> {
        let code = Secret::parse(request.code).ok_or(ServerRefusal::InvalidGrant)?;
        let found = self.store.take_authorization(code.hash()).await?;
        let allowed = found.ok_or(ServerRefusal::InvalidGrant)?;
        let now = clock::wall();
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(request.verifier));
        let is_valid = allowed.expires > now
            && allowed.challenge == hash
            && allowed.redirect == request.redirect
            && allowed.client == request.client;
        if !is_valid {
            return Err(ServerRefusal::InvalidGrant);
        }
        if self.store.tokens_of(allowed.player).await?.len() >= MAX_TOKENS {
            return Err(ServerRefusal::TooManyTokens);
        }
        let secret = Secret::random();
        let token = NewToken {
            player: allowed.player,
            kind: TokenKind::Api,
            hash: secret.hash(),
            label: label(&allowed.client),
            scopes: allowed.scopes,
            created: now,
            expires: Some(now + PROGRAM_TOKEN_SECONDS * 1_000),
        };
        let id = self.store.create_token(token).await?;
        tracing::info!(player = allowed.player.0, token = id.0, "API token created");
        Ok(secret)
    }
}

/// Checks a request of a program, and returns the scopes that it wants.
///
/// # Errors
///
/// Returns what is wrong with it.
pub fn check_request(new: &NewAuthorization) -> Result<Vec<Scope>, ServerRefusal> {
    let wrong = |field, message| Err(ServerRefusal::Field { field, message });
    let texts = [&new.client_id, &new.redirect_uri, &new.scope];
    let state = new.state.as_deref().unwrap_or_default();
    if texts.iter().any(|it| it.len() > MAX_PARAMETER_BYTES) || state.len() > MAX_PARAMETER_BYTES {
        return wrong("client_id", "The request is too long.");
    }
    if new.client_id.trim().is_empty() {
        return wrong("client_id", "The program does not say who it is.");
    }
    if !is_safe_redirect(&new.redirect_uri) {
        return wrong(
            "redirect_uri",
            "This is not an address to which a browser can go back.",
        );
    }
    let challenge = new.code_challenge.as_bytes();
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if challenge.len() != CHALLENGE_BYTES || !challenge.iter().all(is_digit) {
        return wrong("code_challenge", "This is not a SHA-256 hash in base64url.");
    }
    let mut scopes = Vec::new();
    for code in new.scope.split([' ', ',']).filter(|code| !code.is_empty()) {
        match Scope::from_code(code).filter(|scope| scope.is_of_lichess_api()) {
            Some(scope) if !scopes.contains(&scope) => scopes.push(scope),
            Some(_) => {}
            None => {
                return wrong(
                    "scope",
                    "The program asks for something that is unknown here.",
                );
            }
        }
    }
    Ok(scopes)
}

/// Reports whether a browser may be sent to this address. Programs on phones have schemes
/// of their own; schemes that run scripts or open files are never allowed, and neither is
/// an unencrypted address, unless it is that of the same computer.
fn is_safe_redirect(uri: &str) -> bool {
    if !uri.is_ascii()
        || uri
            .bytes()
            .any(|byte| byte <= b' ' || matches!(byte, b'"' | b'<' | b'>' | b'\\'))
    {
        return false;
    }
    let Some((scheme, rest)) = uri.split_once(':') else {
        return false;
    };
    let scheme = scheme.to_ascii_lowercase();
    let is_scheme = scheme
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    if !is_scheme || rest.contains('#') {
        return false;
    }
    let host = rest.strip_prefix("//").unwrap_or_default();
    let host = host.split(['/', '?']).next().unwrap_or_default();
    match scheme.as_str() {
        "https" => !host.is_empty() && !host.contains('@'),
        "http" => {
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
            matches!(name, "localhost" | "127.0.0.1" | "[::1]")
        }
        "javascript" | "data" | "vbscript" | "file" | "blob" | "about" | "filesystem" | "" => false,
        _ => !rest.is_empty(),
    }
}

/// Adds parameters to a URL.
fn with_parameters(url: &str, parameters: &[(&str, &str)]) -> String {
    let encoded = serde_urlencoded::to_string(parameters).unwrap_or_default();
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_sent_back_to_programs_only() {
        for uri in [
            "https://example.com/back",
            "https://example.com:8080/back?x=1",
            "http://localhost:8000/",
            "http://127.0.0.1:45678/callback",
            "http://[::1]:80/",
            "com.example.app://signed-in",
            "example:/signed-in",
        ] {
            assert!(is_safe_redirect(uri), "{uri}");
        }
        for uri in [
            "",
            "/back",
            "example.com",
            "http://example.com/back",
            "http://localhost.evil.example/",
            "https://user@example.com/",
            "https:///",
            "https://example.com/#fragment",
            "javascript:alert(1)",
            "JavaScript://example.com/%0aalert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "https://example.com/ x",
            "https://example.com/\n",
        ] {
            assert!(!is_safe_redirect(uri), "{uri}");
        }
    }

    #[test]
    fn parameters_are_added_to_those_of_the_program() {
        let parameters = [("code", "a b"), ("state", "&")];
        assert_eq!(
            with_parameters("https://example.com/", &parameters),
            "https://example.com/?code=a+b&state=%26"
        );
        assert_eq!(
            with_parameters("https://example.com/?x=1", &parameters[..1]),
            "https://example.com/?x=1&code=a+b"
        );
    }

    #[test]
    fn only_known_scopes_are_given() {
        let new = |scope: &str| NewAuthorization {
            client_id: "example".to_owned(),
            redirect_uri: "https://example.com/".to_owned(),
            code_challenge: "A".repeat(43),
            scope: scope.to_owned(),
            state: None,
        };
        assert_eq!(check_request(&new("")).unwrap(), []);
        assert_eq!(
            check_request(&new("board:play challenge:write board:play")).unwrap(),
            [Scope::BoardPlay, Scope::ChallengeWrite]
        );
        assert!(check_request(&new("play")).is_err());
        assert!(check_request(&new("web:mod")).is_err());
        let mut short = new("");
        short.code_challenge.pop();
        assert!(check_request(&short).is_err());
    }
}
