//! The program in a pseudo-terminal, and what is on its screen.
//!
//! A screen is waited for, never slept for: a test says what it expects to see and fails if that does not come. Pictures of
//! whole screens are in `tests/screens`; `BLESS=1 cargo test --test terminal` makes them anew, to be looked at before
//! they are committed.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long something may take to come; searches on a busy machine take their time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program and its terminal.
pub struct Pty {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Whether there is nobody left to write.
    has_closed: bool,
    /// The settings of the line before the program began.
    settings: String,
}

impl Pty {
    /// Runs boxwright on a screen of so many columns and rows.
    pub fn boxwright(arguments: &[&str], columns: u16, rows: u16, variables: &[(&str, &str)]) -> Pty {
        Pty::run(Path::new(env!("CARGO_BIN_EXE_boxwright")), arguments, columns, rows, variables)
    }

    /// Runs any program.
    pub fn run(program: &Path, arguments: &[&str], columns: u16, rows: u16, variables: &[(&str, &str)]) -> Pty {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let settings = settings(&*pair.master);
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_remove("NO_COLOR");
        command.env("RUST_BACKTRACE", "0");
        command.env("TERM", "xterm-256color");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program runs");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keyboard = pair.master.take_writer().expect("a writer");
        let (send, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read) = reader.read(&mut bytes) {
                if read == 0 || send.send(bytes[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        // The other end must close with the program.
        drop(pair.slave);
        Pty {
            master: pair.master,
            child,
            keyboard,
            output,
            parser: vt100::Parser::new(some(rows), some(columns), 0),
            has_closed: false,
            settings,
        }
    }

    /// Types something.
    pub fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the program listens");
        self.keyboard.flush().expect("the program listens");
    }

    /// Presses the mouse at a place, counted from 0.
    pub fn click(&mut self, column: usize, row: usize) {
        self.send(&format!("\x1b[<0;{};{}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    /// Another size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(some(rows), some(columns));
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a new size");
    }

    /// The screen with all that has come so far.
    pub fn screen(&mut self) -> String {
        loop {
            match self.output.try_recv() {
                Ok(bytes) => self.parser.process(&bytes),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.has_closed = true;
                    break;
                }
            }
        }
        let (_, columns) = self.parser.screen().size();
        let rows: Vec<String> =
            self.parser.screen().rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned() + "\n"
    }

    /// The terminal as it is.
    pub fn terminal(&mut self) -> &vt100::Screen {
        self.screen();
        self.parser.screen()
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    pub fn wait(&mut self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(!self.has_closed && begun.elapsed() < PATIENCE, "{what} does not come:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for some words.
    #[track_caller]
    pub fn see(&mut self, words: &str) -> String {
        self.wait(words, |screen| screen.contains(words))
    }

    /// Waits for a screen that is kept as a file.
    #[track_caller]
    pub fn picture(&mut self, name: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
        if std::env::var_os("BLESS").is_some() {
            // Whatever is still to come should have come by then.
            thread::sleep(Duration::from_secs(1));
            std::fs::write(&path, self.screen()).expect("a file can be written");
        }
        let expected = std::fs::read_to_string(&path).expect("the picture is there").replace('\r', "");
        self.wait(&format!("the picture {name}:\n{expected}\nit"), |screen| screen == expected);
    }

    /// Waits for the end; the exit status.
    pub fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                // What it said last may still be on its way.
                thread::sleep(Duration::from_millis(100));
                self.screen();
                return status.exit_code();
            }
            let screen = self.screen();
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Checks that the terminal is as it was before the program began.
    #[track_caller]
    pub fn assert_restored(&mut self) {
        let now = settings(&*self.master);
        assert_eq!(now, self.settings, "the settings of the line");
        let screen = self.terminal();
        assert!(!screen.alternate_screen(), "still on the other screen");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is still ours");
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a screen has a size")
}

fn settings(master: &(dyn MasterPty + Send)) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has settings"))
}
