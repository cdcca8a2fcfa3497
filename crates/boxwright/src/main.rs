//! The program `boxwright`; everything is in the library.

fn main() -> std::process::ExitCode {
    boxwright::cli::main()
}
