//! The transposition table: what the search has found about positions. All
//! threads share it without locks.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{
    Bound,
    packed_move::PackedMove,
    score::{LOWEST_TABLEBASE_WIN, MAX_PLY},
};

/// A hash table of positions. A cluster fills half a cache line.
///
/// Threads read and write single words. Two threads that write to the same
/// cluster may leave an entry with the mark of another position. That is as rare
/// as two positions with the same mark, and as harmless: moves from the table are
/// checked for legality.
pub(crate) struct TranspositionTable {
    clusters: Box<[Cluster]>,
    /// The number of the search, modulo [`AGES`], to tell old entries from new.
    age: u8,
}

#[repr(align(32))]
#[derive(Default)]
struct Cluster {
    entries: [AtomicU64; SLOTS],
    /// The low 16 bits of the key of each entry.
    marks: AtomicU64,
}

const SLOTS: usize = 3;
const CLUSTERS_PER_MIB: usize = (1 << 20) / size_of::<Cluster>();
/// The maximum size in MiB.
const MAX_MIB: usize = 1 << 17;

/// The number of distinct ages.
const AGES: u8 = 32;

/// What the table stores about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: PackedMove,
    /// The value for the side to move; mates are counted from the root.
    pub(crate) value: i32,
    /// The static evaluation, if it was computed.
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    /// The kind of the value; none if only the evaluation is known.
    pub(crate) bound: Option<Bound>,
    /// Whether the position was ever in a principal variation.
    pub(crate) was_pv: bool,
}

impl TranspositionTable {
    /// Allocates a table of this size in MiB. The size is halved as long as there
    /// is not enough memory.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let mut count = mib.clamp(1, MAX_MIB) * CLUSTERS_PER_MIB;
        let mut clusters = Vec::new();
        while clusters.try_reserve_exact(count).is_err() && count > CLUSTERS_PER_MIB {
            count /= 2;
        }
        request_huge_pages(&mut clusters);
        clusters.resize_with(count, Cluster::default);
        TranspositionTable {
            clusters: clusters.into_boxed_slice(),
            age: 0,
        }
    }

    /// Returns the size in MiB.
    pub(crate) fn mib(&self) -> usize {
        self.clusters.len() / CLUSTERS_PER_MIB
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for cluster in &mut self.clusters {
            *cluster = Cluster::default();
        }
        self.age = 0;
    }

    /// Begins a new search: existing entries become older.
    pub(crate) fn start_new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Returns the entry of a position, which is `ply` half-moves from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let cluster = self.cluster(key);
        let marks = cluster.marks.load(Relaxed);
        let slot = (0..SLOTS).find(|&slot| mark(marks, slot) == key as u16)?;
        let bits = cluster.entries[slot].load(Relaxed);
        let depth = i32::from((bits >> 48) as u8) - DEPTH_OFFSET;
        if depth == -DEPTH_OFFSET {
            // The slot has never been written.
            return None;
        }
        let eval = (bits >> 32) as u16 as i16;
        let flags = (bits >> 56) as u8;
        Some(Entry {
            mv: PackedMove(bits as u16),
            value: from_table(i32::from((bits >> 16) as u16 as i16), ply),
            eval: (eval != i16::MIN).then(|| i32::from(eval)),
            depth,
            bound: match flags & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
            was_pv: flags & 4 != 0,
        })
    }

    /// Stores an entry, unless a better one exists for the same position. An entry
    /// without a move keeps the previous move.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let cluster = self.cluster(key);
        let marks = cluster.marks.load(Relaxed);
        let mut slot = 0;
        let mut lowest = i32::MAX;
        for candidate in 0..SLOTS {
            let bits = cluster.entries[candidate].load(Relaxed);
            if mark(marks, candidate) == key as u16 && bits != 0 {
                slot = candidate;
                if entry.mv.is_none() {
                    entry.mv = PackedMove(bits as u16);
                }
                let stored_depth = i32::from((bits >> 48) as u8) - DEPTH_OFFSET;
                let is_new = (bits >> 59) as u8 == self.age;
                let is_worse = entry.bound != Some(Bound::Exact)
                    && is_new
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= stored_depth;
                if is_worse {
                    return;
                }
                break;
            }
            let age = (AGES + self.age - (bits >> 59) as u8) % AGES;
            let priority = i32::from((bits >> 48) as u8) - 8 * i32::from(age);
            if priority < lowest {
                slot = candidate;
                lowest = priority;
            }
        }
        let flags = match entry.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        } | u8::from(entry.was_pv) << 2
            | self.age << 3;
        let eval = entry.eval.map_or(i16::MIN, |eval| eval as i16);
        let bits = u64::from(entry.mv.0)
            | u64::from(to_table(entry.value, ply) as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from((entry.depth + DEPTH_OFFSET).clamp(1, 255) as u8) << 48
            | u64::from(flags) << 56;
        cluster.entries[slot].store(bits, Relaxed);
        let mask = 0xffff << (16 * slot);
        let marks = marks & !mask | u64::from(key as u16) << (16 * slot);
        cluster.marks.store(marks, Relaxed);
    }

    /// Returns how full the table is with entries of this search, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.entries)
            .map(|entry| entry.load(Relaxed))
            .filter(|&bits| bits != 0 && (bits >> 59) as u8 == self.age)
            .count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high bits select the cluster, the low bits are the mark.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// Requests huge pages. Accesses are random, so with small pages the address
