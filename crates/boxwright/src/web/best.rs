//! The best known of the built-in levels, so that players see at once how good they are.
//!
//! The solutions are in `levels/best.txt` and are replayed before their numbers are shown.

use serde_json::{Value, json};

use crate::game::AnyLevel;

const LIST: &str = include_str!("../../../../levels/best.txt");

/// A line of the list.
struct Line {
    collection: &'static str,
    number: usize,
    objective: &'static str,
    proven: bool,
    solution: &'static str,
}

fn lines() -> impl Iterator<Item = Line> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split(' ');
        Some(Line {
            collection: words.next()?,
            number: words.next()?.parse().ok()?,
            objective: words.next()?,
            proven: words.next()? == "proven",
            solution: words.next()?,
        })
    })
}

/// The fewest pushes and moves that are known of a level, whether they are proven, and a solution.
pub(super) fn known(collection: &str, number: usize, level: &AnyLevel) -> Value {
    let mut best = Value::Null;
    for line in lines().filter(|line| line.collection == collection && line.number == number) {
        let Ok(replayed) = level.replay(line.solution) else { continue };
        let counted = if line.objective == "pushes" { replayed.pushes } else { replayed.moves };
        best[line.objective] = json!({ "count": counted, "proven": line.proven });
        best["solution"] = json!(replayed.text);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{builtin, source};

    #[test]
    fn every_level_has_its_best_and_every_line_is_a_solution() {
        let mut used = 0;
        for builtin in builtin::COLLECTIONS {
            let source = source::read(builtin.file, builtin.text.as_bytes()).unwrap();
            for (index, level) in source.levels.iter().enumerate() {
                let best = known(builtin.name, index + 1, level);
                for objective in ["pushes", "moves"] {
                    assert!(best[objective]["count"].is_u64(), "{} {}: {objective}", builtin.name, index + 1);
                    used += 1;
                }
            }
        }
        assert_eq!(used, lines().count());
        assert_eq!(lines().count(), LIST.lines().filter(|l| !l.starts_with('#')).count());
    }
}
