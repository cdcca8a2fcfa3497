//! Play by lines, for terminals that can do nothing else and for other programs: a board is printed, a command is read.
//!
//! Moves are written as in solutions (`l u r d`, in Kwirk also `s`), many in a line if you like, so `u` and `r` are moves
//! and undoing is `z`. The end of the input ends the game.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use boxwright_kwirk::{Move, Outcome, Plan};

use super::advice::{Hint, last_good, presses};
use super::insight::inspect;
use super::position::Position;
use super::session::Session;
use super::{drawing, words};
use crate::cli::units::clean;
use crate::game::Game;
use crate::source::Entry;
use crate::{Cancel, Report, Request, Status, solve_level};

/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

const HELP: &str = "\
l u r d    move left, up, right, down; many in a line: rrdL or 3r2u
s          Kwirk: switch to the next character; Sokoban: solve
z, undo    undo a move; z 5 undoes five      y, redo    redo
restart    from the beginning                b, back    to the last good position
h, hint    the next push                     solve      print a solution from here
w, watch   print a solution picture by picture
n, next    next level                        p, prev    previous level
level 3    that level                        levels     list them
?, help    this text                         q, quit    end";

/// What searches may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most time of a hint.
    pub(crate) hint: Duration,
    /// The most time of a solution.
    pub(crate) time: Duration,
    /// The most memory.
    pub(crate) memory: usize,
}

/// Plays the levels until the input or the player ends it.
pub(crate) fn play(entries: &[Entry], limits: Limits, mut input: impl BufRead, out: impl Write) -> io::Result<()> {
    let mut table = Table::new(entries, limits, out);
    writeln!(table.out, "boxwright: ? lists the commands")?;
    table.open(0)?;
    loop {
        write!(table.out, "> ")?;
        table.out.flush()?;
        let mut line = Vec::new();
        if io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut line)? == 0 {
            return writeln!(table.out);
        }
        if !table.obey(String::from_utf8_lossy(&line).trim())? {
            return Ok(());
        }
    }
}

/// Prints a solution picture by picture: one for every push, turn and exit.
pub(crate) fn watch(level: &Entry, solution: &[Move], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", clean(&words::title(level)))?;
    frames(&Position::new(&level.level), solution, out)
}

fn frames(from: &Position, solution: &[Move], out: &mut impl Write) -> io::Result<()> {
    draw(from, out)?;
    let mut session = Session::new(from.clone());
    let mut shown = 0;
    for (number, &press) in solution.iter().enumerate() {
        let outcome = session.press(press);
        let last = number + 1 == solution.len();
        if outcome.is_interaction() || outcome == Outcome::Exit || last {
            writeln!(out, "\n{} of {}: {}", session.moment(), solution.len(), &session.text()[shown..])?;
            draw(session.at(), out)?;
            shown = session.moment();
        }
    }
    let m = session.measures();
    let length = words::length(from.game(), m.moves as usize, m.pushes as usize);
    let ending = if session.at().is_solved() { "solved" } else { "not solved" };
    writeln!(out, "{ending}: {length}")
}

fn draw(position: &Position, out: &mut impl Write) -> io::Result<()> {
    drawing::lines(position).iter().try_for_each(|row| writeln!(out, "{row}"))
}

struct Table<'a, W> {
    entries: &'a [Entry],
    number: usize,
    session: Session,
    solved: BTreeSet<usize>,
    limits: Limits,
    out: W,
}

impl<'a, W: Write> Table<'a, W> {
    fn new(entries: &'a [Entry], limits: Limits, out: W) -> Table<'a, W> {
        let session = Session::new(Position::new(&entries[0].level));
        Table { entries, number: 0, session, solved: BTreeSet::new(), limits, out }
    }

    fn entry(&self) -> &'a Entry {
        &self.entries[self.number]
    }

