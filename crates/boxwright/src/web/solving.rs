//! A search asked for by the page.

use std::str::FromStr;
use std::time::Duration;

use boxwright_serve::{Allowance, Job, Problem};
use serde::Deserialize;
use serde_json::{Value, json};

use super::level::Sent;
use crate::game::AnyLevel;
use crate::{Cancel, Objective, Request, solve, solve_watched};

#[derive(Deserialize)]
struct Asked {
    #[serde(flatten)]
    level: Sent,
    strategy: Option<String>,
    objective: Option<String>,
    /// Seconds.
    time: Option<f64>,
}

struct Search {
    level: AnyLevel,
    request: Request,
}

/// Checks what is asked.
pub(super) fn prepare(request: Value, allowance: Allowance) -> Result<Box<dyn Job>, Problem> {
    let asked: Asked = serde_json::from_value(request)?;
    let level = asked.level.sound_level()?;
    let objective = asked.objective.as_deref().map_or(Ok(Objective::Any), Objective::from_str)?;
    let strategy = asked.strategy.unwrap_or_else(|| "auto".to_owned());
    let means = crate::Means::default();
    let spec = solve::check_strategy(level.game(), &strategy)?;
    solve::promises(level.game(), &spec, objective, &means)?.check(&spec, objective)?;
    let wanted = asked.time.filter(|t| *t > 0.0).and_then(|t| Duration::try_from_secs_f64(t).ok());
    let time = wanted.map_or(allowance.time, |t| t.min(allowance.time));
    let request =
        Request { strategy, objective, time: Some(time), memory: allowance.memory, means, ..Request::default() };
    Ok(Box::new(Search { level, request }))
}

impl Job for Search {
    fn run(self: Box<Self>, cancel: &Cancel, tell: &mut dyn FnMut(Value)) -> Value {
        let request = Request { cancel: cancel.clone(), ..self.request };
        let begun = std::time::Instant::now();
        let mut turn = 0_u32;
        let report = solve_watched(&self.level, &request, |progress| {
            let statistics = &progress.statistics;
            // A glimpse takes a path through the table; every third time is often enough for the eye.
            let glimpse = if turn.is_multiple_of(3) { progress.glimpse() } else { None };
            turn = turn.wrapping_add(1);
            tell(json!({
                "seconds": begun.elapsed().as_secs_f64(),
                "expanded": statistics.expanded,
                "generated": statistics.generated,
                "stored": statistics.stored,
                "depth": statistics.depth,
                "bytes": statistics.bytes,
                "lower_bound": statistics.lower_bound,
                "leader": progress.leader,
                "glimpse": glimpse,
            }));
        });
        serde_json::to_value(&report).unwrap_or_else(|error| json!({ "error": error.to_string() }))
    }
}
