//! NATS servers that want to know who connects, in every way that NATS knows.

use std::{fs, path::PathBuf};

use arbiter_server::{
    BusSettings,
    base::{Bus, BusError, random},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use nkeys::KeyPair as NatsKey;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use serde_json::{Value, json};

use crate::{
    harness::NatsProcess,
    store::test_database::{run, unique_name},
};

/// A folder with the files of a NATS server, deleted when this value is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let folder = std::env::temp_dir().join(unique_name());
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Starts a server with these settings.
    fn start(&self, settings: &str) -> NatsProcess {
        let settings = settings.replace("FOLDER", self.0.to_str().unwrap());
        NatsProcess::start_with(Some(self.write("nats.conf", &settings)))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn connect(settings: &BusSettings) -> Result<(), BusError> {
    run(async {
        let bus = Bus::connect(settings, 1, random::node_id()).await?;
        assert!(bus.is_connected());
        Ok(())
    })
}

fn at(login: &str, nats: &NatsProcess) -> BusSettings {
    BusSettings::from(format!("nats://{login}localhost:{}", nats.port()))
}

#[track_caller]
fn expect_refused(settings: &BusSettings) {
    let refused = connect(settings);
    assert!(matches!(refused, Err(BusError::Connect(_))), "{refused:?}");
}

#[test]
fn a_name_and_a_password_are_part_of_the_address() {
    let folder = Folder::new();
    let nats = folder.start("authorization { user: arbiter, password: \"p@ss/word\" }");
    connect(&at("arbiter:p%40ss%2Fword@", &nats)).unwrap();
    expect_refused(&at("arbiter:wrong@", &nats));
    expect_refused(&at("", &nats));
}

#[test]
fn a_token_is_part_of_the_address() {
    let folder = Folder::new();
    let nats = folder.start("authorization { token: \"s3cret\" }");
    connect(&at("s3cret@", &nats)).unwrap();
    expect_refused(&at("wrong@", &nats));
}

#[test]
fn both_sides_show_certificates_of_an_own_authority() {
    let folder = Folder::new();
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let authorities = folder.write("authority.pem", &authority.pem());
    for name in ["server", "client"] {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &authority).unwrap();
        folder.write(&format!("{name}.pem"), &certificate.pem());
        folder.write(&format!("{name}.key"), &key.serialize_pem());
    }
    let nats = folder.start(
        "tls { cert_file: \"FOLDER/server.pem\", key_file: \"FOLDER/server.key\", \
         ca_file: \"FOLDER/authority.pem\", verify: true }",
    );
    let mut settings = at("", &nats);
    // The authorities of the system have signed neither certificate.
    expect_refused(&settings);
    settings.authorities = Some(authorities);
    expect_refused(&settings);
    settings.certificate = Some(folder.0.join("client.pem"));
    let refused = connect(&settings);
    assert!(matches!(refused, Err(BusError::Certificate)), "{refused:?}");
    settings.key = Some(folder.0.join("client.key"));
    connect(&settings).unwrap();
}

#[test]
fn a_file_with_credentials_is_enough() {
    let folder = Folder::new();
    let (operator, account) = (NatsKey::new_operator(), NatsKey::new_account());
    let user = NatsKey::new_user();
    let operator_token = token(&operator, &operator, &json!({"type": "operator"}));
    let unlimited = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1,
        "wildcards": true, "conn": -1, "leaf": -1,
    });
    let account_claims = json!({"type": "account", "limits": unlimited});
    let account_token = token(&operator, &account, &account_claims);
    let nats = folder.start(&format!(
        "operator: {operator_token}\nresolver: MEMORY\nresolver_preload: {{ {}: {account_token} }}",
        account.public_key(),
    ));
    let user_claims = json!({
        "type": "user", "pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1,
    });
    let credentials = |token: &str, seed: &str| {
        format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        )
    };
    let user_token = token(&account, &user, &user_claims);
    let mut settings = at("", &nats);
    expect_refused(&settings);
    let right = credentials(&user_token, &user.seed().unwrap());
    settings.credentials = Some(folder.write("user.creds", &right));
    connect(&settings).unwrap();
    let other = NatsKey::new_user();
    let wrong = credentials(&user_token, &other.seed().unwrap());
    settings.credentials = Some(folder.write("other.creds", &wrong));
    expect_refused(&settings);
    settings.credentials = Some(folder.0.join("missing.creds"));
    let refused = connect(&settings);
    let is_named = matches!(refused, Err(BusError::Credentials { .. }));
    assert!(is_named, "{refused:?}");
}

/// Returns what an issuer says about the owner of a key, signed.
fn token(issuer: &NatsKey, subject: &NatsKey, claims: &Value) -> String {
    let mut claims = claims.clone();
    claims["version"] = json!(2);
    let said = json!({
        "jti": unique_name(), "iat": 1_700_000_000, "name": "arbiter",
        "iss": issuer.public_key(), "sub": subject.public_key(), "nats": claims,
    });
    let head = json!({"typ": "JWT", "alg": "ed25519-nkey"});
    let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", encode(&head), encode(&said));
    let signature = issuer.sign(text.as_bytes()).unwrap();
    format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}
