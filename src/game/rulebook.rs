//! A rulebook from which a person can play, as a game tells it: chapters in reading order, made of prose, of the numbered
//! statements, of pictures, and of moves on positions that the referee itself judges whenever the book is printed, so that
//! no example can be wrong (see [`crate::rulebook`], which puts all of it together).

use super::Player;

/// A rulebook. A word such as `R12` in its prose refers to the statement with that number.
#[derive(Copy, Clone, Debug)]
pub struct Rulebook {
    /// The chapters: what the game is about, what is in the box, set-up, a turn in its order, every action, secrets, the
    /// end and who wins, options, and the words that need to be explained.
    pub chapters: &'static [Chapter],
}

/// A chapter.
#[derive(Copy, Clone, Debug)]
pub struct Chapter {
    /// The heading.
    pub title: &'static str,
    /// What it tells, in order.
    pub passages: &'static [Passage],
}

/// A piece of a chapter.
#[derive(Copy, Clone, Debug)]
pub enum Passage {
    /// A paragraph.
    Text(&'static str),
    /// Steps or items, one after another.
    List(&'static [&'static str]),
    /// Words and what they mean: parts of the game, or terms.
    Terms(&'static [(&'static str, &'static str)]),
    /// Numbered statements by their numbers. Every statement of the game stands in exactly one chapter.
    Rules(&'static [&'static str]),
    /// The parts of the game as [`super::Game::components`] draws them, with words below.
    Components(&'static str),
    /// A position as the public sees it, such as the start.
    Position {
        /// The words below the picture.
        caption: &'static str,
        /// A stream that reaches it: the header, and what follows it if anything has to.
        stream: &'static str,
    },
    /// Every option with its values, the default first.
    Options,
    /// A move that is legal, or is not.
    Example(Example),
}

/// A move on a position, judged.
#[derive(Copy, Clone, Debug)]
pub struct Example {
    /// What there is to see, in a sentence.
    pub caption: &'static str,
    /// A stream whose last line is the action; what precedes it sets up the position.
    pub stream: &'static str,
    /// For whom the position is drawn; `None`: as the public sees it.
    pub viewer: Option<Player>,
    /// The ids of every rule that the action breaks, in the order in which they are reported; none: it is legal.
    pub breaks: &'static [&'static str],
}

impl Passage {
    /// A legal move, as the public sees it.
    #[must_use]
    pub const fn legal(caption: &'static str, stream: &'static str) -> Passage {
        Passage::Example(Example { caption, stream, viewer: None, breaks: &[] })
    }

    /// A move that breaks these rules, as the public sees it.
    #[must_use]
    pub const fn refused(breaks: &'static [&'static str], caption: &'static str, stream: &'static str) -> Passage {
        Passage::Example(Example { caption, stream, viewer: None, breaks })
    }

    /// The same move as a player sees it.
    #[must_use]
    pub const fn seen_by(self, player: u8) -> Passage {
        match self {
            Passage::Example(example) => Passage::Example(Example { viewer: Some(Player(player)), ..example }),
            other => other,
        }
    }
}
