//! The picture of Wongar: the ten territories with their cards, pieces and figures, the time, and each player's
//! things. Ritual cards of other players and of the pile lie face down.
//!
//! The board is drawn in its rows in reading order: three, four and three territories, or four, two and four. No
//! source shows where exactly they lie.

use super::ceremony::section;
use super::names::{Kind, Name, Pieces, RitualCard, Tally, Territory, Trigger};
use super::position::Seat;
use super::view::{DeckView, HandView, View};
use super::{Action, Phase, Wongar, words};
use crate::game::picture::{Board, Figure, Panel, Picture, Place, Row, Scale, Shape, Tint};
use crate::game::{Event, EventOf, Player, Provenance};
use crate::text::count;

/// The width of a row of four territories, in columns of the picture.
const COLUMNS: u16 = 8;

pub(super) fn piece(kind: Kind, owner: Player) -> Figure {
    let shape = [Shape::Round, Shape::Square, Shape::Pillar][kind as usize];
    Figure::new(shape, kind).wire(kind.name()).of(owner)
}

fn pieces(of: Pieces, owner: Player) -> impl Iterator<Item = Figure> {
    of.each().filter_map(move |(kind, count)| piece(kind, owner).times(count))
}

fn card(card: impl Name) -> Figure {
    Figure::card(card.title()).wire(card.name())
}

fn cards<K: Name, const N: usize>(cards: Tally<K, N>) -> impl Iterator<Item = Figure> {
    cards.each().filter_map(|(one, count)| card(one).times(count))
}

pub(super) fn ancestor() -> Figure {
    Figure::new(Shape::Star, "the ancestor").wire("ancestor").tint(Tint::Red)
}

pub(super) fn elder() -> Figure {
    Figure::new(Shape::Diamond, "the elder").wire("elder").tint(Tint::Red)
}

impl Wongar {
    /// The picture of a view.
    pub(super) fn draw(&self, view: &View) -> Picture {
        let players = view.players.len() as u8;
        let mut picture = Picture::of("Wongar", players);
        picture.waits = waits(view, self.options.choose_ritual_cards);
        picture.board = self.draw_board(view);
        // Once the game is over, the bonus is part of the points, and everything that shows them shows the same.
        let bonus = if view.phase == Phase::Over { self.bonus_seen(view) } else { Vec::new() };
        let with_bonus = |(at, seat): (usize, &Seat<HandView>)| seat.score + bonus.get(at).copied().unwrap_or(0);
        let points: Vec<i32> = view.players.iter().enumerate().map(with_bonus).collect();
        picture.panels.push(self.tracks(view, points.clone()));
        picture.panels.push(Wongar::middle(view));
        for (player, seat) in Player::all(players).zip(&view.players) {
            picture.seats[player.index()].points = Some(points[player.index()]);
            picture.panels.push(panel(view, player, seat, bonus.get(player.index())));
        }
        let kind = |kind: &Kind| Figure { owner: None, ..piece(*kind, Player(0)) };
        picture.legend = Kind::ALL.iter().map(kind).chain([ancestor(), elder()]).collect();
        if self.board.source == Provenance::Reconstructed {
            "The board and its paths are reconstructed".clone_into(&mut picture.note);
        }
        picture
    }

    /// The ways of pieces and figures.
    pub(super) fn draw_event(&self, picture: &mut Picture, view: &View, event: &EventOf<Wongar>) {
        if let Event::Action(_, action) = event {
            picture.board.trail = self.trail(view, *action);
        }
    }

    /// The ways of pieces in a ceremony, each from or to its territory, and of a figure whose move was refused. A
    /// figure that moved stands at the end of its way.
    fn trail(&self, view: &View, action: Action) -> Vec<usize> {
        let way: Vec<Territory> = match (action, view.phase) {
            (Action::MoveOut { to, .. }, Phase::Ceremony { at, .. }) => to.iter().flat_map(|to| [at, to]).collect(),
            (Action::MoveIn { from, .. }, Phase::Ceremony { at, .. }) => {
                from.iter().flat_map(|from| [from, at]).collect()
            }
            (Action::Move { figure, to }, _) => {
                let stands = [view.figures.ancestor, view.figures.elder][figure as usize];
                if stands == to { Vec::new() } else { vec![stands, to] }
            }
            _ => Vec::new(),
        };
        // A refused action may name a territory that this board does not have.
        let there = way.into_iter().filter(|territory| self.board.order.contains(territory));
        there.map(|territory| usize::from(self.board.place(territory))).collect()
    }

