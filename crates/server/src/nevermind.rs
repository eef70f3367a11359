/// To ignore a failure and say why.
pub(crate) trait Nevermind {
    /// What came of it does not matter, for this reason.
    fn nevermind(self, why: &str);
}

impl<T, E> Nevermind for Result<T, E> {
    fn nevermind(self, _why: &str) {
        drop(self);
    }
}
