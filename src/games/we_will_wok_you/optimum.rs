//! The best declaration that a player could make: the most points, and with these the most unused cards. It is exact
//! unless it would take more than [`MOST_STEPS`].
//!
//! The search tries every placement of the cooks that makes a difference. For one placement:
//!
//! * A wok that pays per card has room for any number. So a card's own value is the best value at any such wok. Only
//!   three things about a card matter: its ingredient, whether it is in hand, and whether it has a symbol.
//! * Group and hard woks accept any card of an ingredient, so they get the cards with the lowest own value.
//! * So the best use of any number of remaining cards of an ingredient, including hard woks, is a small table. Only
//!   the numbers of combinations on the group woks need a search (`groups`).
//!
//! Points and unused cards are compared as one number, `64 × points + unused`: a deck has 63 cards.

use super::cards::{DECK, Face, INGREDIENTS, Ingredient};
use super::declaration::{Declaration, Filled, Swap};
use super::groups::{Group, NO_TABLES, POINT, REDS, Search, Tables};
use super::woks::{Of, Red, Side, Wok, WokCards, Woks};
use super::{Cooks, Score, Seat, WeWillWokYou};

/// The most steps in the search for the best declaration. A step tries one number of combinations on a group wok. The
/// limit bounds the search to a second or two even for unusual editions; it counts steps instead of time, so that the
/// answer is always the same. All cards of the default edition in one hand, with all cooks and fourteen red cards,
/// take less than half of it, and real games come nowhere near it.
pub const MOST_STEPS: u32 = 1 << 24;
/// The cost, in steps, of evaluating one placement of the cooks before trying any combinations.
const PLACEMENT: u32 = 64;
/// Four classes of cards: in hand or not, with or without a symbol.
const CLASSES: usize = 4;

/// The card of a double man, and whether his values are exchanged; `None` if he is on none.
type Man = Option<(Wok, bool)>;

/// The places of the cooks.
#[derive(Copy, Clone, Default)]
struct Placement {
    /// The card of the almighty man.
    almighty: Option<Wok>,
    /// The card of the changing man.
    changing: Option<Wok>,
    /// His replacement.
    swap: Option<Swap>,
    /// The cards of the double men W22 and W23, and whether their values are exchanged.
    men: [Man; 2],
    /// Whether W22 counts if both are on one card.
    first_holds: bool,
}

impl Placement {
    /// The double man that counts on a card, and whether his values are exchanged.
    fn holder(&self, wok: Wok) -> Option<(Wok, bool)> {
        let on = |at: usize, man| self.men[at].filter(|(card, _)| *card == wok).map(|(_, mirror)| (man, mirror));
        let (first, second) = (on(0, Wok::DOUBLE_MAN), on(1, Wok::OTHER_DOUBLE_MAN));
        if self.first_holds { first.or(second) } else { second.or(first) }
    }

    /// The effect of a red card under this placement.
    fn cooked(&self, woks: &WokCards, wok: Wok) -> Option<Red> {
        let swap = self.swap.filter(|_| self.changing == Some(wok));
        woks.changed(wok, self.almighty == Some(wok), swap, self.holder(wok))
    }
}

/// The cards of a player, by ingredient and class.
pub(super) struct Supply {
    classes: [[u8; CLASSES]; INGREDIENTS],
    all: [u8; INGREDIENTS],
}

fn class(in_hand: bool, face: Face) -> usize {
    usize::from(in_hand) + 2 * usize::from(face.is_plain())
}

impl Supply {
    pub(super) fn of(seat: &Seat) -> Supply {
        let mut supply = Supply { classes: [[0; CLASSES]; INGREDIENTS], all: [0; INGREDIENTS] };
        for (cards, in_hand) in [(&seat.hand, true), (&seat.laid, false)] {
            for face in cards.faces() {
                supply.classes[face.ingredient() as usize][class(in_hand, *face)] += 1;
                supply.all[face.ingredient() as usize] += 1;
            }
        }
        supply
    }
}

/// The red cards of one player under one placement, sorted by their effects.
struct Kitchen {
    /// The points of covered woks.
    covered: u32,
    /// Points for each card of a class, of any ingredient.
    by_class: [u8; CLASSES],
    /// Points for each card of an ingredient, of any class: on concerts.
    by_ingredient: [u8; INGREDIENTS],
    /// Hard woks: the card, the size of a set and its points.
    hard: [(Wok, u8, u8); REDS],
    hards: usize,
    /// The group woks.
    group_woks: [Wok; REDS],
    group: [Group; REDS],
    groups: usize,
}

