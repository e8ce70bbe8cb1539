//! Null spaces and linear programs of small systems, exactly.
//!
//! All numbers are integers over one common denominator, which is the last pivot (Bareiss, *Sylvester's
//! identity and multistep integer-preserving Gaussian elimination*, 1968; for the simplex method: Edmonds).
//! Every entry is a minor of the matrix that was given, so divisions are exact and entries stay as small as
//! they can in integers. Where one does not fit, there is no answer: whoever asks has to do without.
//!
//! * [`null_space`]: elimination in all rows, column by column. A basis of all solutions, of integers without
//!   a common divisor.
//! * [`maximise`]: the primal simplex method from the origin, which has to be allowed. Bland's rule (1977)
//!   keeps it from going round.
//!
//! Cost: a step is linear in the entries; elimination has as many steps as unknowns. The simplex method may
//! take exponentially many, so they are limited. Tested with systems worked out by hand, and by trying all
//! small solutions of random ones.

use suppose_base::{Budget, Poll, StopReason};

/// Most steps of the simplex method.
const STEPS: usize = 2000;

/// Rows of integers that stand for rationals: each is to be divided by `scale`, which is positive.
struct Tableau {
    rows: Vec<Vec<i128>>,
    scale: i128,
}

impl Tableau {
    /// Work for looking at all entries.
    fn work(&self) -> u64 {
        self.rows.iter().map(|row| 2 * row.len() as u64).sum()
    }

    /// Makes a column zero in all rows but one, where it has a positive entry; none if numbers get too large.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let chosen = self.rows[row].clone();
        let pivot = chosen[column];
        for other in self.rows.iter_mut().enumerate().filter(|&(at, _)| at != row).map(|(_, other)| other) {
            let factor = other[column];
            for (entry, &mine) in other.iter_mut().zip(&chosen) {
                *entry = entry.checked_mul(pivot)?.checked_sub(factor.checked_mul(mine)?)? / self.scale;
            }
        }
        self.scale = pivot;
        Some(())
    }
}

/// A basis of the vectors on which all equations are zero; none if numbers get too large.
///
/// # Errors
/// When the budget is spent.
pub(super) fn null_space(
    equations: Vec<Vec<i128>>,
    unknowns: usize,
    budget: &Budget,
) -> Result<Option<Vec<Vec<i128>>>, StopReason> {
    let mut tableau = Tableau { rows: equations, scale: 1 };
    // For each column the row that gives its unknown; the others are free.
    let mut given: Vec<Option<usize>> = Vec::with_capacity(unknowns);
    let mut used = vec![false; tableau.rows.len()];
    for column in 0..unknowns {
        budget.pay(Poll::Compose, tableau.work())?;
        let row = (0..used.len()).find(|&row| !used[row] && tableau.rows[row][column] != 0);
        if let Some(row) = row {
            used[row] = true;
            if tableau.rows[row][column] < 0 {
                tableau.rows[row].iter_mut().for_each(|entry| *entry = -*entry);
            }
            if tableau.pivot(row, column).is_none() {
                return Ok(None);
            }
        }
        given.push(row);
    }
    let free = (0..unknowns).filter(|&column| given[column].is_none());
    let basis = free.map(|free| {
        let mut vector: Vec<i128> =
            given.iter().map(|row| row.map_or(0, |row| -tableau.rows[row][free])).collect();
        vector[free] = tableau.scale;
        without_divisor(&mut vector);
        vector
    });
    Ok(Some(basis.collect()))
}

/// Where a linear form is largest among the points with entries that are not negative on which each of these
/// forms is at most its bound, which is not negative either. The point is scaled to integers; the last entry
/// says how often 1 fits into it. None if there is no largest value, numbers get too large or it takes too
/// long.
///
/// # Errors
/// When the budget is spent.
pub(super) fn maximise(
    form: &[i128],
    limits: &[(Vec<i128>, i128)],
    budget: &Budget,
) -> Result<Option<Vec<i128>>, StopReason> {
    let (unknowns, slacks) = (form.len(), limits.len());
    let bound = unknowns + slacks;
    let mut rows: Vec<Vec<i128>> = Vec::with_capacity(slacks + 1);
    for (at, (limit, most)) in limits.iter().enumerate() {
        let mut row = limit.clone();
        row.resize(bound + 1, 0);
        row[unknowns + at] = 1;
        row[bound] = *most;
        rows.push(row);
    }
    let mut last: Vec<i128> = form.iter().map(|entry| -entry).collect();
    last.resize(bound + 1, 0);
    rows.push(last);
    let mut tableau = Tableau { rows, scale: 1 };
    let mut basic: Vec<usize> = (unknowns..bound).collect();
    for _ in 0..STEPS {
        budget.pay(Poll::Compose, tableau.work())?;
        let Some(column) = (0..bound).find(|&column| tableau.rows[slacks][column] < 0) else {
            let mut point = vec![0; unknowns];
            for (&unknown, row) in basic.iter().zip(&tableau.rows) {
                if unknown < unknowns {
                    point[unknown] = row[bound];
                }
            }
            point.push(tableau.scale);
            without_divisor(&mut point);
            return Ok(Some(point));
        };
        let Some(row) = leaving(&tableau.rows[..slacks], &basic, column, bound) else { return Ok(None) };
        basic[row] = column;
        if tableau.pivot(row, column).is_none() {
            return Ok(None);
        }
    }
    Ok(None)
}

