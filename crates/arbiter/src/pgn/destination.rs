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

use super::interrupt;
use crate::output::Verdict;

/// Where games are written to.
#[derive(clap::Args)]
pub struct Output {
    /// Write to this file; .gz, .bz2 and .zst are packed.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Output {
    /// The name of the file without the ending of a packing.
    pub fn unpacked_name(&self) -> Option<&Path> {
        let path = self.output.as_deref()?;
        match Packing::of(path) {
            Packing::None => Some(path),
            _ => path.file_stem().map(Path::new),
        }
    }

    /// Opens the file, if one is named, or writes to `out`.
    ///
    /// # Errors
    ///
    /// If the file exists and may not be replaced, or cannot be made.
    pub fn open<'o>(&self, out: &'o mut dyn Write) -> io::Result<Destination<'o>> {
        match &self.output {
            Some(path) if path != Path::new("-") => {
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
    /// Not ours to open or close.
    Stream(&'o mut dyn Write),
    /// A file in the making.
    File {
        draft: Box<Draft>,
        /// As it was named.
        path: PathBuf,
    },
}

impl Destination<'_> {
    /// Writes what is still held back, and gives a file its name. Another
    /// file is replaced only if all that was asked for could be read: else
    /// there would be less than there was.
    ///
    /// # Errors
    ///
    /// If the disk is full, and so on. Then nothing is left behind.
    pub fn finish(self, verdict: Verdict) -> io::Result<()> {
        match self {
            Destination::Stream(out) => out.flush(),
            Destination::File { draft, path } => {
                let done = if verdict == Verdict::Bad && draft.replaces() {
                    Err(io::Error::other(Kept))
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
                let written = draft.packer.write(bytes);
                written.map_err(|error| in_file(path, &error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Stream(out) => out.flush(),
            Destination::File { draft, path } => {
                draft.packer.flush().map_err(|error| in_file(path, &error))
            }
        }
    }
}

/// A file that is written under another name, and gets its own when it is
/// whole: whatever happens before, what was there is still there.
pub struct Draft {
    packer: Packer,
    /// None for what cannot be replaced, such as a pipe.
    names: Option<Names>,
}

struct Names {
    draft: PathBuf,
    whole: PathBuf,
    /// Those of the file that is replaced.
    permissions: Option<fs::Permissions>,
    /// Whether what has the name by then is replaced, too.
    is_forced: bool,
}

impl Draft {
    fn new(path: &Path, force: bool) -> io::Result<Draft> {
        let packing = Packing::of(path);
        let mut whole = path.to_owned();
        let permissions = match fs::metadata(path) {
            Ok(known) if known.is_file() && !force => {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, Exists));
            }
            Ok(known) if known.is_file() => {
                // Where a link points to is replaced, not the link.
                whole = fs::canonicalize(path)?;
                Some(known.permissions())
            }
            Ok(_) => {
                let file = File::options().write(true).open(path)?;
                let packer = Packer::new(packing, file)?;
                return Ok(Draft {
                    packer,
                    names: None,
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let draft = draft_name(&whole);
        interrupt::remove_file(draft.clone());
        let file = File::options().write(true).create_new(true).open(&draft)?;
        let names = Names {
            draft,
            whole,
            permissions,
            is_forced: force,
        };
        Ok(Draft {
            packer: Packer::new(packing, file)?,
            names: Some(names),
        })
    }

    /// Whether a file is there that goes when this one gets its name.
    fn replaces(&self) -> bool {
        let names = self.names.as_ref();
        names.is_some_and(|names| names.permissions.is_some())
    }

    fn finish(self) -> io::Result<()> {
        let file = self.packer.finish()?;
        let Some(names) = &self.names else {
            return Ok(());
        };
        // The name must not be on the disk before what it stands for.
        file.sync_all()?;
        if let Some(permissions) = &names.permissions {
            fs::set_permissions(&names.draft, permissions.clone())?;
        }
        if names.is_forced {
            return fs::rename(&names.draft, &names.whole);
        }
        // Somebody may have made the file while we were writing: a second
        // name is refused where one exists, a new name is not.
        match fs::hard_link(&names.draft, &names.whole) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(io::Error::new(error.kind(), Exists))
            }
            Err(_) => fs::rename(&names.draft, &names.whole),
        }
    }
}

/// The name of the draft goes in any case: the file has its own by now, or
/// shall not be.
impl Drop for Names {
    fn drop(&mut self) {
        // After renaming it is gone already.
        let _ = fs::remove_file(&self.draft);
    }
}

/// A name in the same folder that nobody else uses.
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
        f.write_str("the file exists; --force replaces it")
    }
}

impl std::error::Error for Exists {}

#[derive(Debug)]
struct Kept;

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file is left as it was, since not everything could be read")
    }
}

impl std::error::Error for Kept {}

#[derive(Clone, Copy)]
enum Packing {
    None,
    Gzip,
    Bzip2,
    Zstd,
}

impl Packing {
    fn of(path: &Path) -> Packing {
        match path.extension().and_then(OsStr::to_str) {
            Some("gz") => Packing::Gzip,
            Some("bz2") => Packing::Bzip2,
            Some("zst") => Packing::Zstd,
            _ => Packing::None,
        }
    }
}

/// How much is written to a file at once.
const BLOCK: usize = 1 << 17;

enum Packer {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
    Bzip2(BzEncoder<BufWriter<File>>),
    Zstd(ZstdEncoder<'static, BufWriter<File>>),
}

impl Packer {
    fn new(packing: Packing, file: File) -> io::Result<Packer> {
        let file = BufWriter::with_capacity(BLOCK, file);
        Ok(match packing {
            Packing::None => Packer::Plain(file),
            Packing::Gzip => Packer::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Packing::Bzip2 => Packer::Bzip2(BzEncoder::new(file, bzip2::Compression::default())),
            Packing::Zstd => {
                let mut encoder = ZstdEncoder::new(file, 0)?;
                encoder.include_checksum(true)?;
                Packer::Zstd(encoder)
            }
        })
    }

    fn finish(self) -> io::Result<File> {
        let file = match self {
            Packer::Plain(file) => file,
            Packer::Gzip(encoder) => encoder.finish()?,
            Packer::Bzip2(encoder) => encoder.finish()?,
            Packer::Zstd(encoder) => encoder.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packer::Plain(file) => file.write(bytes),
            Packer::Gzip(encoder) => encoder.write(bytes),
            Packer::Bzip2(encoder) => encoder.write(bytes),
            Packer::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packer::Plain(file) => file.flush(),
            Packer::Gzip(encoder) => encoder.flush(),
            Packer::Bzip2(encoder) => encoder.flush(),
            Packer::Zstd(encoder) => encoder.flush(),
        }
    }
}
