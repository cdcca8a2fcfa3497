//! A lock-free set of keys with a fixed number of places: it may forget, it never makes up.
//!
//! Nothing is allocated before the first key comes.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// A key may be in any of so many places.
const WAYS: usize = 4;

/// The set.
#[derive(Debug)]
pub(crate) struct Places {
    places: OnceLock<Box<[AtomicU64]>>,
    number: usize,
}

impl Places {
    /// With room for about so many keys; 0: none is ever kept.
    pub(crate) fn new(keys: usize) -> Places {
        let number = if keys == 0 { 0 } else { keys.next_power_of_two().max(WAYS) };
        let new = Places { places: OnceLock::new(), number };
        if cfg!(loom) {
            // Loom cannot see that the lock orders what comes after it.
            new.places.get_or_init(|| new.empty());
        }
        new
    }

    fn empty(&self) -> Box<[AtomicU64]> {
        (0..self.number).map(|_| AtomicU64::new(0)).collect()
    }

    /// Whether there is room for anything.
    #[inline]
    pub(crate) fn is_there(&self) -> bool {
        self.number > 0
    }

    /// Where a key may be.
    #[inline]
    fn of<'a>(&self, places: &'a [AtomicU64], key: u64) -> impl Iterator<Item = &'a AtomicU64> + use<'a> {
        let home = (key >> 32) as usize;
        let mask = self.number.wrapping_sub(1);
        (0..WAYS).map(move |way| &places[(home + way) & mask])
    }

    /// Whether the key was put and has not been replaced since.
    #[inline]
    pub(crate) fn has(&self, key: u64) -> bool {
        let Some(places) = self.places.get().filter(|places| !places.is_empty()) else { return false };
        key != 0 && self.of(places, key).any(|place| place.load(Ordering::SeqCst) == key)
    }

    /// Puts a key; if there is no room it replaces another.
    pub(crate) fn put(&self, key: u64) {
        if key == 0 || self.number == 0 || self.has(key) {
            return;
        }
        let places = self.places.get_or_init(|| self.empty());
        let is_free = |place: &&AtomicU64| {
            place.load(Ordering::Relaxed) == 0
                && place.compare_exchange(0, key, Ordering::SeqCst, Ordering::Relaxed).is_ok()
        };
        if self.of(places, key).find(is_free).is_none()
            && let Some(home) = self.of(places, key).next()
        {
            home.store(key, Ordering::SeqCst);
        }
    }

    /// The places as they are, 0 where there is no key. As long as no key was put there may be none.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        self.places.get().into_iter().flatten().map(|place| place.load(Ordering::Relaxed))
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.places.get().map_or(0, |places| size_of_val(&**places))
    }
}
