//! Opens a game by its name, to play it by calls.

use crate::games::GAMES;
use crate::registry::{Referee, find};
use crate::session::{AnySession, Refused};
use crate::setup::Setup;

impl AnySession {
    /// Begins the game with this name in the protocol, such as `we-will-wok-you`.
    pub fn open(game: &str, setup: &Setup) -> Result<AnySession, Refused> {
        AnySession::of(find(GAMES, game)?, setup)
    }

    /// Begins a game of your own registry.
    pub fn of(game: &dyn Referee, setup: &Setup) -> Result<AnySession, Refused> {
        game.session(setup)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::games::tectonic::TecTonic;
    use crate::games::wangdo::Wangdo;
    use crate::session::Session;

    #[test]
    fn what_is_illegal_changes_nothing_and_says_why() {
        let mut session = AnySession::open("tectonic", &Setup::new()).expect("a game");
        let before = session.state();
        let refused = session.play(&json!({"move": {"from": "c1", "to": "c10"}})).expect_err("too far");
        let rules: Vec<&str> = refused.violations().iter().map(|violation| violation.rule).collect();
        assert_eq!(rules, ["tectonic.mount-range", "tectonic.occupied"]);
        assert!(refused.to_string().contains("c10 is occupied"), "{refused}");
        assert_eq!(session.state(), before);
        let unread = session.play(&json!({"move": {"from": "c1", "to": 5}})).expect_err("no square");
        assert!(
            matches!(unread, Refused::Unreadable(_)) && unread.to_string().starts_with("`action.move.to`: "),
            "{unread}"
        );
        assert!(matches!(session.draw(&json!({})), Err(Refused::Unreadable(_))), "there is nothing to draw");
        assert!(matches!(session.undo(), Err(Refused::Rules(_))));
        session.play(&json!({"move": {"from": "c1", "to": "c5"}})).expect("it is legal");
        session.undo().expect("there is something to take back");
        assert_eq!(session.state(), before);
    }

    #[test]
    fn typed_and_by_name_it_is_the_same_game() {
        let setup = Setup::new().players(3).seed(7);
        let mut typed = Session::<Wangdo>::open(&setup).expect("a game");
        let mut named = AnySession::open("wangdo", &setup).expect("a game");
        for _ in 0..40 {
            assert_eq!(json!(typed.legal()), Value::from(named.legal()));
            assert_eq!(json!(typed.view(None)), named.view(None));
            assert_eq!((named.turn(), named.picture(None).turn), (typed.turn(), typed.turn()));
            let Some(action) = typed.legal().last().cloned() else { break };
            named.play(&json!(action)).expect("it is legal");
            typed.play(action).expect("it is legal");
        }
        assert_eq!((json!(typed.position()), typed.outcome()), (named.state(), named.outcome()));
    }

    #[test]
    fn draws_are_given_where_there_is_no_seed() {
        let mut session = Session::<Wangdo>::open(&Setup::new()).expect("a game");
        assert!(session.turn().is_none() && !session.chances().is_empty());
        let (chance, _) = session.chances()[0];
        session.draw(chance).expect("it can be drawn");
        assert!(session.turn().is_none() || session.chances().is_empty());
        let two = Session::<TecTonic>::open(&Setup::new().players(3));
        assert!(two.err().expect("two can play").to_string().contains("2 players"));
        let option = Setup::new().option("no_such", 1);
        assert!(AnySession::open("tectonic", &option).is_err() && Session::<TecTonic>::open(&option).is_err());
        assert!(AnySession::open("chess", &Setup::new()).is_err());
    }
}