    fn draw_board(&self, view: &View) -> Board {
        let rows = self.board.rows.iter().map(|count| u16::from(*count));
        let mut order = self.board.order.into_iter();
        let mut places = Vec::new();
        for (y, count) in (0..).zip(rows.clone()) {
            let width = if count <= 2 { 4 } else { 2 };
            let first = (COLUMNS - count * width) / 2;
            for (at, territory) in (0..count).zip(&mut order) {
                let (x, rows) = (first + at * width, on(view, territory));
                places.push(Place { width, field: true, rows, ..Place::spot(territory, x, y) });
            }
        }
        let map = &self.board;
        let paths = map.order.into_iter().flat_map(|one| map.neighbours(one).map(move |other| [one, other]));
        let lines = paths.map(|path| path.map(|end| usize::from(map.place(end))));
        let lines = lines.filter(|[one, other]| one < other).collect();
        Board { columns: COLUMNS, rows: rows.len() as u16, places, lines, ..Board::default() }
    }

    /// The score track with the points of each player, and the time scale with what a majority earns in each section.
    fn tracks(&self, view: &View, scores: Vec<i32>) -> Panel {
        let mut panel = Panel { above: true, ..Panel::new("Scores and time") };
        // The track begins at 0 and grows in steps of 20, so that it seldom changes.
        let low = scores.iter().copied().min().unwrap_or(0).min(0).div_euclid(10) * 10;
        let high = scores.iter().copied().max().unwrap_or(0).max(1);
        // The elder is a diamond, so the markers have another shape.
        let marker = |(player, score): (Player, &i32)| {
            Figure::new(Shape::Triangle, count(score, "point")).wire("score").of(player).label(score)
        };
        panel.rows.push(Row {
            name: "score".to_owned(),
            figures: Player::all(view.players.len() as u8).zip(&scores).map(marker).collect(),
            scale: Some(Scale { ends: [low, (high + 19) / 20 * 20], at: scores, sections: Vec::new() }),
            ..Row::default()
        });
        let last = usize::from(self.x_square.value).max(1);
        let time = usize::from(view.time).clamp(1, last);
        let earns = |section: usize| {
            let earns = |trigger: &Trigger| format!("{trigger} {}", self.points[*trigger as usize][section].value);
            Trigger::ALL.iter().map(earns).collect::<Vec<_>>().join(", ")
        };
        let starts = (1..=last).filter(|square| *square == 1 || section(*square) != section(*square - 1));
        let section = section(time);
        panel.rows.push(Row {
            name: "time".to_owned(),
            value: format!("{time} of {last}, section {}", section + 1),
            figures: vec![Figure::new(Shape::Triangle, "time marker").wire("time").tint(Tint::Yellow)],
            scale: Some(Scale {
                ends: [1, last as i32],
                at: vec![time as i32],
                sections: starts.map(|from| (from as i32, earns(super::ceremony::section(from)))).collect(),
            }),
            fresh: false,
        });
        panel.value("a majority earns", earns(section));
        panel
    }

    /// The ritual cards that no player holds.
    fn middle(view: &View) -> Panel {
        let mut panel = Panel::new("Ritual cards");
        match &view.deck {
            DeckView::Known(deck) => panel.row("ritual pile", cards(*deck)),
            DeckView::Hidden { cards, scorpion } => {
                let others = Figure::face_down(cards.saturating_sub(*scorpion));
                let scorpions = card(RitualCard::Scorpion).turned().times(*scorpion);
                panel.row("ritual pile", others.into_iter().chain(scorpions));
            }
        }
        panel.row("discards", cards(view.discards));
        if view.aside > 0 {
            panel.row("set aside", card(RitualCard::Scorpion).times(view.aside));
        }
        panel
    }
}