impl Kitchen {
    fn of(woks: &WokCards, red: Woks, placement: &Placement) -> Kitchen {
        let mut kitchen = Kitchen {
            covered: 0,
            by_class: [0; CLASSES],
            by_ingredient: [0; INGREDIENTS],
            hard: [(Wok::DOUBLE_MAN, 0, 0); REDS],
            hards: 0,
            group_woks: [Wok::DOUBLE_MAN; REDS],
            group: [Group { needs: [0; INGREDIENTS], points: 0 }; REDS],
            groups: 0,
        };
        for wok in red {
            match placement.cooked(woks, wok) {
                Some(Red::Covered { points }) => kitchen.covered += u32::from(points),
                Some(Red::Group { needs, points }) => {
                    kitchen.group_woks[kitchen.groups] = wok;
                    kitchen.group[kitchen.groups] = Group { needs, points };
                    kitchen.groups += 1;
                }
                Some(Red::Hard { size, points }) => {
                    kitchen.hard[kitchen.hards] = (wok, size, points);
                    kitchen.hards += 1;
                }
                Some(Red::Each { of, each }) => {
                    for class in (0..CLASSES).filter(|class| takes(of, *class)) {
                        kitchen.by_class[class] = kitchen.by_class[class].max(each);
                    }
                }
                Some(Red::Concert(sides)) => {
                    for Side { ingredient, each } in sides {
                        let best = &mut kitchen.by_ingredient[ingredient as usize];
                        *best = each.max(*best);
                    }
                }
                None => {}
            }
        }
        kitchen
    }

    /// The points of a card on its own.
    fn each(&self, ingredient: usize, class: usize) -> u8 {
        self.by_class[class].max(self.by_ingredient[ingredient])
    }

    /// What hard woks give for each exact number of cards of one ingredient, and which wok took the last set; `None`
    /// if no sets have that many cards.
    fn sets(&self, supply: &Supply) -> [Option<(u32, usize)>; DECK + 1] {
        let most = usize::from(supply.all.iter().copied().max().unwrap_or(0));
        let mut sets = [None; DECK + 1];
        sets[0] = Some((0, 0));
        for cards in 1..=most {
            for (at, (_, size, points)) in self.hard[..self.hards].iter().enumerate() {
                let before = cards.checked_sub(usize::from(*size)).and_then(|cards| sets[cards]);
                if let Some((before, _)) = before {
                    let total = before + POINT * u32::from(*points);
                    if sets[cards].is_none_or(|(best, _)| total > best) {
                        sets[cards] = Some((total, at));
                    }
                }
            }
        }
        sets
    }
}

/// Whether a wok takes the cards of a class.
fn takes(of: Of, class: usize) -> bool {
    match of {
        Of::Any => true,
        Of::Hand => class & 1 == 1,
        Of::Plain => class & 2 == 2,
    }
}

/// The points and the side that a wok that pays per card gives a card; `None` if it does not take it.
fn value(red: Red, ingredient: Ingredient, class: usize) -> Option<(u8, usize)> {
    match red {
        Red::Each { of, each } => takes(of, class).then_some((each, 0)),
        Red::Concert(sides) => {
            let takes = |side: usize| (sides[side].ingredient == ingredient).then_some((sides[side].each, side));
            // Of equal sides, the left one.
            [1, 0].into_iter().filter_map(takes).max_by_key(|(each, _)| *each)
        }
        _ => None,
    }
}

/// A card's own value: its points, or else being unused.
fn worth(each: u8) -> u32 {
    if each > 0 { POINT * u32::from(each) } else { 1 }
}

/// Fills the tables: for each ingredient, the best value of each number of cards that group woks leave. Entries
/// beyond the available cards stay unchanged.
fn tabulate(supply: &Supply, kitchen: &Kitchen, tables: &mut Tables) {
    // The best class first: every wok that takes another class takes it as well. A concert takes all cards of an
    // ingredient, so the order is the same for each.
    let order = if kitchen.by_class[1] > kitchen.by_class[2] { [3, 1, 2, 0] } else { [3, 2, 1, 0] };
    for (at, table) in tables.iter_mut().enumerate() {
        let mut cards = 0;
        for class in order.into_iter().filter(|class| supply.classes[at][*class] > 0) {
            let worth = worth(kitchen.each(at, class));
            for _ in 0..supply.classes[at][class] {
                table[cards + 1] = table[cards] + worth;
                cards += 1;
            }
        }
    }
    if kitchen.hards > 0 {
        let sets = kitchen.sets(supply);
        for (table, all) in tables.iter_mut().zip(supply.all) {
            // Hard woks take the cards with the lowest own value. The values of fewer cards are still needed
            // unchanged.
            for left in (0..=usize::from(all)).rev() {
                let with = |in_sets: usize| sets[in_sets].map(|(points, _)| points + table[left - in_sets]);
                table[left] = (0..=left).filter_map(with).max().unwrap_or(0);
            }
        }
    }
}

