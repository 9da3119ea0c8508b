//! Reads a position from outside and returns every fault. It checks the counts first; if they are sound, it checks
//! whether the parts fit together. A position that passes can be played to the end.
//!
//! Not every position that passes can occur in a game. It does not check that all players have had the same number of
//! turns, so that positions can be set up without the cards of those turns. Nor does it check that the scores and the
//! pieces on the board can have come from the cards taken.

use super::breach::Breach;
use super::edition::Datum;
use super::names::{Figure, Kind, Pieces, RitualCard, RitualCards, Territory, TerritoryCard, Trigger};
use super::position::Writing;
use super::{EACH_AT_START, MOST_POINTS, Phase, Pile, State, Wongar};
use crate::breach::none_of;
use crate::game::Player;

/// All players must be known before the events of a round can be checked.
const NAMES: [&str; 4] =
    ["wongar.position-player", "wongar.position-markers", "wongar.position-territory", "wongar.no-such-territory"];

/// Reads a position or a view with these hands and this draw pile, or returns every fault of it.
pub(super) fn restore<H, D>(
    game: &Wongar,
    players: u8,
    position: &Writing<H, D>,
    hand: impl Fn(Player) -> RitualCards,
    deck: RitualCards,
) -> Result<State, Vec<Breach>> {
    let mut faults = Vec::new();
    // Lists by player must have an entry for each.
    let mut seats = |list, written: usize| {
        if written != usize::from(players) {
            faults.push(Breach::PositionSeats { list, written, players });
        }
    };
    seats("players", position.players.len());
    for land in position.territories.0.iter().flatten().filter(|land| !land.pieces.is_empty()) {
        seats("pieces", land.pieces.len());
    }
    game.check_names(players, position, &mut faults);
    // Without the right number of seats nothing can be counted.
    if !none_of(&faults, &["wongar.position-seats"]) {
        return Err(faults);
    }
    let mut state = game.read_counts(players, position, hand);
    state.deck = deck;
    game.count_cards(&state, &mut faults);
    game.count_pieces(&state, &mut faults);
    game.count_ritual(&state, &mut faults);
    if none_of(&faults, &NAMES) {
        game.check_whole(&state, &mut faults);
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

impl Wongar {
    /// Named players, territories and the time marker must exist, and must be named exactly when they are due.
    fn check_names<H, D>(&self, players: u8, position: &Writing<H, D>, faults: &mut Vec<Breach>) {
        let phase = position.phase;
        let (first, elder) = (phase.first_is_known(&self.options), phase.elder_is_known(&self.options));
        for (field, player, due) in [
            ("turn", position.turn, first),
            ("boomerang", position.boomerang, first),
            ("ancestor_pawn", position.ancestor_pawn, first),
            ("elder_pawn", position.elder_pawn, elder),
        ] {
            if player.is_some() != due {
                faults.push(Breach::PositionMarkers { field, written: player.is_some() });
            }
            check_player(field, player, players, faults);
        }
        if let Phase::Ceremony { passed, next, at, .. } = phase {
            check_player("phase.next", Some(next), players, faults);
            for player in passed {
                check_player("phase.passed", Some(player), players, faults);
            }
            self.find_off_board(at, faults);
        }
        for player in position.unverified {
            check_player("unverified", Some(player), players, faults);
        }
        for territory in Territory::ALL {
            let written = position.territories[territory].is_some();
            if written != self.board.has(territory) {
                faults.push(Breach::PositionTerritory { territory, written, data: self.board.source });
            }
        }
        for territory in [position.figures.ancestor, position.figures.elder] {
            self.find_off_board(territory, faults);
        }
        let (time, Datum { value: last, source: data }) = (position.time, self.x_square);
        if !(1..=last).contains(&time) {
            faults.push(Breach::PositionTime { time, last, data });
        }
    }

    /// Copies a position whose lists have the right lengths.
    fn read_counts<H, D>(&self, players: u8, position: &Writing<H, D>, hand: impl Fn(Player) -> RitualCards) -> State {
        let mut state = self.set_out(players);
        state.phase = position.phase;
        state.turn = position.turn.unwrap_or_default();
        state.boomerang = position.boomerang.unwrap_or_default();
        state.ancestor_pawn = position.ancestor_pawn.unwrap_or_default();
        state.elder_pawn = position.elder_pawn.unwrap_or_default();
        state.figures = [position.figures.ancestor, position.figures.elder];
        state.time = position.time;
        state.end = position.end;
        state.unverified = position.unverified;
        state.discards = position.discards;
        state.aside = position.aside;
        for territory in self.board.order {
            let Some(land) = &position.territories[territory] else { continue };
            state.piles[territory] = Pile { shows: land.shows, cards: land.pile, under: land.under };
            for (player, pieces) in state.seats().zip(&land.pieces) {
                state.pieces[territory][player] = *pieces;
            }
        }
        for (player, seat) in state.seats().zip(&position.players) {
            state.scores[player] = seat.score;
            state.supply[player] = seat.supply;
            state.bag[player] = seat.unplaced;
            state.hands[player] = hand(player);
            state.taken[player] = seat.taken;
            state.own[player] = seat.own;
        }
        state
    }

    /// No territory card is lost or added (R4, R29, R49).
    fn count_cards(&self, state: &State, faults: &mut Vec<Breach>) {
        for card in TerritoryCard::ALL {
            let (most, data) = (self.cards.pile[card], self.cards.source);
            let mut missing = 0;
            for territory in self.board.order {
                let pile = &state.piles[territory];
                let scorpion = card == TerritoryCard::Scorpion;
                if scorpion && pile.shows == Some(card) {
                    faults.push(Breach::PositionFace { territory });
                    continue;
                }
                let under = if scorpion { u16::from(pile.under) } else { 0 };
                let count = u16::from(pile.cards[card]) + under + u16::from(pile.shows == Some(card));
                if count > u16::from(most) {
                    faults.push(Breach::PositionPile { territory, card, count, most, data });
                }
                missing += u16::from(most).saturating_sub(count);
            }
            let taken = state.seats().map(|player| u16::from(state.taken[player][card])).sum();
            if taken != missing {
                faults.push(Breach::PositionTaken { card, taken, missing, data });
            }
        }
    }

    /// No piece is lost or added (R3), and own figure cards are at most one of each (R89).
    fn count_pieces(&self, state: &State, faults: &mut Vec<Breach>) {
        for player in state.seats() {
            for kind in Kind::ALL {
                let (each, data) = (self.pieces.each[kind], self.pieces.source);
                let on_board: u16 = self.board.order.map(|at| u16::from(state.pieces[at][player][kind])).iter().sum();
                let count = on_board + u16::from(state.supply[player][kind]) + u16::from(state.bag[player][kind]);
                if count != u16::from(each) {
                    faults.push(Breach::PositionPieces { player, kind, count, each, data });
                }
            }
            for card in Figure::ALL {
                let (count, most) = (state.own[player][card], u8::from(self.options.own_figures));
                if count > most {
                    faults.push(Breach::PositionOwnFigures { player, card, count, most });
                }
            }
            let (score, most) = (state.scores[player], MOST_POINTS);
            let least = if self.options.harmless_scorpions { 0 } else { -MOST_POINTS };
            if !(least..=most).contains(&score) {
                faults.push(Breach::PositionScore { player, score, least, most });
            }
        }
    }

    /// No ritual card is lost or added (R5, R91), and none lies where it cannot.
    fn count_ritual(&self, state: &State, faults: &mut Vec<Breach>) {
        let players = state.seats();
        for card in RitualCard::ALL {
            let count = |cards: &RitualCards| u16::from(cards[card]);
            let in_hands: u16 = players.clone().map(|player| count(&state.hands[player])).sum();
            let elsewhere = count(&state.deck) + count(&state.discards);
            let mut sum = in_hands + elsewhere;
            if card == RitualCard::Double && self.options.own_doubles {
                if players.clone().any(|player| count(&state.hands[player]) > 1) {
                    faults.push(Breach::PositionOwnDouble { field: "hand" });
                }
                if elsewhere > 0 {
                    faults.push(Breach::PositionOwnDouble { field: "deck" });
                }
                continue;
            }
            if card == RitualCard::Scorpion {
                let discarded = count(&state.discards) > 0;
                for (field, wrong) in [("hand", in_hands > 0), ("discards", discarded), ("aside", state.aside > 1)] {
                    if wrong {
                        faults.push(Breach::PositionScorpion { field });
                    }
                }
                if state.aside > 0 && self.options.choose_ritual_cards {
                    faults.push(Breach::PositionScorpionChosen {});
                }
                sum += u16::from(state.aside);
            }
            let (total, data) = (self.ritual.deck[card], self.ritual.source);
            if sum != u16::from(total) {
                faults.push(Breach::PositionRitual { card, count: sum, total, data });
            }
        }
    }

    /// Whether sound parts fit together.
    fn check_whole(&self, state: &State, faults: &mut Vec<Breach>) {
        if state.phase.is_set_up() {
            self.check_setup(state, faults);
        } else {
            self.check_round(state, faults);
        }
        let between = matches!(
            state.phase,
            Phase::SetupElder | Phase::SetupHands | Phase::Reveal | Phase::Privilege | Phase::Over
        );
        if between && state.turn != state.boomerang {
            faults.push(Breach::PositionTurn { turn: state.turn, boomerang: state.boomerang });
        }
        if faults.is_empty() {
            let mut after = state.clone();
            self.settle(&mut after);
            if after != *state {
                faults.push(Breach::PositionUnsettled {});
            }
        }
    }

    /// Each part of the set-up begins when the one before is finished, and nothing else has happened.
    fn check_setup(&self, state: &State, faults: &mut Vec<Breach>) {
        use Phase::{SetupHands, SetupPieces, SetupPlacement, SetupTerritories};
        let (phase, start) = (state.phase, self.set_out(state.players));
        let mut fits = |field, fit: bool| {
            if !fit {
                // The layout follows the reading order of the board, the supply the number of pieces.
                let data = match field {
                    "shows" | "pieces" => Some(self.board.source),
                    "supply" => Some(self.pieces.source),
                    _ => None,
                };
                faults.push(Breach::PositionSetup { field, data });
            }
        };
        fits("time", state.time == 1 && state.end.is_none());
        fits("score", state.scores == start.scores && state.unverified.is_empty());
        fits("figures", state.figures == start.figures);
        fits("own", state.own == start.own);
        fits("supply", state.supply == start.supply);
        fits("discards", state.discards.is_empty() && state.aside == 0);
        fits("taken", state.taken == start.taken);
        let order = self.board.order;
        let shown = order.iter().take_while(|at| state.piles[**at].shows.is_some()).count();
        let turning = usize::from(phase == SetupTerritories);
        let untouched = order.iter().skip(shown + turning).all(|at| state.piles[*at] == start.piles[*at]);
        fits("shows", if turning == 1 { untouched } else { shown == order.len() });

        let there = |at: Territory| state.pieces[at].0.iter().map(Pieces::total).sum::<u32>();
        let free = self.options.free_placement;
        let placed = phase == SetupHands;
        let bag_is_full = state.bag == start.bag;
        let filled = match phase {
            SetupTerritories => bag_is_full,
            SetupPieces => {
                let full = order.iter().take_while(|at| there(**at) == Wongar::room(**at, state.players)).count();
                let partly = order.get(full).is_none_or(|at| there(*at) < Wongar::room(*at, state.players));
                !free && partly && order.iter().skip(full + 1).all(|at| there(*at) == 0)
            }
            SetupPlacement => free && placing_is_fair(state),
            _ if free && placed => state.seats().all(|player| state.bag[player].is_empty()),
            _ if free => bag_is_full,
            _ => order.iter().all(|at| there(*at) == Wongar::room(*at, state.players)),
        };
        fits("pieces", filled);

        // With free placement no cards are dealt before all pieces stand (P17).
        let before = matches!(phase, SetupTerritories | SetupPieces) || free && !placed;
        let own = self.dealt() - u32::from(super::DEALT);
        let mut waiting = false;
        let dealt = state.seats().all(|player| {
            let cards = state.hands[player].total();
            let doubles = u32::from(state.hands[player][RitualCard::Double]);
            let kept = !self.options.own_doubles || doubles == 1;
            let number = match phase {
                SetupHands if waiting => cards == own,
                SetupHands => cards >= own && cards <= self.dealt(),
                _ if before => cards == own,
                _ => cards == self.dealt(),
            };
            waiting |= cards < self.dealt();
            kept && number
        });
        fits("hand", dealt);
        fits("ancestor_pawn", !phase.first_is_known(&self.options) || state.ancestor_pawn == state.boomerang);
        if phase.elder_is_known(&self.options) && state.elder_pawn == state.boomerang {
            faults.push(Breach::PositionElderPawn { player: state.elder_pawn });
        }
    }

    /// A round: all pieces are placed, the end is announced correctly, every player finds a card, and the phase fits.
    fn check_round(&self, state: &State, faults: &mut Vec<Breach>) {
        for player in state.seats() {
            let count = state.bag[player].total() as u16;
            if count > 0 {
                faults.push(Breach::PositionUnplaced { player, count });
            }
        }
        let order = self.board.order;
        let shows = |at: &Territory| state.piles[*at].shows.is_some();
        let at_x = state.time == self.x_square.value;
        let exhausted = order.iter().any(|at| !shows(at) && state.piles[*at].is_used_up());
        let possible = match state.end {
            None => !at_x && !exhausted && state.phase != Phase::Over,
            Some(super::Reason::ScorpionAtX) => at_x,
            Some(super::Reason::PileExhausted) => exhausted,
        };
        // The time must be known.
        let timed = none_of(faults, &["wongar.position-time"]);
        if timed && !possible {
            faults.push(Breach::PositionEnd { end: state.end, at_x, exhausted, data: self.x_square.source });
        }
        // Each player who has taken a card in this round has left one territory bare. If the end is near, as many as
        // there are players may have been bare before.
        let begun = (state.turn.0 + state.players - state.boomerang.0) % state.players;
        let acting = u8::from(!matches!(state.phase, Phase::Reveal | Phase::Privilege | Phase::Take | Phase::Over));
        let bare = order.iter().filter(|at| !shows(at)).count() as u8;
        let most = match (state.phase, state.end) {
            (Phase::Reveal, _) => state.players,
            (Phase::Over, _) => 2 * state.players,
            (_, None) => begun + acting,
            (_, Some(_)) => state.players + begun + acting,
        };
        // Territories without a pile may have been bare before this round; all others became bare in it.
        let open = order.iter().filter(|at| !shows(at) && !state.piles[**at].is_used_up()).count() as u8;
        let most_open = match state.phase {
            Phase::Reveal | Phase::Over => state.players,
            _ => begun + acting,
        };
        if bare > most {
            faults.push(Breach::PositionBare { bare, most });
        } else if open > most_open {
            faults.push(Breach::PositionBare { bare: open, most: most_open });
        }
        // At the start of the round the pawn is with the boomerang; later it goes only to players who have had their
        // turn (R18, R40).
        let place = (state.ancestor_pawn.0 + state.players - state.boomerang.0) % state.players;
        if state.phase != Phase::Over && place != 0 && place >= begun + acting {
            faults.push(Breach::PositionPawn { pawn: state.ancestor_pawn, boomerang: state.boomerang });
        }
        if timed {
            self.check_time(state, faults);
        }
        check_phase(state, self.options.own_figures, faults);
    }

    /// Only scorpions move time, each by one square (R52). Those of the territories are kept, and one of the ritual
    /// deck may be aside. Other ritual scorpions have gone back into the deck in pairs (R55), where they cannot be
    /// counted.
    fn check_time(&self, state: &State, faults: &mut Vec<Breach>) {
        let kept: u16 = state.seats().map(|player| u16::from(state.taken[player][TerritoryCard::Scorpion])).sum();
        let scorpions = kept + u16::from(state.aside);
        let (time, x) = (u16::from(state.time), u16::from(self.x_square.value));
        let least = x.min(1 + scorpions);
        let renewed = self.ritual.deck[RitualCard::Scorpion] > 0 && !self.options.choose_ritual_cards;
        let possible = if renewed { time >= least && (time == x || (time - least) % 2 == 0) } else { time == least };
        if !possible {
            let (time, data) = (state.time, self.x_square.source);
            faults.push(Breach::PositionPassed { time, scorpions, pairs: renewed, data });
        }
    }
}

/// Whether the player on turn has played a card: taken it, or played one of their own (R90).
fn has_played(state: &State, own_figures: bool, card: Trigger) -> bool {
    let taken = TerritoryCard::ALL[TerritoryCard::Ancestor as usize + card as usize];
    let own = Figure::ALL.into_iter().find(|figure| figure.cause() == card);
    state.taken[state.turn][taken] > 0 || own_figures && own.is_some_and(|own| state.own[state.turn][own] == 0)
}

/// The phase must be possible for the player on turn.
fn check_phase(state: &State, own_figures: bool, faults: &mut Vec<Breach>) {
    let mut fits = |field, fit: bool| {
        if !fit {
            faults.push(Breach::PositionPhase { field });
        }
    };
    let pawns = [state.ancestor_pawn, state.elder_pawn];
    let has = |card: TerritoryCard| state.taken[state.turn][card] > 0;
    match state.phase {
        Phase::Place { kind, placed } => {
            fits("kind", has(kind.card()));
            fits("placed", placed <= 1);
        }
        Phase::Choose => fits("choose", has(TerritoryCard::Triple)),
        Phase::Triple { kind, left } => {
            fits("kind", has(TerritoryCard::Triple));
            fits("left", (1..=3).contains(&left) && left <= state.supply[state.turn][kind]);
        }
        Phase::Move { figure } => {
            let played = has_played(state, own_figures, figure.cause());
            fits("figure", pawns[figure as usize] == state.turn && played);
        }
        Phase::Draw { left } => {
            let four = has(TerritoryCard::DrawFour);
            let most = if four { 4 } else { 2 };
            fits("left", (1..=most).contains(&left) && (four || Kind::ALL.iter().any(|kind| has(kind.card()))));
        }
        Phase::Ceremony { card, at, passed, next } => {
            for figure in Figure::ALL.into_iter().filter(|figure| [Trigger::Both, figure.cause()].contains(&card)) {
                fits("card", pawns[figure as usize] == state.turn && state.figures[figure as usize] == at);
            }
            fits("card", has_played(state, own_figures, card));
            fits("passed", passed.into_iter().all(|player| !state.hands[player].is_empty()));
            if !state.is_present(next, at) {
                faults.push(Breach::NotPresent { player: next, at });
            }
            if passed.has(next) {
                faults.push(Breach::AlreadyPassed { player: next });
            }
        }
        _ => {}
    }
}

/// Whether the numbers of first pieces placed fit the order of the players (R93).
fn placing_is_fair(state: &State) -> bool {
    let left = |player: Player| state.bag[player].total();
    let all = u32::from(3 * EACH_AT_START);
    let due = left(state.turn);
    let mut waiting = false;
    due > 0
        && state.clockwise(state.boomerang).all(|player| {
            waiting |= player == state.turn;
            left(player) == if waiting { due } else { due - 1 } && left(player) <= all
        })
}

fn check_player(field: &'static str, player: Option<Player>, players: u8, faults: &mut Vec<Breach>) {
    if let Some(player) = player.filter(|player| player.0 >= players) {
        faults.push(Breach::PositionPlayer { field, player, players });
    }
}
