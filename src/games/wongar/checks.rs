//! The checks for each kind of action, in the order in which broken rules are reported: first whether such a decision
//! is due, then the player, the card, and what it acts on.

#![allow(clippy::trivially_copy_pass_by_ref, reason = "the checks of all games have the same form")]

use super::action::{Action, OneOrTwo};
use super::breach::Breach;
use super::names::{Figure, Kind, RitualCard, Territory};
use super::position::Players;
use super::{Check, Phase, State, Wongar};

/// The checks for an action of this kind.
pub(super) fn of(action: &Action) -> &'static [Check] {
    match action {
        Action::Take { .. } => &TAKE,
        Action::PlayOwn { .. } => &PLAY_OWN,
        Action::Place { .. } => &PLACE,
        Action::Draw => &DRAW,
        Action::Choose { .. } => &CHOOSE,
        Action::Stop => &STOP,
        Action::Move { .. } => &MOVE,
        Action::ChooseCard { .. } => &CHOOSE_CARD,
        Action::Remove { .. } => &REMOVE,
        Action::MoveOut { .. } => &MOVE_OUT,
        Action::MoveIn { .. } => &MOVE_IN,
        Action::Pass => &PASS,
    }
}

/// Only a decision that is due can be made. Each phase requires a different one, so at most one of these checks
/// fails.
const SET_UP_DUE: Check = Check::new("wongar.set-up-due", &[], |game, state, _, action, broken| {
    if state.phase == Phase::SetupPlacement && !is_due(game, state, *action) {
        broken.push(Breach::SetUpDue {});
    }
});
/// A pass is judged by a rule of its own (D45).
const TURN_DUE: Check = Check::new("wongar.wrong-decision", &[], |game, state, _, action, broken| {
    if state.phase == Phase::Take && !is_due(game, state, *action) && *action != Action::Pass {
        broken.push(Breach::WrongDecision { own: game.options.own_figures });
    }
});
const PLACE_DUE: Check = Check::new("wongar.place-due", &[], |game, state, _, action, broken| {
    let Phase::Place { kind, .. } = state.phase else { return };
    if !is_due(game, state, *action) {
        broken.push(Breach::PieceDue { kind });
    }
});
/// Drawing for a triple card is a way to carry it out, but forbidden by a rule of its own (R37).
const TRIPLE_DUE: Check = Check::new("wongar.triple-due", &[], |game, state, _, action, broken| {
    let chosen = match state.phase {
        Phase::Choose => None,
        Phase::Triple { kind, .. } => Some(kind),
        _ => return,
    };
    if !is_due(game, state, *action) && *action != Action::Draw {
        broken.push(Breach::TripleDue { chosen });
    }
});
const MOVE_DUE: Check = Check::new("wongar.move-due", &[], |game, state, _, action, broken| {
    let Phase::Move { figure } = state.phase else { return };
    if !is_due(game, state, *action) {
        broken.push(Breach::MoveDue { figure });
    }
});
const CHOICE_DUE: Check = Check::new("wongar.choice-due", &[], |game, state, _, action, broken| {
    if matches!(state.phase, Phase::Privilege | Phase::Draw { .. }) && !is_due(game, state, *action) {
        broken.push(Breach::ChoiceDue {});
    }
});
const CEREMONY_DUE: Check = Check::new("wongar.ceremony-due", &[], |game, state, _, action, broken| {
    let Some((at, _)) = ceremony(state) else { return };
    if !is_due(game, state, *action) {
        broken.push(Breach::CeremonyDue { at });
    }
});
/// A table of checks that begins with whether the decision is due.
macro_rules! decision {
    ($($check:expr),* $(,)?) => {
        [SET_UP_DUE, TURN_DUE, PLACE_DUE, TRIPLE_DUE, MOVE_DUE, CHOICE_DUE, CEREMONY_DUE, $($check),*]
    };
}

/// The same for playing a ritual card: whether the player takes part and may play the card on these pieces.
macro_rules! ritual {
    ($($check:expr),* $(,)?) => {
        decision![PRESENT, NOT_PASSED, IN_HAND, CARD_KIND, CARD_COUNT, $($check),*]
    };
}