/// The best result so far.
pub(super) struct Found {
    /// Its value plus one, so that even a value of zero beats finding nothing.
    total: u32,
    placement: Placement,
    counts: [u8; REDS],
    /// The steps left when everything had been tried; 0 if not everything has been tried.
    pub(super) steps: u32,
}

impl WeWillWokYou {
    /// The most points that a player can declare, and with these the most unused cards; `None` if the search was
    /// given up after [`MOST_STEPS`].
    pub fn best_score(&self, seat: &Seat) -> Option<Score> {
        let found = self.search(seat, &Supply::of(seat));
        let total = found.total - 1;
        (found.steps > 0).then_some(Score { points: (total / POINT) as u16, unused: (total % POINT) as u8 })
    }

    /// A best declaration in canonical form, always the same one, and whether it is proven to be the best. It is not
    /// if the search was given up after [`MOST_STEPS`]; it is then the best one found, and legal.
    pub fn best_declaration(&self, seat: &Seat) -> (Declaration, bool) {
        let supply = Supply::of(seat);
        let found = self.search(seat, &supply);
        (self.write(seat, &supply, &found), found.steps > 0)
    }

    pub(super) fn search(&self, seat: &Seat, supply: &Supply) -> Found {
        let mut found = Found { total: 0, placement: Placement::default(), counts: [0; REDS], steps: self.most_steps };
        let mut tables = NO_TABLES;
        let red = seat.woks.red();
        let men = self.men_placements(seat.woks);
        let changes = self.change_placements(seat.woks, supply);
        for almighty in self.targets(seat.woks, Wok::ALMIGHTY_MAN) {
            for (changing, swap) in &changes {
                if swap.is_some() && *changing == almighty {
                    continue;
                }
                for (men, first_holds) in &men {
                    let placement =
                        Placement { almighty, changing: *changing, swap: *swap, men: *men, first_holds: *first_holds };
                    let kitchen = Kitchen::of(&self.woks, red, &placement);
                    tabulate(supply, &kitchen, &mut tables);
                    let mut search = Search { best: found.total, steps: found.steps.saturating_sub(PLACEMENT) };
                    let groups = &kitchen.group[..kitchen.groups];
                    let counts = search.run(groups, &tables, supply.all, 1 + POINT * kitchen.covered);
                    found.steps = search.steps;
                    if let Some(counts) = counts {
                        found = Found { total: search.best, placement, counts, ..found };
                    }
                    if found.steps <= PLACEMENT {
                        return Found { steps: 0, ..found };
                    }
                }
            }
        }
        found
    }

    /// Where a cook can be put; `None`: nowhere.
    fn targets(&self, owned: Woks, cook: Wok) -> Vec<Option<Wok>> {
        let mut targets = Vec::new();
        if owned.has(cook) {
            targets.extend(owned.red().iter().filter(|wok| self.woks.suits(cook, *wok)).map(Some));
        }
        if targets.is_empty() || self.options.cooks == Cooks::Optional {
            targets.push(None);
        }
        targets
    }

    /// What the changing man can do: nothing, in any place, or replace an ingredient by another that the player has.
    fn change_placements(&self, owned: Woks, supply: &Supply) -> Vec<(Option<Wok>, Option<Swap>)> {
        let targets = self.targets(owned, Wok::CHANGING_MAN);
        let mut changes = vec![(targets.first().copied().flatten(), None)];
        for wok in targets.into_iter().flatten() {
            let asked = self.woks.printed(wok).map(Red::asks_for).unwrap_or_default();
            for from in Ingredient::ALL.into_iter().filter(|from| asked[*from as usize]) {
                let useful = |to: &Ingredient| *to != from && supply.all[*to as usize] > 0;
                let swaps = Ingredient::ALL.into_iter().filter(useful).map(|to| Swap { from, to });
                changes.extend(swaps.map(|swap| (Some(wok), Some(swap))));
            }
        }
        changes
    }

    /// Every placement of the double men, and which of them counts if they meet.
    fn men_placements(&self, owned: Woks) -> Vec<([Man; 2], bool)> {
        let places = |man: Wok| -> Vec<Man> {
            // Equal values need not be exchanged.
            let differ = self.woks.double_values(man, false) != self.woks.double_values(man, true);
            let mirrored = differ && self.mirrors();
            let mut places = Vec::new();
            for target in self.targets(owned, man) {
                places.push(target.map(|wok| (wok, false)));
                places.extend(target.filter(|_| mirrored).map(|wok| Some((wok, true))));
            }
            places
        };
        let mut placements = Vec::new();
        let seconds = places(Wok::OTHER_DOUBLE_MAN);
        for first in places(Wok::DOUBLE_MAN) {
            for &second in &seconds {
                // If they meet, only one of them counts, and the other's values stay unchanged.
                let meeting = first.zip(second).filter(|(first, second)| first.0 == second.0);
                if meeting.is_none_or(|(first, _)| !first.1) {
                    placements.push(([first, second], false));
                }
                if meeting.is_some_and(|(_, second)| !second.1) {
                    placements.push(([first, second], true));
                }
            }
        }
        placements
    }

