//! The contents of a picture, which [`crate::render`] draws in several ways. A game makes its picture from a view, so
//! that no picture can show what its viewer may not know. The parts are the same for all games: places with figures,
//! joined by lines and grouped in regions; and panels with rows of figures, for stocks, hands, markets, tracks and rows
//! of cards.
//!
//! Coordinates are whole numbers on a grid, since the rules may not use floating-point numbers.
//!
//! ```
//! use referee::game::Player;
//! use referee::{AnySession, Setup};
//!
//! let picture = AnySession::open("tectonic", &Setup::new())?.picture(None);
//! assert_eq!((picture.board.columns, picture.board.rows), (10, 10));
//! assert_eq!(picture.name(Player(1)), "Black");
//! # Ok::<(), referee::Refused>(())
//! ```

use crate::game::{ByPlayer, Gain, Player};
use crate::text::{is_unseen, within};

/// What one viewer sees of a position.
#[doc = include_str!("picture/examples/picture.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Picture {
    /// The name of the game, for people.
    pub title: String,
    /// What the position waits for. If it is a player's turn, the rest of a sentence that begins with their name, such
    /// as `is to move`; otherwise a whole sentence. Without a full stop.
    pub waits: String,
    /// The players.
    pub seats: Vec<Seat>,
    /// Whose turn it is; `None`: no player's.
    pub turn: Option<Player>,
    /// The last event in words; empty if there is none or it is hidden.
    pub last: String,
    /// What the last event scored.
    pub scored: Vec<Gain>,
    /// Whether that action was refused, so that the position has not changed.
    pub refused: bool,
    /// The board; without places there is no board.
    pub board: Board,
    /// What lies beside the board, in reading order; those that stand above it come first.
    pub panels: Vec<Panel>,
    /// One figure of each sort with its meaning in [`Figure::name`].
    pub legend: Vec<Figure>,
    /// What the points of the seats count, in a word or two, such as `tokens`; empty: points.
    pub counts: &'static str,
    /// A note about the drawing itself, such as that the board is reconstructed; may be empty.
    pub note: String,
}

/// A player as drawn.
#[doc = include_str!("picture/examples/seat.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Seat {
    /// The letter on all their figures.
    pub letter: char,
    /// Their name.
    pub name: String,
    /// The colour of their figures.
    pub tint: Tint,
    /// Their points so far; in a game without points a number that shows how they stand. `None`: there is none yet.
    pub points: Option<i32>,
}

/// A board.
#[doc = include_str!("picture/examples/board.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Board {
    /// The width of the grid; every place is inside it.
    pub columns: u16,
    /// The height of the grid.
    pub rows: u16,
    /// The places. No two overlap.
    pub places: Vec<Place>,
    /// Pairs of joined places, by index.
    pub lines: Vec<[usize; 2]>,
    /// Sets of places that belong together.
    pub regions: Vec<Region>,
    /// Whether rows and columns are named along the edges, instead of every place.
    pub edges: Option<Edges>,
    /// The path of the last event, or of a refused action: places by index, in order. With fewer than two there is no
    /// path.
    pub trail: Vec<usize>,
}

/// The names of the columns and rows of a board whose places form a full grid.
#[doc = include_str!("picture/examples/edges.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Edges {
    /// From left to right, one for each column.
    pub columns: Vec<String>,
    /// From top to bottom, one for each row.
    pub rows: Vec<String>,
}

/// A place on a board.
#[doc = include_str!("picture/examples/place.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Place {
    /// The name, as the protocol writes it.
    pub name: String,
    /// The leftmost grid column that it covers.
    pub x: u16,
    /// The grid row, from the top.
    pub y: u16,
    /// The number of columns that it covers, at least 1.
    pub width: u16,
    /// Whether it is a field for many figures; otherwise it is a spot for one or two.
    pub field: bool,
    /// The figures on it, in rows; a spot has one row.
    pub rows: Vec<Row>,
    /// A few words for a spot, such as a price, written if there is room. `None`: the spot never has words.
    pub words: Option<String>,
    /// The same as figures, which an image draws small in place of the words; `None`: it writes the words.
    pub price: Option<Vec<Figure>>,
    /// Whether it is printed with a light centre.
    pub light: bool,
    /// Whether the last event changed it.
    pub fresh: bool,
}

