//! The web server of boxwright: the page, a JSON interface, and searches with live progress.
//!
//! It can be left running: bodies, boards, simultaneous searches, their time and memory, connections and the time a
//! request may take to arrive are all limited; it reads no file and writes none. What the answers are about is the
//! [`Host`]'s affair.

mod guard;
mod host;
mod limits;
mod memory;
pub mod page;
mod queue;
mod routes;
mod solving;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

pub use host::{Allowance, File, Host, Job, Problem};
pub use limits::Limits;
pub use queue::{Queue, Ticket};
pub use routes::{OPENAPI, ROUTES};

/// Connections at the same time; further ones wait to be accepted.
const CONNECTIONS: usize = 1024;

/// The head of a request must arrive within this time.
const HEAD: Duration = Duration::from_secs(10);

/// A connection is closed after this time, and that of all searches that may be before its own.
const IDLE: Duration = Duration::from_secs(600);

/// Serves until the process ends. `ready` hears the address, once it is bound.
///
/// # Errors
/// If the address cannot be bound.
pub fn serve(
    host: Arc<dyn Host>,
    address: SocketAddr,
    limits: Limits,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        let bound = listener.local_addr()?;
        ready(bound);
        run(listener, host, limits, bound.ip().is_loopback()).await
    })
}

/// Accepts connections for ever.
async fn run(listener: TcpListener, host: Arc<dyn Host>, limits: Limits, loopback: bool) -> io::Result<()> {
    let service = TowerToHyperService::new(routes::router(host, limits, loopback));
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    // Long enough for a search that waits behind all others, and not for ever for who does not read.
    let rounds = limits.waiting / limits.searches.max(1) + 2;
    let lifetime = IDLE + limits.time.saturating_mul(rounds as u32);
    loop {
        let permit = Arc::clone(&connections).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // Out of descriptors, most likely: some will be given back.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = service.clone();
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_buf_size(64 * 1024)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks is the other side's affair.
            let _ = tokio::time::timeout(lifetime, connection).await;
            drop(permit);
        });
    }
}
