use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::Sleep,
};

/// A connection that fails when its client does not read: while something waits
/// for the client, it must accept some of it from time to time.
#[derive(Debug)]
pub struct WriteTimeoutStream<S> {
    stream: S,
    /// How long the client may accept nothing.
    timeout: Duration,
    /// When that time is over; none while nothing waits.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeoutStream<S> {
    pub fn new(stream: S, timeout: Duration) -> WriteTimeoutStream<S> {
        WriteTimeoutStream {
            stream,
            timeout,
            deadline: None,
        }
    }

    /// Notes whether the client has accepted something.
    fn note(
        &mut self,
        context: &mut Context,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let start = || Box::pin(tokio::time::sleep(self.timeout));
        let deadline = self.deadline.get_or_insert_with(start);
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        parts: &[IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// Returns both ends of a connection.
    async fn connection(timeout: Duration) -> (WriteTimeoutStream<TcpStream>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = TcpStream::connect(address).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        (WriteTimeoutStream::new(server, timeout), client)
    }

    async fn write(stream: &mut WriteTimeoutStream<TcpStream>, bytes: &[u8]) -> io::Result<usize> {
        poll_fn(|context| Pin::new(&mut *stream).poll_write(context, bytes)).await
    }

    /// Writes until it fails.
    async fn write_until_error(stream: &mut WriteTimeoutStream<TcpStream>) -> io::ErrorKind {
        loop {
            if let Err(error) = write(stream, &[b'x'; 64 * 1024]).await {
                return error.kind();
            }
        }
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_cut() {
        let (mut server, _client) = connection(Duration::from_millis(1)).await;
        let error = write_until_error(&mut server).await;
        assert_eq!(error, io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_everything_is_served() {
        const LENGTH: usize = 32 << 20;
        let (mut server, client) = connection(Duration::from_secs(3_600)).await;
        let reading = tokio::spawn(async move {
            let (mut count, mut buffer) = (0, vec![0; 64 * 1024]);
            while count < LENGTH {
                client.readable().await.unwrap();
                count += client.try_read(&mut buffer).unwrap_or(0);
            }
        });
        let mut left = LENGTH;
        while left > 0 {
            left -= write(&mut server, &vec![b'x'; left.min(64 * 1024)])
                .await
                .unwrap();
        }
        reading.await.unwrap();
        assert!(server.deadline.is_none());
    }
}
