use std::net::{IpAddr, SocketAddr};

use anyhow::{Context, Result, bail};
use arbiter_wire::ClientMessage;
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderValue, header::AUTHORIZATION},
        protocol::WebSocketConfig,
    },
};

/// The WebSocket of a player.
pub struct Socket(WebSocketStream<TcpStream>);

/// Opens a TCP connection from this address of the client; from any if none is
/// given.
pub async fn connect(from: Option<IpAddr>, to: SocketAddr) -> Result<TcpStream> {
    let stream = match from {
        None => TcpStream::connect(to).await?,
        Some(from) => {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(from, 0))?;
            socket.connect(to).await?
        }
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Socket {
    /// Opens a socket.
    pub async fn open(address: SocketAddr, token: Option<&str>) -> Result<Socket> {
        Socket::open_from(None, address, token).await
    }

    /// Opens a socket from this address of the client; from any if none is given.
    pub async fn open_from(
        from: Option<IpAddr>,
        address: SocketAddr,
        token: Option<&str>,
    ) -> Result<Socket> {
        let mut request = format!("ws://{address}/v1/socket").into_client_request()?;
        if let Some(token) = token {
            let value = HeaderValue::from_str(&format!("Bearer {token}"))?;
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        let stream = connect(from, address).await?;
        // Frames are small, and there are thousands of sockets.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024);
        let opened =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        Ok(Socket(opened?.0))
    }

    /// Sends a message.
    pub async fn send_message(&mut self, message: &ClientMessage) -> Result<()> {
        self.send(serde_json::to_string(message)?).await
    }

    /// Sends a frame.
    pub async fn send(&mut self, frame: String) -> Result<()> {
        Ok(self.0.send(Message::text(frame)).await?)
    }

    /// Receives the next text frame. Cancelling this loses nothing.
    pub async fn receive(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the socket was closed")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("the server closed the socket: {frame:?}"),
                // The library replies to pings itself.
                _ => {}
            }
        }
    }
}
