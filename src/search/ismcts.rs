//! Single-observer information-set Monte-Carlo tree search (Cowling, Powley, Whitehouse 2012).
//!
//! One tree covers all states that are consistent with the bot's view. Each playout starts from such a state, with
//! everything unknown dealt at random. It descends the tree by actions that are legal in *that* state, adds one node,
//! continues at random, and updates every node on its path with the reward of the player who acted there. The bandit
//! formula counts, for each action, only the playouts in which it was available. Draws are repeated in every playout
//! and are not nodes: a node is a sequence of actions.

use crate::dice::Supply;
use crate::game::{ByPlayer, Draw as _, Game, Player, Turn};

/// The exploration constant of the bandit formula.
const EXPLORATION: f64 = 0.5;

/// Progressive widening: a node with n visits tries at most this times the square root of n actions. A few hundred
/// playouts can compare a few dozen of four thousand actions; trying each once would compare none.
const WIDTH: f64 = 4.0;

/// The number of random decisions after the tree, before a playout is cut and evaluated.
const DEPTH: u32 = 12;

/// The number of random decisions after which a game without a standing counts as a draw.
const LONGEST: u32 = 10_000;

/// The weight of an evaluation compared with a result: a lead can still be lost, and an immediate win is better.
const TRUST: f64 = 0.8;

/// The index of a node in the tree. As a link, the root's index means none, since nothing links to the root.
type Place = u32;
const ROOT: Place = 0;

/// The statistics of one action at one place. The root has no action.
struct Node<A> {
    action: Option<A>,
    /// The player who acts.
    player: Player,
    visits: u32,
    /// Playouts in which it was available.
    available: u32,
    /// The sum of the player's rewards.
    reward: f64,
    /// Where the action was last found in the list of legal actions: the first place to look.
    listed: u32,
    /// The child that was added last.
    child: Place,
    /// The next sibling, which was added earlier.
    sibling: Place,
}

/// The tree and the buffers of a playout; all memory is reused for the next move.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    path: Vec<Place>,
    legal: Vec<G::Action>,
    draws: Vec<(G::Chance, u32)>,
    tried: Vec<bool>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Tree<G> {
        Tree { nodes: Vec::new(), path: Vec::new(), legal: Vec::new(), draws: Vec::new(), tried: Vec::new() }
    }
}

