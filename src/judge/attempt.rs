//! Answers of bots that were not taken: they change nothing, and are repeated for few.

use super::answer::{About, Answer, Audience, Fate};
use super::broken::violations;
use super::{GameJudge, Hear, Incoming};
use crate::game::Game;
use crate::table::{Broken, TableBreach};
use crate::wire::{Attempt, Viewer};

impl<G: Game> GameJudge<G> {
    /// Repeats what a bot said in vain, for itself and for those who run the game.
    pub(super) fn attempt(&mut self, asked: &Incoming<'_, G>, attempt: &Attempt, hear: &mut Hear<'_>) -> Fate {
        self.broken.clear();
        let (player, players) = (attempt.player, self.scene.table.players());
        if player.0 >= players {
            self.broken.push(Broken::Table(TableBreach::NoSuchPlayer { player, players }));
        }
        self.scene.remember(None);
        let to = Audience::only(Viewer::Player(player));
        let violations = violations(&self.broken);
        let accepted = self.accepted(asked, About::Attempt(attempt), &violations);
        self.finish(asked, &mut Answer { to, open: to, accompanied: false, ..accepted }, hear)
    }
}
