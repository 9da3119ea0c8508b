//! The list that a person chooses from. A short list numbers whole actions. A long one, such as the 1,320 ways to set
//! up Wigwam, is chosen part by part: it numbers only the next words in which the remaining actions differ.

use referee::spoken::folded;
use referee::text::count;

/// Longer lists are chosen part by part.
const MANY: usize = 100;

/// The list; see the module.
#[derive(Default)]
pub(super) struct Choices {
    /// The legal actions, in words.
    actions: Vec<String>,
    /// Words that an action must contain to be listed.
    filter: String,
    /// How many lines of the list have been shown.
    shown: usize,
    /// The remaining actions when choosing part by part; `None` when choosing whole actions.
    left: Option<Vec<usize>>,
}

/// The result of a typed number or words.
pub(super) enum Chosen {
    /// The action at this position.
    Action(u64),
    /// One part of it; the next part follows.
    Part,
    /// No choice has this number.
    Nothing(String),
}

/// Actions that continue with the same words.
struct Part {
    words: String,
    actions: Vec<usize>,
}

/// How many leading words these actions share.
fn shared(actions: &[&str]) -> usize {
    let Some((first, rest)) = actions.split_first() else { return 0 };
    let first: Vec<&str> = first.split(' ').collect();
    let with = |other: &&str| first.iter().zip(other.split(' ')).take_while(|(one, other)| *one == other).count();
    rest.iter().map(with).min().unwrap_or(first.len())
}

/// The words of a text from one position to another.
fn words(text: &str, from: usize, to: usize) -> String {
    text.split(' ').skip(from).take(to - from).collect::<Vec<_>>().join(" ")
}

impl Choices {
    /// A new list.
    pub(super) fn new(actions: Vec<String>) -> Choices {
        let left = (actions.len() > MANY).then(|| (0..actions.len()).collect());
        Choices { actions, left, ..Choices::default() }
    }

    /// The legal actions, in words.
    pub(super) fn actions(&self) -> &[String] {
        &self.actions
    }

    /// Shows the list from the beginning, limited to actions that contain these words.
    pub(super) fn look_for(&mut self, words: &str) {
        (self.filter, self.shown) = (words.to_owned(), 0);
        self.left = None;
    }

    /// Forgets the chosen parts; a short list is shown from the beginning.
    pub(super) fn begin_again(&mut self) {
        *self = Choices::new(std::mem::take(&mut self.actions));
    }

    /// Shows the list from its beginning again, with the same parts chosen.
    pub(super) fn show_again(&mut self) {
        self.shown = 0;
    }

    fn told(&self, at: &[usize]) -> Vec<&str> {
        at.iter().map(|at| &*self.actions[*at]).collect()
    }

    /// The parts to choose from, after the words that all remaining actions share.
    fn parts(&self, left: &[usize]) -> Vec<Part> {
        let begun = shared(&self.told(left));
        let mut parts: Vec<Part> = Vec::new();
        for at in left {
            let next = words(&self.actions[*at], begun, begun + 1);
            match parts.iter_mut().find(|part| part.words == next) {
                Some(part) => part.actions.push(*at),
                None => parts.push(Part { words: next, actions: vec![*at] }),
            }
        }
        for part in &mut parts {
            part.words = words(&self.actions[part.actions[0]], begun, shared(&self.told(&part.actions)));
        }
        parts
    }

