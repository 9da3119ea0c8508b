//! Information for all viewers reveals no secret: whether an action is open, what it breaks, and an open list are the
//! same in every state that a viewer cannot tell from the true one.

use referee::dice::{Dice, Supply};
use referee::game::{Event, Game, Player, Sight, Source, Turn};

/// Applies the law to a position and to actions worth trying in it, by any player. Returns how many were open and
/// refused, and how many were not open.
pub(crate) fn what_is_open_is_known<G: Game>(
    game: &G,
    state: &G::State,
    players: u8,
    actions: &[G::Action],
    seed: u64,
) -> [usize; 2] {
    let Turn::Player(turn) = game.turn(state) else { return [0, 0] };
    let viewers: Vec<Option<Player>> = Player::all(players).map(Some).chain([None]).collect();
    let twins: Vec<G::State> = viewers
        .iter()
        .map(|viewer| {
            let twin = game.determinize(&game.view(state, *viewer), &mut Supply(&mut Dice::new(seed), Source(0)));
            twin.expect("a view")
        })
        .collect();
    let listed = |state: &G::State| {
        let mut legal = Vec::new();
        (game.legal(state, &mut legal), legal)
    };
    let here = listed(state);
    let is_seen = |action: &G::Action| {
        let event = Event::Action(turn, action.clone());
        viewers.iter().all(|viewer| game.sees(state, &event, *viewer) == Sight::Full)
    };
    let open_list = game.is_open(state, turn, None);
    assert!(!open_list || here.1.iter().all(is_seen), "a list names secret actions: {:?}", here.1);
    for twin in &twins {
        assert_eq!(game.is_open(twin, turn, None), open_list, "whether a list is open is a secret");
        assert!(!open_list || listed(twin) == here, "an open list depends on a secret: {:?}", here.1);
    }
    for action in &here.1 {
        assert!(!game.is_open(state, turn, Some(action)) || is_seen(action), "{action:?} is secret and open");
    }
    let mut counts = [0, 0];
    for player in Player::all(players) {
        for action in actions {
            let broken = |state: &G::State| {
                let (mut action, mut broken) = (action.clone(), Vec::new());
                game.canonical(state, player, &mut action);
                game.check(state, player, &action, &mut broken);
                broken
            };
            let open = game.is_open(state, player, Some(action));
            let why = broken(state);
            counts[usize::from(!open)] += usize::from(!why.is_empty());
            for twin in &twins {
                assert_eq!(game.is_open(twin, player, Some(action)), open, "whether {action:?} is open is a secret");
                assert!(!open || broken(twin) == why, "what {action:?} breaks depends on a secret: {why:?}");
            }
        }
    }
    counts
}
