//! A second referee, written as plainly as possible from the coordinates of the rules. It shares nothing with the
//! first: no sets, no tables. Both must allow the same captures and moves and find the same ends, in random games
//! with many options, and on the board turned by 180 degrees.

use super::*;
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::games::wigwam::options::{Blockade, Capture, LoneChiefWin};

/// Half-step abscissa and row.
type Place = (i8, i8);

const DIRECTIONS: [Place; 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

fn exists((x, row): Place) -> bool {
    let indent = (row - 3).abs();
    (0..=6).contains(&row) && indent <= x && x <= 12 - indent && (x - indent) % 2 == 0
}

fn name((x, row): Place) -> String {
    let number = (x - (row - 3).abs()) / 2 + 1;
    format!("{}{number}", char::from(b'A' + row as u8))
}

fn place(name: &str) -> Place {
    let [row, number] = name.as_bytes() else { panic!("{name}") };
    let row = (row - b'A') as i8;
    (2 * (number - b'1') as i8 + (row - 3).abs(), row)
}

fn towards((x, row): Place, direction: usize) -> Option<Place> {
    let (dx, dr) = DIRECTIONS[direction % 6];
    Some((x + dx, row + dr)).filter(|place| exists(*place))
}

#[derive(Clone)]
struct Oracle {
    figures: Vec<(Place, Side, Figure)>,
    options: Options,
}

impl Oracle {
    fn new(board: &Board, options: &Options) -> Oracle {
        let figures = Bases::ALL
            .into_iter()
            .filter_map(|base| board.at(base).map(|(side, figure)| (place(base.name()), side, figure)))
            .collect();
        Oracle { figures, options: options.clone() }
    }

    fn at(&self, place: Place) -> Option<(Side, Figure)> {
        self.figures.iter().find(|(at, _, _)| *at == place).map(|(_, side, figure)| (*side, *figure))
    }

    /// Every single jump of a figure: victim, landing, the directions to the victim and on to the landing.
    fn jumps(&self, from: Place, side: Side, figure: Figure) -> Vec<(Place, Place, usize, usize)> {
        let mut jumps = Vec::new();
        for direction in 0..6 {
            let Some(over) = towards(from, direction) else { continue };
            let Some((owner, victim)) = self.at(over) else { continue };
            if owner == side || victim == Figure::Tent || figure == Figure::Tent {
                continue;
            }
            let turns: &[usize] = if figure == Figure::Chief { &[0, 1, 5] } else { &[0] };
            for turn in turns {
                if let Some(to) = towards(over, direction + turn)
                    && self.at(to).is_none()
                {
                    jumps.push((over, to, direction, (direction + turn) % 6));
                }
            }
        }
        jumps
    }

    fn captures_from(&self, from: Place, side: Side, figure: Figure, way: Option<usize>, so_far: &str) -> Vec<String> {
        let free = match figure {
            Figure::Chief => self.options.chief_chain == ChiefChain::Any,
            _ => self.options.warrior_chain == WarriorChain::Any,
        };
        let mut captures = Vec::new();
        for (over, to, direction, last) in self.jumps(from, side, figure) {
            if !free && way.is_some_and(|way| ![0, 1, 5].contains(&((direction + 6 - way) % 6))) {
                continue;
            }
            let text = format!("{so_far}x{}-{}", name(over), name(to));
            let mut after = self.clone();
            let chief = self.at(over).unwrap().1 == Figure::Chief;
            after.figures.retain(|(at, _, _)| *at != over && *at != from);
            after.figures.push((to, side, figure));
            let more = if chief { Vec::new() } else { after.captures_from(to, side, figure, Some(last), &text) };
            if more.is_empty() || self.options.chain == Chain::Optional {
                captures.push(text);
            }
            captures.extend(more);
        }
        captures
    }

    fn captures(&self, side: Side) -> Vec<String> {
        let own = self.figures.iter().filter(|(_, owner, _)| *owner == side);
        own.flat_map(|(from, _, figure)| self.captures_from(*from, side, *figure, None, &name(*from))).collect()
    }

    fn moves(&self, side: Side, tents: bool) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (from, owner, figure) in &self.figures {
            if *owner != side || (*figure == Figure::Tent && !tents) {
                continue;
            }
            for direction in 0..6 {
                let Some(middle) = towards(*from, direction) else { continue };
                let there = self.at(middle);
                if there.is_none() {
                    moves.insert(format!("{}-{}", name(*from), name(middle)));
                }
                if *figure == Figure::Chief && there.is_none_or(|(owner, _)| owner == side) {
                    for turn in [0, 1, 5] {
                        if let Some(to) = towards(middle, direction + turn)
                            && self.at(to).is_none()
                        {
                            moves.insert(format!("{}-{}", name(*from), name(to)));
                        }
                    }
                }
            }
        }
        moves
    }

    fn count(&self, side: Side, figure: Figure) -> usize {
        self.figures.iter().filter(|entry| (entry.1, entry.2) == (side, figure)).count()
    }

    /// How a completed turn of `mover`'s ends the game, house rules aside.
    fn end(&self, mover: Side) -> Option<&'static str> {
        let other = mover.other();
        let chief_takes = |figure: Figure| {
            let chiefs = self.figures.iter().filter(|entry| (entry.1, entry.2) == (other, Figure::Chief));
            chiefs
                .flat_map(|chief| self.jumps(chief.0, other, Figure::Chief))
                .any(|(over, ..)| self.at(over) == Some((mover, figure)))
        };
        let tents = self.options.blockade == Blockade::AllFigures;
        if self.count(other, Figure::Chief) == 0 {
            Some("chief-captured")
        } else if self.captures(other).is_empty() && self.moves(other, tents).is_empty() {
            Some("blocked")
        } else if self.count(other, Figure::Warrior) > 0 {
            None
        } else if self.count(mover, Figure::Warrior) > 0 {
            let all_safe = self.options.lone_chief_win == LoneChiefWin::AllSafe;
            let endangered = chief_takes(Figure::Warrior) || all_safe && chief_takes(Figure::Chief);
            (!endangered).then_some("warriors-gone")
        } else {
            (!chief_takes(Figure::Chief)).then_some("two-chiefs")
        }
    }
}

