//! A tablebase file: its header and the values stored in it.

use std::fs::File;

use super::{
    compression::CompressedTable,
    encoding::{CHOOSE, LEADING_FILE},
    material::TablebaseMaterial,
    reader::Reader,
};

/// The two kinds of tablebase files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TableKind {
    /// Results: `.rtbw`.
    Wdl,
    /// Distances to zero: `.rtbz`.
    Dtz,
}

impl TableKind {
    pub(super) const fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    const fn magic(self) -> [u8; 4] {
        match self {
            TableKind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            TableKind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// An open tablebase file.
pub(super) struct TableFile {
    pub(super) material: TablebaseMaterial,
    file: File,
    /// The parts for each file of the leading pawn (one if there are no pawns) and
    /// for each stored side to move.
    parts: Vec<Vec<Part>>,
    /// The distance maps for each file of the leading pawn.
    maps: Vec<Option<Map>>,
}

/// The table for one side to move and one file of the leading pawn.
pub(super) struct Part {
    /// The pieces in the order in which they are encoded: 1 to 6 are White's pawn
    /// to king, 9 to 14 Black's.
    pub(super) pieces: Vec<u8>,
    pub(super) groups: Vec<Group>,
    data: CompressedTable,
}

/// Pieces that are encoded together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) length: usize,
    /// The factor of the group in the index.
    pub(super) factor: u64,
}

/// The distances that stored values stand for: in wins, losses, cursed wins and
/// blessed losses.
type Map = [Vec<u16>; 4];

const SPLIT: u8 = 1;
const WITH_PAWNS: u8 = 2;

/// The flags of a table of distances.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

impl TableFile {
    /// Reads the header of a file. Returns `None` if it is invalid.
    pub(super) fn open(
        kind: TableKind,
        material: TablebaseMaterial,
        file: File,
    ) -> Option<TableFile> {
        let mut reader = Reader {
            file: &file,
            offset: 0,
        };
        let (magic, flags) = (reader.bytes::<4>()?, reader.byte()?);
        if magic != kind.magic()
            || (flags & WITH_PAWNS != 0) != material.has_pawns()
            || (flags & SPLIT == 0) != material.is_symmetric()
        {
            return None;
        }
        let sides = match kind {
            TableKind::Wdl if !material.is_symmetric() => 2,
            _ => 1,
        };
        let files = if material.has_pawns() { 4 } else { 1 };
        let mut shapes = Vec::new();
        for file in 0..files {
            shapes.push(read_shapes(&mut reader, material, file, sides)?);
        }
        reader.align(2);
        let mut parts = Vec::new();
        for shapes in shapes {
            let mut of_file = Vec::new();
            for (pieces, groups, size) in shapes {
                let data = CompressedTable::read(&mut reader, size)?;
                of_file.push(Part {
                    pieces,
                    groups,
                    data,
                });
            }
            parts.push(of_file);
        }
        let maps = match kind {
            TableKind::Wdl => Vec::new(),
            TableKind::Dtz => read_maps(&mut reader, &parts)?,
        };
        for part in parts.iter_mut().flatten() {
            part.data.place_index(&mut reader.offset);
        }
        for part in parts.iter_mut().flatten() {
            part.data.place_lengths(&mut reader.offset);
        }
        for part in parts.iter_mut().flatten() {
            reader.align(64);
            part.data.place_blocks(&mut reader.offset);
        }
        let is_whole = file.metadata().ok()?.len() >= reader.offset;
        is_whole.then_some(TableFile {
            material,
            file,
            parts,
            maps,
        })
    }

    /// Returns the part for a side to move and a file of the leading pawn. `None` if
    /// only the other side is stored.
    pub(super) fn part(&self, kind: TableKind, is_black: bool, file: usize) -> Option<&Part> {
        let parts = self.parts.get(file)?;
        match kind {
            TableKind::Wdl => parts.get(usize::from(is_black) % parts.len()),
            TableKind::Dtz => {
                let part = parts.first()?;
                let is_stored = (part.data.flags & BLACK_TO_MOVE != 0) == is_black
                    || self.material.is_symmetric() && !self.material.has_pawns();
                is_stored.then_some(part)
            }
        }
    }

    /// Returns the piece that is encoded first; with pawns, White's or Black's pawn.
    pub(super) fn leading_piece(&self) -> Option<u8> {
        self.parts.first()?.first()?.pieces.first().copied()
    }

    /// Returns the value stored at an index.
    pub(super) fn value(&self, part: &Part, index: u64) -> Option<u16> {
        part.data.value(&self.file, index)
    }

    /// Returns the distance in half-moves that a stored value stands for. `outcome`
    /// selects the map: 0 for a win, 1 for a loss, 2 for a cursed win, 3 for a
    /// blessed loss.
    pub(super) fn distance(&self, file: usize, outcome: usize, stored: u16) -> Option<i32> {
        let flags = self.parts.get(file)?.first()?.data.flags;
        let value = match self.maps.get(file)? {
            Some(map) => *map[outcome].get(usize::from(stored))?,
            None => stored,
        };
        let is_in_plies = match outcome {
            0 => flags & WINS_IN_PLIES != 0,
            1 => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        let plies = if is_in_plies { 1 } else { 2 };
        Some(i32::from(value) * plies + 1)
    }
}

/// The pieces of a part, their groups, and the number of positions.
type Shape = (Vec<u8>, Vec<Group>, u64);

/// Reads the order of the pieces and of their groups for each side to move.
fn read_shapes(
    reader: &mut Reader<'_>,
    material: TablebaseMaterial,
    file: usize,
    sides: usize,
) -> Option<Vec<Shape>> {
    let first = reader.byte()?;
    let second = match material.has_pawns_on_both_sides() {
        true => reader.byte()?,
        false => 0xff,
    };
    let mut pieces = Vec::new();
    for _ in 0..material.count() {
        pieces.push(reader.byte()?);
    }
    let shapes = (0..sides).map(|side| {
        let half = |byte: u8| byte >> (4 * side) & 0xf;
        let pieces: Vec<u8> = pieces.iter().map(|&piece| half(piece)).collect();
        let order = [half(first), half(second)].map(usize::from);
        let (groups, size) = read_groups(material, file, &pieces, order)?;
        Some((pieces, groups, size))
    });
    shapes.collect()
}

/// Computes the groups of pieces and the number of positions.
fn read_groups(
    material: TablebaseMaterial,
    file: usize,
    pieces: &[u8],
    order: [usize; 2],
) -> Option<(Vec<Group>, u64)> {
    let mut leading = match (material.has_pawns(), material.has_single()) {
        (true, _) => 0,
        (false, true) => 3,
        (false, false) => 2,
    };
    let mut groups = vec![Group {
        length: 1,
        factor: 0,
    }];
    for pair in pieces.windows(2) {
        leading -= i32::from(leading > 0);
        match groups.last_mut() {
            Some(group) if leading > 0 || pair[0] == pair[1] => group.length += 1,
            _ => groups.push(Group {
                length: 1,
                factor: 0,
            }),
        }
    }
    let has_second = material.has_pawns_on_both_sides();
    let mut next = if has_second { 2 } else { 1 };
    let mut free = 64 - groups[0].length - if has_second { groups.get(1)?.length } else { 0 };
    let mut size: u64 = 1;
    for turn in 0..16 {
        let (group, ways) = if turn == order[0] {
            let ways = match (material.has_pawns(), material.has_single()) {
                (true, _) => *LEADING_FILE.get(groups[0].length)?.get(file)?,
                (false, true) => 31_332,
                (false, false) => 462,
            };
            (0, ways)
        } else if has_second && turn == order[1] {
            let free = 48usize.checked_sub(groups[0].length)?;
            (1, *CHOOSE.get(groups[1].length)?.get(free)?)
        } else if next < groups.len() {
            let length = groups[next].length;
            let ways = *CHOOSE.get(length)?.get(free)?;
            free = free.checked_sub(length)?;
            next += 1;
            (next - 1, ways)
        } else {
            continue;
        };
        groups[group].factor = size;
        size = size.checked_mul(ways)?;
    }
    let is_complete = groups.iter().all(|group| group.factor > 0) && next == groups.len();
    is_complete.then_some((groups, size))
}

fn read_maps(reader: &mut Reader<'_>, parts: &[Vec<Part>]) -> Option<Vec<Option<Map>>> {
    let mut maps = Vec::new();
    for part in parts.iter().flatten() {
        let flags = part.data.flags;
        if flags & MAPPED == 0 {
            maps.push(None);
            continue;
        }
        let is_wide = flags & WIDE != 0;
        if is_wide {
            reader.align(2);
        }
        let mut next = || match is_wide {
            true => reader.short(),
            false => reader.byte().map(u16::from),
        };
        let mut map = Map::default();
        for values in &mut map {
            for _ in 0..next()? {
                values.push(next()?);
            }
        }
        maps.push(Some(map));
    }
    reader.align(2);
    Some(maps)
}
