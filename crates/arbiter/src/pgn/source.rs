use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use zstd::stream::read::Decoder as ZstdDecoder;

/// How much is read from a file at once.
const BLOCK: usize = 1 << 17;

/// The sign for standard input.
pub const STANDARD_INPUT: &str = "-";

/// Opens a file, or standard input, and unpacks it while it is read. What
/// each read takes from the file itself is told to `on_read`.
///
/// # Errors
///
/// If it cannot be opened, or is packed in a way that is not known.
pub fn open(
    path: &Path,
    on_read: impl FnMut(u64) + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    let input: Box<dyn Read + Send> = if path.as_os_str() == STANDARD_INPUT {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    let counted = Counted {
        input,
        on_read: Box::new(on_read),
    };
    unpack(BufReader::with_capacity(BLOCK, counted))
}

/// What a file was packed with is seen in its first bytes. Its name may lie.
fn unpack(mut input: BufReader<Counted>) -> io::Result<Box<dyn Read + Send>> {
    let packing = Packing::of(input.fill_buf()?);
    Ok(match packing {
        Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(input)),
        Some(Packing::Bzip2) => Box::new(MultiBzDecoder::new(input)),
        Some(Packing::Zstd) => {
            let mut decoder = ZstdDecoder::with_buffer(input)?;
            // The largest databases are packed to be looked back at from afar.
            decoder.window_log_max(31)?;
            Box::new(decoder)
        }
        Some(Packing::Other(name)) => return Err(io::Error::other(NotText(name))),
        None => Box::new(input),
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Packing {
    Gzip,
    Bzip2,
    Zstd,
    /// Something else that is no text.
    Other(&'static str),
}

impl Packing {
    fn of(first: &[u8]) -> Option<Packing> {
        let signs: [(&[u8], Packing); 9] = [
            (b"\x1f\x8b", Packing::Gzip),
            (b"BZh", Packing::Bzip2),
            (b"\x28\xb5\x2f\xfd", Packing::Zstd),
            (b"PK\x03\x04", Packing::Other("a zip archive")),
            (b"7z\xbc\xaf\x27\x1c", Packing::Other("a 7z archive")),
            (b"\xfd7zXZ\0", Packing::Other("packed with xz")),
            (b"Rar!", Packing::Other("a rar archive")),
            (b"\xff\xfe", Packing::Other("UTF-16 text")),
            (b"\xfe\xff", Packing::Other("UTF-16 text")),
        ];
        let known = signs.iter().find(|(sign, _)| first.starts_with(sign));
        match (known, first) {
            (Some(&(_, packing)), _) => Some(packing),
            // A frame that unpackers pass over, before the others.
            (None, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) => Some(Packing::Zstd),
            (None, _) => None,
        }
    }
}

/// The file is something that has to be unpacked by other means.
#[derive(Debug)]
struct NotText(&'static str);

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is {}: plain text, .gz, .bz2 and .zst can be read",
            self.0
        )
    }
}

impl std::error::Error for NotText {}

/// Tells how much was read.
struct Counted {
    input: Box<dyn Read + Send>,
    on_read: Box<dyn FnMut(u64) + Send>,
}

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        (self.on_read)(count as u64);
        Ok(count)
    }
}
