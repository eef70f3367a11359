use anyhow::Result;
use axum::{
    Router,
    extract::ws::{Message, WebSocket, WebSocketUpgrade},
    routing::get,
    serve::ListenerExt,
};
use tokio::net::TcpListener;

/// A bare server: the same library, the same settings of its sockets, and
/// nothing behind them. A frame goes back as it came.
pub async fn serve() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("open http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // A socket that cannot be set is closed by its first use.
        let _set = stream.set_nodelay(true);
    });
    let upgrade =
        |upgrade: WebSocketUpgrade| async { upgrade.read_buffer_size(4 * 1024).on_upgrade(echo) };
    let router = Router::new().route("/v1/socket", get(upgrade));
    axum::serve(listener, router).await?;
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
