use std::{
    ffi::{OsStr, OsString},
    fmt, fs,
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process,
};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use zstd::stream::write::Encoder as ZstdEncoder;

use super::{interrupt, source::STANDARD_STREAM};
use crate::output::ExitStatus;

/// Where games are written.
#[derive(clap::Args)]
pub struct Output {
    /// Write to this file; .gz, .bz2 and .zst files are compressed.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Output {
    /// Reports whether the file is `-`: standard output.
    pub fn is_standard_output(&self) -> bool {
        self.output.as_deref() == Some(Path::new(STANDARD_STREAM))
    }

    /// Returns the name of the file without the extension of a compression.
    pub fn uncompressed_name(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        match Compression::of(path) {
            Compression::None => Some(path),
            _ => path.file_stem().map(Path::new),
        }
    }

    /// Opens the file, or writes to `out` if none was given.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists and must not be replaced, or cannot be
    /// created.
    pub fn open<'o>(&self, out: &'o mut dyn Write) -> io::Result<Destination<'o>> {
        match &self.output {
            Some(path) if !self.is_standard_output() => {
                let draft = Draft::new(path, self.force);
                Ok(Destination::File {
                    draft: Box::new(draft.map_err(|error| in_file(path, &error))?),
                    path: path.clone(),
                })
            }
            _ => Ok(Destination::Stream(out)),
        }
    }
}

fn in_file(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// An open file or stream.
pub enum Destination<'o> {
    /// A stream that is neither opened nor closed here.
    Stream(&'o mut dyn Write),
    /// A file that is being written.
    File {
        draft: Box<Draft>,
        /// The path as the user wrote it.
        path: PathBuf,
    },
}

impl Destination<'_> {
    /// Writes what is still buffered, and gives the file its final name. An
    /// existing file is replaced only if all input could be read, so that no
    /// games are lost.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails, for example because the disk is full. No
    /// file is left behind then.
    pub fn finish(self, status: ExitStatus) -> io::Result<()> {
        match self {
            Destination::Stream(out) => out.flush(),
            Destination::File { draft, path } => {
                let done = if status == ExitStatus::BadInput && draft.replaces() {
                    Err(io::Error::other(NotReplaced))
                } else {
                    draft.finish()
                };
                done.map_err(|error| in_file(&path, &error))
            }
        }
    }
}

impl Write for Destination<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Stream(out) => out.write(bytes),
            Destination::File { draft, path } => {
                let written = draft.encoder.write(bytes);
                written.map_err(|error| in_file(path, &error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Stream(out) => out.flush(),
            Destination::File { draft, path } => {
                draft.encoder.flush().map_err(|error| in_file(path, &error))
            }
        }
    }
}

/// A file that is written under a temporary name and renamed when it is
/// complete, so that an existing file stays intact until then.
pub struct Draft {
    encoder: Encoder,
    /// `None` for something that cannot be replaced, such as a pipe.
    names: Option<FileNames>,
}

struct FileNames {
    draft: PathBuf,
    whole: PathBuf,
    /// The permissions of the file that is replaced.
    permissions: Option<fs::Permissions>,
    /// Whether a file that appears meanwhile is replaced too.
    is_forced: bool,
}

