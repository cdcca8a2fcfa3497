//! Linear least squares: the weights with which features come nearest to what they should be worth.
//!
//! Samples are added up in the normal equations, which are as small as the features are many, so there may be any number of
//! samples. A little is charged for large weights (ridge regression): features that say the same share a weight, and one
//! that never occurs has none.

use super::{FEATURES, Features};

const N: usize = FEATURES.len();

/// What a unit of squared weight costs, compared with the squared errors of one sample of weight one.
const RIDGE: f64 = 1e-3;

/// The sums.
#[derive(Clone, Debug)]
pub(super) struct LeastSquares {
    products: [[f64; N]; N],
    targets: [f64; N],
    samples: f64,
}

impl LeastSquares {
    pub(super) fn new() -> LeastSquares {
        LeastSquares { products: [[0.0; N]; N], targets: [0.0; N], samples: 0.0 }
    }

    /// Adds a sample that counts as much as `weight` says.
    pub(super) fn add(&mut self, features: &Features, target: f64, weight: f64) {
        for (row, a) in self.products.iter_mut().zip(features) {
            row.iter_mut().zip(features).for_each(|(sum, b)| *sum += weight * a * b);
        }
        self.targets.iter_mut().zip(features).for_each(|(sum, a)| *sum += weight * a * target);
        self.samples += weight;
    }

    /// The best weights. The equations are positive definite because of what large weights cost, so plain elimination will do.
    pub(super) fn solve(&self) -> Features {
        let mut rows = self.products;
        let mut solution = self.targets;
        (0..N).for_each(|n| rows[n][n] += RIDGE * self.samples.max(1.0));
        for pivot in 0..N {
            let (done, below) = rows.split_at_mut(pivot + 1);
            let above = &done[pivot];
            for (row, offset) in below.iter_mut().zip(1..) {
                let factor = row[pivot] / above[pivot];
                row.iter_mut().zip(above).for_each(|(value, above)| *value -= factor * above);
                solution[pivot + offset] -= factor * solution[pivot];
            }
        }
        for pivot in (0..N).rev() {
            let known: f64 = (pivot + 1..N).map(|n| rows[pivot][n] * solution[n]).sum();
            solution[pivot] = (solution[pivot] - known) / rows[pivot][pivot];
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boxwright_grid::SplitMix64;

    #[test]
    fn weights_are_found_again() {
        let mut random = SplitMix64(3);
        let mut number = || random.below(1000) as f64 / 1000.0;
        let truth: Features = std::array::from_fn(|n| n as f64 / 10.0 - 0.5);
        let mut sums = LeastSquares::new();
        for _ in 0..2000 {
            let features: Features = std::array::from_fn(|_| number());
            let target = features.iter().zip(truth).map(|(f, t)| f * t).sum();
            sums.add(&features, target, 1.0);
        }
        let found = sums.solve();
        assert!(found.iter().zip(truth).all(|(f, t)| (f - t).abs() < 0.05), "{found:?}");
    }

    #[test]
    fn features_that_say_the_same_share_a_weight() {
        let mut sums = LeastSquares::new();
        for n in 0..100 {
            let mut features = [0.0; N];
            features[..2].fill(f64::from(n % 10));
            sums.add(&features, f64::from(n % 10), 1.0);
        }
        let found = sums.solve();
        assert!((found[0] - 0.5).abs() < 0.01 && (found[1] - 0.5).abs() < 0.01 && found[2..] == [0.0; N - 2]);
        assert_eq!(LeastSquares::new().solve(), [0.0; N]);
    }
}
