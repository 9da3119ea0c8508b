//! The checks for a final declaration, one for each rule. It is judged as written: what a red card takes depends on
//! the cooks named on it, even another player's, and every entry counts, even a second one for the same card. The
//! result does not depend on when the declaration is made; the cards are those that the player has then.

use super::breach::Breach;
use super::cards::{FACES, Face, Ingredient};
use super::declaration::Filled;
use super::market::WOK_DUE;
use super::woks::{Of, Red, Wok, Woks, repeated};
use super::{Action, Check, Cooks, Seat, WeWillWokYou};
use crate::breach::Listed;
use crate::game::Provenance;

/// The checks for a declaration: the time, the named cards, their cooks, the cooks' effects, the ingredients on each
/// card, and whether the player has them all.
pub(super) static SCORE: [Check; 26] = [
    Check::new("we-will-wok-you.declaration-early", &[], |_, state, _, _, broken| {
        if state.last != Some(0) {
            broken.push(Breach::DeclarationEarly {});
        }
    }),
    WOK_DUE,
    Check::new("we-will-wok-you.wok-not-owned", &[], |_, state, player, action, broken| {
        let owned = state.seat(player).woks;
        let others = entries(action).iter().filter(|filled| !owned.has(filled.wok));
        once(broken, others.map(|filled| Breach::WokNotOwned { wok: filled.wok }));
    }),
    Check::new("we-will-wok-you.wok-twice", &[], |_, _, _, action, broken| {
        broken.extend(repeated(entries(action).iter().map(|filled| filled.wok)).map(|wok| Breach::WokTwice { wok }));
    }),
    Check::new("we-will-wok-you.cook-filled", &[], |_, _, _, action, broken| {
        let filled = entries(action).iter().filter(|filled| filled.wok.is_cook());
        once(broken, filled.map(|filled| Breach::CookFilled { wok: filled.wok }));
    }),
    Check::new("we-will-wok-you.no-cook", &[], |_, _, _, action, broken| {
        let others = named(action).filter(|(_, cook)| !cook.is_cook());
        once(broken, others.map(|(wok, cook)| Breach::NoCook { wok, cook }));
    }),
    Check::new("we-will-wok-you.cook-not-owned", &[], |_, state, player, action, broken| {
        let owned = state.seat(player).woks;
        let others = cooks(action).filter(|(_, cook)| !owned.has(*cook));
        once(broken, others.map(|(_, cook)| Breach::CookNotOwned { cook }));
    }),
    Check::new("we-will-wok-you.cook-twice", &[], |_, _, _, action, broken| {
        broken.extend(repeated(cooks(action).map(|(_, cook)| cook)).map(|cook| Breach::CookTwice { cook }));
    }),
    Check::new("we-will-wok-you.double-man-target", &[], |game, _, _, action, broken| {
        let men = misplaced(game, action).filter(|(_, cook)| cook.is_double_man());
        once(broken, men.map(|(wok, cook)| Breach::DoubleManTarget { wok, cook, data: game.woks.source(wok) }));
    }),
    Check::new("we-will-wok-you.changing-man-target", &[], |game, _, _, action, broken| {
        let changed = misplaced(game, action).filter(|(_, cook)| *cook == Wok::CHANGING_MAN);
        once(broken, changed.map(|(wok, _)| Breach::ChangingManTarget { wok, data: game.woks.source(wok) }));
    }),
    Check::new("we-will-wok-you.cook-idle", &[], |game, state, player, action, broken| {
        if game.options.cooks == Cooks::Optional {
            return;
        }
        let owned = state.seat(player).woks;
        let given: Woks = cooks(action).map(|(_, cook)| cook).collect();
        for cook in owned.cooks().iter().filter(|cook| !given.has(*cook)) {
            // One suitable card is enough, so the best-founded one counts; the almighty man suits any.
            let suited = owned.red().iter().filter(|wok| game.woks.suits(cook, *wok));
            if let Some(data) = suited.map(|wok| game.woks.source(wok)).min() {
                broken.push(Breach::CookIdle { cook, data: Some(data).filter(|_| cook != Wok::ALMIGHTY_MAN) });
            }
        }
    }),
    Check::new("we-will-wok-you.swap-alone", &[], |_, _, _, action, broken| {
        let swapped = reds(action).filter(|filled| filled.swap.is_some());
        let alone = swapped.filter(|filled| !filled.cooks.contains(&Wok::CHANGING_MAN));
        once(broken, alone.map(|filled| Breach::SwapAlone { wok: filled.wok }));
    }),
    Check::new("we-will-wok-you.swap-absent", &[], |game, _, _, action, broken| {
        let swapped = reds(action).filter_map(|filled| Some((filled.wok, filled.swap?.from)));
        let asks = |wok, from| game.woks.printed(wok).is_some_and(|red| red.asks_for()[from as usize]);
        let absent = swapped.filter(|(wok, from)| !asks(*wok, *from));
        once(broken, absent.map(|(wok, from)| Breach::SwapAbsent { wok, from, data: game.woks.source(wok) }));
    }),
    Check::new("we-will-wok-you.mirror-not-offered", &[], |game, _, _, action, broken| {
        let mirrored = reds(action).filter(|filled| filled.mirror && !game.mirrors());
        once(broken, mirrored.map(|filled| Breach::MirrorNotOffered { wok: filled.wok }));
    }),
    Check::new("we-will-wok-you.mirror-alone", &[], |_, _, _, action, broken| {
        let mirrored = reds(action).filter(|filled| filled.mirror);
        let alone = mirrored.filter(|filled| !filled.cooks.iter().any(|cook| cook.is_double_man()));
        once(broken, alone.map(|filled| Breach::MirrorAlone { wok: filled.wok }));
    }),
    Check::new("we-will-wok-you.covered-filled", &[], |game, _, _, action, broken| {
        let filled = reds(action).filter(|filled| !filled.is_bare()).map(|filled| filled.wok);
        let covered = filled.filter(|wok| matches!(game.woks.printed(*wok), Some(Red::Covered { .. })));
        once(broken, covered.map(|wok| Breach::CoveredFilled { wok, data: game.woks.source(wok) }));
    }),
    Check::new("we-will-wok-you.almighty-filled", &[], |_, _, _, action, broken| {
        let covered = reds(action).filter(|filled| !filled.is_bare() && filled.cooks.contains(&Wok::ALMIGHTY_MAN));
        once(broken, covered.map(|filled| Breach::AlmightyFilled { wok: filled.wok }));
    }),
    Check::new("we-will-wok-you.swap-mixed", &[], |game, _, _, action, broken| {
        strangers(game, action, broken, |found| matches!(found, Breach::SwapMixed { .. }));
    }),
    Check::new("we-will-wok-you.group-foreign", &[], |game, _, _, action, broken| {
        strangers(game, action, broken, |found| matches!(found, Breach::GroupForeign { .. }));
    }),
    Check::new("we-will-wok-you.group-incomplete", &[], |game, _, _, action, broken| {
        let mut said = Woks::NONE;
        for (filled, red) in cooked(game, action).filter(|(filled, _)| !filled.is_bare()) {
            if let Some(breach) = incomplete_group(game, filled, red).filter(|_| !said.has(filled.wok)) {
                said.insert(filled.wok);
                broken.push(breach);
            }
        }
    }),
    Check::new("we-will-wok-you.hard-incomplete", &[], |game, _, _, action, broken| {
        let mut said = [Woks::NONE; 6];
        for (Filled { wok, cards, .. }, red) in cooked(game, action) {
            let Red::Hard { size, .. } = red else { continue };
            for (ingredient, count) in Ingredient::ALL.into_iter().zip(cards.by_ingredient()) {
                let said = &mut said[ingredient as usize];
                if !count.is_multiple_of(size) && !said.has(*wok) {
                    said.insert(*wok);
                    let data = game.woks.source(*wok);
                    broken.push(Breach::HardIncomplete { wok: *wok, ingredient, count, size, data });
                }
            }
        }
    }),
    Check::new("we-will-wok-you.free-symbol", &[], |game, _, _, action, broken| {
        for (Filled { wok, cards, .. }, red) in cooked(game, action) {
            if let Red::Each { of: Of::Plain, .. } = red {
                let (wok, data) = (*wok, game.woks.source(*wok));
                let shown = cards.runs().map(|(card, _)| card).filter(|card| !card.is_plain());
                once(broken, shown.map(|card| Breach::FreeSymbol { wok, card, data }));
            }
        }
    }),
    Check::new("we-will-wok-you.concert-foreign", &[], |game, _, _, action, broken| {
        strangers(game, action, broken, |found| matches!(found, Breach::ConcertForeign { .. }));
    }),
    Check::new("we-will-wok-you.card-not-owned", &[], |_, state, player, action, broken| {
        let (_, owned) = holding(state.seat(player));
        for (card, _) in placed(entries(action).iter()) {
            if owned[card.index()] == 0 {
                broken.push(Breach::CardNotOwned { card });
            }
        }
    }),
    Check::new("we-will-wok-you.card-twice", &[], |_, state, player, action, broken| {
        let (_, owned) = holding(state.seat(player));
        for (card, named) in placed(entries(action).iter()) {
            let owned = owned[card.index()];
            if named > owned && owned > 0 {
                broken.push(Breach::CardTwice { card, named, owned });
            }
        }
    }),
    Check::new("we-will-wok-you.alternative-laid", &[], |game, state, player, action, broken| {
        let from_hand = || cooked(game, action).filter(|(_, red)| matches!(red, Red::Each { of: Of::Hand, .. }));
        let woks = || from_hand().map(|(filled, _)| filled);
        let data = woks().map(|filled| game.woks.source(filled.wok)).max().unwrap_or(Provenance::Printed);
        let (in_hand, owned) = holding(state.seat(player));
        for (card, named) in placed(woks()) {
            let (hand, owned) = (in_hand[card.index()], owned[card.index()]);
            // A card that the player does not have is not taken from the table either.
            if named.min(owned) > hand {
                broken.push(Breach::AlternativeLaid { card, named, hand, data });
            }
        }
    }),
];

