//! Judging a final declaration piece by piece, and counting its points. A declaration is scored as it is made: the
//! referee never improves it. What the best one would have been is found in [`super::optimum`].

use super::breach::Breach;
use super::cards::{Cards, FACES, Face, Ingredient};
use super::declaration::{Declaration, Filled};
use super::woks::{Of, Red, Wok, Woks};
use super::{Cooks, DoubleMan, Score, Seat, WeWillWokYou};
use crate::breach::Listed;
use crate::game::Provenance;

/// How often each face is placed, in all and on woks that take cards from the hand only.
struct Placed {
    all: [u32; FACES],
    from_hand: [u32; FACES],
    /// How well the woks that take cards from the hand only are founded.
    hand_data: Provenance,
}

impl WeWillWokYou {
    /// Appends every rule that a declaration breaks: entry by entry in id order (the card, its cooks, its ingredients), then the
    /// cooks that are missing, then the cards that are placed too often.
    pub(super) fn check_score(&self, seat: &Seat, declaration: &Declaration, broken: &mut Vec<Breach>) {
        let (mut filled_before, mut cooks_before) = (Woks::NONE, Woks::NONE);
        let mut placed = Placed { all: [0; FACES], from_hand: [0; FACES], hand_data: Provenance::Printed };
        for filled in &declaration.woks {
            let wok = filled.wok;
            for face in filled.cards.faces().iter().chain(filled.right.faces()) {
                placed.all[face.index()] += 1;
            }
            let owned = seat.woks.has(wok);
            let twice = filled_before.has(wok);
            filled_before.insert(wok);
            if wok.is_cook() {
                once(broken, Breach::CookFilled { wok });
            } else if !owned {
                once(broken, Breach::WokNotOwned { wok });
            } else if twice {
                once(broken, Breach::WokTwice { wok });
            }
            // What is on a card that is not there to be filled is not judged any further.
            let judged = owned && !twice && !wok.is_cook();
            self.check_cooks(seat, filled, judged, &mut cooks_before, broken);
            if judged {
                self.check_swap(filled, broken);
                // What the card takes is open while it is open which cooks are on it.
                if filled.cooks.iter().all(|cook| !cook.is_cook() || seat.woks.has(*cook)) {
                    self.check_cards(filled, &mut placed, broken);
                }
            }
        }
        if self.options.cooks == Cooks::Compulsory {
            for cook in seat.woks.cooks().iter().filter(|cook| !cooks_before.has(*cook)) {
                let suited = seat.woks.red().iter().filter(|wok| self.woks.suits(cook, *wok));
                // One card that suits him is enough, so the best founded counts; the almighty man suits any.
                if let Some(data) = suited.map(|wok| self.woks.source(wok)).min() {
                    broken.push(Breach::CookIdle { cook, data: Some(data).filter(|_| cook != Wok::ALMIGHTY_MAN) });
                }
            }
        }
        for card in Face::all().filter(|card| placed.all[card.index()] > 0) {
            Self::check_copies(seat, card, &placed, broken);
        }
    }

    /// Appends what is wrong with the cooks of one entry; `judged`: their target counts too.
    fn check_cooks(&self, seat: &Seat, filled: &Filled, judged: bool, before: &mut Woks, broken: &mut Vec<Breach>) {
        let wok = filled.wok;
        for &cook in &filled.cooks {
            if !cook.is_cook() {
                once(broken, Breach::NoCook { wok, cook });
                continue;
            }
            if !seat.woks.has(cook) {
                once(broken, Breach::CookNotOwned { cook });
            } else if before.has(cook) {
                once(broken, Breach::CookTwice { cook });
            }
            before.insert(cook);
            if judged && !self.woks.suits(cook, wok) {
                let data = self.woks.source(wok);
                let breach = if cook.is_double_man() {
                    Breach::DoubleManTarget { wok, cook, data }
                } else {
                    Breach::ChangingManTarget { wok, data }
                };
                once(broken, breach);
            }
        }
    }

    /// Appends what is wrong with what the cooks of one entry are told to do.
    fn check_swap(&self, filled: &Filled, broken: &mut Vec<Breach>) {
        let wok = filled.wok;
        if let Some(swap) = filled.swap {
            if !filled.cooks.contains(&Wok::CHANGING_MAN) {
                broken.push(Breach::SwapAlone { wok });
            } else if self.woks.suits(Wok::CHANGING_MAN, wok) && !self.asks_for(wok, swap.from) {
                broken.push(Breach::SwapAbsent { wok, from: swap.from, data: self.woks.source(wok) });
            }
        }
        if filled.mirror {
            if self.options.double_man == DoubleMan::PrintedOrder {
                broken.push(Breach::MirrorNotOffered { wok });
            }
            if !filled.cooks.iter().any(|cook| cook.is_double_man()) {
                broken.push(Breach::MirrorAlone { wok });
            }
        }
    }

    fn asks_for(&self, wok: Wok, ingredient: Ingredient) -> bool {
        self.woks.printed(wok).is_some_and(|red| red.asks_for()[ingredient as usize])
    }

