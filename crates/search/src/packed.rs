//! Writing and reading packed states.
//!
//! A packed state is a fixed number of bits in as many bytes as they need; there is no header and no padding but the
//! last byte's. [`BitWriter`] and [`BitReader`] go through it front to back, up to 64 bits at a time.

/// Bytes needed for that many bits; at least one, so that every state has a place.
#[must_use]
pub const fn bytes_for(bits: usize) -> usize {
    if bits == 0 { 1 } else { bits.div_ceil(8) }
}

/// Bits needed to tell `values` values apart.
#[must_use]
pub const fn bits_for(values: usize) -> u32 {
    match values {
        0 | 1 => 0,
        _ => usize::BITS - (values - 1).leading_zeros(),
    }
}

/// Writes a packed state.
#[derive(Debug)]
pub struct BitWriter<'a> {
    bytes: &'a mut [u8],
    at: usize,
    pending: u64,
    filled: u32,
}

impl<'a> BitWriter<'a> {
    /// Begins to write into `bytes`.
    #[must_use]
    pub fn new(bytes: &'a mut [u8]) -> BitWriter<'a> {
        BitWriter { bytes, at: 0, pending: 0, filled: 0 }
    }

    /// Appends the lowest `count` (0 to 64) bits of `value`; the others must be zero.
    #[inline]
    pub fn write(&mut self, value: u64, count: u32) {
        debug_assert!(count == 64 || value >> count == 0, "{value} does not fit in {count} bits");
        self.pending |= value << self.filled;
        let total = self.filled + count;
        if total >= 64 {
            self.bytes[self.at..self.at + 8].copy_from_slice(&self.pending.to_le_bytes());
            self.at += 8;
            self.pending = if self.filled == 0 { 0 } else { value >> (64 - self.filled) };
            self.filled = total - 64;
        } else {
            self.filled = total;
        }
    }

    /// Writes what is pending. Bits never written are zero.
    #[inline]
    pub fn finish(self) {
        let rest = &mut self.bytes[self.at..];
        let pending = self.pending.to_le_bytes();
        for (i, byte) in rest.iter_mut().enumerate() {
            *byte = pending.get(i).copied().unwrap_or(0);
        }
    }
}

/// Reads a packed state.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
    pending: u64,
    available: u32,
}

impl<'a> BitReader<'a> {
    /// Begins to read `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0, pending: 0, available: 0 }
    }

    /// The next `count` (0 to 64) bits; zeros beyond the end.
    #[inline]
    pub fn read(&mut self, count: u32) -> u64 {
        if count == 0 {
            return 0;
        }
        let mask = u64::MAX >> (64 - count);
        if self.available >= count {
            let value = self.pending & mask;
            self.pending = if count == 64 { 0 } else { self.pending >> count };
            self.available -= count;
            return value;
        }
        let (have, low) = (self.available, self.pending);
        let word = self.next_word();
        let value = (low | if have == 64 { 0 } else { word << have }) & mask;
        let taken = count - have;
        self.pending = if taken == 64 { 0 } else { word >> taken };
        self.available = 64 - taken;
        value
    }

    #[inline]
    fn next_word(&mut self) -> u64 {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        self.at += 8;
        if let Some(eight) = rest.first_chunk::<8>() {
            return u64::from_le_bytes(*eight);
        }
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(fields in prop::collection::vec((any::<u64>(), 0u32..=64), 0..40)) {
            let fields: Vec<_> = fields.into_iter().map(|(v, c)| (if c == 0 { 0 } else { v >> (64 - c) }, c)).collect();
            let bits: u32 = fields.iter().map(|f| f.1).sum();
            let mut bytes = vec![0xaa; bytes_for(bits as usize)];
            let mut writer = BitWriter::new(&mut bytes);
            for &(value, count) in &fields {
                writer.write(value, count);
            }
            writer.finish();
            let mut reader = BitReader::new(&bytes);
            for &(value, count) in &fields {
                prop_assert_eq!(reader.read(count), value);
            }
        }
    }

    #[test]
    fn bit_counts() {
        assert_eq!([0, 1, 2, 3, 4, 5, 128, 129].map(bits_for), [0, 0, 1, 2, 2, 3, 7, 8]);
        assert_eq!([0, 1, 8, 9].map(bytes_for), [1, 1, 1, 2]);
    }
}