/// The declaration's entries for each card.
fn entries(action: &Action) -> &[Filled] {
    match action {
        Action::Score(declaration) => &declaration.woks,
        _ => &[],
    }
}

/// The entries for red cards; nothing can be put on a cook.
fn reds(action: &Action) -> impl Iterator<Item = &Filled> {
    entries(action).iter().filter(|filled| !filled.wok.is_cook())
}

/// The entries for red cards, after the effects of their cooks.
fn cooked<'a>(game: &WeWillWokYou, action: &'a Action) -> impl Iterator<Item = (&'a Filled, Red)> {
    reds(action).filter_map(|filled| Some((filled, game.woks.cooked(filled)?)))
}

/// Each card with each name among its cooks.
fn named(action: &Action) -> impl Iterator<Item = (Wok, Wok)> {
    entries(action).iter().flat_map(|filled| filled.cooks.iter().map(|cook| (filled.wok, *cook)))
}

/// Each card with each of its cooks; names that are not cooks are skipped.
fn cooks(action: &Action) -> impl Iterator<Item = (Wok, Wok)> {
    named(action).filter(|(_, cook)| cook.is_cook())
}

/// Red cards with cooks that do not suit them.
fn misplaced(game: &WeWillWokYou, action: &Action) -> impl Iterator<Item = (Wok, Wok)> {
    cooks(action).filter(|(wok, cook)| !wok.is_cook() && !game.woks.suits(*cook, *wok))
}

