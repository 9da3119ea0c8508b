//! How many combinations go on each group wok: the one part of the best declaration that has to be searched.
//!
//! What keeps the search short is a bound on what can still be made. Each ingredient is given a price, so that the cards of
//! a combination cost at least what it pays, on every group wok. Then nothing pays more than to sell cards at their prices
//! and to use the others without groups, and how many to sell is a question for each ingredient alone. Any prices that are
//! high enough give a bound; the lower, the better.
//!
//! A player has few cards and fewer groups as a rule, and then trying all numbers is less work than finding prices. Most
//! placements of cooks are not even worth that: each combination gives no more than what it pays beyond the least that
//! its cards give without it.

use super::cards::{DECK, INGREDIENTS};

/// What a point is worth beside an unused card. A deck has 63 cards, so points always come first.
pub(super) const POINT: u32 = 64;
/// How many ways to choose the numbers of combinations are tried without a bound.
const FEW: usize = 64;
/// The most red cards there are.
pub(super) const REDS: usize = 21;

/// For each ingredient, what so many of its cards give.
pub(super) type Tables = [[u32; DECK + 1]; INGREDIENTS];
/// The tables of no cards.
pub(super) const NO_TABLES: Tables = [[0; DECK + 1]; INGREDIENTS];

/// A number of cards of each ingredient.
pub(super) type Counts = [u8; INGREDIENTS];

/// A group wok: what a combination needs, which is a card at least, and its points.
#[derive(Copy, Clone)]
pub(super) struct Group {
    pub(super) needs: Counts,
    pub(super) points: u8,
}

impl Group {
    fn worth(self) -> u32 {
        POINT * u32::from(self.points)
    }

    /// How many combinations the cards allow.
    fn most(self, left: Counts) -> u8 {
        self.needs.into_iter().zip(left).filter_map(|(need, left)| left.checked_div(need)).min().unwrap_or(0)
    }

    /// The most that its combinations can give beyond what their cards give without it.
    fn gain(self, tables: &Tables, cards: Counts) -> u32 {
        let most = self.most(cards);
        if most == 0 {
            return 0;
        }
        // What one card more of an ingredient gives at least.
        let least = |at: usize| {
            let table = &tables[at][..=usize::from(cards[at])];
            table.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(0)
        };
        let needed = (0..INGREDIENTS).filter(|at| self.needs[*at] > 0);
        let without: u32 = needed.map(|at| u32::from(self.needs[at]) * least(at)).sum();
        u32::from(most) * self.worth().saturating_sub(without)
    }

    /// What the cards of a combination cost.
    fn cost(self, prices: &[u32; INGREDIENTS]) -> u32 {
        self.needs.iter().zip(prices).map(|(need, price)| u32::from(*need) * price).sum()
    }
}

/// The best that was found, and how much work may still be done.
pub(super) struct Search {
    /// The total to be beaten: the best so far, here or elsewhere.
    pub(super) best: u32,
    /// How many steps are left. A step is a number of combinations that is tried; without steps the search ends.
    pub(super) steps: u32,
}

impl Search {
    /// Looks for the numbers of combinations that give most, with `made` already made and `tables` for the cards that are
    /// left; `None` if nothing beats the best so far.
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
            // With fewer groups to come prices can be lower.
            bounds.push(first);
            bounds.extend((1..groups.len()).map(|at| priced(&groups[at..], tables, cards)));
        }
        let mut found = None;
        self.fill(groups, (tables, &bounds), cards, made, (0, &mut [0; REDS]), &mut found);
        found
    }

    /// Tries every number for the first of the groups that are left and goes on to the others. `bounds` has an entry for each
    /// of `groups` or none at all; the first of these is number `at` in `now`, the numbers that are being tried.
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

/// What so many cards of each ingredient give together.
fn total(tables: &Tables, cards: Counts) -> u32 {
    tables.iter().zip(cards).map(|(table, cards)| table[usize::from(cards)]).sum()
}

/// For each ingredient, the most that any number of its cards up to those there are can give, where each can also be sold.
fn priced(groups: &[Group], tables: &Tables, cards: Counts) -> Tables {
    let mut sold = *tables;
    for ((table, price), cards) in sold.iter_mut().zip(prices(groups, tables, cards)).zip(cards) {
        for n in 1..=usize::from(cards) {
            table[n] = table[n].max(table[n - 1] + price);
        }
    }
    sold
}

/// Prices at which the cards of each combination cost what it pays at least. Group by group, what is lacking is put, a
/// quarter at a time, on the ingredient where it raises the bound least; what turns out to be more than enough is taken back.
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
