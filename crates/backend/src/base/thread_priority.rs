/// Lowers the priority of the current thread, so that threads that serve
/// people go first. `nice` goes from 0 (as usual) to 19 (last).
#[cfg(target_os = "linux")]
pub(crate) fn lower_thread_priority(nice: i32) {
    use crate::base::ignore::Ignore;

    let thread = rustix::thread::gettid();
    rustix::process::setpriority_process(Some(thread), nice)
        .ignore("the thread works as well with its usual priority");
}

/// On other systems a thread cannot lower its own priority without unsafe
/// code; there only the number of threads limits what the engine takes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lower_thread_priority(_: i32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_priority_of_the_thread_is_lowered() {
        let nice = std::thread::spawn(|| {
            lower_thread_priority(10);
            let thread = rustix::thread::gettid();
            rustix::process::getpriority_process(Some(thread)).unwrap()
        });
        assert!(nice.join().unwrap() >= 10);
    }
}