/// A region of a board.
#[doc = include_str!("picture/examples/region.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Region {
    /// The name.
    pub name: String,
    /// Whose it is; `None`: no player's.
    pub owner: Option<Player>,
    /// The places, by index.
    pub places: Vec<usize>,
}

/// Something beside the board: a player's possessions, a market, a supply.
#[doc = include_str!("picture/examples/panel.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Panel {
    /// The title. A panel without a title has its owner's possessions, and the owner's name as its title.
    pub title: String,
    /// Whose it is; `None`: no player's.
    pub owner: Option<Player>,
    /// Whether it stands above the board, such as a score track.
    pub above: bool,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of figures: a stock, a hand, a row of a market, a track.
#[doc = include_str!("picture/examples/row.md")]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Row {
    /// The name; may be empty.
    pub name: String,
    /// A number or a few words, such as a price; may be empty.
    pub value: String,
    /// The figures, from left to right.
    pub figures: Vec<Figure>,
    /// The scale on which the figures stand; `None`: they stand side by side.
    pub scale: Option<Scale>,
    /// Whether the last event changed it.
    pub fresh: bool,
}

/// A scale of numbered squares, such as a score track. The row's value says in words where the figures stand.
#[doc = include_str!("picture/examples/scale.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Scale {
    /// The first and the last square.
    pub ends: [i32; 2],
    /// The square of each figure of the row.
    pub at: Vec<i32>,
    /// The sections: the first square of each, and what holds there, in words.
    pub sections: Vec<(i32, String)>,
}

/// A figure, or several alike: a piece, a card, a coin.
#[doc = include_str!("picture/examples/figure.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Figure {
    /// Its form.
    pub shape: Shape,
    /// Whose it is; `None`: no player's.
    pub owner: Option<Player>,
    /// Its colour; `None`: the owner's colour, or none.
    pub tint: Option<Tint>,
    /// Whether it is turned: face down, or no longer usable by its owner.
    pub turned: bool,
    /// A short label on it or beside it; may be empty.
    pub label: String,
    /// Signs that say the same as the label. An image draws them in place of the label, of which a card keeps the first
    /// word.
    pub icons: Vec<Icon>,
    /// Small figures that say the same as the rest of a card's label. An image draws a higher card, with the first of them beside
    /// the first word of the label and the others below.
    pub inner: Vec<Figure>,
    /// The number of them, at least 1.
    pub count: u32,
    /// What it is, in words.
    pub name: String,
    /// What it is, as the protocol writes it, such as `mount` or `tuna:star`; empty if it is face down, or if the protocol has no
    /// name for it.
    pub wire: String,
}

/// The form of a figure.
#[doc = include_str!("picture/examples/shape.md")]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Shape {
    /// A disc or a ball.
    Round,
    /// A triangle or a cone.
    Triangle,
    /// A square or a cube.
    Square,
    /// A cylinder or a column.
    Pillar,
    /// A square on its corner: a marker or a pawn.
    Diamond,
    /// A star: a chief or another special figure.
    Star,
    /// A card, with its label on it.
    Card,
    /// An empty place of a track; not a figure.
    Slot,
}

impl Shape {
    /// All forms.
    pub const ALL: [Shape; 8] = [
        Shape::Round,
        Shape::Triangle,
        Shape::Square,
        Shape::Pillar,
        Shape::Diamond,
        Shape::Star,
        Shape::Card,
        Shape::Slot,
    ];
}

/// A sign on a figure.
#[doc = include_str!("picture/examples/icon.md")]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Icon {
    Temple,
    Book,
    Swords,
    Scales,
    Seal,
    Bear,
    Cookie,
    Spoon,
    Bowl,
    Chopsticks,
    Star,
    Wok,
    Cook,
}

crate::names! {
    /// A colour. Renderers choose the exact shade, for light and dark backgrounds.
    #[doc = include_str!("picture/examples/tint.md")]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Tint {
        White = "white",
        Black = "black",
        Grey = "grey",
        Red = "red",
        Orange = "orange",
        Yellow = "yellow",
        Green = "green",
        Blue = "blue",
        Purple = "purple",
        Pink = "pink",
        Teal = "teal",
    }
}

/// The name of a card that lies face down.
pub(crate) const FACE_DOWN: &str = "face down";

/// The most characters of a player's name that are drawn, and the most terminal columns that they may take.
const NAME_LENGTH: usize = 24;

