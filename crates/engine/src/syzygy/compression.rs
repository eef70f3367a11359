//! The compression of a table: recursive pairing of symbols (Re-Pair), written with
//! a canonical Huffman code.

use std::fs::File;

use super::reader::{Reader, read_at};

/// A compressed table of values.
pub(super) struct CompressedTable {
    pub(super) flags: u8,
    /// The value of all entries, if they are the same.
    constant: Option<u16>,
    /// The number of values between two entries of the index.
    span: u64,
    index_entries: u64,
    length_entries: u64,
    blocks: u64,
    block_size: u64,
    shortest_code: u32,
    /// For each code length, the first code, left-aligned, and its symbol.
    first_codes: Vec<u64>,
    first_symbols: Vec<u16>,
    symbols: Vec<Symbol>,
    index_at: u64,
    lengths_at: u64,
    blocks_at: u64,
}

/// A pair of symbols, or a value.
#[derive(Clone, Copy, Default)]
struct Symbol {
    left: u16,
    right: u16,
    /// The number of values it stands for, minus one.
    extra_values: u16,
}

/// The right half of a symbol whose left half is a value.
const VALUE_MARK: u16 = 0xfff;
const CONSTANT: u8 = 0x80;

impl CompressedTable {
    /// Reads the header of a table with this many values.
    pub(super) fn read(reader: &mut Reader<'_>, size: u64) -> Option<CompressedTable> {
        let flags = reader.byte()?;
        let mut table = CompressedTable {
            flags,
            constant: None,
            span: 1,
            index_entries: 0,
            length_entries: 0,
            blocks: 0,
            block_size: 0,
            shortest_code: 0,
            first_codes: Vec::new(),
            first_symbols: Vec::new(),
            symbols: Vec::new(),
            index_at: 0,
            lengths_at: 0,
            blocks_at: 0,
        };
        if flags & CONSTANT != 0 {
            table.constant = Some(reader.byte()?.into());
            return Some(table);
        }
        let [block_bits, span_bits, padding] = reader.bytes()?;
        if block_bits > 15 || span_bits > 30 {
            return None;
        }
        table.block_size = 1 << block_bits;
        table.span = 1 << span_bits;
        table.index_entries = size.div_ceil(table.span);
        table.blocks = u32::from_le_bytes(reader.bytes()?).into();
        table.length_entries = table.blocks + u64::from(padding);
        let [longest, shortest] = reader.bytes()?;
        if shortest == 0 || longest < shortest || longest > 32 {
            return None;
        }
        table.shortest_code = shortest.into();
        for _ in shortest..=longest {
            table.first_symbols.push(reader.short()?);
        }
        table.first_codes = first_codes(&table.first_symbols, shortest.into())?;
        let symbols = reader.short()?;
        for _ in 0..symbols {
            let [a, b, c] = reader.bytes()?.map(u16::from);
            table.symbols.push(Symbol {
                left: (b & 0xf) << 8 | a,
                right: c << 4 | b >> 4,
                extra_values: 0,
            });
        }
        reader.align(2);
        count_values(&mut table.symbols)?;
        Some(table)
    }

    pub(super) fn place_index(&mut self, offset: &mut u64) {
        self.index_at = *offset;
        *offset += 6 * self.index_entries;
    }

    pub(super) fn place_lengths(&mut self, offset: &mut u64) {
        self.lengths_at = *offset;
        *offset += 2 * self.length_entries;
    }

    pub(super) fn place_blocks(&mut self, offset: &mut u64) {
        self.blocks_at = *offset;
        *offset += self.blocks * self.block_size;
    }

    /// Returns the value at an index.
    pub(super) fn value(&self, file: &File, index: u64) -> Option<u16> {
        if let Some(value) = self.constant {
            return Some(value);
        }
        let (block, within) = self.find_block(file, index)?;
        let mut bytes = vec![0; self.block_size as usize];
        read_at(file, self.blocks_at + block * self.block_size, &mut bytes)?;
        self.unpack(&bytes, within)
    }