    fn open(&mut self, number: usize) -> io::Result<()> {
        self.number = number;
        let entry = self.entry();
        self.session = Session::new(Position::new(&entry.level));
        let (title, all) = (clean(&words::title(entry)), self.entries.len());
        writeln!(self.out, "\n{title} ({}, {} of {all})", entry.level.game(), number + 1)?;
        if let Some(comment) = words::comment(entry) {
            writeln!(self.out, "{}", clean(comment))?;
        }
        if let Some(fault) = self.entry().level.faults().first() {
            writeln!(self.out, "This level has a fault: {fault}")?;
        }
        self.show()
    }

    /// Prints the position and what is to be said about it.
    fn show(&mut self) -> io::Result<()> {
        draw(self.session.at(), &mut self.out)?;
        let game = self.session.at().game();
        let counts = words::measures(game, &self.session.measures()).map(|(name, n)| format!("{name} {n}"));
        write!(self.out, "{}", counts[..2].join("  "))?;
        if let Some((home, all)) = self.session.at().boxes_home() {
            write!(self.out, "  {home} of {all} home")?;
        }
        if let Some((active, left)) = self.session.at().character() {
            write!(self.out, "  character {active} ({left} in the room)")?;
        }
        writeln!(self.out)?;
        if !self.entry().level.faults().is_empty() {
            return Ok(());
        }
        if self.session.at().is_solved() {
            self.solved.insert(self.number);
            let m = self.session.measures();
            let length = words::length(game, m.moves as usize, m.pushes as usize);
            return writeln!(self.out, "Solved in {length}. n: next level");
        }
        match inspect(&self.session.at().level()).lost {
            Some(lost) => {
                let places: Vec<String> = lost.boxes.iter().map(|p| format!("{},{}", p.x + 1, p.y + 1)).collect();
                let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join(" ")) };
                writeln!(self.out, "This can no longer be solved. {}{places} b: back", lost.words)
            }
            None => Ok(()),
        }
    }

    /// Does what a line says; whether the game goes on.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let (command, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let times = argument.trim().parse::<usize>().unwrap_or(1);
        let is_sokoban = self.session.at().game() == Game::Sokoban;
        match command.to_ascii_lowercase().as_str() {
            "" => {}
            "?" | "help" => writeln!(self.out, "{HELP}")?,
            "q" | "quit" | "exit" => return Ok(false),
            "z" | "undo" => self.go(self.session.moment().saturating_sub(times))?,
            "y" | "redo" => self.go(self.session.moment().saturating_add(times))?,
            "restart" => self.go(0)?,
            "b" | "back" => self.go(last_good(&self.session, &Cancel::default()))?,
            "h" | "hint" => self.hint()?,
            "solve" => self.solve(false)?,
            "s" if is_sokoban => self.solve(false)?,
            "w" | "watch" => self.solve(true)?,
            "n" | "next" if self.number + 1 < self.entries.len() => self.open(self.number + 1)?,
            "n" | "next" => writeln!(self.out, "This is the last level.")?,
            "p" | "prev" | "previous" if self.number > 0 => self.open(self.number - 1)?,
            "p" | "prev" | "previous" => writeln!(self.out, "This is the first level.")?,
            "levels" => self.list()?,
            "level" => match argument.trim().parse::<usize>() {
                Ok(number) if (1..=self.entries.len()).contains(&number) => self.open(number - 1)?,
                _ => writeln!(self.out, "Levels go from 1 to {}.", self.entries.len())?,
            },
            _ => self.moves(line)?,
        }
        Ok(true)
    }

    fn go(&mut self, moment: usize) -> io::Result<()> {
        self.session.go(moment);
        self.show()
    }

    fn moves(&mut self, line: &str) -> io::Result<()> {
        let Ok(plan) = Plan::parse(line) else {
            return writeln!(self.out, "This is neither a move nor a command; ? lists them.");
        };
        for (number, &press) in plan.0.iter().enumerate() {
            if self.session.press(press) == Outcome::Blocked {
                writeln!(self.out, "Move {} ({}) is blocked.", number + 1, press.letter())?;
                break;
            }
        }
        self.show()
    }

    fn list(&mut self) -> io::Result<()> {
        for (number, entry) in self.entries.iter().enumerate() {
            let mark = if self.solved.contains(&number) { "solved" } else { "" };
            let (title, game) = (clean(&words::title(entry)), entry.level.game());
            writeln!(self.out, "{:>4} {mark:6} {game:7} {title}", number + 1)?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        let Some(report) = self.search(self.limits.hint)? else { return Ok(()) };
        let hint = presses(&report).and_then(|plan| Hint::of(&plan, self.session.at()));
        match hint {
            Some(hint) => writeln!(self.out, "Hint: {}", hint.words),
            None => writeln!(self.out, "{}", words::failure(&report)),
        }
    }

    fn solve(&mut self, watch: bool) -> io::Result<()> {
        let Some(report) = self.search(self.limits.time)? else { return Ok(()) };
        let (Status::Solved, Some(plan)) = (report.status, presses(&report)) else {
            return writeln!(self.out, "{}", words::failure(&report));
        };
        if watch {
            return frames(self.session.at(), &plan, &mut self.out);
        }
        let length = words::length(report.game, report.moves.unwrap_or(0), report.pushes.unwrap_or(0));
        writeln!(self.out, "Solution: {length}\n{}", report.solution.unwrap_or_default())
    }

    /// Solves the position at hand, unless there is nothing to solve.
    fn search(&mut self, time: Duration) -> io::Result<Option<Report>> {
        if self.session.at().is_solved() {
            writeln!(self.out, "It is solved.")?;
            return Ok(None);
        }
        let request = Request { time: Some(time), memory: self.limits.memory, ..Request::default() };
        Ok(Some(solve_level(&self.session.at().level(), &request, |_| {})))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{self, Selection};

    fn played(source: &str, input: &str) -> String {
        let sources = vec![source::read("x.txt", source.as_bytes()).unwrap()];
        let entries = source::entries(sources, &Selection::default());
        let limits = Limits { hint: Duration::from_secs(20), time: Duration::from_secs(20), memory: 1 << 28 };
        let mut out = Vec::new();
        play(&entries, limits, input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_level_is_played_to_the_end() {
        let out = played("; One\n######\n#@ $.#\n######\n\n; Two\n#####\n#@$.#\n#####\n", "rr\nn\nR\nlevels\nn\nq\n");
        assert!(out.contains("Solved in 2 moves, 1 push."), "{out}");
        assert!(out.contains("Two (Sokoban, 2 of 2)") && out.contains("Solved in 1 move, 1 push."), "{out}");
        assert!(out.contains("   1 solved Sokoban One") && out.contains("This is the last level."), "{out}");
    }

    #[test]
    fn undo_hint_solve_and_the_warning() {
        let room = "########\n#      #\n#@$  . #\n#      #\n########\n";
        let out = played(room, "h\ns\nrurdd\nb\nz 2\ny\nrestart\nx\n99l\n");
        assert!(out.contains("Hint: push right at column 3, row 3"), "{out}");
        assert!(out.contains("Solution: 3 moves, 3 pushes\nRRR"), "{out}");
        assert!(
            out.contains("This can no longer be solved. This box stands where no push leads to a goal. (4,4)"),
            "{out}"
        );
        assert!(out.contains("neither a move nor a command") && out.contains("Move 1 (l) is blocked."), "{out}");
        assert!(out.ends_with("> \n"));
    }

    #[test]
    fn kwirk_switches_and_is_watched() {
        let out = played("#######\n#1a   #\n#2   %#\n#######\n", "s\nw\nhint\n");
        assert!(out.contains("character 2 (2 in the room)"), "{out}");
        assert!(out.contains("solved: ") && out.contains("Hint: leave right"), "{out}");
    }

    #[test]
    fn levels_with_faults_can_be_looked_at() {
        let out = played("#####\n# $ #\n#####\n", "r\nh\n");
        assert!(out.contains("This level has a fault") && out.contains("is blocked"), "{out}");
    }
}
