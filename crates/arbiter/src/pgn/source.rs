use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use zstd::stream::read::Decoder as ZstdDecoder;

/// How many bytes are read from a file at once.
const READ_BUFFER_BYTES: usize = 1 << 17;

/// The file name that stands for standard input or standard output.
pub const STANDARD_STREAM: &str = "-";

/// Returns the name of a file for messages.
pub fn name_of(file: &Path) -> impl fmt::Display {
    let is_input = file.as_os_str() == STANDARD_STREAM;
    let file = if is_input {
        Path::new("standard input")
    } else {
        file
    };
    file.display()
}

/// Opens a file, or standard input, and decompresses it while it is read. Calls
/// `on_read` with the number of compressed bytes of each read.
///
/// # Errors
///
/// Returns an error if the file cannot be opened or has an unsupported format.
pub fn open(
    path: &Path,
    on_read: impl FnMut(u64) + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    let input: Box<dyn Read + Send> = if path.as_os_str() == STANDARD_STREAM {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    let counted = CountingReader {
        input,
        on_read: Box::new(on_read),
    };
    decompress(BufReader::with_capacity(READ_BUFFER_BYTES, counted))
}

/// Recognizes the compression by the first bytes, because a name may be wrong.
fn decompress(mut input: BufReader<CountingReader>) -> io::Result<Box<dyn Read + Send>> {
    let compression = Compression::of(input.fill_buf()?);
    Ok(match compression {
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(input)),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(input)),
        Some(Compression::Zstd) => {
            let mut decoder = ZstdDecoder::with_buffer(input)?;
            // The largest databases are compressed with a large window.
            decoder.window_log_max(31)?;
            Box::new(decoder)
        }
        Some(Compression::Other(name)) => return Err(io::Error::other(UnsupportedFormat(name))),
        None => Box::new(input),
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compression {
    Gzip,
    Bzip2,
    Zstd,
    /// An unsupported format.
    Other(&'static str),
}

impl Compression {
    fn of(first: &[u8]) -> Option<Compression> {
        let signs: [(&[u8], Compression); 9] = [
            (b"\x1f\x8b", Compression::Gzip),
            (b"BZh", Compression::Bzip2),
            (b"\x28\xb5\x2f\xfd", Compression::Zstd),
            (b"PK\x03\x04", Compression::Other("a zip archive")),
            (b"7z\xbc\xaf\x27\x1c", Compression::Other("a 7z archive")),
            (b"\xfd7zXZ\0", Compression::Other("an xz file")),
            (b"Rar!", Compression::Other("a rar archive")),
            (b"\xff\xfe", Compression::Other("UTF-16 text")),
            (b"\xfe\xff", Compression::Other("UTF-16 text")),
        ];
        let known = signs.iter().find(|(sign, _)| first.starts_with(sign));
        match (known, first) {
            (Some(&(_, compression)), _) => Some(compression),
            // A skippable frame, which may precede the others.
            (None, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) => Some(Compression::Zstd),
            (None, _) => None,
        }
    }
}

/// The file has an unsupported format.
#[derive(Debug)]
struct UnsupportedFormat(&'static str);

impl fmt::Display for UnsupportedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is {}; supported are plain text, .gz, .bz2 and .zst",
            self.0
        )
    }
}

impl std::error::Error for UnsupportedFormat {}

/// Counts the bytes that are read.
struct CountingReader {
    input: Box<dyn Read + Send>,
    on_read: Box<dyn FnMut(u64) + Send>,
}

impl Read for CountingReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        (self.on_read)(count as u64);
        Ok(count)
    }
}
