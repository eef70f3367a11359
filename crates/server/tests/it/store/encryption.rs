//! Encrypted connections to a PostgreSQL server, for each `sslmode`.

use std::{fs, net::TcpListener};

use arbiter_server::{
    Database,
    store::{Access, StoreError, connect},
};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use super::postgres_process::PostgresProcess;

/// A server on a port, with a certificate for `localhost`. The user `encrypted` may
/// only use encrypted connections, and the user `plain` only others.
struct EncryptedServer {
    process: PostgresProcess,
    port: u16,
}

impl EncryptedServer {
    fn start() -> EncryptedServer {
        let process = PostgresProcess::create();
        let port = free_port();
        process.set("listen_addresses", "127.0.0.1");
        process.set("port", &port.to_string());
        process.set("ssl", "on");
        for name in ["server.crt", "server.key", "pg_hba.conf"] {
            fs::write(process.data().join(name), "").unwrap();
            process.give(&process.data().join(name));
        }
        let server = EncryptedServer { process, port };
        let authority = authority();
        let key = KeyPair::generate().unwrap();
        let names = vec!["localhost".to_owned()];
        let params = CertificateParams::new(names).unwrap();
        let certificate = params.signed_by(&key, &authority).unwrap();
        server.write("server.crt", &certificate.pem());
        server.write("server.key", &key.serialize_pem());
        server.write("authority.pem", &authority.pem());
        server.write("other.pem", &self::authority().pem());
        server.write(
            "pg_hba.conf",
            "local all all trust\n\
             hostssl all encrypted all trust\n\
             hostnossl all plain all trust\n\
             host all arbiter all trust\n",
        );
        restrict(&server.process.data().join("server.key"));
        server.process.pg_ctl(&["start", "--wait", "--silent"]);
        let Database::Postgres(local) = server.process.database() else {
            panic!("not PostgreSQL");
        };
        let local = Database::Postgres(format!("{local}&port={port}"));
        let mut db = connect(&local, Access::ReadWrite).unwrap();
        db.run_script("CREATE USER encrypted; CREATE USER plain")
            .unwrap();
        server
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.process.data().join(name), text).unwrap();
    }

    /// Connects, and reports whether the connection is encrypted.
    fn connect(&self, user: &str, host: &str, parameters: &str) -> Result<bool, StoreError> {
        let port = self.port;
        let folder = self.process.data().display().to_string();
        let parameters = parameters.replace("sslrootcert=", &format!("sslrootcert={folder}/"));
        let address = format!("postgres://{user}@{host}:{port}/postgres?{parameters}");
        let mut db = connect(&Database::Postgres(address), Access::ReadOnly)?;
        let sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        Ok(db.find(sql, &[], |row| row.get(0))?.unwrap())
    }
}

#[test]
fn connections_are_encrypted_and_verified_as_the_address_says() {
    let server = EncryptedServer::start();
    for (user, host, parameters, expected) in [
        ("arbiter", "localhost", "", Some(true)),
        ("arbiter", "localhost", "sslmode=disable", Some(false)),
        ("arbiter", "localhost", "sslmode=allow", Some(false)),
        ("arbiter", "localhost", "sslmode=prefer", Some(true)),
        ("arbiter", "localhost", "sslmode=require", Some(true)),
        ("encrypted", "localhost", "sslmode=allow", Some(true)),
        ("encrypted", "localhost", "sslmode=disable", None),
        ("plain", "localhost", "sslmode=prefer", Some(false)),
        ("plain", "localhost", "sslmode=require", None),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=require&sslrootcert=authority.pem",
            Some(true),
        ),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=require&sslrootcert=other.pem",
            None,
        ),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=verify-ca&sslrootcert=authority.pem",
            Some(true),
        ),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=verify-ca&sslrootcert=other.pem",
            None,
        ),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=verify-ca&sslrootcert=missing.pem",
            None,
        ),
        (
            "arbiter",
            "localhost",
            "sslmode=verify-full&sslrootcert=authority.pem",
            Some(true),
        ),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=verify-full&sslrootcert=authority.pem",
            None,
        ),
        (
            "arbiter",
            "localhost",
            "sslmode=verify-full&sslrootcert=server.crt",
            Some(true),
        ),
        (
            "arbiter",
            "127.0.0.1",
            "sslmode=verify-full&sslrootcert=server.crt",
            None,
        ),
        // The authorities of the system do not know this one.
        ("arbiter", "localhost", "sslmode=verify-full", None),
    ] {
        let connected = server.connect(user, host, parameters);
        let is_expected = connected.as_ref().ok() == expected.as_ref();
        assert!(is_expected, "{user}@{host} {parameters}: {connected:?}");
    }
}

/// Returns a new authority that signs certificates.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Lets only the owner read a file, as PostgreSQL requires.
fn restrict(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
