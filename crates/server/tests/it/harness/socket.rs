use std::{net::SocketAddr, time::Duration};

use arbiter_wire::{Act, Action, ClientMessage, Command, ServerMessage, Watch};
use futures_util::{SinkExt, StreamExt};
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{
        Message,
        client::IntoClientRequest,
        http::HeaderValue,
        protocol::{Role, frame::CloseFrame},
    },
};

/// A message that takes longer will not come at all.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(60);

/// The client's end of a WebSocket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Opens a WebSocket with this token.
    pub async fn open(address: SocketAddr, token: Option<&str>) -> Socket {
        let url = format!("ws://{address}/v1/socket");
        let mut request = url.into_client_request().unwrap();
        if let Some(token) = token {
            let value = HeaderValue::try_from(format!("Bearer {token}")).unwrap();
            request.headers_mut().insert("authorization", value);
        }
        let tcp = TcpStream::connect(address).await.unwrap();
        let (stream, _) = client_async(request, tcp).await.unwrap();
        Socket { stream }
    }

    pub async fn say(&mut self, message: &ClientMessage) {
        let text = serde_json::to_string(message).unwrap();
        self.say_text(&text).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.send(Message::text(text)).await;
    }

    /// Reports whether it was sent.
    pub async fn try_say_text(&mut self, text: &str) -> bool {
        self.try_send(Message::text(text)).await
    }

    /// Reports whether it was sent.
    pub async fn try_send(&mut self, message: Message) -> bool {
        self.stream.send(message).await.is_ok()
    }

    pub async fn send(&mut self, message: Message) {
        // If the server closes meanwhile, the receiving end notices.
        let _sent = self.stream.send(message).await;
    }

    pub async fn watch(&mut self, game: &str, since: Option<u64>) {
        let game = game.to_owned();
        self.say(&ClientMessage::Watch(Watch { game, since })).await;
    }

    pub async fn act(&mut self, game: &str, id: &str, action: Action) {
        self.say(&ClientMessage::Act(Act {
            game: game.to_owned(),
            command: Command {
                id: id.to_owned(),
                ply: None,
                side: None,
                action,
            },
        }))
        .await;
    }

    /// Returns the next message, except presence.
    pub async fn receive(&mut self) -> ServerMessage {
        loop {
            match self.receive_any().await {
                ServerMessage::Presence(_) => {}
                message => return message,
            }
        }
    }

    /// Returns the next message.
    pub async fn receive_any(&mut self) -> ServerMessage {
        match self.next().await {
            Some(Message::Text(text)) => {
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
            }
            other => panic!("not a message: {other:?}"),
        }
    }

    /// Reads until the server closes the connection, and returns the reason.
    pub async fn expect_close(&mut self) -> Option<CloseFrame> {
        loop {
            match self.next().await {
                Some(Message::Close(frame)) => return frame,
                Some(_) => {}
                None => return None,
            }
        }
    }

    /// Returns the next frame that is not a ping; none if the connection is closed.
    async fn next(&mut self) -> Option<Message> {
        let deadline = Instant::now() + MESSAGE_TIMEOUT;
        loop {
            let next = tokio::time::timeout_at(deadline, self.stream.next());
            match next.await.expect("the server sends nothing") {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(message)) => return Some(message),
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// Returns a WebSocket over an open connection.
    pub async fn from_stream(stream: TcpStream) -> Socket {
        let stream = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
        Socket { stream }
    }

    /// Returns the raw connection, for malformed input.
    pub fn into_stream(self) -> TcpStream {
        self.stream.into_inner()
    }
}
