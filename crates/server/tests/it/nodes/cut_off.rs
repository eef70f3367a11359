//! A node that cannot reach the database while another one can.

use std::{path::PathBuf, sync::Arc};

use arbiter_server::{Database, Settings, open, serve};
use tokio::{
    net::{TcpListener, UnixListener, UnixStream},
    runtime::Runtime,
    sync::watch,
};

use crate::{
    harness::{NatsProcess, Person},
    store::test_database::TestDatabase,
};

/// Passes connections on to a PostgreSQL server, until it is cut.
struct Passage {
    folder: PathBuf,
    is_cut: watch::Sender<bool>,
}

impl Passage {
    /// Opens a passage to the server of this address, whose socket is in a folder.
    fn open(address: &str) -> Passage {
        let (_, folder) = address.split_once("host=").unwrap();
        let server = PathBuf::from(folder.split('&').next().unwrap()).join(SOCKET);
        let folder = std::env::temp_dir().join(crate::store::test_database::unique_name());
        std::fs::create_dir_all(&folder).unwrap();
        let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
        let (is_cut, cut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (server, mut cut) = (server.clone(), cut.clone());
                tokio::spawn(async move {
                    let mut server = UnixStream::connect(server).await.unwrap();
                    let copying = tokio::io::copy_bidirectional(&mut client, &mut server);
                    tokio::select! {
                        _ = copying => {}
                        _ = cut.wait_for(|is_cut| *is_cut) => {}
                    }
                });
            }
        });
        Passage { folder, is_cut }
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

const SOCKET: &str = ".s.PGSQL.5432";

#[test]
fn a_node_that_is_cut_off_sends_its_clients_to_another_one() {
    let place = TestDatabase::postgres();
    let Database::Postgres(address) = &place.database else {
        panic!("not PostgreSQL");
    };
    let nats = NatsProcess::start();
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        let passage = Passage::open(address);
        let (_, folder) = address.split_once("host=").unwrap();
        let folder = folder.split('&').next().unwrap();
        let detour = address.replace(folder, passage.folder.to_str().unwrap());
        let mut nodes = Vec::new();
        for database in [address.clone(), detour] {
            let mut settings = Settings::new(Database::Postgres(database));
            settings.bus = Some(nats.url().into());
            let app = open(settings).await.unwrap();
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            nodes.push(listener.local_addr().unwrap());
            tokio::spawn(serve(
                listener,
                Arc::clone(&app),
                Box::pin(std::future::pending()),
            ));
        }
        let answer = Person::new(nodes[0], None);
        let guest = answer.post("/v1/guests", &serde_json::json!({})).await;
        let token = guest.body["token"].as_str().map(str::to_owned);
        let mut stays = Person::new(nodes[0], token.clone());
        let mut leaves = Person::new(nodes[1], token);
        stays.connect().await;
        leaves.connect().await;
        passage.is_cut.send_replace(true);
        std::fs::remove_file(passage.folder.join(SOCKET)).unwrap();
        let closed = leaves.take_socket().expect_close().await.unwrap();
        assert_eq!(u16::from(closed.code), 1012, "{closed:?}");
        let refused = leaves.get("/readyz").await;
        assert_eq!(refused.status.as_u16(), 503, "{}", refused.text);
        let ready = stays.get("/readyz").await;
        assert_eq!(ready.status.as_u16(), 200, "{}", ready.text);
        // The other node serves its clients as before.
        let ping = arbiter_wire::ClientMessage::Ping(7);
        stays.socket().await.say(&ping).await;
        let pong = stays.receive().await;
        assert_eq!(pong, arbiter_wire::ServerMessage::Pong(7));
    });
    runtime.shutdown_background();
}
