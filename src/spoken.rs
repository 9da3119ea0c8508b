//! Reads actions that people type in words. Articles, case and plural endings do not matter. Each game reads its own
//! actions with the tools of [`Spoken`]; if the words are not a whole action, [`among`] finds what they may mean in a
//! list, and [`understood`] decides.
//!

use std::str::FromStr;

use serde::de::value::{Error, StringDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

/// Words without meaning in the description of an action.
const FILLERS: [&str; 5] = ["a", "an", "the", "and", "then"];

/// The words of a text as they are compared: in lower case, in the singular, without fillers and punctuation.
pub fn folded(text: &str) -> Vec<String> {
    written(text).iter().map(|word| stem(word)).collect()
}

/// The words of a text as they are written, without fillers and punctuation.
fn written(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '@' | '#' | '\'');
    let words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    words.filter(|word| !FILLERS.contains(&&*word.to_lowercase())).map(str::to_owned).collect()
}

/// A word in lower case and without a plural ending.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
        _ => word,
    }
}

/// A text, read word by word from the beginning.
///
/// ```
/// use referee::game::Spoken;
///
/// let mut said = Spoken::new("Take the 3 stones from pile 2, please", &[]);
/// assert!(said.says("take"));
/// assert_eq!(said.number(), Some(3));
/// assert!(said.says("stone from pile"));
/// assert_eq!(said.number(), Some(2));
/// // A word is left, so this was no action.
/// assert!(!said.is_read());
/// ```
pub struct Spoken<'a> {
    words: Vec<String>,
    stems: Vec<String>,
    at: usize,
    names: &'a [String],
}

impl<'a> Spoken<'a> {
    /// A text about to be read. `names`: the players' names besides `player 0` and so on.
    pub fn new(text: &str, names: &'a [String]) -> Spoken<'a> {
        let words = written(text);
        let stems = words.iter().map(|word| stem(word)).collect();
        Spoken { words, stems, at: 0, names }
    }

    /// Whether everything has been read.
    pub fn is_read(&self) -> bool {
        self.at == self.words.len()
    }

    /// Reads these words if they come next; returns whether they did.
    pub fn says(&mut self, phrase: &str) -> bool {
        let phrase = folded(phrase);
        let comes = self.stems[self.at..].starts_with(&phrase);
        self.at += if comes { phrase.len() } else { 0 };
        comes
    }

    /// Reads one of these words if it comes next; returns whether it did.
    pub fn says_one_of(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.says(word))
    }

    /// Skips all of these words that come next: they are optional.
    pub fn may_say(&mut self, words: &[&str]) {
        while self.says_one_of(words) {}
    }

    /// Reads a name of one word, such as a square, in upper or lower case.
    pub fn name<T: DeserializeOwned>(&mut self) -> Option<T> {
        let word = self.words.get(self.at)?;
        let forms = [word.clone(), word.to_lowercase(), word.to_uppercase(), self.stems[self.at].clone()];
        let read = |word: String| -> Option<T> {
            let deserializer: StringDeserializer<Error> = word.into_deserializer();
            T::deserialize(deserializer).ok()
        };
        let found = forms.into_iter().find_map(read)?;
        self.at += 1;
        Some(found)
    }

    /// Reads all such names that come next.
    pub fn names<T: DeserializeOwned>(&mut self) -> Vec<T> {
        std::iter::from_fn(|| self.name()).collect()
    }

    /// Reads one of these things by its name; the longest name that fits wins.
    pub fn one_of<T>(&mut self, things: impl IntoIterator<Item = (T, String)>) -> Option<T> {
        let fits = |(thing, called): (T, String)| {
            let called = folded(&called);
            self.stems[self.at..].starts_with(&called).then_some((called.len(), thing))
        };
        let (length, thing) = things.into_iter().filter_map(fits).max_by_key(|(length, _)| *length)?;
        self.at += length;
        Some(thing)
    }

    /// Reads a number.
    pub fn number<T: FromStr>(&mut self) -> Option<T> {
        let number = self.words.get(self.at)?.parse().ok()?;
        self.at += 1;
        Some(number)
    }

    /// Reads a player, by number or by name.
    pub fn player(&mut self) -> Option<u8> {
        let named = self.names.iter().enumerate().filter(|(_, name)| !folded(name).is_empty());
        let named: Vec<(u8, String)> = named.map(|(at, name)| (at as u8, name.clone())).collect();
        if let Some(player) = self.one_of(named) {
            return Some(player);
        }
        self.attempt(|said| {
            said.may_say(&["player"]);
            said.number()
        })
    }

    /// Reads something; on failure goes back to where it began.
    pub fn attempt<T>(&mut self, read: impl FnOnce(&mut Spoken<'a>) -> Option<T>) -> Option<T> {
        let before = self.at;
        let read = read(self);
        if read.is_none() {
            self.at = before;
        }
        read
    }
}

/// Which entries of a list some words can mean.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Meant {
    /// The entry with exactly these words.
    Exactly(usize),
    /// The entries that contain the whole words in this order.
    Perhaps(Vec<usize>),
    /// No entry contains the whole words, but this one contains words that begin with them.
    Nearly(usize),
    /// No entry.
    Nothing,
}