impl Picture {
    /// An empty picture of a game whose players have letters from `A`.
    pub fn of(title: &str, players: u8) -> Picture {
        const TINTS: ByPlayer<Tint> = ByPlayer([Tint::Blue, Tint::Orange, Tint::Green, Tint::Purple, Tint::Yellow]);
        let seat = |player: Player| Seat {
            letter: char::from(b'A' + player.0),
            name: player.to_string(),
            tint: TINTS[player],
            points: None,
        };
        let seats = Player::all(players).map(seat).collect();
        Picture { title: title.to_owned(), seats, ..Picture::default() }
    }

    /// Gives the players their names from a header. Names are foreign text: control characters are removed and long
    /// names are cut.
    pub fn call(&mut self, names: &[String]) {
        self.colour(names);
        for (seat, name) in self.seats.iter_mut().zip(names) {
            let name: String = name.chars().filter(|c| !is_unseen(*c)).take(NAME_LENGTH).collect();
            let name = within(&name, NAME_LENGTH);
            if !name.trim().is_empty() {
                seat.name = format!("{name}, {}", seat.name);
            }
        }
    }

    /// If all players have different colours as names, gives them these colours. Colours that come from the rules stay.
    fn colour(&mut self, names: &[String]) {
        let called = |name: &String| {
            let name = name.to_lowercase();
            let name = if name == "violet" { Tint::Purple.name() } else { &name };
            Tint::ALL.into_iter().find(|tint| tint.name() == name)
        };
        let tints: Option<Vec<Tint>> = names.iter().map(called).collect();
        let Some(tints) = tints.filter(|tints| tints.len() == self.seats.len()) else { return };
        let apart = (1..tints.len()).all(|at| !tints[..at].contains(&tints[at]));
        let sided = self.seats.iter().zip(0..).any(|(seat, player)| seat.name != Player(player).to_string());
        if apart && !sided {
            self.seats.iter_mut().zip(tints).for_each(|(seat, tint)| seat.tint = tint);
        }
    }

    /// The status of the game, in one sentence without a full stop.
    pub fn sentence(&self) -> String {
        self.turn.map_or_else(|| self.waits.clone(), |player| format!("{} {}", self.name(player), self.waits))
    }

    /// The title, and the status of the game if there is one.
    pub fn heading(&self) -> String {
        match self.sentence() {
            nothing if nothing.is_empty() => format!("{}.", self.title),
            sentence => format!("{}: {sentence}.", self.title),
        }
    }

    /// What the last event scored, in words, such as `+6 Violet: the majority of cylinders in north`.
    pub fn scored_in_words(&self) -> impl Iterator<Item = String> {
        let gain = |gain: &Gain| format!("{:+} {}: {}", gain.points, self.name(gain.player), gain.why);
        self.scored.iter().map(gain)
    }

    /// What happened last, and each thing that it scored, in words.
    pub fn story(&self) -> Vec<String> {
        std::iter::once(self.last.clone()).chain(self.scored_in_words()).collect()
    }

    /// What happened last, in sentences; empty if there is nothing to say.
    pub fn news(&self) -> Vec<String> {
        if self.last.is_empty() {
            return Vec::new();
        }
        let last = format!("{}: {}.", if self.refused { "Refused" } else { "Last" }, self.last);
        let scored = self.scored_in_words().collect::<Vec<_>>().join("; ");
        let scored = (!scored.is_empty()).then(|| format!("Scored: {scored}."));
        std::iter::once(last).chain(scored).collect()
    }

    /// A player's name.
    pub fn name(&self, player: Player) -> &str {
        self.seats.get(player.index()).map_or("", |seat| &seat.name)
    }

    /// Marks what has changed since an earlier picture of the same viewer.
    pub fn mark_changes(&mut self, before: &Picture) {
        for (place, earlier) in self.board.places.iter_mut().zip(&before.board.places) {
            place.fresh = place.rows != earlier.rows;
        }
        for panel in &mut self.panels {
            let same = before.panels.iter().filter(|other| other.title == panel.title && other.owner == panel.owner);
            let earlier: Vec<&Row> = same.flat_map(|panel| &panel.rows).collect();
            for row in &mut panel.rows {
                // A new row is compared with an empty one.
                let (empty, before) = (Row::default(), earlier.iter().find(|other| other.name == row.name));
                let before = before.copied().unwrap_or(&empty);
                row.fresh = before.figures != row.figures || before.value != row.value;
            }
        }
    }

