use std::{collections::HashMap, sync::Arc};

use anyhow::Result;
use axum::{
    Router,
    extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    http::{HeaderMap, header::AUTHORIZATION},
    routing::get,
    serve::ListenerExt,
};
use parking_lot::Mutex;
use tokio::{net::TcpListener, sync::mpsc};

/// The size of the read buffer in bytes, as in the server.
const READ_BUFFER_BYTES: usize = 512;

/// Runs a server that echoes each frame. It uses the same library and the same
/// socket options as the real server, and does nothing else.
pub async fn serve() -> Result<()> {
    let upgrade = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(READ_BUFFER_BYTES).on_upgrade(echo)
    };
    listen(get(upgrade)).await
}

/// Runs a server that sends each frame back, and to the other socket with the
/// same token.
pub async fn relay() -> Result<()> {
    let pairs = Arc::new(Pairs::default());
    let upgrade = |headers: HeaderMap, upgrade: WebSocketUpgrade| async move {
        let token = headers
            .get(AUTHORIZATION)
            .map_or(&[][..], |it| it.as_bytes());
        let token = token.to_vec();
        upgrade
            .read_buffer_size(READ_BUFFER_BYTES)
            .on_upgrade(|socket| relay_frames(socket, token, pairs))
    };
    listen(get(upgrade)).await
}

/// The senders to the sockets with the same token.
type Pairs = Mutex<HashMap<Vec<u8>, Vec<mpsc::UnboundedSender<Utf8Bytes>>>>;

async fn listen(socket: axum::routing::MethodRouter) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("open http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // A broken socket is closed when it is first used.
        let _set = stream.set_nodelay(true);
    });
    axum::serve(listener, Router::new().route("/v1/socket", socket)).await?;
    Ok(())
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(frame)) = socket.recv().await {
        if let Message::Text(text) = frame
            && socket.send(Message::Text(text)).await.is_err()
        {
            return;
        }
    }
}

async fn relay_frames(mut socket: WebSocket, token: Vec<u8>, pairs: Arc<Pairs>) {
    let (sender, mut frames) = mpsc::unbounded_channel();
    pairs
        .lock()
        .entry(token.clone())
        .or_default()
        .push(sender.clone());
    let mut other = None;
    loop {
        let text = tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(text))) => {
                    if other.is_none() {
                        let find = |it: &&mpsc::UnboundedSender<_>| !it.same_channel(&sender);
                        let senders = pairs.lock();
                        other = senders.get(&token).and_then(|it| it.iter().find(find).cloned());
                    }
                    if let Some(other) = &other {
                        // The other socket may be closed.
                        let _sent = other.send(text.clone());
                    }
                    text
                }
                Some(Ok(_)) => continue,
                _ => return,
            },
            Some(text) = frames.recv() => text,
        };
        if socket.send(Message::Text(text)).await.is_err() {
            return;
        }
    }
}