    /// Appends what is wrong with the ingredients on one of the player's red cards.
    fn check_cards(&self, filled: &Filled, placed: &mut Placed, broken: &mut Vec<Breach>) {
        let wok = filled.wok;
        let (Some(red), Some(printed)) = (self.woks.cooked(filled), self.woks.printed(wok)) else { return };
        let data = self.woks.source(wok);
        let cards = &filled.cards;
        match red {
            Red::Covered { .. } if cards.is_empty() && filled.right.is_empty() => {}
            Red::Covered { .. } if matches!(printed, Red::Covered { .. }) => {
                broken.push(Breach::CoveredFilled { wok, data });
            }
            Red::Covered { .. } => broken.push(Breach::AlmightyFilled { wok }),
            Red::Group { needs, .. } => {
                let counts = cards.by_ingredient();
                let strange = |i: &Ingredient| counts[*i as usize] > 0 && needs[*i as usize] == 0;
                for ingredient in Ingredient::ALL.into_iter().filter(strange) {
                    broken.push(match filled.swap {
                        Some(swap) if printed.asks_for()[ingredient as usize] => {
                            Breach::SwapMixed { wok, from: ingredient, to: swap.to, data }
                        }
                        _ => Breach::GroupForeign { wok, ingredient, data },
                    });
                }
                let meant = |(count, need): (&u8, &u8)| if *need == 0 { 0 } else { count.div_ceil(*need) };
                let combinations = counts.iter().zip(&needs).map(meant).max().unwrap_or(0);
                let missing: Listed<Ingredient> = Ingredient::ALL
                    .into_iter()
                    .filter(|i| {
                        u16::from(counts[*i as usize]) < u16::from(needs[*i as usize]) * u16::from(combinations)
                    })
                    .collect();
                if !missing.0.is_empty() {
                    broken.push(Breach::GroupIncomplete { wok, combinations, missing, data });
                }
            }
            Red::Hard { size, .. } => {
                for (ingredient, count) in Ingredient::ALL.into_iter().zip(cards.by_ingredient()) {
                    if !count.is_multiple_of(size) {
                        broken.push(Breach::HardIncomplete { wok, ingredient, count, size, data });
                    }
                }
            }
            Red::Each { of: Of::Any, .. } => {}
            Red::Each { of: Of::Hand, .. } => {
                placed.hand_data = placed.hand_data.max(data);
                cards.faces().iter().for_each(|face| placed.from_hand[face.index()] += 1);
            }
            Red::Each { of: Of::Plain, .. } => {
                let shown = cards.runs().map(|(card, _)| card).filter(|card| !card.is_plain());
                broken.extend(shown.map(|card| Breach::FreeSymbol { wok, card, data }));
            }
            Red::Concert(sides) => {
                let Red::Concert(before) = printed else { return };
                for ((side, before), cards) in sides.iter().zip(before).zip([cards, &filled.right]) {
                    let (takes, replaced) = (side.ingredient, before.ingredient);
                    for (ingredient, count) in Ingredient::ALL.into_iter().zip(cards.by_ingredient()) {
                        if count > 0 && ingredient != takes {
                            broken.push(if ingredient == replaced {
                                Breach::SwapMixed { wok, from: replaced, to: takes, data }
                            } else {
                                Breach::ConcertForeign { wok, ingredient, takes, data }
                            });
                        }
                    }
                }
            }
        }
    }

    /// Appends whether more copies of a card are placed than there are.
    fn check_copies(seat: &Seat, card: Face, placed: &Placed, broken: &mut Vec<Breach>) {
        let count = |cards: &Cards| u32::from(cards.count(card));
        let (named, from_hand) = (placed.all[card.index()], placed.from_hand[card.index()]);
        let (hand, owned) = (count(&seat.hand), count(&seat.hand) + count(&seat.laid));
        if owned == 0 {
            return broken.push(Breach::CardNotOwned { card });
        }
        if named > owned {
            broken.push(Breach::CardTwice { card, named: named.min(255) as u8, owned: owned as u8 });
        }
        // What is not there at all is not taken from the table either.
        if from_hand.min(owned) > hand {
            broken.push(Breach::AlternativeLaid {
                card,
                named: from_hand.min(255) as u8,
                hand: hand as u8,
                data: placed.hand_data,
            });
        }
    }

    /// Counts a legal declaration: the points, and the cards that are left over.
    #[must_use]
    pub fn count(&self, seat: &Seat, declaration: &Declaration) -> Score {
        let points: u16 = declaration.woks.iter().map(|filled| self.points(filled)).sum();
        let placed: u8 = declaration.woks.iter().map(|filled| filled.cards.len() + filled.right.len()).sum();
        // A red card that is left out has nothing on it; only a covered one scores all the same (P9).
        let named: Woks = declaration.woks.iter().map(|filled| filled.wok).collect();
        let silent = seat.woks.red().iter().filter(|wok| !named.has(*wok));
        let more: u16 = silent.map(|wok| self.points(&Filled::empty(wok))).sum();
        Score { points: points + more, unused: seat.cards() - placed }
    }

    /// Whether a score is within what any declaration of these cards gives, the best aside: ingredients are placed only
    /// where a red card is not covered, and what is covered gives its points unless the almighty man replaces them.
    pub(super) fn may_score(&self, seat: &Seat, score: Score) -> bool {
        let red = seat.woks.red();
        let open = red.iter().any(|wok| !matches!(self.woks.printed(wok), Some(Red::Covered { .. })));
        let fits = if open { score.unused <= seat.cards() } else { score.unused == seat.cards() };
        let covered: u16 = red.iter().map(|wok| self.points(&Filled::empty(wok))).sum();
        fits && (score.points >= covered || seat.woks.has(Wok::ALMIGHTY_MAN))
    }

    /// The points of one red card of a legal declaration.
    #[must_use]
    pub fn points(&self, filled: &Filled) -> u16 {
        self.woks.cooked(filled).map_or(0, |red| red.points(&filled.cards, &filled.right))
    }
}

/// Appends a fault, unless it is there already: a list that names the same thing a thousand times has one fault.
fn once(broken: &mut Vec<Breach>, breach: Breach) {
    if !broken.contains(&breach) {
        broken.push(breach);
    }
}
