//! `boxwright completions` and `boxwright man`: made from the same definition as the parser.

use std::io::{self, Write};

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Cli, Failure, OK};

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright completions bash > ~/.local/share/bash-completion/completions/boxwright
  boxwright completions zsh > ~/.zfunc/_boxwright
  boxwright completions fish > ~/.config/fish/completions/boxwright.fish")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the man page, all commands included
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  boxwright man | man -l -
  boxwright man > ~/.local/share/man/man1/boxwright.1")]
pub(super) struct ManArgs {}

/// Prints the script.
pub(super) fn run(args: &CompletionsArgs) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "boxwright", &mut script);
    io::stdout().write_all(&script)?;
    Ok(OK)
}

/// Prints the page: the program first, then a section for each command.
pub(super) fn man(_: &ManArgs) -> Result<u8, Failure> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    notes(&command, ".SH", &mut page)?;
    for subcommand in command.get_subcommands() {
        section(subcommand, &mut page)?;
    }
    man.render_version_section(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(OK)
}

/// A command as a section: what would be sections of a page of its own become subsections.
fn section(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    writeln!(page, ".SH \"{}\"", name.to_uppercase())?;
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    page.write_all(String::from_utf8_lossy(&text).replace(".SH ", ".SS ").as_bytes())?;
    notes(command, ".SS", page)
}

/// The examples and remarks of a command, line by line as they are.
fn notes(command: &Command, heading: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let Some(text) = command.get_after_long_help().or(command.get_after_help()) else { return Ok(()) };
    writeln!(page, "{heading} NOTES\n.nf")?;
    for line in text.to_string().lines() {
        // `\\&` keeps a line that begins with a dot or a quote from being a request.
        writeln!(page, "\\&{}", line.replace('\\', "\\\\").replace('-', "\\-"))?;
    }
    writeln!(page, ".fi")
}
