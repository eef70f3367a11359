//! Starting tasks.

use std::pin::Pin;

use tokio::task::JoinHandle;

/// Starts a task whose result nobody needs.
///
/// The future is boxed, so that all these tasks have the same type: the compiler generates about
/// thirty functions for each type of future that `tokio::spawn` is called with.
pub fn spawn(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(task);
    tokio::spawn(task)
}
