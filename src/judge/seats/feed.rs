//! What is written for one seat: its lines, and the question that ends them.

use super::super::Scribe;
use super::super::answer::{About, Answer, Told};
use super::super::scene::Scene;
use super::Put;
use super::person::{News, Unheard};
use crate::game::Game;
use crate::wire::{Object, write_json};

/// The longest list of legal actions that is sent to a bot, in bytes.
pub const LIST_LIMIT: usize = 1 << 16;

crate::names! {
    /// How much a match tells of what is legal.
    #[derive(Default)]
    pub enum Lists {
        /// Nothing: a bot proposes actions and learns from refusals.
        None = "none",
        /// How many actions are legal.
        Number = "number",
        /// The actions.
        #[default]
        Full = "full",
    }
}

/// What a seat is told with a question, besides its view.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Telling {
    /// How much it is told of what is legal.
    pub lists: Lists,
    /// The longest list, in bytes. Of a longer one only the length is told.
    pub longest: usize,
    /// Whether the question is put in words as well.
    pub text: bool,
}

impl Default for Telling {
    fn default() -> Telling {
        Telling { lists: Lists::Full, longest: LIST_LIMIT, text: false }
    }
}

/// Somebody for whom the game is written.
pub(super) struct Feed {
    pub(super) scribe: Scribe,
    pub(super) lines: Vec<u8>,
    pub(super) telling: Telling,
    /// Where the question begins that ends the lines; `None`: none does, or it has been taken away with them.
    pub(super) question: Option<usize>,
    /// What the seat has not been told as values; `None`: it does not watch.
    pub(super) unheard: Option<Unheard>,
}

impl Feed {
    /// Tells the seat something, and asks it.
    pub(super) fn tell<G: Game>(
        &mut self,
        said: &Answer<'_>,
        put: Option<Put<'_>>,
        scene: &Scene<G>,
        list: &mut Vec<u8>,
    ) {
        self.question = None;
        if matches!(said.about, About::End) {
            return self.scribe.write(said, &mut self.lines);
        }
        let Some(told) = said.told(self.scribe.emit.viewer) else { return };
        self.hear(&told);
        let mut object = self.scribe.begin(said, &told, &mut self.lines);
        if let Some(put) = put {
            self.question = Some(object.position());
            question(scene, self.scribe, (self.telling, list), put, &mut object);
        }
        object.end_line();
    }

    /// Keeps what the seat is told, if it watches.
    pub(super) fn hear(&mut self, told: &Told<'_, '_>) {
        if let Some(unheard) = &mut self.unheard {
            unheard.news.extend(News::of(told, self.scribe.emit.viewer));
        }
    }
}

/// Writes all that stands together where a seat is to act. A list is written if it is short enough.
pub(super) fn question<G: Game>(
    scene: &Scene<G>,
    scribe: Scribe,
    (telling, list): (Telling, &mut Vec<u8>),
    put: Put<'_>,
    object: &mut Object<'_>,
) {
    scribe.accompany(None, scene, object);
    if telling.lists != Lists::None {
        let (legal, exhaustive) = scene.table.legal();
        if telling.lists == Lists::Full {
            list.clear();
            write_json(list, legal);
            if list.len() <= telling.longest {
                object.key("legal").extend_from_slice(list);
            } else {
                object.field("legal_cut", &true);
            }
        }
        object.field("legal_n", &legal.len());
        object.field("exhaustive", &exhaustive);
    }
    object.field("ask", &put);
}
