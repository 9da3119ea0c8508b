//! The two cards that exchange steles: `board_swap` on the board (D25, P20), `player_swap` with another player (D26, P18).

use super::breach::Breach;
use super::names::{Card, Colour, Village, Villages};
use super::seal::{CARD_NEW, CARD_NOT_HELD, Seal};
use super::turn::{CARD_IN_PAYMENT, DECLARED_DUE, RETURN_DUE};
use super::{Action, Check, State, Wangdo};
use crate::game::Player;

pub(super) static BOARD_SWAP: [Check; 10] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check::new("wangdo.swap-one-village", &[], |game, _, _, action, broken| {
        let Some([village, other]) = villages(action) else { return };
        if village == other {
            broken.push(Breach::SwapOneVillage { village, data: game.card_source(Card::BoardSwap) });
        }
    }),
    Check::new("wangdo.no-such-village", &[], |game, state, _, action, broken| {
        let players = state.players;
        for village in each_village(action).without(Wangdo::villages(players)) {
            broken.push(Breach::NoSuchVillage { village, players, data: game.sources.paths });
        }
    }),
    Check::new("wangdo.swap-no-stele", &[], |game, state, _, action, broken| {
        let there = each_village(action).and(Wangdo::villages(state.players));
        for village in there.without(state.occupied()) {
            broken.push(Breach::SwapNoStele { village, data: game.card_source(Card::BoardSwap) });
        }
    }),
    // A stele always has its own colour.
    Check::new("wangdo.swap-equal-colours", &["wangdo.swap-one-village"], |game, state, _, action, broken| {
        let Some([(_, here), (_, there)]) = exchanged(state, action) else { return };
        if here == there {
            broken.push(Breach::SwapEqualColours { colour: here, data: game.card_source(Card::BoardSwap) });
        }
    }),
    // Equal steles change places without joining anything new.
    Check::new(
        "wangdo.swap-same-colour",
        &["wangdo.swap-one-village", "wangdo.swap-equal-colours"],
        |game, state, _, action, broken| {
            let Some([(one, here), (other, there)]) = exchanged(state, action) else { return };
            for (village, stele, from) in [(one, there, other), (other, here, one)] {
                let beside = game.newly_beside(state, village, stele, from);
                if !beside.is_empty() {
                    let data = game.card_source(Card::BoardSwap).max(game.sources.paths);
                    broken.push(Breach::SwapSameColour { village, stele, beside: beside.into_iter().collect(), data });
                }
            }
        },
    ),
];

fn villages(action: &Action) -> Option<[Village; 2]> {
    if let Action::Seal(Seal::BoardSwap { villages }) = action { Some(*villages) } else { None }
}

fn each_village(action: &Action) -> Villages {
    villages(action).into_iter().flatten().collect()
}

/// The two villages with their steles; `None` if there are not two.
fn exchanged(state: &State, action: &Action) -> Option<[(Village, Colour); 2]> {
    let [one, other] = villages(action)?;
    Some([(one, state.stele(one)?), (other, state.stele(other)?)])
}

pub(super) static PLAYER_SWAP: [Check; 10] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check::new("wangdo.swap-with-self", &[], |game, _, player, action, broken| {
        let Action::Seal(Seal::PlayerSwap { with, .. }) = *action else { return };
        if with == player {
            broken.push(Breach::SwapWithSelf { with, data: game.card_source(Card::PlayerSwap) });
        }
    }),
    Check::new("wangdo.swap-no-such-player", &[], |game, state, _, action, broken| {
        let Action::Seal(Seal::PlayerSwap { with, .. }) = *action else { return };
        let players = state.players;
        if with.0 >= players {
            broken.push(Breach::SwapNoSuchPlayer { with, players, data: game.card_source(Card::PlayerSwap) });
        }
    }),
    Check::new("wangdo.swap-size", &[], |game, _, _, action, broken| {
        let Action::Seal(Seal::PlayerSwap { give, take, .. }) = *action else { return };
        let (give, take) = (give.total(), take.total());
        if give != take || !(1..=2).contains(&give) {
            broken.push(Breach::SwapSize { give, take, data: game.card_source(Card::PlayerSwap) });
        }
    }),
    Check::new("wangdo.swap-common-colour", &[], |game, _, _, action, broken| {
        let Action::Seal(Seal::PlayerSwap { give, take, .. }) = *action else { return };
        let both = give.common(take);
        if !both.is_empty() {
            let colours = Colour::ALL.into_iter().filter(|colour| both[*colour] > 0).collect();
            broken.push(Breach::SwapCommonColour { colours, data: game.card_source(Card::PlayerSwap) });
        }
    }),
    // If the other player is not another player at this table, only the given steles are checked.
    Check::new("wangdo.swap-not-held", &[], |game, state, player, action, broken| {
        let Action::Seal(Seal::PlayerSwap { with, give, take }) = *action else { return };
        let other = (with != player && with.0 < state.players).then_some((with, take));
        for (player, steles) in std::iter::once((player, give)).chain(other) {
            for (colour, named, held) in steles.beyond(state.seat(player).reserve) {
                let data = game.card_source(Card::PlayerSwap);
                broken.push(Breach::SwapNotHeld { player, colour, named, held, data });
            }
        }
    }),
];

impl Wangdo {
    /// The steles of its own colour beside which a stele would stand if it moved from `from` to `village`.
    fn newly_beside(&self, state: &State, village: Village, stele: Colour, from: Village) -> Villages {
        let mut beside = self.near(state.players, village).and(state.steles[stele as usize]);
        beside.remove(from);
        beside
    }

    /// Appends every exchange on the board, by the first village and then by the second.
    pub(super) fn list_board_swaps(&self, state: &State, out: &mut Vec<Action>) {
        let mut later = state.occupied();
        while let Some(one) = later.pop() {
            let Some(here) = state.stele(one) else { continue };
            for other in later {
                let Some(there) = state.stele(other) else { continue };
                if here != there
                    && self.newly_beside(state, one, there, other).is_empty()
                    && self.newly_beside(state, other, here, one).is_empty()
                {
                    out.push(Action::Seal(Seal::BoardSwap { villages: [one, other] }));
                }
            }
        }
    }
}

/// Appends every exchange with a player: by the other player, then one stele before two, then by the steles given and
/// taken.
pub(super) fn list_player_swaps(state: &State, player: Player, out: &mut Vec<Action>) {
    let own = state.seat(player).reserve;
    for with in Player::all(state.players).filter(|with| *with != player) {
        let others = state.seat(with).reserve;
        for count in 1..=2 {
            own.choices(count, |give| {
                others.choices(count, |take| {
                    if give.common(take).is_empty() {
                        out.push(Action::Seal(Seal::PlayerSwap { with, give, take }));
                    }
                });
            });
        }
    }
}
