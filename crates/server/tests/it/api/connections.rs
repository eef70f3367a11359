//! Limits that hold before a request is read.

use std::net::SocketAddr;

use arbiter_server::Limits;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::client::{NO_LIMITS, test_server, test_server_with};

const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";

#[test]
fn the_tcp_connections_of_an_address_are_limited() {
    let limits = Limits {
        connections: 2,
        ..NO_LIMITS
    };
    let change = |settings: &mut arbiter_server::Settings| settings.limits = limits;
    test_server_with(change, async |server| {
        let mut first = connect(server.address).await;
        let mut second = connect(server.address).await;
        // Both are counted when they are answered.
        assert!(ask(&mut first).await && ask(&mut second).await);
        let mut third = connect(server.address).await;
        assert!(!ask(&mut third).await, "one too many was answered");
        assert!(ask(&mut first).await, "the others are not affected");
    });
}

#[test]
fn a_proxy_may_have_any_number_of_connections() {
    let limits = Limits {
        connections: 1,
        ..NO_LIMITS
    };
    let change = |settings: &mut arbiter_server::Settings| {
        settings.limits = limits;
        settings.is_behind_proxy = true;
    };
    test_server_with(change, async |server| {
        let mut first = connect(server.address).await;
        let mut second = connect(server.address).await;
        assert!(ask(&mut first).await && ask(&mut second).await);
    });
}

/// Waits for the server to close them, which takes ten seconds.
#[test]
fn a_connection_without_a_complete_request_is_closed() {
    test_server(async |server| {
        let mut idle = connect(server.address).await;
        let mut slow = connect(server.address).await;
        slow.write_all(b"GET / HTTP/1.1\r\nhost: ").await.unwrap();
        let mut used = connect(server.address).await;
        assert!(ask(&mut used).await);
        let (idle, slow, used) = tokio::join!(
            is_closed(&mut idle),
            is_closed(&mut slow),
            is_closed(&mut used)
        );
        assert!(idle && slow && used);
    });
}

#[test]
fn documents_and_health_count_as_requests_and_files_do_not() {
    let limits = Limits {
        requests: 8,
        ..NO_LIMITS
    };
    let change = |settings: &mut arbiter_server::Settings| settings.limits = limits;
    test_server_with(change, async |server| {
        let anonymous = server.anonymous();
        let page = anonymous.get("/").await;
        assert_eq!(page.outcome(), "200");
        assert_eq!(anonymous.get("/healthz").await.outcome(), "200");
        for path in ["/", "/laws", "/healthz", "/readyz"] {
            let answer = anonymous.get(path).await;
            assert_eq!(answer.outcome(), "429 too_many_requests", "{path}");
        }
        let mut quoted = page.body.split('"');
        let file = quoted.find(|text| text.starts_with("/a/") && text.ends_with(".css"));
        let file = file.unwrap();
        for _ in 0..20 {
            assert_eq!(anonymous.get(file).await.status, 200, "{file}");
        }
    });
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.unwrap()
}

/// Sends a request and reports whether it is answered.
async fn ask(stream: &mut TcpStream) -> bool {
    if stream.write_all(REQUEST).await.is_err() {
        return false;
    }
    let mut answer = [0; 1024];
    let count = stream.read(&mut answer).await.unwrap_or(0);
    answer[..count].starts_with(b"HTTP/1.1 200")
}

/// Reads until the server closes the connection.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.is_ok()
}