/// Appends what is found about the ingredients that a group wok or a concert does not take and is `looked_for`: they are
/// foreign to it, or have been replaced.
fn strangers(game: &WeWillWokYou, action: &Action, broken: &mut Vec<Breach>, looked_for: fn(&Breach) -> bool) {
    let mut tell = |found| once(broken, Some(found).filter(looked_for));
    for (filled, red) in cooked(game, action).filter(|(filled, _)| !filled.is_bare()) {
        let (wok, data) = (filled.wok, game.woks.source(filled.wok));
        match (red, game.woks.printed(wok)) {
            (Red::Group { needs, .. }, Some(printed)) => {
                let (counts, asked) = (filled.cards.by_ingredient(), printed.asks_for());
                let strange = |i: &Ingredient| counts[*i as usize] > 0 && needs[*i as usize] == 0;
                for ingredient in Ingredient::ALL.into_iter().filter(strange) {
                    tell(match filled.swap {
                        Some(swap) if asked[ingredient as usize] => {
                            Breach::SwapMixed { wok, from: ingredient, to: swap.to, data }
                        }
                        _ => Breach::GroupForeign { wok, ingredient, data },
                    });
                }
            }
            (Red::Concert(sides), Some(Red::Concert(printed))) => {
                for ((side, printed), cards) in sides.iter().zip(printed).zip([&filled.cards, &filled.right]) {
                    let (takes, replaced) = (side.ingredient, printed.ingredient);
                    let counts = cards.by_ingredient();
                    let strange = |i: &Ingredient| counts[*i as usize] > 0 && *i != takes;
                    for ingredient in Ingredient::ALL.into_iter().filter(strange) {
                        tell(if ingredient == replaced {
                            Breach::SwapMixed { wok, from: replaced, to: takes, data }
                        } else {
                            Breach::ConcertForeign { wok, ingredient, takes, data }
                        });
                    }
                }
            }
            _ => {}
        }
    }
}

