//! Unit tests of Wongar: the worked example of the rulebook, constructed positions, and the corner cases of each
//! rule. This file has the helpers. Positions are built by moving cards and pieces, so that none is lost or added.

mod ceremonies;
mod data;
mod example;
mod positions;
mod rounds;
mod setups;
mod turns;
mod words;

use super::names::{Kind, Pieces, RitualCard, Territory, TerritoryCard};
use super::{Action, Chance, Options, Phase, State, Wongar};
use crate::breach::Breach as _;
use crate::game::{Draw, Game, Player, Turn};
use crate::strict;

/// A game that is being played by a test.
struct Play {
    game: Wongar,
    state: State,
}

fn open(options: &Options) -> Wongar {
    let edition = strict::from_slice(Wongar::EDITION.as_bytes()).unwrap();
    Wongar::open(&edition, options).unwrap()
}

/// Options given as JSON.
fn options(text: &str) -> Options {
    strict::from_slice(text.as_bytes()).unwrap()
}

impl Play {
    /// A game at its start.
    fn start(players: u8, options: &Options) -> Play {
        let game = open(options);
        let state = game.start(players);
        Play { game, state }
    }

    /// A game after the set-up, with the first possible draw or placement each time. Player 0 is the first player and
    /// must take a card; player 1 has the elder pawn. No player holds a ritual card.
    fn ready(players: u8, options: &Options) -> Play {
        let mut play = Play::start(players, options);
        while play.state.phase != Phase::Take {
            match play.game.turn(&play.state) {
                Turn::Chance => {
                    let (chance, _) = play.chances()[0];
                    play.game.apply_chance(&mut play.state, &chance);
                }
                Turn::Player(player) => {
                    let action = play.legal()[0];
                    play.game.apply(&mut play.state, player, &action);
                }
                Turn::Over => panic!("the set-up ends the game"),
            }
        }
        for player in play.state.seats() {
            let mut hand = std::mem::take(&mut play.state.hands[player]);
            if options.own_doubles {
                play.state.hands[player][RitualCard::Double] = std::mem::take(&mut hand[RitualCard::Double]);
            }
            play.state.deck.absorb(&mut hand);
        }
        play.sound();
        play
    }

    /// The position must be possible to write by hand and read.
    #[track_caller]
    fn sound(&self) {
        let position = self.game.position(&self.state, true);
        assert_eq!(self.game.restore(self.state.players, &position).as_ref(), Ok(&self.state));
    }

    fn chances(&self) -> Vec<(Chance, u32)> {
        let mut chances = Vec::new();
        self.game.chances(&self.state, &mut chances);
        chances
    }

    fn legal(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        legal
    }

    /// The draw must be possible.
    #[track_caller]
    fn draw(&mut self, chance: &str) -> &mut Play {
        let chance: Chance = strict::from_slice(chance.as_bytes()).unwrap();
        assert_eq!(self.game.turn(&self.state), Turn::Chance, "no draw is due: {:?}", self.state.phase);
        assert!(self.chances().iter().any(|(possible, _)| *possible == chance), "{chance:?}: {:?}", self.chances());
        self.game.apply_chance(&mut self.state, &chance);
        self
    }

    /// The player must be on turn and the action legal.
    #[track_caller]
    fn act(&mut self, player: u8, action: &str) -> &mut Play {
        assert_eq!(self.game.turn(&self.state), Turn::Player(Player(player)), "{:?}", self.state.phase);
        assert_eq!(self.refusal(player, action), [""; 0], "{action}");
        let action = self.read(player, action);
        assert!(self.legal().contains(&action));
        self.game.apply(&mut self.state, Player(player), &action);
        self
    }

    fn read(&self, player: u8, action: &str) -> Action {
        let mut action: Action = strict::from_slice(action.as_bytes()).unwrap();
        self.game.canonical(&self.state, Player(player), &mut action);
        action
    }

