//! Inputs that mean harm: they must end in an error or in levels with faults, soon, and in bounded memory.

use std::time::{Duration, Instant};

use boxwright_sokoban::{FaultKind, Level, ReadError, read};

/// Generous: the machine may be busy and the build unoptimised.
const SLACK: Duration = Duration::from_secs(10);

/// Reads, checks everything that was read, and fails if that takes too long.
fn outcome(name: &str, bytes: &[u8]) -> Result<Vec<FaultKind>, ReadError> {
    let start = Instant::now();
    let result = read(name, bytes)
        .map(|collection| collection.levels.iter().flat_map(Level::check).map(|fault| fault.kind).collect());
    let taken = start.elapsed();
    assert!(taken < SLACK, "took {taken:?}");
    if taken > SLACK / 10 {
        println!("{:?}… took {taken:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(30)]));
    }
    result
}

fn is_too_large(result: &Result<Vec<FaultKind>, ReadError>) -> bool {
    matches!(result.as_deref(), Ok([FaultKind::TooLarge { .. }]))
}

#[test]
fn long_lines() {
    for glyph in ["#", " ", "@", "x", "(", "9", "3(", "|", ">", ";", "\t", "-", "l", ":", "é"] {
        let line = glyph.repeat(10_000_000 / glyph.len());
        assert!(outcome("a.sok", line.as_bytes()).is_err(), "{glyph}");
        // As a row of a board the line may be anything but sound.
        let within = format!("#####\n{line}\n#@$.#\n#####\n#####\n");
        if let Ok(faults) = outcome("a.sok", within.as_bytes()) {
            assert!(!faults.is_empty() || ["x", "(", "9", "3(", "|", ";", "l", ":", "é"].contains(&glyph), "{glyph}");
        }
    }
}

#[test]
fn huge_boards() {
    let square = format!("{}\n", "#".repeat(5000)).repeat(5000);
    assert!(is_too_large(&outcome("a.xsb", square.as_bytes())));
    let ragged = format!("{}\n{}", "#".repeat(60_000), "#\n".repeat(60_000));
    assert!(is_too_large(&outcome("a.xsb", ragged.as_bytes())));
    let slc = format!(
        "<SokobanLevels><Level>{}</Level></SokobanLevels>",
        format!("<L>{}</L>", "#".repeat(5000)).repeat(2000)
    );
    assert!(is_too_large(&outcome("a.slc", slc.as_bytes())));
}

#[test]
fn run_length_bombs() {
    let bomb = outcome("a.sok", b"999999999#\n#@$.#\n5#\n");
    assert!(matches!(bomb.as_deref(), Ok([FaultKind::Rle(_)])), "{bomb:?}");
    assert!(outcome("a.sok", b"5#\n#@$.#\n9999(9999(9999(9999(9999(#)))))\n").is_ok_and(|faults| !faults.is_empty()));
    assert!(outcome("a.sok", "(".repeat(5_000_000).as_bytes()).is_err());
    let deep = format!("5#\n#@$.#\n{}#{}\n5#\n", "(".repeat(1_000_000), ")".repeat(1_000_000));
    assert!(outcome("a.sok", deep.as_bytes()).is_ok_and(|faults| !faults.is_empty()));
    // Many rows and many boards that each are just within the limit.
    assert!(is_too_large(&outcome("a.sok", "65000#\n".repeat(100_000).as_bytes())));
    let many = outcome("a.sok", "20000#\n20000#\n20000#\n\n".repeat(100_000).as_bytes());
    assert!(matches!(many, Err(ReadError::TooMuch { .. })), "{many:?}");
    assert!(outcome("a.sok", "60000(#|)\n\n".repeat(100_000).as_bytes()).is_err());
}

#[test]
fn many_lines() {
    assert!(matches!(outcome("a.txt", "\n".repeat(30_000_000).as_bytes()), Err(ReadError::TooMuch { .. })));
    for line in ["#\n", "Title: x\n", "Comment:\n", "Comment-End:\n", "lurdlurd\n", "; 1\n", "-\n", "#?##\n", "x\n\n"] {
        let text = format!("###\n#@$.#\n#####\n{0}\n###\n#@$.#\n#####\n{0}", line.repeat(900_000));
        let _ = outcome("a.txt", text.as_bytes());
    }
    let levels = "#\n#??#####\n#\n\n".repeat(400_000);
    assert!(outcome("a.txt", levels.as_bytes()).is_ok_and(|faults| !faults.is_empty()));
}

#[test]
fn xml_bombs() {
    let nested = format!("<a>{}", "<a>".repeat(1_000_000));
    assert!(outcome("a.slc", nested.as_bytes()).is_err());
    let closed = format!("<a>{}{}</a>", "<b>".repeat(500_000), "</b>".repeat(500_000));
    assert!(outcome("a.slc", closed.as_bytes()).is_err());
    let laughs = r#"<!DOCTYPE a [<!ENTITY b "bbbbbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><a>&c;&c;&c;</a>"#;
    assert!(outcome("a.slc", laughs.as_bytes()).is_err());
    let wide = format!("<a>{}</a>", "<b/>".repeat(3_000_000));
    assert!(outcome("a.slc", wide.as_bytes()).is_err());
    assert!(outcome("a.slc", format!("<a {}>", "b='>' ".repeat(1_000_000)).as_bytes()).is_err());
    assert!(outcome("a.slc", b"<SokobanLevels><Level/><Level><L/></Level></SokobanLevels>").is_ok());
    assert!(outcome("a.slc", b"").is_err());
}

#[test]
fn noise_and_truncation() {
    assert_eq!(outcome("a.xsb", b"#####\n#@$.#\n##\0##\n"), Err(ReadError::Binary));
    assert_eq!(outcome("a.xsb", &[0xff; 1000]), Err(ReadError::NoLevel));
    assert!(outcome("a.xsb", &vec![0; 65 << 20]).is_err());
    let text =
        "Collection: x\n\nTitle\n\n3#|#@6#|#-$3-.#|8#\nComment:\n###\nComment-End:\n\nSolution\n2(rR)\n".as_bytes();
    let xml = b"<?xml version=\"1.0\"?><SokobanLevels><Level Id=\"1\"><L>###</L><L>#@#</L></Level></SokobanLevels>";
    for (name, whole) in [("a.sok", text), ("a.slc", &xml[..])] {
        for length in 0..whole.len() {
            let _ = outcome(name, &whole[..length]);
        }
    }
    let mut state = 1_u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as u8
    })
    .take(1 << 20)
    .collect();
    assert!(outcome("a.xsb", &noise).is_err());
    let printable: Vec<u8> = noise.iter().map(|byte| b"#@$.*+ -_pb\n\n3()|>;:lurd"[usize::from(*byte) % 24]).collect();
    let _ = outcome("a.sok", &printable);
}
