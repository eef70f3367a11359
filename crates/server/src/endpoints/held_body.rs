use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::{Error, body::Body};
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use crate::base::ByteShare;

/// The most that is handed to the connection at once.
const CHUNK_BYTES: usize = 16 * 1024;

/// The body of an answer that counts for its address until the connection has
/// taken all of it.
#[derive(Debug)]
pub struct HeldBody {
    body: Body,
    /// What was taken from the body and not handed to the connection yet.
    waiting: Bytes,
    _share: ByteShare,
}

impl HeldBody {
    /// Reports whether a body is so long that it is worth counting, and returns
    /// its length.
    #[must_use]
    pub fn length_to_hold(body: &Body) -> Option<usize> {
        let length = HttpBody::size_hint(body).exact()?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        (length > CHUNK_BYTES).then_some(length)
    }

    /// Returns a body that counts with this share.
    pub fn hold(body: Body, share: ByteShare) -> Body {
        Body::new(HeldBody {
            body,
            waiting: Bytes::new(),
            _share: share,
        })
    }
}

impl HttpBody for HeldBody {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        if self.waiting.is_empty() {
            let frame = match Pin::new(&mut self.body).poll_frame(context) {
                Poll::Ready(Some(Ok(frame))) => frame,
                other => return other,
            };
            match frame.into_data() {
                Ok(bytes) => self.waiting = bytes,
                Err(other) => return Poll::Ready(Some(Ok(other))),
            }
        }
        let length = self.waiting.len().min(CHUNK_BYTES);
        // A part would keep the whole in memory.
        let chunk = Bytes::copy_from_slice(&self.waiting.split_to(length));
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.waiting.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = HttpBody::size_hint(&self.body);
        if let Some(rest) = hint.exact() {
            hint.set_exact(rest + self.waiting.len() as u64);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;
    use crate::base::{Address, ByteBudget};

    #[tokio::test]
    async fn a_long_body_counts_until_its_last_byte_is_taken() {
        let budget = ByteBudget::new(100_000);
        let address = Address::of("192.0.2.1".parse().unwrap());
        let text: Vec<u8> = (0..90_000_u32).map(|number| number as u8).collect();
        let body = Body::from(text.clone());
        let length = HeldBody::length_to_hold(&body).unwrap();
        assert_eq!(length, text.len());
        let mut share = budget.share(address);
        assert!(share.add(length));
        let held = HeldBody::hold(body, share);
        assert_eq!(HttpBody::size_hint(&held).exact(), Some(90_000));
        let mut chunks = held.into_data_stream();
        let mut taken = Vec::new();
        while taken.len() < text.len() {
            assert!(!budget.share(address).add(20_000), "{}", taken.len());
            let chunk = chunks.next().await.unwrap().unwrap();
            assert!(chunk.len() <= CHUNK_BYTES);
            taken.extend_from_slice(&chunk);
        }
        assert_eq!(taken, text);
        assert!(chunks.next().await.is_none());
        drop(chunks);
        assert!(budget.share(address).add(20_000));
    }

    #[test]
    fn short_bodies_and_streams_are_not_held() {
        assert_eq!(HeldBody::length_to_hold(&Body::from("short")), None);
        let stream = futures_util::stream::pending::<Result<Bytes, Error>>();
        assert_eq!(HeldBody::length_to_hold(&Body::from_stream(stream)), None);
    }
}