impl Draft {
    fn new(path: &Path, force: bool) -> io::Result<Draft> {
        let compression = Compression::of(path);
        let mut whole = path.to_owned();
        let permissions = match fs::metadata(path) {
            Ok(known) if known.is_file() && !force => {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, Exists));
            }
            Ok(known) if known.is_file() => {
                // The target of a link is replaced, not the link.
                whole = fs::canonicalize(path)?;
                Some(known.permissions())
            }
            Ok(_) => {
                let file = File::options().write(true).open(path)?;
                let encoder = Encoder::new(compression, file)?;
                return Ok(Draft {
                    encoder,
                    names: None,
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let draft = draft_name(&whole);
        interrupt::remove_file(draft.clone());
        let file = File::options().write(true).create_new(true).open(&draft)?;
        let names = FileNames {
            draft,
            whole,
            permissions,
            is_forced: force,
        };
        Ok(Draft {
            encoder: Encoder::new(compression, file)?,
            names: Some(names),
        })
    }

    /// Reports whether an existing file will be replaced.
    fn replaces(&self) -> bool {
        let names = self.names.as_ref();
        names.is_some_and(|names| names.permissions.is_some())
    }

    fn finish(self) -> io::Result<()> {
        let file = self.encoder.finish()?;
        let Some(names) = &self.names else {
            return Ok(());
        };
        // The content must be on disk before the name is.
        file.sync_all()?;
        if let Some(permissions) = &names.permissions {
            fs::set_permissions(&names.draft, permissions.clone())?;
        }
        if names.is_forced {
            return fs::rename(&names.draft, &names.whole);
        }
        // The file may have been created meanwhile: a hard link fails if the name
        // exists, a rename does not.
        match fs::hard_link(&names.draft, &names.whole) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(io::Error::new(error.kind(), Exists))
            }
            Err(_) => fs::rename(&names.draft, &names.whole),
        }
    }
}

/// Removes the temporary name: the file has its final name by now, or must not
/// exist.
impl Drop for FileNames {
    fn drop(&mut self) {
        // Fails if the file was renamed, which is fine.
        let _ = fs::remove_file(&self.draft);
    }
}

/// Returns a temporary name in the same folder.
fn draft_name(whole: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(whole.file_name().unwrap_or(OsStr::new("games")));
    name.push(format!(".{}.part", process::id()));
    whole.with_file_name(name)
}

#[derive(Debug)]
struct Exists;

impl fmt::Display for Exists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file exists; use --force to replace it")
    }
}

impl std::error::Error for Exists {}

#[derive(Debug)]
struct NotReplaced;

impl fmt::Display for NotReplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file was not replaced because some input could not be read")
    }
}

impl std::error::Error for NotReplaced {}

#[derive(Clone, Copy)]
enum Compression {
    None,
    Gzip,
    Bzip2,
    Zstd,
}

impl Compression {
    fn of(path: &Path) -> Compression {
        match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Compression::Gzip,
            Some("bz2") => Compression::Bzip2,
            Some("zst") => Compression::Zstd,
            _ => Compression::None,
        }
    }
}

/// How many bytes are written to a file at once.
const WRITE_BUFFER_BYTES: usize = 1 << 17;

enum Encoder {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
    Bzip2(BzEncoder<BufWriter<File>>),
    Zstd(ZstdEncoder<'static, BufWriter<File>>),
}

impl Encoder {
    fn new(compression: Compression, file: File) -> io::Result<Encoder> {
        let file = BufWriter::with_capacity(WRITE_BUFFER_BYTES, file);
        Ok(match compression {
            Compression::None => Encoder::Plain(file),
            Compression::Gzip => {
                Encoder::Gzip(GzEncoder::new(file, flate2::Compression::default()))
            }
            Compression::Bzip2 => {
                Encoder::Bzip2(BzEncoder::new(file, bzip2::Compression::default()))
            }
            Compression::Zstd => {
                let mut encoder = ZstdEncoder::new(file, 0)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(encoder)
            }
        })
    }

    fn finish(self) -> io::Result<File> {
        let file = match self {
            Encoder::Plain(file) => file,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Bzip2(encoder) => encoder.finish()?,
            Encoder::Zstd(encoder) => encoder.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

impl Write for Encoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Encoder::Plain(file) => file.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Bzip2(encoder) => encoder.write(bytes),
            Encoder::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Plain(file) => file.flush(),
            Encoder::Gzip(encoder) => encoder.flush(),
            Encoder::Bzip2(encoder) => encoder.flush(),
            Encoder::Zstd(encoder) => encoder.flush(),
        }
    }
}
