//! The law of numbers: every legal action has a number that leads back to it, and a game played by numbers is written byte for
//! byte like the same game played by actions, with its refusals.

use referee::dice::{Dice, RANDOM_PLAYER};
use referee::game::{Game, Numbered, Numbers, Player};
use referee::judge::{Emit, GameJudge, Judge as _, Scribe};
use referee::table::{Draws, Next, Table};
use referee::wire::{Claims, Header, Seed};
use serde_json::{Value, json};

use super::Trial;

/// How many decisions of a game are played twice.
const FOLLOWED: u32 = 80;

/// Action, number, action is the way there and back.
pub(crate) fn numbers_lead_back<G: Game>(numbers: Option<&Numbered<G>>, legal: &[G::Action]) {
    let Some(numbers) = numbers else { return };
    for action in legal {
        let id = numbers.id(action).unwrap_or_else(|| panic!("{action:?} is legal and has no number"));
        assert_eq!(numbers.action(i64::from(id)), Some(action), "number {id} leads elsewhere");
    }
}

/// Any action has its own number or none.
pub(crate) fn no_number_is_another_action<G: Game>(numbers: Option<&Numbered<G>>, actions: &[G::Action]) {
    let Some(numbers) = numbers else { return };
    for action in actions {
        let again = numbers.id(action).and_then(|id| numbers.action(i64::from(id)));
        assert!(again.is_none_or(|again| again == action), "{action:?} has the number of {again:?}");
    }
}

/// A game in progress, and all that was written of it.
struct Played<G: Game> {
    bench: GameJudge<G>,
    text: Vec<u8>,
}

impl<G: Game> Played<G> {
    const SCRIBE: Scribe = Scribe {
        emit: Emit { actor: true, state: true, legal: true, legal_ids: true, ..Emit::NONE },
        numbered: false,
        brief: false,
    };

    fn begin(trial: &Trial<G>, numbers: &Numbers<G>, seed: u64) -> Played<G> {
        let game = trial.game.clone();
        let start = game.start(trial.players);
        let mut table = Table::new(game, trial.players, start).seeded(Some(seed), Draws::Referee);
        table.share_numbers(numbers.clone());
        let header = Header { seed: Some(Seed(seed)), ..Header::default() };
        let mut bench = GameJudge::new(table, header, Claims::default(), Vec::new());
        let mut text = Vec::new();
        bench.open(1, &mut |answer| Played::<G>::SCRIBE.write(answer, &mut text));
        Played { bench, text }
    }

    /// Sends a line, and returns the answers.
    fn say(&mut self, line: &Value) -> &str {
        let before = self.text.len();
        let text = &mut self.text;
        self.bench.line(line.to_string().as_bytes(), 2, &mut |answer| Played::<G>::SCRIBE.write(answer, text));
        std::str::from_utf8(&self.text[before..]).expect("answers are UTF-8")
    }

    /// The last line that lists what is legal.
    fn listed(&self) -> Value {
        let lines = self.text.split(|byte| *byte == b'\n').rev();
        let mut lines = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
        lines.find(|line| !line["legal"].is_null()).expect("a list")
    }
}

/// Plays one game of a trial twice, by actions and by numbers.
pub(crate) fn numbers_play_alike<G: Game>(trial: &Trial<G>, numbers: &Numbers<G>, seed: u64) {
    let Some(list) = numbers.of(&trial.game) else { return };
    let mut dice = Dice::new(seed);
    let [mut by_action, mut by_number] = [(); 2].map(|()| Played::begin(trial, numbers, seed));
    for _ in 0..FOLLOWED {
        let Next::Player(turn) = by_action.bench.look().next() else { break };
        let mut below = |most: usize| dice.draw(RANDOM_PLAYER, most as u64) as usize;
        let listed = by_number.listed();
        let legal = listed["legal"].as_array().expect("a list");
        let ids = listed["legal_ids"].as_array().expect("a list");
        assert_eq!(legal.len(), ids.len());
        for (action, id) in legal.iter().zip(ids) {
            let id = id.as_i64().expect("a number");
            assert_eq!(Some(json!(list.action(id))), Some(action.clone()), "in the order of the legal list");
        }
        // Any action of the list, which is probably illegal, of any player; then a legal one.
        let id = below(list.actions().len());
        let player = Player(below(trial.players.into()) as u8);
        let place = below(legal.len());
        if player != turn || !ids.contains(&json!(id)) {
            let tried = by_action.say(&json!({"player": player, "action": list.actions()[id], "note": "x"}));
            assert!(tried.contains("\"violations\":[{"), "{tried}");
            assert_eq!(by_number.say(&json!({"player": player, "id": id, "note": "x"})), tried);
        }
        let answer = by_action.say(&json!({"action": legal[place]}));
        assert_eq!(by_number.say(&json!({"id": ids[place]})), answer, "seed {seed}");
        assert!(!answer.contains("violations"), "{answer}");
    }
    assert_eq!(by_action.text, by_number.text);
}
