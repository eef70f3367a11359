//! Files and folders that only their owner can read: a database contains hashes of
//! passwords, and chat between two players.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io::{self, ErrorKind},
    path::Path,
};

/// Returns options that make a new file private, whatever the umask is.
#[must_use]
pub fn private_file() -> OpenOptions {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a private folder, and those above it, unless it exists.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Creates an empty private file, or makes an existing one private. SQLite gives
/// its other files (`-wal`, `-shm`) the permissions of the database.
pub(super) fn create_or_tighten(path: &Path) -> io::Result<()> {
    match private_file().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            for suffix in ["", "-wal", "-shm"] {
                let mut name = path.as_os_str().to_owned();
                name.push(suffix);
                tighten(Path::new(&name));
            }
            Ok(())
        }
        created => created.map(drop),
    }
}

/// Takes the permissions of everyone but the owner from a file that is there.
#[cfg(unix)]
fn tighten(path: &Path) {
    use std::{fs, os::unix::fs::PermissionsExt};

    let Ok(metadata) = fs::metadata(path) else {
        return;
    };
    let mut permissions = metadata.permissions();
    let others = permissions.mode() & 0o077;
    if !metadata.is_file() || others == 0 {
        return;
    }
    permissions.set_mode(permissions.mode() & 0o7700);
    let tightened = fs::set_permissions(path, permissions);
    let path = path.display();
    match tightened {
        Ok(()) => tracing::warn!(%path, "other users could read this file; it is private now"),
        Err(error) => tracing::warn!(%path, %error, "other users can read this file: chmod 600 it"),
    }
}

#[cfg(not(unix))]
fn tighten(_: &Path) {}