impl<G: Game> Tree<G> {
    /// Clears everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.add(None, Player(0), 0);
    }

    /// The number of nodes, the root included.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Each action of the bot in the tree, and how many answers of the next player it has there.
    #[cfg(test)]
    pub(super) fn answers(&self) -> impl Iterator<Item = (&G::Action, usize)> {
        self.children(ROOT).filter_map(|node| Some((node.action.as_ref()?, self.siblings(node.child).count())))
    }

    fn add(&mut self, action: Option<G::Action>, player: Player, listed: u32) -> Place {
        let new = Node { action, player, visits: 0, available: 1, reward: 0.0, listed, child: ROOT, sibling: ROOT };
        self.nodes.push(new);
        self.nodes.len() as Place - 1
    }

    fn children(&self, place: Place) -> impl Iterator<Item = &Node<G::Action>> {
        self.siblings(self.nodes[place as usize].child)
    }

    /// The node at `first` and those that were added before it at the same place; none if it is the root.
    fn siblings(&self, first: Place) -> impl Iterator<Item = &Node<G::Action>> {
        let step = |place: Place| (place != ROOT).then(|| &self.nodes[place as usize]);
        std::iter::successors(step(first), move |node| step(node.sibling))
    }

    /// The first action with the most playouts; ties go to the higher reward. `None` before the first playout.
    pub(super) fn favourite(&self) -> Option<&G::Action> {
        let merit = |node: &Node<_>| (node.visits, node.reward);
        let better = |a: &&Node<_>, b: &&Node<_>| merit(a).partial_cmp(&merit(b)).unwrap_or(std::cmp::Ordering::Equal);
        self.children(ROOT).max_by(better)?.action.as_ref()
    }

    /// Plays one playout from `state`, which is consistent with the bot's view, and updates the tree.
    pub(super) fn playout(&mut self, game: &G, players: u8, mut state: G::State, supply: &mut Supply) {
        self.path.clear();
        self.path.push(ROOT);
        let (mut at, mut inside, mut decisions) = (ROOT, true, 0);
        let rewards = loop {
            match game.turn(&state) {
                Turn::Over => {
                    let places = game.outcome(&state).map(|outcome| outcome.places).unwrap_or_default();
                    break rewards(players, |player| -places.get(player.index()).copied().map_or(0, i32::from));
                }
                Turn::Chance => {
                    self.draws.clear();
                    game.chances(&state, &mut self.draws);
                    let at = supply.0.peek_weighted(supply.1, &self.draws);
                    supply.0.advance(supply.1);
                    game.apply_chance(&mut state, &self.draws[at].0);
                }
                Turn::Player(player) => {
                    if !inside {
                        decisions += 1;
                        if decisions > DEPTH
                            && let Some(standing) = game.standing(&state)
                        {
                            let mut appraisal = rewards(players, |player| standing[player]);
                            appraisal.0.iter_mut().for_each(|reward| *reward = 0.5 + (*reward - 0.5) * TRUST);
                            break appraisal;
                        } else if decisions > LONGEST {
                            break rewards(players, |_| 0);
                        }
                    }
                    self.legal.clear();
                    game.legal(&state, &mut self.legal);
                    let chosen = if inside {
                        at = self.choose(at, player, supply);
                        self.path.push(at);
                        let node = &self.nodes[at as usize];
                        inside = node.visits > 0;
                        node.listed as usize
                    } else {
                        supply.below(self.legal.len() as u32) as usize
                    };
                    game.apply(&mut state, player, &self.legal[chosen]);
                }
            }
        };
        for place in &self.path {
            let node = &mut self.nodes[*place as usize];
            node.visits += 1;
            node.reward += rewards[node.player];
        }
    }

    /// Chooses among the legal actions of a player: an untried one while the node may widen, otherwise the one that the
    /// bandit formula prefers.
    fn choose(&mut self, from: Place, player: Player, supply: &mut Supply) -> Place {
        self.tried.clear();
        self.tried.resize(self.legal.len(), false);
        let (mut tried, mut best, mut most) = (0, ROOT, f64::NEG_INFINITY);
        let mut at = self.nodes[from as usize].child;
        while at != ROOT {
            let node = &mut self.nodes[at as usize];
            let is = |action: &G::Action| node.action.as_ref() == Some(action);
            let there = self.legal.get(node.listed as usize).is_some_and(is);
            let found = if there { Some(node.listed as usize) } else { self.legal.iter().position(is) };
            if let Some(listed) = found.filter(|_| node.player == player) {
                node.listed = listed as u32;
                node.available += 1;
                tried += 1;
                self.tried[listed] = true;
                let visits = f64::from(node.visits);
                let worth = node.reward / visits + EXPLORATION * (f64::from(node.available).ln() / visits).sqrt();
                if worth > most {
                    (best, most) = (at, worth);
                }
            }
            at = node.sibling;
        }
        let untried = self.legal.len() as u32 - tried;
        let wide = f64::from(tried) >= WIDTH * f64::from(self.nodes[from as usize].visits + 1).sqrt();
        if untried == 0 || (wide && best != ROOT) {
            return best;
        }
        let skip = supply.below(untried) as usize;
        let free = self.tried.iter().enumerate().filter(|(_, tried)| !**tried);
        let listed = free.map(|(listed, _)| listed).nth(skip).unwrap_or(0);
        let new = self.add(Some(self.legal[listed].clone()), player, listed as u32);
        self.nodes[new as usize].sibling = self.nodes[from as usize].child;
        self.nodes[from as usize].child = new;
        new
    }
}

/// For each player, the share of the others who are behind by `key`; ties count half.
fn rewards(players: u8, key: impl Fn(Player) -> i32) -> ByPlayer<f64> {
    let mut rewards = ByPlayer::default();
    for player in Player::all(players) {
        let against = |other: Player| match key(player).cmp(&key(other)) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let others = Player::all(players).filter(|other| *other != player);
        rewards[player] = others.map(against).sum::<f64>() / f64::from(players.max(2) - 1);
    }
    rewards
}
