//! Breadth-first search on disk, for spaces that do not fit in memory.
//!
//! Delayed duplicate detection: successors are not looked up when they are generated but collected, sorted, and freed
//! of duplicates and of all earlier states by merging sorted files (Munagala, Ranade 1999; Korf 2004; Edelkamp, Jabbar,
//! Schrödl 2004). Memory then bounds the size of a buffer, not of the space.
//!
//! A layer is expanded in one pass over its file. Successors go into a buffer (`buffer.rs`), half of the memory
//! allowed; full, it becomes a sorted run on disk. At the end runs and buffer are merged, without the known states, into
//! the next layer; if there are more runs than files may be open, they are merged into longer ones first.
//!
//! How ours differs:
//! - The space is directed, so a state may come back from any layer, not only from the last two: all earlier layers
//!   count. They are not merged into one file each time, which would write everything again for every layer. Layers are
//!   known files themselves, and neighbours are merged when the later are no longer small against the earlier, as in a
//!   log-structured merge tree (O'Neil et al. 1996): a state is written again about log(layers) times.
//! - A layer whose successors fit in the buffer needs no run at all.
//! - States are stored whole: no hash stands for them, and the answer is exact.
//! - Every file carries checksums, and the folder a manifest; the search goes on with the last complete layer when the
//!   same folder is opened again ([`ExternalBfs::open`]).
//! - No parents are stored. The solution is traced back at the end: each layer is read, and expanded again, until a
//!   state appears that leads to the one wanted; half of all states on average.
//!
//! Cost: each layer reads all known states once, so it is made for wide spaces rather than deep ones. On disk a state
//! takes its front-coded row about two times, and up to a third time while known files are merged.
//!
//! Properties: complete; optimal, because all actions cost 1 and a goal is accepted when it is generated. Unit costs
//! only. Memory stays within [the bytes of a slice](crate::Slice::bytes) apart from the working states of the domain,
//! provided that the successors of one state fit in a sixteenth of it.

mod buffer;
mod error;
mod expansion;
mod folder;
mod layers;
mod merge;
mod rows;
mod search;
mod sizes;
mod trace;

pub use error::SpillError;
pub use search::ExternalBfs;
