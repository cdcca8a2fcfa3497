//! `boxwright serve`: the web page on this machine.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;

use super::units::{parse_memory, parse_time};
use super::{Failure, OK};
use crate::web::{Games, server};
use server::Limits;

/// Play, watch and solve in a browser
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright serve                    then open http://127.0.0.1:4747
  boxwright serve --port 0           any free port; the address is printed
  boxwright serve --time 5m --searches 1 --memory 4GiB

The page and the built-in levels are inside the program; no file is read or
written and nothing is loaded from elsewhere. The interface for other programs
is described at /api/openapi.json.")]
pub(super) struct ServeArgs {
    /// The address to listen on; anything but this machine's own lets others in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 takes a free one
    #[arg(long, short, default_value_t = 4747)]
    port: u16,
    /// The most time a search may take
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    time: Duration,
    /// The most memory a search may take
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = parse_memory)]
    memory: usize,
    /// How many searches may run at the same time; others wait
    #[arg(long, value_name = "NUMBER")]
    searches: Option<usize>,
    /// How many searches may wait
    #[arg(long, value_name = "NUMBER", default_value_t = 64)]
    waiting: usize,
}

/// Serves until it is stopped.
pub(super) fn run(args: &ServeArgs) -> Result<u8, Failure> {
    let address = SocketAddr::new(args.address, args.port);
    let searches = args.searches.unwrap_or_else(|| available_parallelism().map_or(1, usize::from).min(4)).max(1);
    let (time, memory, waiting) = (args.time, args.memory, args.waiting);
    let limits = Limits { searches, waiting, time, memory, ..Limits::default() };
    let ready = |bound: SocketAddr| {
        let mut out = io::stdout();
        let _ = writeln!(out, "boxwright is at http://{bound} (Ctrl-C ends it)");
        let _ = out.flush();
        if !bound.ip().is_loopback() {
            let _ = writeln!(
                io::stderr(),
                "warning: everybody who can reach {bound} can use this machine for up to {searches} searches at a time; \
                 there is no password and no encryption"
            );
        }
    };
    server::serve(Arc::new(Games), address, limits, ready)
        .map_err(|error| Failure::Usage(format!("cannot listen on {address}: {error}")))?;
    Ok(OK)
}
