//! Systems of equations with a sparse symmetric positive definite matrix. Each row stores its entries from the first
//! non-zero one to the diagonal (a skyline), which is all that Cholesky's factor fills. The rows are in reverse
//! Cuthill-`McKee` order, which keeps neighbours near each other. A chain of bots then takes time proportional to its
//! length, and a full round-robin is an ordinary matrix.

use std::collections::VecDeque;

/// Where the entries are.
#[derive(Clone, Debug)]
pub(in crate::contest) struct Shape {
    /// The row of each parameter; `None` for one that is fixed.
    rows: Vec<Option<usize>>,
    /// The first entry of each row.
    first: Vec<usize>,
    /// Where each row begins among the values.
    start: Vec<usize>,
    /// How many values there are.
    size: usize,
}

impl Shape {
    /// The shape of a matrix over parameters. `near` lists, for each, the others with which it has an entry.
    /// Parameters from `last` on come last.
    pub(in crate::contest) fn new(near: &[Vec<usize>], fixed: &[bool], last: usize) -> Shape {
        let degree = |at: &usize| (near[*at].len(), *at);
        let mut starts: Vec<usize> = (0..last).filter(|at| !fixed[*at]).collect();
        starts.sort_by_key(degree);
        let mut seen = fixed.to_vec();
        let mut order: Vec<usize> = Vec::new();
        let mut queue = VecDeque::new();
        for from in starts {
            queue.push_back(from);
            while let Some(at) = queue.pop_front() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                order.push(at);
                let mut next: Vec<usize> =
                    near[at].iter().copied().filter(|next| *next < last && !seen[*next]).collect();
                next.sort_by_key(degree);
                queue.extend(next);
            }
        }
        order.reverse();
        order.extend((last..near.len()).filter(|at| !fixed[*at]));
        let mut rows = vec![None; near.len()];
        order.iter().enumerate().for_each(|(row, at)| rows[*at] = Some(row));
        let of_row = |(row, at): (usize, &usize)| {
            near[*at].iter().filter_map(|other| rows[*other]).min().unwrap_or(row).min(row)
        };
        let first: Vec<usize> = order.iter().enumerate().map(of_row).collect();
        let mut size = 0;
        let start = first.iter().enumerate().map(|(row, first)| {
            let start = size;
            size += row - first + 1;
            start
        });
        let start = start.collect();
        Shape { rows, first, start, size }
    }

    /// A matrix of zeros.
    pub(in crate::contest) fn zeros(&self) -> Vec<f64> {
        vec![0.0; self.size]
    }

    /// Adds to the entry of two parameters. Call it once per pair, so the diagonal is counted once.
    pub(in crate::contest) fn add(&self, values: &mut [f64], one: usize, two: usize, by: f64) {
        if let (Some(one), Some(two)) = (self.rows[one], self.rows[two]) {
            let (row, column) = (one.max(two), one.min(two));
            values[self.start[row] + column - self.first[row]] += by;
        }
    }

    /// The entries of a row.
    fn row<'a>(&self, values: &'a [f64], row: usize) -> &'a [f64] {
        &values[self.start[row]..=self.start[row] + row - self.first[row]]
    }

    /// Replaces the matrix by Cholesky's factor. A diagonal that is not positive is made positive: far from the
    /// maximum, where curvature vanishes, a step must still be possible.
    pub(in crate::contest) fn factor(&self, values: &mut [f64]) {
        for row in 0..self.first.len() {
            let from = self.first[row];
            for column in from..=row {
                let both = from.max(self.first[column]);
                let length = column - both;
                let one = self.start[row] + both - from;
                let two = self.start[column] + both - self.first[column];
                let sum = dot(&values[one..one + length], &values[two..two + length]);
                let at = self.start[row] + column - from;
                let left = values[at] - sum;
                values[at] = if column == row {
                    left.max(1e-12).sqrt()
                } else {
                    left / values[self.start[column] + column - self.first[column]]
                };
            }
        }
    }

    /// Solves for the parameters with a factor; fixed ones stay 0.
    pub(in crate::contest) fn solve(&self, factor: &[f64], right: &[f64]) -> Vec<f64> {
        let rows = self.first.len();
        let mut vector = vec![0.0; rows];
        for (at, row) in self.rows.iter().enumerate() {
            if let Some(row) = row {
                vector[*row] = right[at];
            }
        }
        for row in 0..rows {
            let (before, diagonal) = self.row(factor, row).split_at(row - self.first[row]);
            vector[row] = (vector[row] - dot(before, &vector[self.first[row]..row])) / diagonal[0];
        }
        for row in (0..rows).rev() {
            let (before, diagonal) = self.row(factor, row).split_at(row - self.first[row]);
            vector[row] /= diagonal[0];
            let value = vector[row];
            vector[self.first[row]..row].iter_mut().zip(before).for_each(|(at, entry)| *at -= entry * value);
        }
        self.rows.iter().map(|row| row.map_or(0.0, |row| vector[row])).collect()
    }
}

/// The dot product, summed in four strands that a processor adds in parallel.
pub(in crate::contest) fn dot(one: &[f64], two: &[f64]) -> f64 {
    let mut strands = [0.0; 4];
    let (one_fours, two_fours) = (one.chunks_exact(4), two.chunks_exact(4));
    let rest: f64 = one_fours.remainder().iter().zip(two_fours.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in one_fours.zip(two_fours) {
        for strand in 0..4 {
            strands[strand] += a[strand] * b[strand];
        }
    }
    strands.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        // 0 - 2 - 1 - 3, and 4 next to all of them; 5 is fixed.
        let pairs = [(0, 2), (2, 1), (1, 3), (0, 4), (1, 4), (2, 4), (3, 4), (0, 5)];
        let mut near = vec![Vec::new(); 6];
        for (a, b) in pairs {
            near[a].push(b);
            near[b].push(a);
        }
        let shape = Shape::new(&near, &[false, false, false, false, false, true], 4);
        let mut matrix = shape.zeros();
        let entry = |a: usize, b: usize| if a == b { 5.0 + a as f64 } else { -1.0 };
        for (a, b) in pairs.into_iter().chain((0..5).map(|a| (a, a))) {
            shape.add(&mut matrix, a, b, entry(a, b));
        }
        shape.factor(&mut matrix);
        let right = [1.0, -2.0, 3.0, 0.5, 4.0, 9.0];
        let found = shape.solve(&matrix, &right);
        assert!(found[5].abs() < f64::EPSILON);
        for a in 0..5 {
            let of = |b: &usize| entry(a, *b) * found[*b];
            let sum: f64 = of(&a) + near[a].iter().map(of).sum::<f64>();
            assert!((sum - right[a]).abs() < 1e-9, "{a}: {sum}");
        }
        assert!((dot(&[1.0; 7], &[2.0; 7]) - 14.0).abs() < f64::EPSILON);
    }
}