const ON_BOARD: Check = Check::new("wongar.no-such-territory", &[], |game, _, _, action, broken| {
    territories(*action).for_each(|territory| game.find_off_board(territory, broken));
});
const LEFT: Check = Check::new("wongar.none-left", &[], |_, state, player, action, broken| {
    let (Action::Place { kind, .. } | Action::Choose { kind }) = *action else { return };
    let left = if state.phase == Phase::SetupPlacement { &state.bag } else { &state.supply };
    if left[player][kind] == 0 {
        broken.push(Breach::NoneLeft { kind });
    }
});
const PRESENT: Check = Check::new("wongar.not-present", &[], |_, state, player, _, broken| {
    let absent = ceremony(state).filter(|(at, _)| !state.is_present(player, *at));
    broken.extend(absent.map(|(at, _)| Breach::NotPresent { player, at }));
});
const NOT_PASSED: Check = Check::new("wongar.already-passed", &[], |_, state, player, _, broken| {
    if ceremony(state).is_some_and(|(_, passed)| passed.has(player)) {
        broken.push(Breach::AlreadyPassed { player });
    }
});
const IN_HAND: Check = Check::new("wongar.not-in-hand", &[], |_, state, player, action, broken| {
    let Some((card, ..)) = played(*action) else { return };
    if state.hands[player][card] == 0 {
        broken.push(Breach::NotInHand { card });
    }
});
const CARD_KIND: Check = Check::new("wongar.card-kind", &[], |_, _, _, action, broken| {
    let Some((card, kind, _)) = played(*action) else { return };
    if card != RitualCard::Double && card.kind() != Some(kind) {
        broken.push(Breach::CardKind { card, kind });
    }
});
const CARD_COUNT: Check = Check::new("wongar.card-count", &[], |_, _, _, action, broken| {
    let Some((card, _, named)) = played(*action) else { return };
    // A scorpion acts on none, which another check reports.
    if card.kind().is_some() && named > 1 {
        broken.push(Breach::CardCount { card });
    }
});
/// A double card acts on one piece only if there is no second one (D28). For removals all rivals' pieces count
/// together (P10).
const DOUBLE_TWO: Check = Check::new("wongar.double-two", &[], |game, state, player, action, broken| {
    let (Some((RitualCard::Double, kind, 1)), Some((at, _))) = (played(*action), ceremony(state)) else { return };
    let there = match *action {
        Action::Remove { .. } => state.rivals(player, at, kind),
        Action::MoveIn { from: OneOrTwo::One(from), .. } => state.pieces[from][player][kind],
        _ => state.pieces[at][player][kind],
    };
    if there > 1 && !game.options.double_may_act_on_one {
        broken.push(Breach::DoubleTwo { kind, there });
    }
});
/// A territory that is not on the board is adjacent to nothing; another check reports it.
const ADJACENT: Check = Check::new("wongar.not-adjacent", &[], |game, state, _, action, broken| {
    let Some((at, _)) = ceremony(state) else { return };
    let near = |territory: &Territory| !game.board.has(*territory) || game.board.adjacent(at, *territory);
    let far = territories(*action).filter(|territory| !near(territory));
    broken.extend(far.map(|territory| Breach::NotAdjacent { at, territory, data: game.board.source }));
});

static TAKE: [Check; 9] = decision![
    ON_BOARD,
    // Only a territory has cards.
    Check::new("wongar.no-face-up-card", &["wongar.no-such-territory"], |_, state, _, action, broken| {
        let Action::Take { territory } = *action else { return };
        if state.piles[territory].shows.is_none() {
            broken.push(Breach::NoFaceUpCard { territory });
        }
    }),
];

static PLAY_OWN: [Check; 9] = decision![
    Check::new("wongar.own-figures-off", &[], |game, _, _, _, broken| {
        if !game.options.own_figures {
            broken.push(Breach::OwnFiguresOff {});
        }
    }),
    // Without the option there was never such a card.
    Check::new("wongar.own-card-gone", &["wongar.own-figures-off"], |_, state, player, action, broken| {
        let Action::PlayOwn { card } = *action else { return };
        if state.own[player][card] == 0 {
            broken.push(Breach::OwnCardGone { card });
        }
    }),
];

