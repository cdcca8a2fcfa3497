//! Append-only storage in chunks: it grows without copying and without holding twice what it needs.

const CHUNK_BITS: u32 = 14;
const CHUNK: usize = 1 << CHUNK_BITS;

/// One value per node.
#[derive(Debug)]
pub struct Column<T> {
    chunks: Vec<Vec<T>>,
    len: u32,
}

impl<T> Default for Column<T> {
    fn default() -> Column<T> {
        Column::new()
    }
}

impl<T> Column<T> {
    /// An empty column.
    #[must_use]
    pub const fn new() -> Column<T> {
        Column { chunks: Vec::new(), len: 0 }
    }

    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: T) {
        if self.len as usize & (CHUNK - 1) == 0 {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        // The chunk has room: it was made for CHUNK values.
        self.chunks[(self.len >> CHUNK_BITS) as usize].push(value);
        self.len += 1;
    }

    /// The value of a node.
    #[inline]
    #[must_use]
    pub fn get(&self, at: u32) -> &T {
        &self.chunks[(at >> CHUNK_BITS) as usize][at as usize & (CHUNK - 1)]
    }

    /// The value of a node, to be changed.
    #[inline]
    pub fn get_mut(&mut self, at: u32) -> &mut T {
        &mut self.chunks[(at >> CHUNK_BITS) as usize][at as usize & (CHUNK - 1)]
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in use.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.len as usize * size_of::<T>()
    }
}

/// One row of bytes per node, all of the same length.
#[derive(Debug)]
pub struct Rows {
    stride: usize,
    chunks: Vec<Vec<u8>>,
    len: u32,
}

impl Rows {
    /// An empty store of rows with `stride` bytes.
    #[must_use]
    pub const fn new(stride: usize) -> Rows {
        Rows { stride, chunks: Vec::new(), len: 0 }
    }

    /// Appends a row.
    #[inline]
    pub fn push(&mut self, row: &[u8]) {
        debug_assert_eq!(row.len(), self.stride);
        if self.len as usize & (CHUNK - 1) == 0 {
            self.chunks.push(Vec::with_capacity(CHUNK * self.stride));
        }
        self.chunks[(self.len >> CHUNK_BITS) as usize].extend_from_slice(row);
        self.len += 1;
    }

    /// A row.
    #[inline]
    #[must_use]
    pub fn get(&self, at: u32) -> &[u8] {
        let start = (at as usize & (CHUNK - 1)) * self.stride;
        &self.chunks[(at >> CHUNK_BITS) as usize][start..start + self.stride]
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in use.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.len as usize * self.stride
    }
}
