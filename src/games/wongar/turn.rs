//! A player's turn: taking a card or playing one of their own, placing pieces, moving a figure.

use super::breach::Breach;
use super::names::{Figure, Kind, Territory, TerritoryCard, Trigger};
use super::position::Players;
use super::round::end_turn;
use super::{Action, Phase, Reason, State, Wongar};
use crate::game::Player;

impl Wongar {
    /// Whether the board has a territory; if not, only that rule is broken.
    pub(super) fn find_off_board(&self, territory: Territory, broken: &mut Vec<Breach>) {
        if !self.board.has(territory) {
            let (board, data) = (self.options.board, self.board.source);
            broken.push(Breach::NoSuchTerritory { territory, board, data });
        }
    }

    /// What happens by itself in a turn (P2).
    pub(super) fn step_turn(&self, state: &mut State) -> bool {
        let player = state.turn;
        match state.phase {
            Phase::Place { kind, .. } if state.supply[player][kind] == 0 => draw_instead(state),
            Phase::Choose => {
                let mut left = state.supply[player].each();
                match (left.next(), left.next()) {
                    (None, _) => end_turn(state),
                    (Some((kind, _)), None) => choose(state, player, kind),
                    _ => return false,
                }
            }
            Phase::Triple { left: 0, .. } => end_turn(state),
            Phase::Move { figure } => {
                let reach = self.board.reach(figure, state.figures[figure as usize]);
                match reach.first() {
                    Some(to) if reach.len() == 1 => move_figure(state, figure, to),
                    _ => return false,
                }
            }
            _ => return false,
        }
        true
    }

    /// Appends the actions of the player on turn, except ceremonies and the choice of ritual cards.
    pub(super) fn list_turn(&self, state: &State, out: &mut Vec<Action>) {
        let player = state.turn;
        let order = self.board.order;
        let mut places = |kind| out.extend(order.map(|territory| Action::Place { kind, territory }));
        match state.phase {
            Phase::SetupPlacement => {
                state.bag[player].each().for_each(|(kind, _)| places(kind));
            }
            Phase::Take => {
                let shown = order.into_iter().filter(|territory| state.piles[*territory].shows.is_some());
                out.extend(shown.map(|territory| Action::Take { territory }));
                out.extend(state.own[player].each().map(|(card, _)| Action::PlayOwn { card }));
            }
            Phase::Place { kind, .. } => {
                places(kind);
                out.push(Action::Draw);
            }
            Phase::Choose => {
                out.extend(state.supply[player].each().map(|(kind, _)| Action::Choose { kind }));
            }
            Phase::Triple { kind, .. } => {
                places(kind);
                if self.options.triple_may_place_fewer {
                    out.push(Action::Stop);
                }
            }
            Phase::Move { figure } => {
                let reach = self.board.reach(figure, state.figures[figure as usize]);
                out.extend(order.into_iter().filter(|to| reach.has(*to)).map(|to| Action::Move { figure, to }));
            }
            _ => {}
        }
    }
}

/// Plays a player's own figure card, which works like a taken one (R90).
pub(super) fn play_own(state: &mut State, player: Player, card: Figure) {
    state.own[player][card] -= 1;
    take_pawn(state, player, card);
}

/// Takes a card. That may exhaust the pile, before the card has any effect (P12).
pub(super) fn take(state: &mut State, player: Player, territory: Territory) {
    let pile = &mut state.piles[territory];
    let Some(card) = pile.shows.take() else { return };
    if pile.is_used_up() {
        state.end.get_or_insert(Reason::PileExhausted);
    }
    state.taken[player][card] += 1;
    match card {
        // The compulsory piece goes on the card's territory, if there is one; otherwise two cards are drawn (R31, R32).
        TerritoryCard::Disc | TerritoryCard::Cube | TerritoryCard::Cylinder => {
            let kind = Kind::ALL[card as usize];
            state.phase = if state.supply[player][kind] == 0 {
                Phase::Draw { left: 2 }
            } else {
                put(state, player, kind, territory);
                Phase::Place { kind, placed: 0 }
            };
        }
        TerritoryCard::Triple => state.phase = Phase::Choose,
        TerritoryCard::Ancestor => take_pawn(state, player, Figure::Ancestor),
        TerritoryCard::Elder => take_pawn(state, player, Figure::Elder),
        TerritoryCard::Both => {
            (state.ancestor_pawn, state.elder_pawn) = (player, player);
            state.figures = [territory; 2];
            begin_ceremony(state, Trigger::Both, territory);
        }
        TerritoryCard::DrawFour => state.phase = Phase::Draw { left: 4 },
        TerritoryCard::Scorpion => {}
    }
}

/// Places a piece: at set-up, for a triple card, or for a card of one kind (R33, R35, R93).
pub(super) fn place(state: &mut State, player: Player, kind: Kind, territory: Territory) {
    put(state, player, kind, territory);
    match state.phase {
        Phase::SetupPlacement => state.turn = player.next(state.players),
        Phase::Triple { left, .. } => state.phase = Phase::Triple { kind, left: left - 1 },
        Phase::Place { placed: 0, .. } => state.phase = Phase::Place { kind, placed: 1 },
        _ => end_turn(state),
    }
}

/// Puts a piece onto a territory, from the supply or at set-up from the bag.
pub(super) fn put(state: &mut State, player: Player, kind: Kind, territory: Territory) {
    let from = if state.phase.is_set_up() { &mut state.bag } else { &mut state.supply };
    from[player][kind] -= 1;
    state.pieces[territory][player][kind] += 1;
}

/// Draws a card for each piece not placed (R33).
pub(super) fn draw_instead(state: &mut State) {
    if let Phase::Place { placed, .. } = state.phase {
        state.phase = Phase::Draw { left: 2 - placed };
    }
}

/// Chooses the kind for a triple card: three pieces, or what is left (R35, R38).
pub(super) fn choose(state: &mut State, player: Player, kind: Kind) {
    state.phase = Phase::Triple { kind, left: state.supply[player][kind].min(3) };
}

/// Gives the pawn to the player who plays the card, even if they have it already (D20).
fn take_pawn(state: &mut State, player: Player, figure: Figure) {
    match figure {
        Figure::Ancestor => state.ancestor_pawn = player,
        Figure::Elder => state.elder_pawn = player,
    }
    state.phase = Phase::Move { figure };
}

/// Moves the figure and begins a ceremony (R42, R45). The other figure's place does not matter (R81).
pub(super) fn move_figure(state: &mut State, figure: Figure, to: Territory) {
    state.figures[figure as usize] = to;
    begin_ceremony(state, figure.cause(), to);
}

/// Begins a ceremony with the holder of the ancestor pawn, or the next player to their left who takes part (R62,
/// D23).
fn begin_ceremony(state: &mut State, card: Trigger, at: Territory) {
    state.phase = Phase::Ceremony { card, at, passed: Players::default(), next: state.ancestor_pawn };
}