static PLACE: [Check; 11] = decision![
    Check::new("wongar.place-kind", &[], |_, state, _, action, broken| {
        let (Action::Place { kind, .. }, Phase::Place { kind: card, .. }) = (*action, state.phase) else { return };
        if kind != card {
            broken.push(Breach::PieceKind { kind, card });
        }
    }),
    Check::new("wongar.triple-one-kind", &[], |_, state, _, action, broken| {
        let (Action::Place { kind, .. }, Phase::Triple { kind: chosen, .. }) = (*action, state.phase) else { return };
        if kind != chosen {
            broken.push(Breach::TripleOneKind { kind, chosen });
        }
    }),
    LEFT,
    ON_BOARD,
];

static DRAW: [Check; 8] = decision![Check::new("wongar.triple-no-draw", &[], |_, state, _, _, broken| {
    if matches!(state.phase, Phase::Choose | Phase::Triple { .. }) {
        broken.push(Breach::TripleNoDraw {});
    }
})];

static CHOOSE: [Check; 8] = decision![LEFT];

static STOP: [Check; 8] = decision![Check::new("wongar.triple-in-full", &[], |game, _, _, _, broken| {
    if !game.options.triple_may_place_fewer {
        broken.push(Breach::TripleInFull {});
    }
}),];

static MOVE: [Check; 12] = decision![
    Check::new("wongar.wrong-figure", &[], |_, state, _, action, broken| {
        let (Action::Move { figure, .. }, Phase::Move { figure: card }) = (*action, state.phase) else { return };
        if figure != card {
            broken.push(Breach::WrongFigure { figure, card });
        }
    }),
    ON_BOARD,
    Check::new("wongar.figure-must-move", &[], |_, state, _, action, broken| {
        let (Action::Move { figure, to }, Phase::Move { figure: card }) = (*action, state.phase) else { return };
        // Only the figure of the played card must move.
        if figure == card && state.figures[figure as usize] == to {
            broken.push(Breach::FigureMustMove { figure, at: to });
        }
    }),
    Check::new("wongar.ancestor-step", &NO_WAY, |game, state, _, action, broken| {
        let far = out_of_reach(game, state, Figure::Ancestor, *action);
        broken.extend(far.map(|(from, to)| Breach::AncestorStep { from, to, data: game.board.source }));
    }),
    Check::new("wongar.elder-steps", &NO_WAY, |game, state, _, action, broken| {
        let far = out_of_reach(game, state, Figure::Elder, *action);
        broken.extend(far.map(|(from, to)| Breach::ElderSteps { from, to, data: game.board.source }));
    }),
];
const NO_WAY: [&str; 1] = ["wongar.no-such-territory"];

static CHOOSE_CARD: [Check; 10] = decision![
    Check::new("wongar.choose-cards-off", &[], |game, _, _, _, broken| {
        if !game.options.choose_ritual_cards {
            broken.push(Breach::ChooseCardsOff {});
        }
    }),
    Check::new("wongar.scorpion-not-chosen", &[], |_, _, _, action, broken| {
        if *action == (Action::ChooseCard { card: RitualCard::Scorpion }) {
            broken.push(Breach::ScorpionNotChosen {});
        }
    }),
    Check::new("wongar.not-in-pile", &[], |game, state, player, action, broken| {
        let Action::ChooseCard { card } = *action else { return };
        // No other player may look into the pile.
        let looks = game.options.choose_ritual_cards && state.is_drawing() && player == state.drawer();
        if looks && state.deck[card] == 0 {
            broken.push(Breach::NotInPile { card });
        }
    }),
];

static REMOVE: [Check; 16] = ritual![
    Check::new("wongar.remove-own", &[], |_, _, player, action, broken| {
        let Action::Remove { owners, .. } = *action else { return };
        if owners.iter().any(|owner| owner == player) {
            broken.push(Breach::RemoveOwn {});
        }
    }),
    Check::new("wongar.no-such-owner", &[], |_, state, _, action, broken| {
        let Action::Remove { owners, .. } = *action else { return };
        let players = state.players;
        let unseated = owners.counted().filter(|(owner, _)| owner.0 >= players);
        broken.extend(unseated.map(|(owner, _)| Breach::NoSuchOwner { owner, players }));
    }),
    Check::new("wongar.remove-none", &[], |_, state, _, action, broken| {
        let (Action::Remove { kind, owners, .. }, Some((at, _))) = (*action, ceremony(state)) else { return };
        for (owner, named) in owners.counted().filter(|(owner, _)| owner.0 < state.players) {
            let there = state.pieces[at][owner][kind];
            if there < named {
                broken.push(Breach::RemoveNone { owner, kind, there });
            }
        }
    }),
    DOUBLE_TWO,
];

