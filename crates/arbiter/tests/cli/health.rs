//! `arbiter health`: whether a server works.

use std::net::TcpListener;

use crate::{
    arbiter,
    serve::{ANYWHERE, Folder, Server, command},
};

#[test]
fn a_server_says_whether_it_is_ready() {
    let home = Folder::new();
    let server = Server::start(command(&home.0).args(["serve", ANYWHERE]));
    let address = server.address.clone();
    let ran = arbiter(&["health", &address]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "ready\n"), "{}", ran.err);
    let ran = arbiter(&["health", &format!("http://{address}/"), "--json"]);
    assert_eq!(ran.json()["ready"], true);
    // The address on which a server in a container listens.
    let (_, port) = address.rsplit_once(':').unwrap();
    let mut everywhere = command(&home.0);
    everywhere.env("ARBITER_LISTEN", format!("0.0.0.0:{port}"));
    let output = everywhere.arg("health").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    server.stop();
    let ran = arbiter(&["health", &address, "--json"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["ready"], false);
    let ran = arbiter(&["health", &address]);
    let expected = format!("no server answers at {address}: ");
    assert!(ran.out.starts_with(&expected), "{}", ran.out);
}

#[test]
fn something_else_at_the_address_is_not_ready() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let closing = std::thread::spawn(move || drop(listener.accept()));
    let ran = arbiter(&["health", &address]);
    closing.join().unwrap();
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let ran = arbiter(&["health", "nowhere"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot find nowhere"), "{}", ran.err);
}