/// translation would take longer than the access itself.
#[cfg(target_os = "linux")]
fn request_huge_pages(clusters: &mut Vec<Cluster>) {
    const PAGE: usize = 4096;
    let memory = clusters.spare_capacity_mut();
    let skipped = memory.as_ptr().align_offset(PAGE).min(memory.len());
    let whole = &mut memory[skipped..];
    #[expect(unsafe_code, reason = "8 % more nodes per second")]
    // SAFETY: the memory belongs to the vector; the advice does not change its
    // contents and may be ignored.
    unsafe {
        libc::madvise(
            whole.as_mut_ptr().cast(),
            size_of_val(whole),
            libc::MADV_HUGEPAGE,
        );
    }
}

#[cfg(not(target_os = "linux"))]
fn request_huge_pages(_: &mut Vec<Cluster>) {}

/// Added to stored depths, which may be negative.
const DEPTH_OFFSET: i32 = 4;

fn mark(marks: u64, slot: usize) -> u16 {
    (marks >> (16 * slot)) as u16
}

/// Converts a mate score to the distance from the position, which may occur at
/// another distance from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    let ply = ply.min(MAX_PLY) as i32;
    if value >= LOWEST_TABLEBASE_WIN {
        value + ply
    } else if value <= -LOWEST_TABLEBASE_WIN {
        value - ply
    } else {
        value
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    let ply = ply.min(MAX_PLY) as i32;
    if value >= LOWEST_TABLEBASE_WIN {
        value - ply
    } else if value <= -LOWEST_TABLEBASE_WIN {
        value + ply
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::score::MATE;

    fn bounds() -> impl Strategy<Value = Option<Bound>> {
        prop_oneof![
            Just(None),
            Just(Some(Bound::Exact)),
            Just(Some(Bound::Lower)),
            Just(Some(Bound::Upper))
        ]
    }

    proptest! {
        #[test]
        fn a_stored_entry_is_found_at_any_distance_from_the_root(
            key: u64,
            mv in 1u16..,
            value in -MATE..=MATE,
            eval in proptest::option::of(-20_000..20_000),
            depth in -3i32..250,
            bound in bounds(),
            was_pv: bool,
            ply in 0usize..200,
        ) {
            let table = TranspositionTable::new(1);
            // A mate cannot be nearer to the root than its position.
            let is_win = value.abs() >= LOWEST_TABLEBASE_WIN;
            let nearer = if is_win { value.signum() * ply as i32 } else { 0 };
            let value = value - nearer;
            let entry = Entry { mv: PackedMove(mv), value, eval, depth, bound, was_pv };
            table.store(key, ply, entry);
            prop_assert_eq!(table.probe(key, ply), Some(entry));
            prop_assert_eq!(table.probe(key ^ 1, ply), None);
        }
    }

    #[test]
    fn a_table_has_the_requested_size() {
        assert_eq!(TranspositionTable::new(0).mib(), 1);
        assert_eq!(TranspositionTable::new(3).mib(), 3);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = TranspositionTable::new(1);
        let entry = |depth| Entry {
            mv: PackedMove(1),
            value: 0,
            eval: None,
            depth,
            bound: Some(Bound::Lower),
            was_pv: false,
        };
        for (key, depth) in [(1, 9), (2, 2), (3, 8), (4, 5)] {
            table.store(key, 0, entry(depth));
        }
        assert!(table.probe(1, 0).is_some());
        assert!(table.probe(2, 0).is_none());
        assert!(table.probe(4, 0).is_some());
        for _ in 0..3 {
            table.start_new_search();
        }
        for key in 5..8 {
            table.store(key, 0, entry(1));
        }
        assert!(table.probe(1, 0).is_none());
    }
}
