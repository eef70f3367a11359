use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::Mutex;

use super::ProviderError;

/// An answer of the provider, cached for a while. Callers that arrive while it is being
/// fetched wait for the same answer.
pub struct Cached<T>(Mutex<Option<LastAnswer<T>>>);

struct LastAnswer<T> {
    at: Instant,
    answer: Result<Arc<T>, ProviderError>,
}

/// How long a failure is cached, so that a provider that is down is not asked for
/// every visitor.
const FAILURE_AGE: Duration = Duration::from_secs(3);

impl<T> Cached<T> {
    /// Returns the cached answer if it is not older than `max_age`, or else what `ask`
    /// returns.
    pub async fn get(
        &self,
        max_age: Duration,
        ask: impl Future<Output = Result<T, ProviderError>>,
    ) -> Result<Arc<T>, ProviderError> {
        let mut last = self.0.lock().await;
        if let Some(LastAnswer { at, answer }) = &*last {
            let max_age = if answer.is_ok() { max_age } else { FAILURE_AGE };
            if at.elapsed() < max_age {
                return answer.clone();
            }
        }
        let answer = ask.await.map(Arc::new);
        *last = Some(LastAnswer {
            at: Instant::now(),
            answer: answer.clone(),
        });
        answer
    }
}

impl<T> Default for Cached<T> {
    fn default() -> Cached<T> {
        Cached(Mutex::new(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn answers_and_failures_are_cached() {
        let hour = Duration::from_secs(3_600);
        let cached = Cached::default();
        let get = async |max_age, number: u32| {
            let answer = cached.get(max_age, async { Ok(number) }).await;
            *answer.unwrap()
        };
        assert_eq!(get(hour, 1).await, 1);
        assert_eq!(get(hour, 2).await, 1);
        assert_eq!(get(Duration::ZERO, 3).await, 3);
        let failing = Cached::<u32>::default();
        let failed = failing.get(hour, async { Err(ProviderError::Busy) });
        assert!(failed.await.is_err());
        assert!(failing.get(hour, async { Ok(1) }).await.is_err());
    }
}
