//! Ceremonies: ritual cards played in turn on one territory, then points for the majorities there.

use super::edition::Datum;
use super::names::{Kind, RitualCard, Territory, Trigger};
use super::position::Players;
use super::{Action, MOST_POINTS, OneOrTwo, Phase, State, Wongar};
use crate::game::{Player, Provenance};

/// The section of time, from 0, of a square counted from 1 (R53).
pub(super) fn section(square: usize) -> usize {
    ((square - 1) / 4).min(2)
}

impl State {
    /// Whether a player has a piece on a territory (R60).
    pub(super) fn is_present(&self, player: Player, at: Territory) -> bool {
        !self.pieces[at][player].is_empty()
    }

    /// Whether a player takes turns in a ceremony: present, not passed, and with a card in hand (D24 to D26, P3).
    fn is_active(&self, player: Player, at: Territory, passed: Players) -> bool {
        self.is_present(player, at) && !passed.has(player) && !self.hands[player].is_empty()
    }

    /// The total number of pieces of a kind that a player's rivals have on a territory.
    pub(super) fn rivals(&self, player: Player, at: Territory, kind: Kind) -> u8 {
        let others = self.seats().filter(|other| *other != player);
        others.map(|other| self.pieces[at][other][kind]).sum()
    }

    /// Who has most pieces of a kind on a territory. If players are level, it is the ancestor's holder, or the nearest
    /// clockwise from there (D33).
    pub(super) fn majority(&self, at: Territory, kind: Kind) -> Option<Player> {
        let mut best: Option<(u8, Player)> = None;
        for player in self.clockwise(self.ancestor_pawn) {
            let count = self.pieces[at][player][kind];
            if count > best.map_or(0, |(most, _)| most) {
                best = Some((count, player));
            }
        }
        best.map(|(_, winner)| winner)
    }
}

impl Wongar {
    /// Plays a ritual card or passes, and moves the turn to the left; [`Wongar::settle`] finds the next player.
    pub(super) fn act_in_ceremony(&self, state: &mut State, player: Player, action: Action) {
        let Phase::Ceremony { card: cause, at, mut passed, .. } = state.phase else { return };
        let used = match action {
            Action::Remove { card, kind, owners } => {
                for owner in owners.iter() {
                    state.pieces[at][owner][kind] -= 1;
                    state.supply[owner][kind] += 1;
                }
                Some(card)
            }
            Action::MoveOut { card, kind, to } => {
                for territory in to.iter() {
                    state.pieces[at][player][kind] -= 1;
                    state.pieces[territory][player][kind] += 1;
                }
                Some(card)
            }
            Action::MoveIn { card, kind, from } => {
                for territory in from.iter() {
                    state.pieces[territory][player][kind] -= 1;
                    state.pieces[at][player][kind] += 1;
                }
                Some(card)
            }
            _ => None,
        };
        if let Some(card) = used {
            state.hands[player][card] -= 1;
            // A double of the player's own leaves the game (R92).
            if card != RitualCard::Double || !self.options.own_doubles {
                state.discards[card] += 1;
            }
        } else {
            passed.insert(player);
        }
        state.phase = Phase::Ceremony { card: cause, at, passed, next: player.next(state.players) };
    }

    /// Finds the next player; if there is none, the ceremony scores and the turn is over (R68, R70).
    pub(super) fn step_ceremony(
        &self,
        state: &mut State,
        card: Trigger,
        at: Territory,
        passed: Players,
        next: Player,
    ) -> bool {
        match state.clockwise(next).find(|player| state.is_active(*player, at, passed)) {
            Some(player) if player == next => return false,
            Some(player) => state.phase = Phase::Ceremony { card, at, passed, next: player },
            None => {
                self.score(state, card, at);
                super::round::end_turn(state);
            }
        }
        true
    }

    /// Awards the points for most pieces of each kind (R80 to R84).
    fn score(&self, state: &mut State, card: Trigger, at: Territory) {
        let points = self.majority_earns(state, card);
        for kind in Kind::ALL {
            if let Some(winner) = state.majority(at, kind) {
                state.scores[winner] = (state.scores[winner] + i32::from(points.value)).min(MOST_POINTS);
                if points.source == Provenance::Reconstructed {
                    state.unverified.insert(winner);
                }
            }
        }
    }

    /// What a majority earns now.
    pub(super) fn majority_earns(&self, state: &State, card: Trigger) -> Datum {
        self.points[card as usize][section(state.time.into())]
    }

    /// Appends the actions of a participant: for each card in hand and each kind it acts on, the removals, the moves
    /// out and the moves in; then the pass.
    pub(super) fn list_ceremony(&self, state: &State, at: Territory, player: Player, out: &mut Vec<Action>) {
        let near = self.board.neighbours(at);
        for (card, _) in state.hands[player].each() {
            for kind in Kind::ALL.into_iter().filter(|kind| card.kind().is_none_or(|own| own == *kind)) {
                let (one, two) = self.uses(card, state.rivals(player, at, kind));
                let rivals = state.seats().filter(|rival| *rival != player);
                let rivals = rivals.map(|rival| (rival, state.pieces[at][rival][kind]));
                let owners = lists(rivals, |_| one, two);
                out.extend(owners.map(|owners| Action::Remove { card, kind, owners }));

                let own = |territory: Territory| state.pieces[territory][player][kind];
                let (one, two) = self.uses(card, own(at));
                let to = lists(near.clone().map(|to| (to, 2)), |_| one, two);
                out.extend(to.map(|to| Action::MoveOut { card, kind, to }));

                let from = near.clone().map(|from| (from, own(from)));
                let from = lists(from, |there| self.uses(card, there).0, card == RitualCard::Double);
                out.extend(from.map(|from| Action::MoveIn { card, kind, from }));
            }
        }
        out.push(Action::Pass);
    }

    /// Whether a card may be used for one piece, and whether for two, if this many are there.
    fn uses(&self, card: RitualCard, there: u8) -> (bool, bool) {
        let double = card == RitualCard::Double;
        (there > 0 && (!double || there == 1 || self.options.double_may_act_on_one), double && there > 1)
    }
}

/// Each thing that may be named alone, and then, if `two` may be named, each two: of things that are there this many
/// times, in their order.
pub(super) fn lists<T: Copy>(
    things: impl Iterator<Item = (T, u8)> + Clone,
    alone: impl Fn(u8) -> bool,
    two: bool,
) -> impl Iterator<Item = OneOrTwo<T>> {
    let there = things.filter(|(_, number)| *number > 0);
    let ones = there.clone().filter(move |(_, number)| alone(*number)).map(|(one, _)| OneOrTwo::One(one));
    let firsts = there.clone().enumerate().take(if two { usize::MAX } else { 0 });
    let twos = firsts.flat_map(move |(at, (first, number))| {
        let seconds = there.clone().skip(at + usize::from(number == 1));
        seconds.map(move |(second, _)| OneOrTwo::Two(first, second))
    });
    ones.chain(twos)
}
