//! A plain directed graph as a domain: the smallest example of one, and what algorithms are tested on.

use crate::packed::{BitReader, BitWriter, bits_for};
use crate::{Cost, Domain};

/// A directed graph with edge costs; states are its vertices, actions numbers of edges.
#[derive(Clone, Debug)]
pub struct Graph {
    /// For each vertex, where its edges lead and what they cost.
    pub edges: Vec<Vec<(usize, Cost)>>,
    /// Which vertices are goals.
    pub goals: Vec<bool>,
    /// Where a search begins.
    pub roots: Vec<usize>,
    /// Whether every edge costs 1.
    pub unit: bool,
    /// How many different keys there are; fewer than vertices to test that collisions do not matter.
    pub keys: u64,
}

impl Graph {
    /// The cost from every vertex to the nearest goal, found backwards in the obvious way.
    #[must_use]
    pub fn distances(&self) -> Vec<Option<Cost>> {
        let mut distance: Vec<Option<Cost>> = self.goals.iter().map(|&g| g.then_some(0)).collect();
        loop {
            let mut changed = false;
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    if let Some(d) = distance[to]
                        && distance[from].is_none_or(|known| d + cost < known)
                    {
                        distance[from] = Some(d + cost);
                        changed = true;
                    }
                }
            }
            if !changed {
                return distance;
            }
        }
    }

    /// The cost of following these edges from the root from which they lead to a goal most cheaply, if there is one.
    #[must_use]
    pub fn cost_of(&self, actions: &[usize]) -> Option<Cost> {
        let follow = |root: usize| {
            let step = |(at, cost): (usize, Cost), &action: &usize| {
                let &(to, step) = self.edges[at].get(action)?;
                Some((to, cost + step))
            };
            actions.iter().try_fold((root, 0), step).filter(|&(at, _)| self.goals[at]).map(|(_, cost)| cost)
        };
        self.roots.iter().filter_map(|&root| follow(root)).min()
    }

    fn bits(&self) -> u32 {
        bits_for(self.edges.len())
    }
}

impl Domain for Graph {
    type State = usize;
    type Action = usize;

    fn packed_bits(&self) -> usize {
        self.bits() as usize
    }

    fn pack(&self, state: &usize, bits: &mut BitWriter<'_>) {
        bits.write(*state as u64, self.bits());
    }

    fn unpack(&self, bits: &mut BitReader<'_>, state: &mut usize) {
        *state = bits.read(self.bits()) as usize;
    }

    fn key(&self, state: &usize) -> u64 {
        (*state as u64 % self.keys + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn key_of(&self, bits: &mut BitReader<'_>) -> u64 {
        self.key(&(bits.read(self.bits()) as usize))
    }

    fn roots(&self) -> Vec<usize> {
        self.roots.clone()
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.goals[*state]
    }

    fn expand(&self, state: &mut usize, mut visit: impl FnMut(&usize, usize, Cost)) {
        for (action, &(to, cost)) in self.edges[*state].iter().enumerate() {
            visit(&to, action, cost);
        }
    }

    fn unit_cost(&self) -> bool {
        self.unit
    }
}