/// Puts random figures on random bases of a part of the board, for many more contacts and unusual ends than in played
/// games.
fn scatter(dice: &mut Dice) -> Board {
    let mut draw = |total: usize| dice.draw(RANDOM_PLAYER, total as u64) as usize;
    let mut figures = Vec::new();
    for side in Side::ALL {
        figures.push((side, Figure::Chief));
        for (figure, most) in [(Figure::Warrior, [1, 3, 8][draw(3)]), (Figure::Tent, 4)] {
            figures.extend(vec![(side, figure); draw(most)]);
        }
    }
    let room = figures.len() + draw(38 - figures.len());
    let mut free: Vec<Base> = Bases::ALL.into_iter().take(room).collect();
    let mut board = Board::default();
    for (side, figure) in figures {
        board.of_mut(side, figure).insert(free.swap_remove(draw(free.len())));
    }
    board
}

fn compare(options: &Options, seeds: std::ops::Range<u64>) -> BTreeSet<Option<&'static str>> {
    let game = game(options);
    let mut ends = BTreeSet::new();
    for seed in seeds {
        let board = scatter(&mut Dice::new(seed));
        let oracle = Oracle::new(&board, options);
        for side in Side::ALL {
            let state = State { board, turn: side, stage: Stage::Plain, ..game.start(2) };
            let captures = oracle.captures(side);
            let mut expected: BTreeSet<String> = captures.into_iter().collect();
            if expected.is_empty() || options.capture == Capture::Huff {
                expected.extend(oracle.moves(side, true));
            }
            assert_eq!(legal(&game, &state), expected, "{}", Key::of(&state));
            let end = game.decided(&board, side.other(), false);
            assert_eq!(end.map(|end| end.reason.name()), oracle.end(side.other()), "{}", Key::of(&state));
            ends.insert(oracle.end(side.other()));

            let turned = State { board: board.turned(), turn: side.other(), ..state.clone() };
            let turn = |action: &String| {
                let bases = action.split_inclusive(['x', '-']);
                bases.fold(String::new(), |text, part| {
                    let (name, rest) = part.split_at(2);
                    format!("{text}{}{rest}", base(name).turned())
                })
            };
            assert_eq!(legal(&game, &turned), expected.iter().map(turn).collect(), "{}", Key::of(&turned));
        }
    }
    ends
}

#[test]
fn both_referees_agree() {
    let ends = compare(&Options::default(), 0..4000);
    for end in [None, Some("blocked"), Some("warriors-gone"), Some("two-chiefs")] {
        assert!(ends.contains(&end), "{end:?} was never met");
    }
    compare(&Options { capture: Capture::Huff, blockade: Blockade::AllFigures, ..Options::default() }, 0..2000);
    let (chain, chief_chain) = (Chain::Compulsory, ChiefChain::Obtuse);
    compare(&Options { chain, chief_chain, ..Options::default() }, 0..2000);
    let (warrior_chain, lone_chief_win) = (WarriorChain::Any, LoneChiefWin::AllSafe);
    compare(&Options { warrior_chain, lone_chief_win, ..Options::default() }, 0..2000);
}

#[test]
fn a_turn_changes_only_what_it_says() {
    let game = plain();
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let mut state = game.start(2);
        let mut actions = Vec::new();
        while let Turn::Player(player) = game.turn(&state) {
            actions.clear();
            game.legal(&state, &mut actions);
            let before = state.board;
            let captures = actions.iter().filter(|action| matches!(action, Action::Capture { .. })).count();
            assert!(captures == 0 || captures == actions.len(), "all captures or none");
            let chosen = &actions[dice.draw(RANDOM_PLAYER, actions.len() as u64) as usize];
            game.apply(&mut state, player, chosen);
            let mut expected = before;
            match chosen {
                Action::Arrange(arrangement) => expected.place(Side::of(player), &arrangement.figures()),
                Action::Move { from, to } => expected.step(Side::of(player), *from, *to),
                Action::Capture { from, jumps } => Wigwam::jump(&mut expected, Side::of(player), *from, jumps),
                Action::Huff(_) => unreachable!("huffing was not agreed on"),
            }
            assert_eq!(state.board, expected);
            for side in Side::ALL {
                let tents = state.board.of(side, Figure::Tent).len();
                assert!(tents == 3 || before.occupied().is_empty() || state.arranging() && tents == 0);
                let chief = state.board.of(side, Figure::Chief).len();
                assert!(chief == 1 || state.arranging() || state.over.unwrap().reason == Reason::ChiefCaptured);
            }
        }
    }
}
