//! `boxwright-mpi`: the command line of `boxwright solve` under `mpirun`, on as many machines as there are.
//!
//! All ranks run this program. Rank 0 reads the levels, keeps the results and prints them, so only it needs files; the
//! others are told everything. On every rank the main thread speaks MPI and nothing else does, and other threads search;
//! rank 0 works like the others. With one rank it is the plain program.
//!
//! | file | what |
//! |---|---|
//! | `message.rs`, `post.rs` | what is said, and how it gets there |
//! | `worker.rs`, `searchers.rs` | a rank at work |
//! | `ranks.rs`, `deal.rs`, `race.rs` | rank 0: all ranks, a level each, a level for all |
//! | `gossip.rs`, `verdict.rs` | what the ranks of a race tell each other, and what their answers amount to |
//! | `traffic.rs` | what it cost, and a model of what it will |

mod deal;
mod gossip;
mod message;
mod post;
mod race;
mod ranks;
mod searchers;
mod traffic;
mod verdict;
mod worker;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boxwright::cli::{Failure, Job, SolveArgs, Threads, complain, exit_status, parse_time};
use boxwright::{crew_size, default_memory};
use clap::{Args, Parser, Subcommand};
use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};
use signal_hook::consts::{SIGINT, SIGTERM};

use message::{Answer, Message, Order};
use post::Post;
use ranks::{Mode, Plan, Ranks};
use worker::Worker;

/// The shortest pause between two looks at the post.
const PAUSE: Duration = Duration::from_micros(100);
/// The longest.
const LONGEST_PAUSE: Duration = Duration::from_millis(4);

/// Time for the launcher to pass on what rank 0 says at the end.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The exit status if the run ends early.
const STOPPED: u8 = 11;
/// The exit status after a bug.
const BUG: u8 = 70;

/// Solves block-pushing puzzles on many machines: boxwright under mpirun.
#[derive(Parser, Debug)]
#[command(name = "boxwright-mpi", version, subcommand_value_name = "COMMAND")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(MpiArgs),
}

/// Find solutions, or the proof that there is none
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mpirun -n 64 boxwright-mpi solve collection/ --time 60s --store results.db
  mpirun -n 16 boxwright-mpi solve levels.sok --level 7
  mpirun -n 4 boxwright-mpi solve levels.sok --mode portfolio --objective pushes

Limits are those of a level on each rank. Only rank 0 reads and writes files.
See docs/mpi.md, and 'boxwright help solve' for the rest.")]
struct MpiArgs {
    #[command(flatten)]
    solve: SolveArgs,
    /// How levels are given to ranks [default: portfolio for a single level, batch for several]
    #[arg(long, value_name = "MODE")]
    mode: Option<Mode>,
    /// Print at the end what was sent, and a model of what to expect of more ranks
    #[arg(long)]
    mpi_stats: bool,
    /// End the run when a rank has been silent for this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    mpi_patience: Duration,
}

fn main() -> ExitCode {
    let Some((universe, _)) = mpi::initialize_with_threading(mpi::Threading::Funneled) else {
        complain("MPI was initialised before");
        return ExitCode::from(BUG);
    };
    let world = universe.world();
    let memory = memory_of_a_rank(&world);
    let post = Post::new(world);
    let ended = Arc::new(AtomicBool::new(false));
    if let Err(error) = signal_hook::flag::register(SIGTERM, Arc::clone(&ended)) {
        complain(&format!("rank {}: its end will go without a word: {error}", post.rank()));
    }
    let status = if post.rank() == 0 {
        lead(post, memory, ended)
    } else {
        // Rank 0 decides what Ctrl-C means.
        let _ = signal_hook::flag::register(SIGINT, Arc::default());
        follow(post, &ended);
        0
    };
    drop(universe);
    ExitCode::from(status)
}

/// What a level may use unless the user says otherwise: ranks on the same machine share it, and the smallest machine
/// counts, since results must not depend on who had the level.
fn memory_of_a_rank(world: &SimpleCommunicator) -> usize {
    let neighbours = usize::try_from(world.split_shared(0).size()).unwrap_or(1);
    let mine = (default_memory() / neighbours.max(1)) as u64;
    let mut least = mine;
    world.all_reduce_into(&mine, &mut least, SystemOperation::min());
    usize::try_from(least).unwrap_or(usize::MAX)
}