/// Looks for the words in a list.
pub fn among(list: &[String], said: &str) -> Meant {
    let said = folded(said);
    let list: Vec<Vec<String>> = list.iter().map(|text| folded(text)).collect();
    if let Some(place) = list.iter().position(|words| *words == said) {
        return Meant::Exactly(place);
    }
    let holds = |words: &[String], fits: &dyn Fn(&str, &str) -> bool| {
        let mut words = words.iter();
        said.iter().all(|one| words.any(|word| fits(word, one)))
    };
    let whole: Vec<usize> = (0..list.len()).filter(|at| holds(&list[*at], &|word, said| word == said)).collect();
    if said.is_empty() || !whole.is_empty() {
        return Meant::Perhaps(whole);
    }
    let begun = |at: &usize| holds(&list[*at], &|word, said| word.starts_with(said));
    (0..list.len()).find(begun).map_or(Meant::Nothing, Meant::Nearly)
}

/// What words mean where one of a list is to be done.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Understood<A> {
    /// What stands at this place of the list.
    Listed {
        /// The place.
        place: usize,
        /// Whether all of its words were said.
        in_full: bool,
    },
    /// An action that is not in the list.
    Told {
        /// The action.
        action: A,
        /// Whether all of its words were said.
        in_full: bool,
    },
    /// More than one of the list holds the words.
    Several(Vec<usize>),
    /// None; this one comes nearest.
    Near(usize),
    /// None, and none is near.
    Nothing,
}

/// What is meant where one of a list is to be done: what is listed so; an action that is told in full, even if it is illegal
/// and will be refused with its reasons; the only one that holds the words; and at last what they tell in other words. `told`
/// is the action that the words alone tell, and whether in full.
pub fn understood<A>(list: &[String], said: &str, told: Option<(A, bool)>) -> Understood<A> {
    match (among(list, said), told) {
        (Meant::Exactly(place), _) => Understood::Listed { place, in_full: true },
        (_, Some((action, true))) => Understood::Told { action, in_full: true },
        (Meant::Perhaps(all), _) if all.len() == 1 => Understood::Listed { place: all[0], in_full: false },
        (Meant::Perhaps(all), None) if all.len() > 1 => Understood::Several(all),
        (_, Some((action, false))) => Understood::Told { action, in_full: false },
        (Meant::Nearly(place), None) => Understood::Near(place),
        (_, None) => nearest(list, said).map_or(Understood::Nothing, Understood::Near),
    }
}

/// What of a list comes nearest to these words: it shares most of its words with them, in their order, and at least a third or
/// the first.
pub fn nearest(list: &[String], said: &str) -> Option<usize> {
    let said = folded(said);
    let near = |(place, text): (usize, &String)| {
        let words = folded(text);
        let (shared, all) = (2 * shared(&words, &said), words.len() + said.len());
        // The first of those that are equally near.
        (3 * shared >= all || words.first() == said.first())
            .then(|| ((1000 * shared / all, std::cmp::Reverse(place)), place))
    };
    list.iter().enumerate().filter_map(near).max().map(|(_, place)| place)
}

/// How many words two texts have in common, in the same order.
fn shared(one: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in one {
        let mut before = 0;
        for at in 0..other.len() {
            let above = row[at + 1];
            row[at + 1] = if *word == other[at] { before + 1 } else { above.max(row[at]) };
            before = above;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_what_does_not_matter() {
        assert_eq!(folded("Place a Blue stele, on V13."), ["place", "blue", "stele", "on", "v13"]);
        assert_eq!(folded("2 steles; the bus"), ["2", "stele", "bus"]);
    }

    #[test]
    fn a_list_is_searched_for_whole_words_in_their_order() {
        let list = ["move c1 to c5", "move c1 to c5 and turn d5", "move c1 to c10", "move d1 to c1"].map(str::to_owned);
        assert_eq!(among(&list, "MOVE c1 c5"), Meant::Perhaps(vec![0, 1]));
        assert_eq!(among(&list, "move c1 to c5"), Meant::Exactly(0));
        assert_eq!(among(&list, "c10"), Meant::Perhaps(vec![2]));
        assert_eq!(among(&list, "turn d"), Meant::Nearly(1));
        assert_eq!(among(&list, "c5 c1"), Meant::Nothing);
    }

    #[test]
    fn words_that_tell_nothing_lead_to_what_is_nearest() {
        let list = ["move c1 to c5", "move d1 to d4", "pass"].map(str::to_owned);
        let nothing = None::<((), bool)>;
        assert_eq!(understood(&list, "Move C1 to C5.", nothing), Understood::Listed { place: 0, in_full: true });
        assert_eq!(understood(&list, "d1 d4", nothing), Understood::Listed { place: 1, in_full: false });
        assert_eq!(understood(&list, "move to", nothing), Understood::Several(vec![0, 1]));
        assert_eq!(understood(&list, "move d1 to d9", nothing), Understood::Near(1));
        assert_eq!(understood(&list, "I resign", nothing), Understood::Nothing);
        assert_eq!(
            understood(&list, "move d1 to d9", Some(((), true))),
            Understood::Told { action: (), in_full: true }
        );
        assert_eq!(shared(&folded("a1 b2 c3 d4"), &folded("b2 x d4 c3")), 2);
    }

    #[test]
    fn players_are_read_by_number_and_by_name() {
        let names = ["Ada".to_owned(), "Grace Hopper".to_owned(), "Grace".to_owned()];
        for (text, player) in [("ada", 0), ("grace hopper", 1), ("Grace", 2), ("player 2", 2), ("1", 1)] {
            let mut said = Spoken::new(text, &names);
            assert_eq!((said.player(), said.is_read()), (Some(player), true), "{text}");
        }
        assert_eq!(Spoken::new("player of nothing", &names).player(), None);
    }
}