/// The content of a territory.
fn on(view: &View, territory: Territory) -> Vec<Row> {
    let Some(land) = &view.territories[territory] else { return Vec::new() };
    let row = |figures: Vec<Figure>| Row { figures, ..Row::default() };
    let mut rows =
        vec![row(land.shows.map(card).into_iter().chain(Figure::slots(usize::from(land.shows.is_none()))).collect())];
    // The number of face-down cards follows from what has been seen; their order is hidden.
    let below = u32::from(land.under) + land.pile.total();
    let standing = [(view.figures.ancestor, ancestor()), (view.figures.elder, elder())];
    let figures = standing.into_iter().filter(|(at, _)| *at == territory).map(|(_, figure)| figure);
    let figures: Vec<Figure> = Figure::face_down(below).into_iter().chain(figures).collect();
    if !figures.is_empty() {
        rows.push(row(figures));
    }
    for (player, of) in Player::all(land.pieces.len() as u8).zip(&land.pieces) {
        if !of.is_empty() {
            rows.push(row(pieces(*of, player).collect()));
        }
    }
    rows
}

/// A player's things. `bonus`: for most cards of a kind; `None` before it is counted.
fn panel(view: &View, player: Player, seat: &Seat<HandView>, bonus: Option<&i32>) -> Panel {
    let mut panel = Panel::of(player);
    let with = |bonus: &i32| format!("{} + {bonus} for most cards = {}", seat.score, seat.score + bonus);
    panel.value("score", bonus.map_or(seat.score.to_string(), with));
    let holds = [(view.boomerang, "boomerang"), (view.ancestor_pawn, "ancestor pawn"), (view.elder_pawn, "elder pawn")];
    let held: Vec<Figure> = holds
        .into_iter()
        .filter(|(holder, _)| *holder == Some(player))
        .map(|(_, what)| Figure::card(what).wire(what.replace(' ', "_")))
        .collect();
    if !held.is_empty() {
        panel.row("holds", held);
    }
    panel.row("supply", pieces(seat.supply, player));
    if !seat.unplaced.is_empty() {
        panel.row("to be placed", pieces(seat.unplaced, player));
    }
    match &seat.hand {
        HandView::Known(hand) => panel.row("ritual cards", cards(*hand)),
        HandView::Hidden { cards, double } => {
            let doubles = double.unwrap_or(0);
            let known = card(RitualCard::Double).times(doubles);
            let others = Figure::face_down(cards.saturating_sub(doubles));
            panel.row("ritual cards", others.into_iter().chain(known));
        }
    }
    if !seat.own.is_empty() {
        panel.row("figure cards", cards(seat.own));
    }
    panel.row("taken", cards(seat.taken));
    panel
}

/// What the position waits for. `chosen`: ritual cards are chosen instead of drawn.
fn waits(view: &View, chosen: bool) -> String {
    match view.phase {
        Phase::SetupTerritories => "Territory cards are being turned up".to_owned(),
        Phase::SetupPieces => "The first pieces are being drawn".to_owned(),
        Phase::SetupHands => "Ritual cards are being dealt".to_owned(),
        Phase::SetupFirst => "The first player is to be drawn".to_owned(),
        Phase::SetupElder => "Who holds the elder is to be drawn".to_owned(),
        Phase::SetupPlacement => "is to place a piece".to_owned(),
        Phase::Reveal => "A territory card is to be turned up".to_owned(),
        Phase::Privilege | Phase::Draw { .. } if chosen => "is to choose a ritual card".to_owned(),
        Phase::Privilege | Phase::Draw { .. } => "A ritual card is to be drawn".to_owned(),
        Phase::Take => "is to take a territory card".to_owned(),
        Phase::Place { kind, placed } => format!(
            "is to place another {kind}, or draws {}",
            ["two ritual cards", "one ritual card"][usize::from(placed > 0)]
        ),
        Phase::Choose => "is to choose a kind of piece".to_owned(),
        Phase::Triple { kind, left } => format!("is to place a {kind} (left: {left})"),
        Phase::Move { figure } => format!("is to move the {figure}"),
        Phase::Ceremony { card, at, .. } => {
            format!("is to play a ritual card or to pass in {} at {at}", words::ceremony(card))
        }
        Phase::Over => "The game is over".to_owned(),
    }
}