    /// Removes the marks of what has changed.
    pub fn forget_changes(&mut self) {
        self.board.places.iter_mut().for_each(|place| place.fresh = false);
        self.panels.iter_mut().flat_map(|panel| &mut panel.rows).for_each(|row| row.fresh = false);
    }

    /// All figures, in reading order: those on the board, then those of the panels.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        let board = self.board.places.iter().flat_map(|place| &place.rows);
        let rows = board.chain(self.panels.iter().flat_map(|panel| &panel.rows));
        rows.flat_map(|row| &row.figures).filter(|figure| figure.shape != Shape::Slot)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "names of the rules are small copies, and calls read better so")]
impl Place {
    /// An empty spot of width 1.
    pub fn spot(name: impl ToString, x: u16, y: u16) -> Place {
        Place { name: name.to_string(), x, y, width: 1, ..Place::default() }
    }

    /// Puts a figure on a spot.
    pub fn put(&mut self, figure: Figure) {
        if self.rows.is_empty() {
            self.rows.push(Row::default());
        }
        self.rows[0].figures.push(figure);
    }
}

#[allow(clippy::needless_pass_by_value, reason = "names of the rules are small copies, and calls read better so")]
impl Panel {
    /// Whether it has a player's possessions.
    pub fn is_seat(&self) -> bool {
        self.owner.is_some() && self.title.is_empty()
    }

    /// A panel that belongs to no player.
    pub fn new(title: &str) -> Panel {
        Panel { title: title.to_owned(), ..Panel::default() }
    }

    /// A panel with a player's possessions.
    pub fn of(player: Player) -> Panel {
        Panel { owner: Some(player), ..Panel::default() }
    }

    /// Adds a row of figures.
    pub fn row(&mut self, name: &str, figures: impl IntoIterator<Item = Figure>) {
        self.rows.push(Row { name: name.to_owned(), figures: figures.into_iter().collect(), ..Row::default() });
    }

    /// Adds a row with a value.
    pub fn value(&mut self, name: &str, value: impl ToString) {
        self.rows.push(Row { name: name.to_owned(), value: value.to_string(), ..Row::default() });
    }
}

#[allow(clippy::needless_pass_by_value, reason = "names of the rules are small copies, and calls read better so")]
impl Figure {
    /// A figure that belongs to no player.
    pub fn new(shape: Shape, name: impl ToString) -> Figure {
        let (label, name, wire) = (String::new(), name.to_string(), String::new());
        let (icons, inner) = (Vec::new(), Vec::new());
        Figure { shape, owner: None, tint: None, turned: false, label, icons, inner, count: 1, name, wire }
    }

    /// A card with a label.
    pub fn card(label: impl ToString) -> Figure {
        Figure::new(Shape::Card, label.to_string()).label(label)
    }

    /// Cards that lie face down.
    pub(crate) fn face_down(count: impl Into<u32>) -> Option<Figure> {
        Figure { name: FACE_DOWN.to_owned(), ..Figure::card("?") }.turned().times(count)
    }

    /// Empty places of a track.
    pub fn slots(count: usize) -> impl Iterator<Item = Figure> {
        std::iter::repeat_n(Figure::new(Shape::Slot, "empty"), count)
    }

    /// The same figure with its name in the protocol.
    #[must_use]
    pub fn wire(mut self, name: impl ToString) -> Figure {
        self.wire = name.to_string();
        self
    }

    /// The same figure with an owner.
    #[must_use]
    pub fn of(mut self, player: Player) -> Figure {
        self.owner = Some(player);
        self
    }

    /// The same figure with its own colour.
    #[must_use]
    pub fn tint(mut self, tint: Tint) -> Figure {
        self.tint = Some(tint);
        self
    }

    /// The same figure turned over.
    #[must_use]
    pub fn turned(mut self) -> Figure {
        self.turned = true;
        self
    }

    /// The same figure with a label.
    #[must_use]
    pub fn label(mut self, label: impl ToString) -> Figure {
        self.label = label.to_string();
        self
    }

    /// The same figure with signs.
    #[must_use]
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Figure {
        self.icons.extend(icons);
        self
    }

    /// The same card with small figures on it.
    #[must_use]
    pub fn inner(mut self, figures: impl IntoIterator<Item = Figure>) -> Figure {
        self.inner.extend(figures);
        self
    }

    /// This number of the same figure; `None` if it is 0.
    pub fn times(mut self, count: impl Into<u32>) -> Option<Figure> {
        self.count = count.into();
        (self.count > 0).then_some(self)
    }
}