/// What the combinations on a group wok lack. Its most frequent ingredient gives the intended number of combinations.
fn incomplete_group(game: &WeWillWokYou, filled: &Filled, red: Red) -> Option<Breach> {
    let Red::Group { needs, .. } = red else { return None };
    let counts = filled.cards.by_ingredient();
    let meant = |(count, need): (&u8, &u8)| if *need == 0 { 0 } else { count.div_ceil(*need) };
    let combinations = counts.iter().zip(&needs).map(meant).max().unwrap_or(0);
    let lacks = |i: &Ingredient| {
        let (count, need) = (counts[*i as usize], needs[*i as usize]);
        u16::from(count) < u16::from(need) * u16::from(combinations)
    };
    let missing: Listed<Ingredient> = Ingredient::ALL.into_iter().filter(lacks).collect();
    let data = game.woks.source(filled.wok);
    (!missing.0.is_empty()).then_some(Breach::GroupIncomplete { wok: filled.wok, combinations, missing, data })
}

/// Each face on any of the cards, in deck order, with its number; 255 means more.
fn placed<'a>(woks: impl Iterator<Item = &'a Filled>) -> impl Iterator<Item = (Face, u8)> {
    let mut counts = [0u8; FACES];
    // A bit for each face that occurs: most faces do not.
    let mut there = 0u128;
    for face in woks.flat_map(|filled| filled.cards.faces().iter().chain(filled.right.faces())) {
        let count = &mut counts[face.index()];
        *count = count.saturating_add(1);
        there |= 1 << face.index();
    }
    Face::of_bits(there).map(move |face| (face, counts[face.index()]))
}

/// How many copies of each face a player has in hand, and in total.
fn holding(seat: &Seat) -> ([u8; FACES], [u8; FACES]) {
    let mut hand = [0; FACES];
    seat.hand.faces().iter().for_each(|face| hand[face.index()] += 1);
    let mut all = hand;
    seat.laid.faces().iter().for_each(|face| all[face.index()] += 1);
    (hand, all)
}

/// Appends each fault that is not there already, so that a list naming the same thing a thousand times has one fault.
fn once(broken: &mut Vec<Breach>, found: impl IntoIterator<Item = Breach>) {
    for breach in found {
        if !broken.contains(&breach) {
            broken.push(breach);
        }
    }
}