    /// Returns the block that contains an index, and the offset within it.
    fn find_block(&self, file: &File, index: u64) -> Option<(u64, u32)> {
        let entry = index / self.span;
        if entry >= self.index_entries {
            return None;
        }
        let mut bytes = [0; 6];
        read_at(file, self.index_at + 6 * entry, &mut bytes)?;
        let [a, b, c, d, e, f] = bytes;
        let mut block = u64::from(u32::from_le_bytes([a, b, c, d]));
        let known = i64::from(u16::from_le_bytes([e, f]));
        // An index entry refers to the middle of its span.
        let mut within = known + (index % self.span) as i64 - (self.span / 2) as i64;
        while within < 0 {
            block = block.checked_sub(1)?;
            within += self.values_in(file, block)?;
        }
        loop {
            let values = self.values_in(file, block)?;
            if within < values {
                let is_inside = block < self.blocks;
                return is_inside.then_some((block, within as u32));
            }
            within -= values;
            block += 1;
        }
    }

    fn values_in(&self, file: &File, block: u64) -> Option<i64> {
        if block >= self.length_entries {
            return None;
        }
        let mut bytes = [0; 2];
        read_at(file, self.lengths_at + 2 * block, &mut bytes)?;
        Some(i64::from(u16::from_le_bytes(bytes)) + 1)
    }

    /// Decodes the value at an offset within a block.
    fn unpack(&self, block: &[u8], mut within: u32) -> Option<u16> {
        let mut bits = Bits { block, at: 0 };
        let mut number = loop {
            let ahead = bits.peek();
            let row = self.first_codes.iter().position(|&first| ahead >= first)?;
            let length = self.shortest_code + row as u32;
            let beyond = (ahead - self.first_codes[row]) >> (64 - length);
            let number = u64::from(self.first_symbols[row]) + beyond;
            let symbol = self.symbols.get(usize::try_from(number).ok()?)?;
            if within <= symbol.extra_values.into() {
                break number as usize;
            }
            within -= u32::from(symbol.extra_values) + 1;
            bits.at += length as usize;
            if bits.at >= 8 * block.len() {
                return None;
            }
        };
        loop {
            let symbol = self.symbols.get(number)?;
            if symbol.extra_values == 0 {
                return Some(symbol.left);
            }
            let left = self.symbols.get(usize::from(symbol.left))?;
            number = if within <= left.extra_values.into() {
                symbol.left.into()
            } else {
                within -= u32::from(left.extra_values) + 1;
                symbol.right.into()
            };
        }
    }
}

/// Computes the first code of each length, left-aligned. Longer codes are smaller.
fn first_codes(first_symbols: &[u16], shortest: u32) -> Option<Vec<u64>> {
    let mut codes = vec![0u64; first_symbols.len()];
    for row in (0..codes.len().saturating_sub(1)).rev() {
        let sum = codes[row + 1] + u64::from(first_symbols[row]);
        codes[row] = sum.checked_sub(first_symbols[row + 1].into())? / 2;
    }
    for (row, code) in codes.iter_mut().enumerate() {
        let length = shortest + row as u32;
        if *code >> length != 0 {
            return None;
        }
        *code <<= 64 - length;
    }
    Some(codes)
}

/// Computes how many values each symbol stands for, or returns none if a symbol
/// contains itself.
fn count_values(symbols: &mut [Symbol]) -> Option<()> {
    let mut is_done = vec![false; symbols.len()];
    let mut is_open = vec![false; symbols.len()];
    for root in 0..symbols.len() {
        let mut path = vec![root];
        while let Some(&number) = path.last() {
            let Symbol { left, right, .. } = *symbols.get(number)?;
            if is_done[number] {
                path.pop();
                continue;
            }
            if right == VALUE_MARK {
                is_done[number] = true;
                continue;
            }
            let halves = [left, right].map(usize::from);
            if halves.iter().any(|&half| half >= symbols.len()) {
                return None;
            }
            if halves.iter().all(|&half| is_done[half]) {
                let more = halves.map(|half| symbols[half].extra_values);
                symbols[number].extra_values = more[0].checked_add(more[1])?.checked_add(1)?;
                is_done[number] = true;
                continue;
            }
            if core::mem::replace(&mut is_open[number], true) {
                return None;
            }
            path.extend(halves.iter().filter(|&&half| !is_done[half]));
        }
    }
    Some(())
}

/// A reader of the bits of a block, highest first.
struct Bits<'b> {
    block: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    /// Returns the next 64 bits, padded with zeros.
    fn peek(&self) -> u64 {
        let start = self.at / 8;
        let byte = |index: usize| self.block.get(start + index).copied().unwrap_or(0);
        let high = u64::from_be_bytes(core::array::from_fn(byte));
        let shift = self.at % 8;
        if shift == 0 {
            high
        } else {
            high << shift | u64::from(byte(8)) >> (8 - shift)
        }
    }
}