static MOVE_OUT: [Check; 16] = ritual![
    Check::new("wongar.move-out-none", &[], |_, state, player, action, broken| {
        let (Action::MoveOut { kind, to, .. }, Some((at, _))) = (*action, ceremony(state)) else { return };
        let there = state.pieces[at][player][kind];
        if there < to.count() {
            broken.push(Breach::MoveOutNone { kind, there });
        }
    }),
    DOUBLE_TWO,
    ON_BOARD,
    ADJACENT,
];

static MOVE_IN: [Check; 16] = ritual![
    ON_BOARD,
    ADJACENT,
    Check::new("wongar.move-in-none", &[], |game, state, player, action, broken| {
        let Action::MoveIn { kind, from: sources, .. } = *action else { return };
        for (from, named) in sources.counted().filter(|(from, _)| game.board.has(*from)) {
            let there = state.pieces[from][player][kind];
            if there < named {
                broken.push(Breach::MoveInNone { kind, from, there });
            }
        }
    }),
    DOUBLE_TWO,
];

static PASS: [Check; 10] = decision![
    Check::new("wongar.no-passing", &[], |_, state, _, _, broken| {
        if state.phase == Phase::Take {
            broken.push(Breach::NoPassing {});
        }
    }),
    PRESENT,
    NOT_PASSED,
];

/// Whether an action is of a kind that is due.
fn is_due(game: &Wongar, state: &State, action: Action) -> bool {
    match action {
        Action::Take { .. } | Action::PlayOwn { .. } => state.phase == Phase::Take,
        Action::Place { .. } => {
            matches!(state.phase, Phase::SetupPlacement | Phase::Place { .. } | Phase::Triple { .. })
        }
        Action::Draw => matches!(state.phase, Phase::Place { .. }),
        Action::Choose { .. } => state.phase == Phase::Choose,
        Action::Stop => matches!(state.phase, Phase::Triple { .. }),
        Action::Move { .. } => matches!(state.phase, Phase::Move { .. }),
        Action::ChooseCard { .. } => game.options.choose_ritual_cards && state.is_drawing(),
        _ => ceremony(state).is_some(),
    }
}

/// The territory of the ceremony and the players who have passed; `None` if there is no ceremony.
fn ceremony(state: &State) -> Option<(Territory, Players)> {
    match state.phase {
        Phase::Ceremony { at, passed, .. } => Some((at, passed)),
        _ => None,
    }
}

/// The different territories that an action names.
fn territories(action: Action) -> impl Iterator<Item = Territory> {
    let named = match action {
        Action::Take { territory } | Action::Place { territory, .. } | Action::Move { to: territory, .. } => {
            Some(OneOrTwo::One(territory))
        }
        Action::MoveOut { to: territories, .. } | Action::MoveIn { from: territories, .. } => Some(territories),
        _ => None,
    };
    named.into_iter().flat_map(OneOrTwo::counted).map(|(territory, _)| territory)
}

/// The card that a ritual action plays, the kind of the pieces it acts on, and how many it names.
fn played(action: Action) -> Option<(RitualCard, Kind, u8)> {
    match action {
        Action::Remove { card, kind, owners } => Some((card, kind, owners.count())),
        Action::MoveOut { card, kind, to: territories } | Action::MoveIn { card, kind, from: territories } => {
            Some((card, kind, territories.count()))
        }
        _ => None,
    }
}

/// The way of a figure that cannot go there; only another territory makes a way.
fn out_of_reach(game: &Wongar, state: &State, figure: Figure, action: Action) -> Option<(Territory, Territory)> {
    let Action::Move { figure: moved, to } = action else { return None };
    let from = state.figures[figure as usize];
    (moved == figure && from != to && !game.board.reach(figure, from).has(to)).then_some((from, to))
}