    /// Writes the declaration that was found: the cooks, then card by card, the lowest values first, groups, sets and
    /// the rest.
    fn write(&self, seat: &Seat, supply: &Supply, found: &Found) -> Declaration {
        let placement = &found.placement;
        let red = seat.woks.red();
        let kitchen = Kitchen::of(&self.woks, red, placement);
        let mut tables = NO_TABLES;
        tabulate(supply, &kitchen, &mut tables);
        let sets = (kitchen.hards > 0).then(|| kitchen.sets(supply));
        let cooked: Vec<(Wok, Red)> =
            red.iter().filter_map(|wok| Some((wok, placement.cooked(&self.woks, wok)?))).collect();
        let mut woks: Vec<Filled> = red.iter().map(|wok| Self::with_cooks(placement, wok)).collect();
        let mut put = |wok: Wok, side: usize, face: Face| {
            if let Some(filled) = woks.iter_mut().find(|filled| filled.wok == wok) {
                if side == 0 {
                    filled.cards.insert(face)
                } else {
                    filled.right.insert(face)
                };
            }
        };
        let mut zones = [(seat.hand.faces(), true), (seat.laid.faces(), false)];
        let mut least_first = Vec::with_capacity(DECK);
        for ingredient in Ingredient::ALL {
            let at = ingredient as usize;
            least_first.clear();
            for (faces, in_hand) in &mut zones {
                let (these, others) = faces.split_at(faces.partition_point(|face| face.ingredient() == ingredient));
                let each = |face: Face| kitchen.each(at, class(*in_hand, face));
                least_first.extend(these.iter().map(|face| (each(*face), *in_hand, *face)));
                *faces = others;
            }
            least_first.sort_unstable();
            let mut cards = least_first.iter();
            let groups = kitchen.group_woks.iter().zip(&kitchen.group);
            for ((wok, group), count) in groups.zip(found.counts).take(kitchen.groups) {
                for (_, _, face) in cards.by_ref().take(usize::from(group.needs[at] * count)) {
                    put(*wok, 0, *face);
                }
            }
            if let Some(sets) = &sets {
                let mut in_sets = sets_taken(sets, &tables[at], cards.as_slice());
                while let Some((_, hard)) = sets[in_sets].filter(|_| in_sets > 0) {
                    let (wok, size, _) = kitchen.hard[hard];
                    cards.by_ref().take(usize::from(size)).for_each(|(_, _, face)| put(wok, 0, *face));
                    in_sets -= usize::from(size);
                }
            }
            for &(each, in_hand, face) in cards.filter(|(each, _, _)| *each > 0) {
                let side = |(wok, red): &(Wok, Red)| {
                    let (value, side) = value(*red, ingredient, class(in_hand, face))?;
                    (value == each).then_some((*wok, side))
                };
                if let Some((wok, side)) = cooked.iter().find_map(side) {
                    put(wok, side, face);
                }
            }
        }
        let mut declaration = Declaration { woks };
        declaration.canonical(&self.woks, self.mirrors(), seat.woks);
        declaration
    }

    /// A red card with the cooks of a placement.
    fn with_cooks(placement: &Placement, wok: Wok) -> Filled {
        let mut filled = Filled::empty(wok);
        let mut men = [(Wok::DOUBLE_MAN, placement.men[0]), (Wok::OTHER_DOUBLE_MAN, placement.men[1])];
        if placement.first_holds {
            men.reverse();
        }
        filled.cooks.extend(men.iter().filter(|(_, on)| on.is_some_and(|(on, _)| on == wok)).map(|(man, _)| *man));
        filled.mirror = placement.holder(wok).is_some_and(|(_, mirror)| mirror);
        if placement.almighty == Some(wok) {
            filled.cooks.push(Wok::ALMIGHTY_MAN);
            filled.mirror = false;
        }
        if placement.changing == Some(wok) {
            filled.cooks.push(Wok::CHANGING_MAN);
            filled.swap = placement.swap.filter(|_| placement.almighty != Some(wok));
        }
        filled
    }
}

/// How many of the remaining cards, the lowest values first, hard woks take in the best way.
fn sets_taken(sets: &[Option<(u32, usize)>; DECK + 1], table: &[u32; DECK + 1], cards: &[(u8, bool, Face)]) -> usize {
    let alone = |from: usize| cards[from..].iter().map(|(each, _, _)| worth(*each)).sum::<u32>();
    let best = |in_sets: &usize| sets[*in_sets].map(|(points, _)| points + alone(*in_sets)) == Some(table[cards.len()]);
    (0..=cards.len()).find(best).unwrap_or(0)
}
