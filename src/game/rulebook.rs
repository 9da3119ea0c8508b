//! A game's rulebook, complete enough to play from. Its chapters have prose, numbered statements, pictures and example
//! moves. The referee judges every example when the book is printed, so that none can be wrong. [`crate::rulebook`]
//! puts the book together.

use super::Player;

/// A rulebook. A word such as `R12` in the prose refers to the statement with that number.
///
/// ```
/// use referee::game::rulebook::{Chapter, Passage, Rulebook};
///
/// static BOOK: Rulebook = Rulebook { chapters: &[Chapter { title: "A turn", passages: &[Passage::Rules(&["R1"])] }] };
/// let has_rule = |chapter: &Chapter| chapter.passages.iter().any(|passage| matches!(passage, Passage::Rules(["R1"])));
/// assert!(BOOK.chapters.iter().any(has_rule));
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Rulebook {
    /// The chapters: an overview, the contents of the box, set-up, the course of a turn, every action, secrets, the end
    /// and the winner, options, and a glossary.
    pub chapters: &'static [Chapter],
}

/// A chapter.
///
/// ```
/// use referee::games::GAMES;
///
/// let titles: Vec<&str> = GAMES[0].rulebook().chapters.iter().map(|chapter| chapter.title).collect();
/// assert!(titles.contains(&"Setting up"), "{titles:?}");
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Chapter {
    /// The heading.
    pub title: &'static str,
    /// The contents, in order.
    pub passages: &'static [Passage],
}

/// A piece of a chapter.
///
/// ```
/// use referee::game::rulebook::Passage;
///
/// const OPEN: &str = r#"{"referee":1,"game":"tectonic"}
/// {"action":{"move":{"from":"c1","to":"c5"}}}"#;
/// let passage = Passage::legal("A mount moves four squares.", OPEN).seen_by(1);
/// assert!(matches!(passage, Passage::Example(example) if example.viewer.is_some() && example.breaks.is_empty()));
/// ```
#[derive(Copy, Clone, Debug)]
pub enum Passage {
    /// A paragraph.
    Text(&'static str),
    /// A list of steps or items.
    List(&'static [&'static str]),
    /// Terms with explanations.
    Terms(&'static [(&'static str, &'static str)]),
    /// Numbered statements, by number. Every statement of the game must be in exactly one chapter.
    Rules(&'static [&'static str]),
    /// The parts of the game as [`super::Game::components`] draws them, with a caption.
    Components(&'static str),
    /// A position as the public sees it, such as the start.
    Position {
        /// The caption.
        caption: &'static str,
        /// A stream that leads to it: the header, and more lines if needed.
        stream: &'static str,
    },
    /// Every option with its values, the default first.
    Options,
    /// A legal or illegal move.
    Example(Example),
}

/// An example: a move in a position.
///
/// ```
/// use referee::game::rulebook::Passage;
/// use referee::games::GAMES;
///
/// let passages = GAMES[0].rulebook().chapters.iter().flat_map(|chapter| chapter.passages);
/// let refused = passages.filter_map(|passage| match passage {
///     Passage::Example(example) => example.breaks.first(),
///     _ => None,
/// });
/// // A rulebook shows illegal moves as well, with the rules that they break.
/// assert!(refused.count() >= 2);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Example {
    /// A sentence that explains it.
    pub caption: &'static str,
    /// A stream whose last line is the action; the lines before it set up the position.
    pub stream: &'static str,
    /// The viewer of the picture; `None`: the public.
    pub viewer: Option<Player>,
    /// The ids of all rules that the action breaks, in the order in which they are reported; empty if it is legal.
    pub breaks: &'static [&'static str],
}

impl Passage {
    /// A legal move, as the public sees it.
    pub const fn legal(caption: &'static str, stream: &'static str) -> Passage {
        Passage::Example(Example { caption, stream, viewer: None, breaks: &[] })
    }

    /// A move that breaks these rules, as the public sees it.
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
