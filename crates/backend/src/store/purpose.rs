/// What a connection to a database is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Serving players, who wait: a statement that takes long fails.
    Serve,
    /// Migrating, checking, exporting and importing: a statement may take long.
    Maintain,
}