    /// The ids of the rules that an action would break, without the name of the game.
    fn refusal(&self, player: u8, action: &str) -> Vec<&'static str> {
        let mut broken = Vec::new();
        self.game.check(&self.state, Player(player), &self.read(player, action), &mut broken);
        broken.iter().map(|breach| &breach.clause().id["wongar.".len()..]).collect()
    }

    /// The scores on the track.
    fn scores(&self) -> Vec<i32> {
        self.state.seats().map(|player| self.state.scores[player]).collect()
    }

    fn hand_sizes(&self) -> Vec<u32> {
        self.state.seats().map(|player| self.state.hands[player].total()).collect()
    }

    /// Another card of the pile lies face up.
    #[track_caller]
    fn show(&mut self, territory: Territory, card: TerritoryCard) -> &mut Play {
        let pile = &mut self.state.piles[territory];
        if let Some(shown) = pile.shows.take() {
            pile.cards[shown] += 1;
        }
        pile.cards[card] -= 1;
        pile.shows = Some(card);
        self
    }

    /// Gives all face-down cards of a territory to a player, except some that stay.
    fn thin_out(&mut self, territory: Territory, stay: &[TerritoryCard], taker: u8) -> &mut Play {
        let pile = &mut self.state.piles[territory];
        let mine = &mut self.state.taken[Player(taker)];
        for card in TerritoryCard::ALL.iter().copied() {
            let keep = stay.iter().filter(|other| **other == card).count() as u8;
            let go = pile.cards[card] - keep;
            pile.cards[card] = keep;
            mine[card] += go;
        }
        mine[TerritoryCard::Scorpion] += std::mem::take(&mut pile.under);
        self
    }

    /// Moves ritual cards from the pile into a hand.
    #[track_caller]
    fn give(&mut self, player: u8, cards: &[RitualCard]) -> &mut Play {
        for card in cards {
            self.state.deck[*card] -= 1;
            self.state.hands[Player(player)][*card] += 1;
        }
        self
    }

    /// Takes all pieces off a territory.
    fn clear(&mut self, territory: Territory) -> &mut Play {
        for player in self.state.seats() {
            let mut pieces = std::mem::take(&mut self.state.pieces[territory][player]);
            self.state.supply[player].absorb(&mut pieces);
        }
        self
    }

    /// Takes all pieces off the board.
    fn clear_all(&mut self) -> &mut Play {
        for territory in Territory::ALL.iter().copied() {
            self.clear(territory);
        }
        self
    }

    /// Puts pieces from a player's supply onto a territory.
    #[track_caller]
    fn stand(&mut self, player: u8, territory: Territory, discs: u8, cubes: u8, cylinders: u8) -> &mut Play {
        for (kind, count) in Kind::ALL.iter().zip([discs, cubes, cylinders]) {
            self.state.supply[Player(player)][*kind] -= count;
            self.state.pieces[territory][Player(player)][*kind] += count;
        }
        self
    }

    fn there(&self, player: u8, territory: Territory) -> Pieces {
        self.state.pieces[territory][Player(player)]
    }

    fn score_of(&mut self, scores: &[i32]) -> &mut Play {
        for (player, score) in self.state.seats().zip(scores) {
            self.state.scores[player] = *score;
        }
        self
    }
}

/// Plays a random game and shows every state.
fn random_game(game: &Wongar, players: u8, draw: &mut dyn Draw, mut look: impl FnMut(&State)) -> State {
    let mut state = game.start(players);
    let (mut legal, mut chances) = (Vec::new(), Vec::new());
    loop {
        look(&state);
        match game.turn(&state) {
            Turn::Over => return state,
            Turn::Chance => {
                chances.clear();
                game.chances(&state, &mut chances);
                let mut index = draw.below(chances.iter().map(|(_, weight)| weight).sum());
                let drawn = chances.iter().find(|(_, weight)| match index.checked_sub(*weight) {
                    Some(rest) => {
                        index = rest;
                        false
                    }
                    None => true,
                });
                game.apply_chance(&mut state, &drawn.unwrap().0);
            }
            Turn::Player(player) => {
                legal.clear();
                game.legal(&state, &mut legal);
                let action = legal[draw.below(legal.len() as u32) as usize];
                game.apply(&mut state, player, &action);
            }
        }
    }
}
