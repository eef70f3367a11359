use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Result;
use axum::{
    Router,
    extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    http::{HeaderMap, header::AUTHORIZATION},
    routing::get,
    serve::ListenerExt,
};
use tokio::{net::TcpListener, sync::mpsc};

/// As the server has it.
const READ_BUFFER: usize = 512;

/// A bare server: the same library, the same settings of its sockets, and
/// nothing behind them. A frame goes back as it came.
pub async fn serve() -> Result<()> {
    let upgrade = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(READ_BUFFER).on_upgrade(echo)
    };
    listen(get(upgrade)).await
}

/// A server that is nearly as bare: a frame goes back as it came, and to the
/// other socket that came with the same token.
pub async fn relay() -> Result<()> {
    let pairs = Arc::new(Pairs::default());
    let upgrade = |headers: HeaderMap, upgrade: WebSocketUpgrade| async move {
        let token = headers
            .get(AUTHORIZATION)
            .map_or(&[][..], |it| it.as_bytes());
        let token = token.to_vec();
        upgrade
            .read_buffer_size(READ_BUFFER)
            .on_upgrade(|socket| pass_on(socket, token, pairs))
    };
    listen(get(upgrade)).await
}

/// Where frames for the sockets with the same token go.
type Pairs = Mutex<HashMap<Vec<u8>, Vec<mpsc::UnboundedSender<Utf8Bytes>>>>;

async fn listen(socket: axum::routing::MethodRouter) -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("open http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // A socket that cannot be set is closed by its first use.
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

async fn pass_on(mut socket: WebSocket, token: Vec<u8>, pairs: Arc<Pairs>) {
    let (sender, mut frames) = mpsc::unbounded_channel();
    let lock = || pairs.lock().unwrap_or_else(PoisonError::into_inner);
    lock()
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
                        other = lock().get(&token).and_then(|it| it.iter().find(find).cloned());
                    }
                    if let Some(other) = &other {
                        // Who has gone hears nothing.
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
