//! Who does what at the lowest price: tasks are given to workers who can do several of them.
//!
//! Source: successive cheapest augmenting paths (Busacker and Gowen 1960), with Bellman and Ford's relaxation on the
//! workers, since there are a dozen of either. Cost: about a microsecond.

/// Not possible, or not reached.
const NEVER: i32 = i32::MAX;

/// An assignment problem, with working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Assignment {
    tasks: usize,
    workers: usize,
    /// By task and worker.
    prices: Vec<i32>,
    /// How many tasks a worker can do.
    capacity: Vec<usize>,
    load: Vec<usize>,
    given: Vec<Option<usize>>,
    /// By worker: what it costs to give him one more task, which task that would be, and who had it.
    reach: Vec<(i32, usize, Option<usize>)>,
}

impl Assignment {
    /// A new problem: nobody can do anything.
    pub(super) fn clear(&mut self, tasks: usize, workers: usize) {
        (self.tasks, self.workers) = (tasks, workers);
        self.prices.clear();
        self.prices.resize(tasks * workers, NEVER);
        self.capacity.clear();
        self.capacity.resize(workers, 0);
    }

    /// This worker can do these tasks together, each at that price.
    pub(super) fn allow(&mut self, worker: usize, tasks: &[usize], price: u32) {
        for &task in tasks {
            let known = &mut self.prices[task * self.workers + worker];
            *known = (*known).min(price as i32);
        }
        self.capacity[worker] = self.capacity[worker].max(tasks.len());
    }

    /// The lowest sum of prices if all tasks are given away; `None` if that is not possible.
    pub(super) fn cheapest(&mut self) -> Option<u32> {
        self.given.clear();
        self.given.resize(self.tasks, None);
        self.load.clear();
        self.load.resize(self.workers, 0);
        for task in 0..self.tasks {
            self.explore(task);
            let free = (0..self.workers).filter(|&w| self.load[w] < self.capacity[w] && self.reach[w].0 != NEVER);
            let mut worker = free.min_by_key(|&w| self.reach[w].0)?;
            self.load[worker] += 1;
            loop {
                let (_, task, from) = self.reach[worker];
                self.given[task] = Some(worker);
                let Some(from) = from else { break };
                worker = from;
            }
        }
        let given = self.given.iter().enumerate().filter_map(|(task, worker)| Some((task, (*worker)?)));
        Some(given.map(|(task, worker)| self.prices[task * self.workers + worker] as u32).sum())
    }

    /// The price of giving each worker one more task so that `new` is done too.
    fn explore(&mut self, new: usize) {
        let Assignment { workers, prices, given, reach, .. } = self;
        let price = |task: usize, worker: usize| prices[task * *workers + worker];
        reach.clear();
        reach.extend((0..*workers).map(|w| (price(new, w), new, None)));
        loop {
            let mut better = false;
            for (task, owner) in given.iter().enumerate().filter_map(|(t, w)| Some((t, (*w)?))) {
                let (so_far, ..) = reach[owner];
                if so_far == NEVER {
                    continue;
                }
                let without = so_far - price(task, owner);
                for other in (0..*workers).filter(|&w| w != owner && price(task, w) != NEVER) {
                    let sum = without + price(task, other);
                    if sum < reach[other].0 {
                        reach[other] = (sum, task, Some(owner));
                        better = true;
                    }
                }
            }
            if !better {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways, one after the other.
    fn brute(task: usize, prices: &[Vec<Option<u32>>], capacity: &mut [usize]) -> Option<u32> {
        if task == prices.len() {
            return Some(0);
        }
        let mut best: Option<u32> = None;
        for worker in 0..capacity.len() {
            if let Some(price) = prices[task][worker].filter(|_| capacity[worker] > 0) {
                capacity[worker] -= 1;
                let all = brute(task + 1, prices, capacity).map(|rest| rest + price);
                best = best.into_iter().chain(all).min();
                capacity[worker] += 1;
            }
        }
        best
    }

    #[test]
    fn finds_what_trying_everything_finds() {
        let mut assignment = Assignment::default();
        let mut solved = 0;
        for seed in 0..2000u64 {
            let random = |i: usize| boxwright_grid::scramble(seed << 16 | i as u64) >> 40;
            let (tasks, workers) = (1 + random(0) as usize % 5, 1 + random(1) as usize % 4);
            assignment.clear(tasks, workers);
            let mut capacity = vec![0; workers];
            let mut prices = vec![vec![None; workers]; tasks];
            for i in 0..6 {
                let (worker, first) = (random(10 * i + 2) as usize % workers, random(10 * i + 3) as usize % tasks);
                let some: Vec<usize> = (first..tasks.min(first + 1 + random(10 * i + 4) as usize % 2)).collect();
                let price = random(10 * i + 5) as u32 % 20;
                assignment.allow(worker, &some, price);
                capacity[worker] = capacity[worker].max(some.len());
                for task in some {
                    prices[task][worker] = prices[task][worker].into_iter().chain([price]).min();
                }
            }
            let expected = brute(0, &prices, &mut capacity);
            solved += usize::from(expected.is_some());
            assert_eq!(assignment.cheapest(), expected, "seed {seed}");
        }
        assert!(solved > 200, "{solved}: a poor sample");
    }
}
