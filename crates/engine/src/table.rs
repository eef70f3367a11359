//! What was found about positions before: shared by all threads, without
//! locks.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::{
    Bound,
    packed::PackedMove,
    score::{KNOWN_WIN, MAX_PLY},
};

/// Positions and what is known of them. A cluster fills half a line of the
/// processor's cache.
///
/// Threads read and write single words. Two that write to one cluster at once
/// may leave an entry under another position's mark, which is as rare as two
/// positions with one mark and as harmless: a move from the table is proved
/// before it is played.
pub(crate) struct Table {
    clusters: Box<[Cluster]>,
    /// Grows with every search, so that old entries can be told from new.
    age: u8,
}

#[repr(align(32))]
#[derive(Default)]
struct Cluster {
    entries: [AtomicU64; SLOTS],
    /// Sixteen bits of the key of each entry.
    marks: AtomicU64,
}

const SLOTS: usize = 3;
const CLUSTERS_PER_MIB: usize = (1 << 20) / size_of::<Cluster>();
/// No table is larger.
const MOST_MIB: usize = 1 << 17;

/// Ages are told apart modulo this.
const AGES: u8 = 32;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: PackedMove,
    /// As the side to move sees it; a mate is counted from the root.
    pub(crate) value: i32,
    /// What the judgement said, if it was asked.
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    /// What kind of value it is; none if only the judgement is known.
    pub(crate) bound: Option<Bound>,
    /// Whether it was once on a line that mattered.
    pub(crate) was_pv: bool,
}

impl Table {
    /// A table of so many MiB, or of half as many, and so on, if the machine
    /// has no room for them.
    pub(crate) fn new(mib: usize) -> Table {
        let mut count = mib.clamp(1, MOST_MIB) * CLUSTERS_PER_MIB;
        let mut clusters = Vec::new();
        while clusters.try_reserve_exact(count).is_err() && count > CLUSTERS_PER_MIB {
            count /= 2;
        }
        ask_for_large_pages(&mut clusters);
        clusters.resize_with(count, Cluster::default);
        Table {
            clusters: clusters.into_boxed_slice(),
            age: 0,
        }
    }

    /// How large it is.
    pub(crate) fn mib(&self) -> usize {
        self.clusters.len() / CLUSTERS_PER_MIB
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for cluster in &mut self.clusters {
            *cluster = Cluster::default();
        }
        self.age = 0;
    }

    /// Makes what is there older than what comes.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// What is known about the position, at this distance from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let cluster = self.cluster(key);
        let marks = cluster.marks.load(Relaxed);
        let slot = (0..SLOTS).find(|&slot| mark(marks, slot) == key as u16)?;
        let bits = cluster.entries[slot].load(Relaxed);
        let depth = i32::from((bits >> 48) as u8) - DEPTH_OFFSET;
        if depth == -DEPTH_OFFSET {
            // Nothing was ever written here.
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

    /// Keeps what was found about a position, unless something better is kept
    /// of it. An entry without a move leaves the move that was there.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let cluster = self.cluster(key);
        let marks = cluster.marks.load(Relaxed);
        let mut slot = 0;
        let mut least = i32::MAX;
        for candidate in 0..SLOTS {
            let bits = cluster.entries[candidate].load(Relaxed);
            if mark(marks, candidate) == key as u16 && bits != 0 {
                slot = candidate;
                if entry.mv.is_none() {
                    entry.mv = PackedMove(bits as u16);
                }
                let kept_depth = i32::from((bits >> 48) as u8) - DEPTH_OFFSET;
                let is_new = (bits >> 59) as u8 == self.age;
                let is_worse = entry.bound != Some(Bound::Exact)
                    && is_new
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= kept_depth;
                if is_worse {
                    return;
                }
                break;
            }
            let age = (AGES + self.age - (bits >> 59) as u8) % AGES;
            let worth = i32::from((bits >> 48) as u8) - 8 * i32::from(age);
            if worth < least {
                slot = candidate;
                least = worth;
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
        let hole = 0xffff << (16 * slot);
        let marks = marks & !hole | u64::from(key as u16) << (16 * slot);
        cluster.marks.store(marks, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
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
        // The high bits choose the cluster, the low ones are its mark.
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// Every position is somewhere else in the table, and finding out where its
/// page is takes longer than reading it, unless pages are large.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(clusters: &mut Vec<Cluster>) {
    const PAGE: usize = 4096;
    let memory = clusters.spare_capacity_mut();
    let skipped = memory.as_ptr().align_offset(PAGE).min(memory.len());
    let whole = &mut memory[skipped..];
    #[expect(unsafe_code, reason = "8 % more positions a second")]
    // SAFETY: the memory is ours and lives on; the advice changes nothing in
    // it, and may be ignored.
    unsafe {
        libc::madvise(
            whole.as_mut_ptr().cast(),
            size_of_val(whole),
            libc::MADV_HUGEPAGE,
        );
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &mut Vec<Cluster>) {}

/// Quiescence stores at depths below zero.
const DEPTH_OFFSET: i32 = 4;

fn mark(marks: u64, slot: usize) -> u16 {
    (marks >> (16 * slot)) as u16
}

/// A mate is stored by its distance from the position, since the position may
/// be met at another distance from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    let ply = ply.min(MAX_PLY) as i32;
    if value >= KNOWN_WIN {
        value + ply
    } else if value <= -KNOWN_WIN {
        value - ply
    } else {
        value
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    let ply = ply.min(MAX_PLY) as i32;
    if value >= KNOWN_WIN {
        value - ply
    } else if value <= -KNOWN_WIN {
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
        fn what_is_stored_is_found_at_any_distance(
            key: u64,
            mv in 1u16..,
            value in -MATE..=MATE,
            eval in proptest::option::of(-20_000..20_000),
            depth in -3i32..250,
            bound in bounds(),
            was_pv: bool,
            ply in 0usize..200,
        ) {
            let table = Table::new(1);
            // No mate is nearer than the position it was found from.
            let nearer = if value.abs() >= KNOWN_WIN { value.signum() * ply as i32 } else { 0 };
            let value = value - nearer;
            let entry = Entry { mv: PackedMove(mv), value, eval, depth, bound, was_pv };
            table.store(key, ply, entry);
            prop_assert_eq!(table.probe(key, ply), Some(entry));
            prop_assert_eq!(table.probe(key ^ 1, ply), None);
        }
    }

    #[test]
    fn a_table_is_as_large_as_asked_for() {
        assert_eq!(Table::new(0).mib(), 1);
        assert_eq!(Table::new(3).mib(), 3);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = Table::new(1);
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
            table.grow_older();
        }
        for key in 5..8 {
            table.store(key, 0, entry(1));
        }
        assert!(table.probe(1, 0).is_none());
    }
}