/// The row whose bound is met first when the unknown of a column grows.
fn leaving(rows: &[Vec<i128>], basic: &[usize], column: usize, bound: usize) -> Option<usize> {
    let mut best: Option<usize> = None;
    for row in (0..rows.len()).filter(|&row| rows[row][column] > 0) {
        let better = match best {
            None => true,
            Some(known) => {
                let mine = rows[row][bound].checked_mul(rows[known][column])?;
                let others = rows[known][bound].checked_mul(rows[row][column])?;
                (mine, basic[row]) < (others, basic[known])
            }
        };
        if better {
            best = Some(row);
        }
    }
    best
}

/// Divides integers by what they have in common.
fn without_divisor(vector: &mut [i128]) {
    let divisor = vector.iter().fold(0, |divisor, &entry| greatest_divisor(divisor, entry));
    if divisor > 1 {
        for entry in vector {
            *entry /= divisor;
        }
    }
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use suppose_testing::Random;

    use super::*;

    #[test]
    fn solutions_of_equations() {
        let budget = Budget::unlimited();
        let space = |rows: &[&[i128]], unknowns| {
            null_space(rows.iter().map(|row| row.to_vec()).collect(), unknowns, &budget).expect("no limit")
        };
        assert_eq!(space(&[], 2), Some(vec![vec![1, 0], vec![0, 1]]));
        assert_eq!(space(&[&[2, 4]], 2), Some(vec![vec![-2, 1]]));
        assert_eq!(space(&[&[1, 1, 0], &[0, 1, 1]], 3), Some(vec![vec![1, -1, 1]]));
        assert_eq!(space(&[&[-2, 3, 0], &[4, -6, 0], &[0, 0, 5]], 3), Some(vec![vec![3, 2, 0]]));
        assert_eq!(space(&[&[1, 2], &[3, 4]], 2), Some(vec![]));
        assert_eq!(space(&[&[i128::MAX, 2], &[3, 4]], 2), None);
    }

    #[test]
    fn largest_values() {
        let budget = Budget::unlimited();
        let best = |form: &[i128], limits: &[(&[i128], i128)]| {
            let limits: Vec<(Vec<i128>, i128)> =
                limits.iter().map(|(row, most)| (row.to_vec(), *most)).collect();
            maximise(form, &limits, &budget).expect("no limit")
        };
        // 3x + 5y with x ≤ 4, 2y ≤ 12, 3x + 2y ≤ 18: x = 2, y = 6.
        assert_eq!(best(&[3, 5], &[(&[1, 0], 4), (&[0, 2], 12), (&[3, 2], 18)]), Some(vec![2, 6, 1]));
        // x + y with 2x + y ≤ 1 and x + 2y ≤ 1: both a third.
        assert_eq!(best(&[1, 1], &[(&[2, 1], 1), (&[1, 2], 1)]), Some(vec![1, 1, 3]));
        assert_eq!(best(&[1, 0], &[(&[1, -1], 0)]), None);
        // Beale's example goes round for ever without a rule against it: 3/4 x − 150 y + 1/50 z − 6 w, here
        // with whole numbers.
        let beale: [(&[i128], i128); 3] =
            [(&[25, -6000, -4, 900], 0), (&[25, -4500, -1, 150], 0), (&[0, 0, 1, 0], 1)];
        assert_eq!(best(&[75, -15000, 2, -600], &beale), Some(vec![1, 0, 25, 0, 25]));
    }

    /// The largest value among all points whose entries are multiples of 1/6 up to 2; vertices of such small
    /// systems are found among them or beaten.
    #[test]
    fn no_point_is_better() {
        let budget = Budget::unlimited();
        let mut random = Random::new(7);
        for case in 0..300 {
            let small = |random: &mut Random| i128::from(random.below(5)) - 2;
            let form: Vec<i128> = (0..2).map(|_| small(&mut random)).collect();
            let mut limits: Vec<(Vec<i128>, i128)> = (0..3)
                .map(|_| (vec![small(&mut random), small(&mut random)], i128::from(random.below(3))))
                .collect();
            limits.extend([(vec![1, 0], 2), (vec![0, 1], 2)]);
            let point = maximise(&form, &limits, &budget).expect("no limit").expect("bounded");
            let value = |x: i128, y: i128| form[0] * x + form[1] * y;
            let allowed = |x: i128, y: i128, scale: i128| {
                x >= 0 && y >= 0 && limits.iter().all(|(row, most)| row[0] * x + row[1] * y <= most * scale)
            };
            assert!(allowed(point[0], point[1], point[2]), "case {case}");
            for (x, y) in (0..=12).flat_map(|x| (0..=12).map(move |y| (x, y))) {
                let better = value(x, y) * point[2] > value(point[0], point[1]) * 6;
                assert!(!(better && allowed(x, y, 6)), "case {case}: {x}/6, {y}/6");
            }
        }
    }
}
