//! Whether everybody can have one of the things he may have: bipartite matching on bit sets (Kuhn's augmenting paths, with a
//! look for what nobody has before anybody is asked to take something else).

/// Rows, each with the columns it may have.
#[derive(Clone, Debug)]
pub(crate) struct Bipartite {
    words: usize,
    rows: Vec<u64>,
    /// By column, the row that has it.
    taken: Vec<Option<u32>>,
    /// The columns that no row has.
    free: Vec<u64>,
    tried: Vec<u64>,
}

impl Bipartite {
    pub(crate) fn new(columns: usize) -> Bipartite {
        let words = columns.div_ceil(64);
        Bipartite { words, rows: Vec::new(), taken: vec![None; columns], free: vec![!0; words], tried: vec![0; words] }
    }

    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.taken.fill(None);
        self.free.fill(!0);
    }

    /// Another row, without columns yet.
    pub(crate) fn add_row(&mut self) -> &mut [u64] {
        let start = self.rows.len();
        self.rows.resize(start + self.words, 0);
        &mut self.rows[start..]
    }

    /// Whether all rows can have a column of their own at once.
    pub(crate) fn is_complete(&mut self) -> bool {
        (0..self.rows.len() / self.words).all(|row| {
            self.tried.fill(0);
            self.place(row)
        })
    }

    /// Gives a row a column, moving others to other columns if need be (Kuhn's augmenting paths).
    fn place(&mut self, row: usize) -> bool {
        for word in 0..self.words {
            let open = self.rows[row * self.words + word] & self.free[word];
            if open != 0 {
                self.free[word] ^= open & open.wrapping_neg();
                self.taken[word * 64 + open.trailing_zeros() as usize] = Some(row as u32);
                return true;
            }
        }
        for word in 0..self.words {
            loop {
                let open = self.rows[row * self.words + word] & !self.tried[word];
                if open == 0 {
                    break;
                }
                self.tried[word] |= open & open.wrapping_neg();
                let column = word * 64 + open.trailing_zeros() as usize;
                let holder = self.taken[column].expect("what is free was taken above");
                if self.place(holder as usize) {
                    self.taken[column] = Some(row as u32);
                    return true;
                }
            }
        }
        false
    }
}
