//! Who may learn a part of an answer.

use crate::game::MAX_PLAYERS;
use crate::wire::Viewer;

/// Who may learn something. The organiser (a viewer of `None`) may learn everything.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Audience(u8);

/// The bit of the public.
const PUBLIC: u8 = 1 << 7;

impl Audience {
    /// Everybody.
    pub const ALL: Audience = Audience(u8::MAX);
    /// Only the organiser.
    pub const ORGANISER: Audience = Audience(0);

    /// The organiser and this viewer.
    pub fn only(viewer: Viewer) -> Audience {
        match viewer {
            Viewer::Player(player) if player.index() < MAX_PLAYERS => Audience(1 << player.0),
            Viewer::Player(_) => Audience::ORGANISER,
            Viewer::Public => Audience(PUBLIC),
        }
    }

    /// The organiser and the viewers at a table of `players` for whom `may` is true.
    pub fn those(players: u8, may: impl Fn(Viewer) -> bool) -> Audience {
        let bits = Viewer::all(players).filter(|viewer| may(*viewer)).map(|viewer| Audience::only(viewer).0);
        Audience(bits.fold(0, |all, bit| all | bit))
    }

    /// This viewer alone; `None`: the organiser alone.
    pub fn of(viewer: Option<Viewer>) -> Audience {
        viewer.map_or(Audience::ORGANISER, Audience::only)
    }

    /// Those who are in both.
    #[must_use]
    pub fn and(self, other: Audience) -> Audience {
        Audience(self.0 & other.0)
    }

    /// Whether a viewer belongs to it; `None` is the organiser, who always does.
    pub fn hears(self, viewer: Option<Viewer>) -> bool {
        viewer.is_none_or(|viewer| self == Audience::ALL || self.0 & Audience::only(viewer).0 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;

    #[test]
    fn each_viewer_hears_what_is_for_them_and_nothing_else() {
        for players in 1..=MAX_PLAYERS as u8 {
            let viewers = || Viewer::all(players);
            for (one, other) in viewers().flat_map(|one| viewers().map(move |other| (one, other))) {
                let both = Audience::those(players, |viewer| viewer == one || viewer == other);
                let rest = Audience::those(players, |viewer| viewer != one)
                    .and(Audience::those(players, |viewer| viewer != other));
                for viewer in viewers() {
                    let named = viewer == one || viewer == other;
                    assert_eq!(both.hears(Some(viewer)), named, "{viewer:?} of {one:?} and {other:?}");
                    assert_eq!(rest.hears(Some(viewer)), !named, "{viewer:?} but {one:?} and {other:?}");
                }
                assert_eq!(Audience::of(Some(one)).hears(Some(other)), one == other);
                assert!(Audience::ALL.hears(Some(one)) && !Audience::of(None).hears(Some(one)));
            }
        }
        assert!(Audience::ORGANISER.hears(None) && Audience::only(Viewer::Public).hears(None));
    }

    #[test]
    fn a_seat_that_no_table_has_hears_only_what_all_hear() {
        for seat in MAX_PLAYERS as u8..=u8::MAX {
            let nobody = Viewer::Player(Player(seat));
            assert_eq!(Audience::only(nobody), Audience::ORGANISER, "{seat}");
            assert!(Audience::ALL.hears(Some(nobody)) && !Audience::only(Viewer::Public).hears(Some(nobody)));
        }
    }
}
