//! The post: messages between ranks, sent without waiting and asked for without waiting.
//!
//! Everything is sent by `MPI_Issend` and kept until it was received, so two ranks that send each other something large
//! never wait for each other. What a rank sends itself does not go through MPI. At the end nobody leaves before all have
//! received everything: each waits until its own messages were received, and then, still receiving, for a barrier
//! (Hoefler, Siebert and Lumsdaine 2010).
//!
//! Only the thread that initialised MPI may hold a post (`MPI_THREAD_FUNNELED`).

use std::collections::VecDeque;

use mpi::point_to_point::{Destination, MatchedReceiveVec, Source};
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use crate::message::Message;
use crate::traffic::Traffic;

/// The messages of one rank.
pub struct Post {
    world: SimpleCommunicator,
    rank: usize,
    ranks: usize,
    leaving: Vec<Leaving>,
    to_self: VecDeque<Message>,
    /// What was sent so far.
    pub traffic: Traffic,
}

/// A message on its way.
struct Leaving {
    /// Owned by this; MPI reads it until the request is complete.
    bytes: *mut [u8],
    request: Option<Request<'static, [u8], StaticScope>>,
}

impl Leaving {
    /// Whether the message was received; then its bytes are freed.
    fn was_received(&mut self) -> bool {
        match self.request.take().map(Request::test) {
            Some(Err(under_way)) => {
                self.request = Some(under_way);
                false
            }
            Some(Ok(_)) => {
                // SAFETY: the pointer is from `Box::into_raw`, and with the request complete nobody reads it any more;
                // without a request this is not reached again.
                drop(unsafe { Box::from_raw(self.bytes) });
                true
            }
            None => true,
        }
    }
}

impl Post {
    /// The post of this rank.
    #[must_use]
    pub fn new(world: SimpleCommunicator) -> Post {
        let index = |number: i32| usize::try_from(number).expect("ranks are counted from 0");
        let (rank, ranks) = (index(world.rank()), index(world.size()));
        Post { world, rank, ranks, leaving: Vec::new(), to_self: VecDeque::new(), traffic: Traffic::default() }
    }

    /// The number of this rank.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many there are.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Sends a message; returns at once.
    pub fn send(&mut self, to: usize, message: Message) {
        if to == self.rank {
            return self.to_self.push_back(message);
        }
        let bytes = message.encode();
        self.traffic.add(&message, bytes.len());
        let bytes = Box::into_raw(bytes.into_boxed_slice());
        // SAFETY: the box was just given up, and stays where it is until the request is complete.
        let content: &'static [u8] = unsafe { &*bytes };
        let rank = i32::try_from(to).expect("MPI's own number");
        let request = self.world.process_at_rank(rank).immediate_synchronous_send(StaticScope, content);
        self.leaving.push(Leaving { bytes, request: Some(request) });
    }

    /// A message that is waiting, and who sent it.
    ///
    /// # Errors
    /// If it cannot be read: another version of the program is at work there.
    pub fn receive(&mut self) -> Result<Option<(usize, Message)>, String> {
        self.leaving.retain_mut(|message| !message.was_received());
        if let Some(message) = self.to_self.pop_front() {
            return Ok(Some((self.rank, message)));
        }
        let Some(waiting) = self.world.any_process().immediate_matched_probe() else { return Ok(None) };
        let (bytes, status) = waiting.matched_receive_vec::<u8>();
        let from = usize::try_from(status.source_rank()).expect("ranks are counted from 0");
        let message = Message::decode(&bytes).map_err(|error| format!("rank {from} sent {error}"))?;
        Ok(Some((from, message)))
    }

    /// Waits until all ranks have received everything; what arrives meanwhile is handed to `take`.
    ///
    /// # Errors
    /// As with [`Post::receive`].
    pub fn close(&mut self, mut take: impl FnMut(usize, Message)) -> Result<(), String> {
        let mut barrier = None;
        loop {
            match self.receive()? {
                Some((from, message)) => take(from, message),
                None if self.leaving.is_empty() => {
                    let request = barrier.take().unwrap_or_else(|| self.world.immediate_barrier());
                    match request.test() {
                        Ok(_) => return Ok(()),
                        Err(waiting) => barrier = Some(waiting),
                    }
                    std::thread::sleep(crate::PAUSE);
                }
                None => std::thread::sleep(crate::PAUSE),
            }
        }
    }

    /// Ends all ranks at once, whatever they are doing.
    pub fn abort(&self, status: u8) -> ! {
        self.world.abort(i32::from(status))
    }
}