/// What a rank other than 0 does, until it is sent home.
fn follow(mut post: Post, ended: &AtomicBool) {
    let mut serve = || {
        let mut worker = Worker::new();
        let mut pause = PAUSE;
        loop {
            if ended.load(Ordering::Relaxed) {
                // Open MPI kills all as soon as one has obeyed, and rank 0 has something to say first.
                std::thread::sleep(LAST_WORDS);
                post.abort(STOPPED);
            }
            while let Some((_, message)) = post.receive()? {
                pause = PAUSE;
                match message {
                    Message::Order(Order::Quit) => {
                        drop(worker);
                        let farewell = Answer::Farewell(post.traffic);
                        post.send(0, Message::Answer(farewell));
                        return post.close(|_, _| {});
                    }
                    Message::Order(order) => worker.obey(order, &post)?,
                    Message::News(news) => worker.hear(&news),
                    Message::Answer(_) => {}
                }
            }
            worker.work(&mut post, pause)?;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    };
    let served: Result<(), String> = serve();
    if let Err(error) = served {
        complain(&format!("rank {}: {error}", post.rank()));
        post.abort(BUG);
    }
}

/// What rank 0 does; the exit status.
fn lead(post: Post, memory: usize, ended: Arc<AtomicBool>) -> u8 {
    // Under mpirun standard output looks like a terminal, wherever it goes.
    anstream::ColorChoice::Never.write_global();
    let mut ranks = Ranks::new(post, ended);
    let mut stats = false;
    let status = match Cli::try_parse() {
        Ok(Cli { command: Command::Solve(args) }) => {
            stats = args.mpi_stats;
            exit_status(solve(&args, memory, &mut ranks))
        }
        Err(error) => {
            // Help is printed in the same way.
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2)
        }
    };
    match ranks.dismiss() {
        Ok(account) if stats => eprint!("{account}"),
        Ok(_) => {}
        Err(error) => complain(&error),
    }
    status
}

/// Solves the levels with all ranks.
fn solve(args: &MpiArgs, memory: usize, ranks: &mut Ranks) -> Result<u8, Failure> {
    let mut job = args.solve.prepare(memory)?;
    let (number, threads, levels) = (ranks.number(), job.threads(), job.entries.len());
    let mode = mode(args.mode, &job)?;
    if job.request.spill.is_some() {
        return Err(Failure::Usage("--spill: its files belong to one machine; use the plain program".to_owned()));
    }
    if number == 1 {
        job.request.means.threads = (threads / levels).max(1);
        return job.run(&mut Threads(threads));
    }
    let (at_once, of_a_level) = match mode {
        Mode::Batch => {
            let of_a_level = (number * threads / levels).clamp(1, threads);
            job.request.means.threads = of_a_level;
            (threads / of_a_level, of_a_level)
        }
        Mode::Portfolio => {
            // What the store will say was at work.
            job.request.means.threads = number * threads;
            (1, threads)
        }
    };
    let store = job.store().map(ToOwned::to_owned);
    ranks.plan = Plan { mode, at_once, threads: of_a_level, patience: args.mpi_patience, store, quiet: job.is_quiet() };
    job.run(ranks)
}

/// How levels are given to ranks.
fn mode(wanted: Option<Mode>, job: &Job<'_>) -> Result<Mode, Failure> {
    let is_crew = || job.entries.iter().any(|entry| crew_size(&entry.level, &job.request).is_ok_and(|size| size > 1));
    match wanted {
        Some(Mode::Portfolio) if !is_crew() => Err(Failure::Usage(format!(
            "--mode portfolio: {} is one strategy; ranks share auto, portfolio(...) or --portfolio FILE",
            job.request.strategy
        ))),
        Some(mode) => Ok(mode),
        None if job.entries.len() == 1 && is_crew() => Ok(Mode::Portfolio),
        None => Ok(Mode::Batch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
