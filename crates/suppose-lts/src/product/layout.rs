//! How a tuple of local states is packed into machine words.
//!
//! Each component gets just enough bits for its states. A field never straddles two words, and at least one
//! bit of the first word stays unused, so that the word of all ones never stands for a state: the visited set
//! uses it to mark free slots.

use suppose_base::{StateId, StopReason};

/// Where one component's local state sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Index of the word.
    pub word: usize,
    /// Lowest bit.
    pub shift: u32,
    /// The bits, before shifting.
    pub mask: u64,
}

impl Field {
    /// This component's local state.
    #[inline]
    pub(super) fn get(self, state: &[u64]) -> u64 {
        (state[self.word] >> self.shift) & self.mask
    }

    /// The bits of the word that belong to this field.
    pub(super) fn word_mask(self) -> u64 {
        self.mask << self.shift
    }
}

/// The fields of all components.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    fields: Vec<Field>,
    words: usize,
}

impl Layout {
    /// The widest states supported, in words of 64 bits.
    pub(super) const MAX_WORDS: usize = 256;

    /// Lays out components with these numbers of states.
    pub(super) fn new(sizes: impl Iterator<Item = usize>) -> Result<Self, StopReason> {
        let mut fields = Vec::new();
        let (mut word, mut used) = (0, 1);
        for size in sizes {
            let bits = usize::BITS - size.saturating_sub(1).leading_zeros();
            if used + bits > 64 {
                word += 1;
                used = 0;
            }
            // The free bit of the first word is its highest one.
            let shift = if word == 0 { used - 1 } else { used };
            // A field without bits may fall just past the word's end, where shifting is not defined.
            let shift = if bits == 0 { 0 } else { shift };
            fields.push(Field { word, shift, mask: (1 << bits) - 1 });
            used += bits;
        }
        let words = word + 1;
        if words > Self::MAX_WORDS {
            let limit = Self::MAX_WORDS * 64;
            return Err(StopReason::Unsupported(format!(
                "a global state needs more than {limit} bits; compose or reduce parts of the system first"
            )));
        }
        Ok(Self { fields, words })
    }

    /// How many words a state takes.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// How many bits of the first word are used, counted from the lowest.
    pub(super) fn first_bits(&self) -> u32 {
        let top = |field: &Field| field.shift + field.mask.count_ones();
        self.fields.iter().filter(|field| field.word == 0).map(top).max().unwrap_or(0)
    }

    /// The field of a component.
    pub(super) fn field(&self, component: usize) -> Field {
        self.fields[component]
    }

    /// Packs ordinary local states.
    pub(super) fn pack(&self, locals: &[StateId]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        for (field, local) in self.fields.iter().zip(locals) {
            state[field.word] |= u64::from(local.raw()) << field.shift;
        }
        state
    }

    /// The local states of a packed state.
    pub(super) fn unpack(&self, state: &[u64]) -> Vec<StateId> {
        self.fields.iter().map(|field| StateId::must(field.get(state) as usize)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(sizes: &[usize]) -> Layout {
        Layout::new(sizes.iter().copied()).expect("fits")
    }

    #[test]
    fn packing_is_the_inverse_of_unpacking() {
        let layout = layout(&[1, 2, 3, 1 << 32, 5, 1 << 31, 1, 9]);
        assert_eq!(layout.words(), 2);
        let locals: Vec<StateId> =
            [0, 1, 2, u32::MAX - 5, 4, 77, 0, 8].map(|n: u32| StateId::must(n as usize)).to_vec();
        assert_eq!(layout.unpack(&layout.pack(&locals)), locals);
    }

    #[test]
    fn the_word_of_all_ones_is_never_a_state() {
        // 63 two-state components fill one word but for its free bit; one more needs a second word.
        assert_eq!(layout(&[2; 63]).words(), 1);
        assert_eq!(layout(&[2; 64]).words(), 2);
        let full = layout(&[2; 63]);
        assert_eq!(full.pack(&[StateId::must(1); 63]), [u64::MAX >> 1]);
        // Components with a single state take no bits at all, even behind a full word.
        assert_eq!(full.first_bits(), 63);
        let flat = layout(&[vec![2; 63], vec![1; 3]].concat());
        assert_eq!(flat.words(), 1);
        assert_eq!(flat.unpack(&[u64::MAX >> 1])[63], StateId::must(0));
    }

    #[test]
    fn too_wide_is_said() {
        let sizes = std::iter::repeat_n(2, Layout::MAX_WORDS * 64);
        assert!(matches!(Layout::new(sizes), Err(StopReason::Unsupported(_))));
    }
}
