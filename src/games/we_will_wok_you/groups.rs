//! How many combinations go on each group wok: the only part of the best declaration that needs a search.
//!
//! A bound on what is still possible keeps the search short. Each ingredient gets a price, such that the cards of a
//! combination cost at least its points, on every group wok. Then nothing gives more than selling some cards at their
//! prices and using the rest without groups. How many to sell can be decided for each ingredient alone. Any
//! sufficiently high prices give a bound; lower prices give a better one.
//!
//! Usually a player has few cards and fewer groups, and trying all numbers is less work than finding prices. Most
//! placements of cooks are not even worth that: a combination adds at most its points minus the least that its cards
//! give without it.

use super::cards::{DECK, INGREDIENTS};

/// The weight of a point against an unused card. A deck has 63 cards, so points always come first.
pub(super) const POINT: u32 = 64;
/// Up to this many choices of the numbers of combinations are tried without a bound.
const FEW: usize = 64;
/// The most red cards there are.
pub(super) const REDS: usize = 21;

/// For each ingredient, the value of each number of its cards.
pub(super) type Tables = [[u32; DECK + 1]; INGREDIENTS];
/// The tables for an empty set of cards.
pub(super) const NO_TABLES: Tables = [[0; DECK + 1]; INGREDIENTS];

/// A number of cards of each ingredient.
pub(super) type Counts = [u8; INGREDIENTS];

/// A group wok: the cards of a combination, at least one, and its points.
#[derive(Copy, Clone)]
pub(super) struct Group {
    pub(super) needs: Counts,
    pub(super) points: u8,
}

impl Group {
    fn worth(self) -> u32 {
        POINT * u32::from(self.points)
    }

    /// The most combinations that the cards allow.
    fn most(self, left: Counts) -> u8 {
        self.needs.into_iter().zip(left).filter_map(|(need, left)| left.checked_div(need)).min().unwrap_or(0)
    }

    /// The most that its combinations can add beyond what their cards give without it.
    fn gain(self, tables: &Tables, cards: Counts) -> u32 {
        let most = self.most(cards);
        if most == 0 {
            return 0;
        }
        // The least that one more card of an ingredient gives.
        let least = |at: usize| {
            let table = &tables[at][..=usize::from(cards[at])];
            table.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0)
        };
        let needed = (0..INGREDIENTS).filter(|at| self.needs[*at] > 0);
        let without: u32 = needed.map(|at| u32::from(self.needs[at]) * least(at)).sum();
        u32::from(most) * self.worth().saturating_sub(without)
    }

    /// The cost of a combination's cards.
    fn cost(self, prices: &[u32; INGREDIENTS]) -> u32 {
        self.needs.iter().zip(prices).map(|(need, price)| u32::from(*need) * price).sum()
    }
}

/// The best result so far, and how much work may still be done.
pub(super) struct Search {
    /// The total to beat: the best so far, here or elsewhere.
    pub(super) best: u32,
    /// The remaining steps. A step tries one number of combinations; at zero the search ends.
    pub(super) steps: u32,
}

impl Search {
    /// Searches for the best numbers of combinations, with `made` already made and `tables` for the remaining cards;
    /// `None` if nothing beats the best so far.
    pub(super) fn run(&mut self, groups: &[Group], tables: &Tables, cards: Counts, made: u32) -> Option<[u8; REDS]> {
        let gains: u32 = groups.iter().map(|group| group.gain(tables, cards)).sum();
        if made + total(tables, cards) + gains <= self.best {
            return None;
        }
        let mut bounds = Vec::new();
        let ways = groups.iter().fold(1, |ways: usize, group| ways.saturating_mul(1 + usize::from(group.most(cards))));
        if ways > FEW {
            let first = priced(groups, tables, cards);
            if made + total(&first, cards) <= self.best {
                return None;
            }
            // With fewer groups to come, prices can be lower.
            bounds.push(first);
            bounds.extend((1..groups.len()).map(|at| priced(&groups[at..], tables, cards)));
        }
        let mut found = None;
        self.fill(groups, (tables, &bounds), cards, made, (0, &mut [0; REDS]), &mut found);
        found
    }

    /// Tries every number for the first remaining group and continues with the others. `bounds` has an entry for each
    /// of `groups` or is empty. The first of `groups` is number `at` in `now`, which holds the numbers being tried.
    fn fill(
        &mut self,
        groups: &[Group],
        (tables, bounds): (&Tables, &[Tables]),
        left: Counts,
        made: u32,
        (at, now): (usize, &mut [u8; REDS]),
        found: &mut Option<[u8; REDS]>,
    ) {
        self.steps = self.steps.saturating_sub(1);
        let Some((group, rest)) = groups.split_first() else {
            let all = made + total(tables, left);
            if all > self.best {
                self.best = all;
                *found = Some(*now);
            }
            return;
        };
        if bounds.first().is_some_and(|bound| made + total(bound, left) <= self.best) {
            return;
        }
        let bounds = bounds.get(1..).unwrap_or_default();
        for count in (0..=group.most(left)).rev() {
            now[at] = count;
            let mut after = left;
            for (after, need) in after.iter_mut().zip(group.needs) {
                *after -= need * count;
            }
            self.fill(rest, (tables, bounds), after, made + group.worth() * u32::from(count), (at + 1, now), found);
            if self.steps == 0 {
                break;
            }
        }
        now[at] = 0;
    }
}

/// The total value of these cards of each ingredient.
fn total(tables: &Tables, cards: Counts) -> u32 {
    tables.iter().zip(cards).map(|(table, cards)| table[usize::from(cards)]).sum()
}

/// For each ingredient, the most that any number of its cards can give, if each can also be sold.
fn priced(groups: &[Group], tables: &Tables, cards: Counts) -> Tables {
    let mut sold = *tables;
    for ((table, price), cards) in sold.iter_mut().zip(prices(groups, tables, cards)).zip(cards) {
        for n in 1..=usize::from(cards) {
            table[n] = table[n].max(table[n - 1] + price);
        }
    }
    sold
}

/// Prices at which the cards of each combination cost at least its points. Group by group, the missing amount is
/// added, a quarter at a time, to the ingredient whose price raises the bound least. Any excess is then taken back.
fn prices(groups: &[Group], tables: &Tables, cards: Counts) -> [u32; INGREDIENTS] {
    let mut prices = [0; INGREDIENTS];
    // The bound for one ingredient at a price.
    let bound = |at: usize, price: u32| {
        let cards = usize::from(cards[at]);
        (0..=cards).map(|sold| tables[at][cards - sold] + price * sold as u32).max().unwrap_or(0)
    };
    for group in groups {
        loop {
            let lacking = group.worth().saturating_sub(group.cost(&prices));
            if lacking == 0 {
                break;
            }
            let part = lacking.min(group.worth().div_ceil(4));
            let raised = |at: usize| prices[at] + part.div_ceil(u32::from(group.needs[at]));
            let dearer = |at: &usize| bound(*at, raised(*at)) - bound(*at, prices[*at]);
            let Some(at) = (0..INGREDIENTS).filter(|at| group.needs[*at] > 0).min_by_key(dearer) else { break };
            prices[at] = raised(at);
        }
    }
    for at in 0..INGREDIENTS {
        let needing = groups.iter().filter(|group| group.needs[at] > 0);
        let spare = |group: &Group| (group.cost(&prices) - group.worth()) / u32::from(group.needs[at]);
        let spare = needing.map(spare).min().unwrap_or(prices[at]);
        prices[at] -= spare.min(prices[at]);
    }
    prices
}