    /// The next lines of the list, at most this many, and a remark on the rest.
    pub(super) fn page(&mut self, most: usize) -> Vec<String> {
        let (heading, all, of) = if let Some(left) = &self.left {
            let begun = words(&self.actions[left[0]], 0, shared(&self.told(left)));
            let line = |(at, part): (usize, &Part)| match part.actions.len() {
                1 => format!("{at:4}  {}", part.words),
                more => format!("{at:4}  {} … ({})", part.words, count(more, "action")),
            };
            let all: Vec<String> = self.parts(left).iter().enumerate().map(line).collect();
            (Some(format!("{begun} …")), all, count(left.len(), "action"))
        } else {
            let all = self.fitting().into_iter().map(|at| format!("{at:4}  {}", self.actions[at]));
            (None, all.collect::<Vec<_>>(), count(self.actions.len(), "action"))
        };
        if all.is_empty() {
            return vec![format!("(none of {of} contains these words)")];
        }
        if self.shown >= all.len() {
            self.shown = 0;
        }
        let end = all.len().min(self.shown + most.max(1));
        let mut lines: Vec<String> = heading.into_iter().chain(all[self.shown..end].iter().cloned()).collect();
        if end - self.shown < all.len() {
            lines.push(format!(
                "({} to {end} of {} shown; type `more` for the next, `list WORDS` for actions that contain these words)",
                self.shown + 1,
                all.len()
            ));
        } else if !self.filter.is_empty() {
            lines.push(format!("({} shown of {of}; `list` shows all)", count(all.len(), "action")));
        } else if self.left.is_some() {
            lines.push(format!(
                "({of}, chosen part by part; type `back` to start again, `list WORDS` for whole actions)"
            ));
        }
        self.shown = end;
        lines
    }

    /// The actions that contain the filter's words as a phrase, or else each of its words.
    fn fitting(&self) -> Vec<usize> {
        let phrase = self.filter.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let texts: Vec<String> = self.actions.iter().map(|text| text.to_lowercase()).collect();
        let all = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            texts.iter().enumerate().filter(|(_, text)| fits(text)).map(|(at, _)| at).collect()
        };
        let with_phrase = all(&|text| text.contains(&phrase));
        if with_phrase.is_empty() {
            all(&|text| phrase.split(' ').all(|word| text.contains(word)))
        } else {
            with_phrase
        }
    }

    /// Chooses by a number in the list.
    pub(super) fn number(&mut self, number: i128) -> Chosen {
        let parts = self.left.as_deref().map(|left| self.parts(left));
        let many = parts.as_ref().map_or(self.actions.len(), Vec::len) as u64;
        match u64::try_from(number).ok().filter(|number| *number < many) {
            Some(place) => match parts {
                None => Chosen::Action(place),
                Some(mut parts) => self.enter(parts.swap_remove(place as usize)),
            },
            None if many == 1 => Chosen::Nothing("the only action has number 0".to_owned()),
            None => Chosen::Nothing(format!("choose a number from 0 to {}", many.saturating_sub(1))),
        }
    }

    /// Chooses the part that begins with these words. If none does, or several, chooses the actions that go on with these words in any
    /// order, such as the places `b2 b1`; `None` if there are none.
    pub(super) fn part(&mut self, said: &str) -> Option<Chosen> {
        let said = folded(said);
        let left = self.left.as_deref()?;
        let mut fitting = self.parts(left).into_iter().filter(|part| folded(&part.words).starts_with(&said));
        if let Some(part) = fitting.next().filter(|_| !said.is_empty() && fitting.next().is_none()) {
            return Some(self.enter(part));
        }
        let told: Vec<Vec<String>> = left.iter().map(|at| folded(&self.actions[*at])).collect();
        let (first, rest) = told.split_first()?;
        let with = |other: &Vec<String>| first.iter().zip(other).take_while(|(one, other)| one == other).count();
        let begun = rest.iter().map(with).min().unwrap_or(0);
        let goes_on = |words: &Vec<String>| {
            words.get(begun..begun + said.len()).is_some_and(|next| said.iter().all(|word| next.contains(word)))
        };
        let fitting = left.iter().zip(&told).filter(|(_, words)| !said.is_empty() && goes_on(words));
        let actions: Vec<usize> = fitting.map(|(at, _)| *at).collect();
        (!actions.is_empty()).then(|| self.enter(Part { words: String::new(), actions }))
    }

    fn enter(&mut self, part: Part) -> Chosen {
        if let [only] = part.actions[..] {
            return Chosen::Action(only as u64);
        }
        (self.left, self.shown) = (Some(part.actions), 0);
        Chosen::Part
    }
}
