//! Hostile streams of any length, each of one line again and again: those of `fixtures/hostile/streams.tsv`, for every game where it says
//! `GAME`. `benches/records.sh` holds the program's time to a bound with the same streams.

use std::path::Path;

use crate::sample::sample;

/// A stream that can be as long as it should be.
#[derive(Clone)]
pub(crate) struct Hostile {
    /// The game and what is hostile.
    #[allow(dead_code, reason = "not every test that includes this module names them")]
    pub(crate) name: String,
    first: String,
    repeated: String,
}

impl Hostile {
    /// The stream, with so many bytes; it may end within a line.
    #[allow(dead_code, reason = "not every test that includes this module cuts it")]
    pub(crate) fn text(&self, length: usize) -> String {
        let mut text = self.times(self.within(length));
        text.truncate(length.max(self.first.len()));
        text
    }

    /// The stream, in which the line is repeated so often.
    pub(crate) fn times(&self, times: usize) -> String {
        self.first.clone() + &self.repeated.repeat(times)
    }

    /// How often the line fits into so many bytes, at least once.
    pub(crate) fn within(&self, bytes: usize) -> usize {
        1 + bytes / self.repeated.len()
    }
}

/// All of them; in the daily sample each for one of the games.
pub(crate) fn streams() -> Vec<Hostile> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hostile/streams.tsv");
    let table = std::fs::read_to_string(path).expect("a table");
    let games = referee::games::GAMES;
    let mut all = Vec::new();
    for (at, row) in table.lines().enumerate() {
        let [name, repeated, first] = &row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let played = |game: &str| {
            // The table writes line ends as `\n`.
            let text = |part: &str| part.replace("GAME", game).replace("\\n", "\n");
            Hostile { name: format!("{game}: {name}"), first: text(first), repeated: text(repeated) }
        };
        if row.contains("GAME") {
            let some = sample(&games[at % games.len()..][..1], games);
            all.extend(some.iter().map(|game| played(game.name())));
        } else {
            all.push(played("-"));
        }
    }
    all
}
