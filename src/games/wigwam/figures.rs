//! Sides, figures and the board's content.

use super::board::{Base, Bases};
use crate::game::Player;
use crate::names;

names! {
    /// A side.
    ///
    /// ```
    /// use referee::game::Player;
    /// use referee::games::wigwam::Side;
    ///
    /// assert_eq!((Side::of(Player(0)), Side::Dark.other()), (Side::Light, Side::Light));
    /// ```
    pub enum Side {
        /// Player 0, who begins (R3).
        Light = "light",
        /// Player 1.
        Dark = "dark",
    }
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        if self == Side::Light { Side::Dark } else { Side::Light }
    }

    /// The side a player plays.
    pub fn of(player: Player) -> Side {
        if player.0 == 0 { Side::Light } else { Side::Dark }
    }

    /// The player who plays this side.
    pub fn player(self) -> Player {
        Player(self as u8)
    }
}

names! {
    /// A type of figure (R1).
    ///
    /// ```
    /// use referee::games::wigwam::Figure;
    ///
    /// // What each side has.
    /// assert_eq!(Figure::ALL.map(Figure::each), [1, 7, 3]);
    /// ```
    pub enum Figure {
        /// Moves one or two bases and may capture at an obtuse angle; losing him loses the game.
        Chief = "chief",
        /// Moves one base and captures straight ahead.
        Warrior = "warrior",
        /// Moves one base, never captures and is never captured.
        Tent = "tent",
    }
}

impl Figure {
    /// How many of them a side has at the start (R1).
    pub fn each(self) -> u8 {
        match self {
            Figure::Chief => 1,
            Figure::Warrior => 7,
            Figure::Tent => 3,
        }
    }
}

/// What stands where.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Board {
    /// The bases of each side's figures, by side and type.
    figures: [[Bases; 3]; 2],
}

impl Board {
    /// The bases of one side's figures of a type.
    pub fn of(&self, side: Side, figure: Figure) -> Bases {
        self.figures[side as usize][figure as usize]
    }

    /// The same, mutable.
    pub(super) fn of_mut(&mut self, side: Side, figure: Figure) -> &mut Bases {
        &mut self.figures[side as usize][figure as usize]
    }

    /// All figures of a side.
    pub fn side(&self, side: Side) -> Bases {
        self.fighters(side).or(self.of(side, Figure::Tent))
    }

    /// A side's chief and warriors: the figures that capture and can be captured.
    pub fn fighters(&self, side: Side) -> Bases {
        self.of(side, Figure::Chief).or(self.of(side, Figure::Warrior))
    }

    /// All occupied bases.
    pub fn occupied(&self) -> Bases {
        self.side(Side::Light).or(self.side(Side::Dark))
    }

    /// The figure on a base, if any.
    pub fn at(&self, base: Base) -> Option<(Side, Figure)> {
        let side = if self.side(Side::Light).has(base) { Side::Light } else { Side::Dark };
        let figure = Figure::ALL.into_iter().find(|figure| self.of(side, *figure).has(base))?;
        Some((side, figure))
    }

    /// Moves a side's figure to an empty base.
    pub(super) fn step(&mut self, side: Side, from: Base, to: Base) {
        for bases in &mut self.figures[side as usize] {
            if bases.has(from) {
                bases.remove(from);
                bases.insert(to);
            }
        }
    }

    /// Removes a side's figure from the board.
    pub(super) fn take(&mut self, side: Side, base: Base) {
        for bases in &mut self.figures[side as usize] {
            bases.remove(base);
        }
    }

    /// The board turned by 180 degrees, with the sides swapped.
    #[must_use]
    pub fn turned(&self) -> Board {
        let [light, dark] = self.figures;
        Board { figures: [dark.map(Bases::turned), light.map(Bases::turned)] }
    }
}
