//! Interned strings and lists of lists, both in a few flat allocations.

use std::hash::Hasher as _;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A set of strings numbered in order of arrival.
///
/// The hasher is fixed and the table is only ever asked, never walked, so no order depends on it.
#[derive(Default)]
pub(super) struct Interner {
    table: HashTable<u32>,
    bytes: String,
    ends: Vec<u32>,
}

/// What interning found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interned {
    /// The string was there.
    Known(u32),
    /// The string was added.
    New(u32),
}

impl Interned {
    /// The number, whichever it was.
    pub(super) const fn id(self) -> u32 {
        match self {
            Self::Known(id) | Self::New(id) => id,
        }
    }
}

impl Interner {
    /// Number of distinct strings.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.table.allocation_size() + self.bytes.capacity() + self.ends.capacity() * 4
    }

    /// Gives back what was reserved for more strings.
    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The string with this number.
    #[inline]
    pub(super) fn text(&self, id: u32) -> &str {
        &self.bytes[self.start(id)..self.ends[id as usize] as usize]
    }

    #[inline]
    fn start(&self, id: u32) -> usize {
        if id == 0 { 0 } else { self.ends[id as usize - 1] as usize }
    }

    /// The number of a string, if it was interned.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.table.find(hash(text.as_bytes()), |id| self.text(*id) == text).copied()
    }

    /// Interns a string.
    #[inline]
    pub(super) fn intern(&mut self, text: &str) -> Interned {
        let Self { table, bytes, ends } = self;
        let of = |id: u32| {
            let start = if id == 0 { 0 } else { ends[id as usize - 1] as usize };
            &bytes.as_bytes()[start..ends[id as usize] as usize]
        };
        let entry =
            table.entry(hash(text.as_bytes()), |id| of(*id) == text.as_bytes(), |id| hash(of(*id)));
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => Interned::Known(*found.get()),
            hashbrown::hash_table::Entry::Vacant(free) => {
                let id = ends.len() as u32;
                free.insert(id);
                bytes.push_str(text);
                ends.push(bytes.len() as u32);
                Interned::New(id)
            }
        }
    }
}

/// The table looks at the highest bits and the lowest, so both have to depend on the whole.
#[inline]
fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    let hash = hasher.finish();
    hash ^ hash >> 32
}

/// Which few of many numbers some items belong to, in room for those few.
#[derive(Default)]
pub(super) struct Pairs(Vec<(u32, u32)>);

impl Pairs {
    /// Sorts `(number, item)` pairs.
    pub(super) fn new(mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.shrink_to_fit();
        Self(pairs)
    }

    /// The items of a number, ascending.
    pub(super) fn of(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let from = self.0.partition_point(|pair| pair.0 < number);
        self.0[from..].iter().take_while(move |pair| pair.0 == number).map(|pair| pair.1)
    }

    /// Bytes on the heap.
    pub(super) const fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u32, u32)>()
    }
}

/// A list of numbers for each of a range of numbers.
#[derive(Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Sorts `(list, item)` pairs into `count` lists; the order within a list is that of the pairs.
    pub(super) fn from_pairs(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for (list, _) in pairs {
            starts[*list as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut items = vec![0; pairs.len()];
        for (list, item) in pairs {
            items[next[*list as usize] as usize] = *item;
            next[*list as usize] += 1;
        }
        Self { starts, items }
    }

    /// Takes lists that already lie one behind the other; `starts` has one entry more than there are lists.
    pub(super) const fn from_parts(starts: Vec<u32>, items: Vec<u32>) -> Self {
        Self { starts, items }
    }

    /// Bytes on the heap.
    pub(super) const fn heap_bytes(&self) -> usize {
        (self.starts.capacity() + self.items.capacity()) * 4
    }

    /// The list with this number.
    #[inline]
    pub(super) fn list(&self, at: u32) -> &[u32] {
        &self.items[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_keep_their_numbers() {
        let mut interner = Interner::default();
        for round in 0..2 {
            for number in 0..500_u32 {
                let expect =
                    if round == 0 { Interned::New(number) } else { Interned::Known(number) };
                assert_eq!(interner.intern(&number.to_string()), expect);
            }
        }
        assert_eq!(interner.find("77"), Some(77));
        assert_eq!(interner.find("x"), None);
        assert_eq!(interner.len(), 500);
    }

    #[test]
    fn pairs_become_lists() {
        let lists = Lists::from_pairs(3, &[(2, 7), (0, 1), (2, 5)]);
        assert_eq!([lists.list(0), lists.list(1), lists.list(2)], [&[1][..], &[], &[7, 5]]);
    }
}
