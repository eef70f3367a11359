use std::fs::File;

/// Reads a file sequentially.
pub(super) struct Reader<'f> {
    pub(super) file: &'f File,
    pub(super) offset: u64,
}

impl Reader<'_> {
    pub(super) fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        read_at(self.file, self.offset, &mut bytes)?;
        self.offset += N as u64;
        Some(bytes)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.bytes::<1>().map(|[byte]| byte)
    }

    pub(super) fn short(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    pub(super) fn align(&mut self, to: u64) {
        self.offset = self.offset.next_multiple_of(to);
    }
}

/// Fills the buffer from an offset of the file, without a cursor that other threads
/// could move.
pub(super) fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> Option<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset).ok();
    #[cfg(windows)]
    {
        let mut done = 0;
        while done < buffer.len() {
            let at = offset + done as u64;
            match std::os::windows::fs::FileExt::seek_read(file, &mut buffer[done..], at) {
                Ok(0) | Err(_) => return None,
                Ok(count) => done += count,
            }
        }
        Some(())
    }
}
