//! The picture of Wangdo: the villages with their paths, tokens and steles, the temples with their altars, the bag,
//! and each player's things. Seal cards of other players lie face down.
//!
//! No source shows where the villages lie; the edition decides. Columns without a village in play, such as those of
//! part P with fewer than four players, are left out.

use std::sync::LazyLock;

use super::counts::Steles;
use super::names::{Card, Colour, Knowledge, Token, Village, Villages};
use super::position::{Site, Waiting};
use super::seal::Seal;
use super::view::{Held, Shown, View};
use super::{Action, Payment, Wangdo, slots, words};
use crate::breach::Listed;
use crate::game::picture::{Board, Figure, Icon, Panel, Picture, Place, Shape, Tint};
use crate::game::{Event, EventOf, Player, Provenance};
use crate::text::count;

pub(super) fn stele(colour: Colour) -> Figure {
    // A picture has dozens of them.
    static STELES: LazyLock<[Figure; Colour::ALL.len()]> = LazyLock::new(|| Colour::ALL.map(draw_stele));
    STELES[colour as usize].clone()
}

fn draw_stele(colour: Colour) -> Figure {
    let (label, tint) =
        [("wh", Tint::White), ("or", Tint::Orange), ("bk", Tint::Black), ("bl", Tint::Blue)][colour as usize];
    Figure::new(Shape::Pillar, format!("{colour} stele")).wire(colour.name()).label(label).tint(tint)
}

pub(super) fn token(token: Token) -> Figure {
    static TOKENS: LazyLock<[Figure; Token::ALL.len()]> = LazyLock::new(|| Token::ALL.map(draw_token));
    TOKENS[token as usize].clone()
}

fn draw_token(token: Token) -> Figure {
    let (label, sign) = match token.knowledge() {
        None => ("bear", Icon::Bear),
        Some(Knowledge::Religion) => ("rel", Icon::Temple),
        Some(Knowledge::Education) => ("edu", Icon::Book),
        Some(Knowledge::Military) => ("mil", Icon::Swords),
        Some(Knowledge::Trade) => ("tra", Icon::Scales),
    };
    let figure = Figure::new(Shape::Round, words::token(token)).wire(token.name()).label(label).icons([sign]);
    if token.sealed() { figure.label(format!("{label}*")).icons([Icon::Seal]) } else { figure }
}

fn card(card: Card) -> Figure {
    Figure::card(card.title()).wire(card.name())
}

fn steles(numbers: impl Into<Steles>) -> impl Iterator<Item = Figure> {
    let numbers = numbers.into();
    Colour::ALL.into_iter().filter_map(move |colour| stele(colour).times(numbers[colour]))
}

/// The index of a village in the picture's list of places.
fn index(there: Villages, village: Village) -> usize {
    there.into_iter().take_while(|other| *other < village).count()
}

impl Wangdo {
    pub(super) fn draw(&self, view: &View) -> Picture {
        let players = view.players.len() as u8;
        let mut picture = Picture::of("Wangdo", players);
        // Players have no colours in this game, so no seat may look like a stele's colour.
        for (seat, tint) in picture.seats.iter_mut().zip([Tint::Purple, Tint::Green, Tint::Yellow, Tint::Red]) {
            seat.tint = tint;
        }
        picture.waits = waits(view);
        picture.counts = "tokens";
        picture.board = self.draw_board(view, players);
        picture.panels.push(self.temples(view));
        picture.panels.push(supply(view));
        for (player, shown) in Player::all(players).zip(&view.players) {
            picture.seats[player.index()].points = Some(shown.tokens.len() as i32);
            let mut panel = Panel::of(player);
            if player == Player(0) {
                panel.row("begins", [Figure::new(Shape::Round, "golden bear").tint(Tint::Yellow).icons([Icon::Bear])]);
            }
            panel.row("reserve", steles(shown.reserve));
            for knowledge in Knowledge::ALL {
                let own = shown.tokens.iter().filter(|token| token.knowledge() == Some(knowledge));
                let figures: Vec<Figure> = own.map(|one| token(*one)).collect();
                let empty = usize::from(slots(players)).saturating_sub(figures.len());
                let free = token(Token::of(knowledge, false)).icons;
                let free = Figure::slots(empty).map(move |slot| slot.icons(free.clone()));
                panel.row(&knowledge.to_string(), figures.into_iter().chain(free));
            }
            panel.row("seal cards", held(&shown.cards));
            let new = held(&shown.new_cards);
            if !new.is_empty() {
                panel.row("new seal cards", new);
            }
            if matches!(view.phase, Waiting::Over(_)) {
                panel.value("counted", self.counted(shown));
            }
            picture.panels.push(panel);
        }
        picture.legend = Colour::ALL.map(|colour| Figure { name: colour.to_string(), ..stele(colour) }).into();
        let plain = |knowledge: Knowledge| token(Token::of(knowledge, false));
        picture.legend.extend(Knowledge::ALL.map(|one| Figure { name: one.to_string(), ..plain(one) }));
        picture.legend.push(Figure::new(Shape::Round, "with a Dragon Seal").label("*").icons([Icon::Seal]));
        "Below a token stands its price".clone_into(&mut picture.note);
        if self.sources.paths == Provenance::Reconstructed {
            picture.note.push_str("; places and paths are reconstructed");
        }
        picture
    }

    /// The two villages whose tokens were exchanged.
    pub(super) fn draw_event(picture: &mut Picture, event: &EventOf<Wangdo>) {
        if let Event::Action(_, Action::Seal(Seal::BoardSwap { villages })) = event {
            let there = Wangdo::villages(picture.seats.len() as u8);
            let exchanged = villages.iter().filter(|village| there.has(**village));
            picture.board.trail = exchanged.map(|village| index(there, *village)).collect();
        }
    }

    /// What the result of a finished game depends on (R28, R29, P7).
    fn counted(&self, shown: &Shown) -> String {
        let cards = [&shown.cards, &shown.new_cards].into_iter().flat_map(|held| match held {
            Held::Known(cards) => cards.as_slice(),
            Held::Hidden(_) => &[],
        });
        let on_card = |card: &Card| if *card == Card::ThreeSeals { self.options.three_seals.into() } else { 1 };
        let seals = shown.tokens.iter().filter(|token| token.sealed()).count() + cards.map(on_card).sum::<usize>();
        format!("{}, {}", count(shown.tokens.len(), "token"), count(seals, "Dragon Seal"))
    }

    fn draw_board(&self, view: &View, players: u8) -> Board {
        let there = Wangdo::villages(players);
        let mut used: Vec<u8> = there.into_iter().map(|village| self.places[village.index()][0]).collect();
        used.sort_unstable();
        used.dedup();
        let place = |village: Village| {
            let [column, row] = self.places[village.index()];
            let column = used.partition_point(|other| *other < column);
            let mut place = Place::spot(village, column as u16, u16::from(row));
            if let Some(site) = view.villages.get(&village) {
                place.put(match site {
                    Site::Token(lies) => token(*lies),
                    Site::Stele(colour) => stele(*colour),
                });
            }
            let price = self.price_seen(view, players, village);
            place.words = Some(priced(price));
            let each = |colour: Colour| Figure { name: colour.to_string(), ..stele(colour) }.times(price[colour]);
            place.price = Some(Colour::ALL.into_iter().filter_map(each).collect());
            place
        };
        let lines = there.into_iter().flat_map(|village| {
            let near = self.near(players, village).into_iter().filter(move |other| village < *other);
            near.map(move |other| [index(there, village), index(there, other)])
        });
        let rows = there.into_iter().map(|village| u16::from(self.places[village.index()][1]) + 1).max().unwrap_or(0);
        let (places, lines) = (there.into_iter().map(place).collect(), lines.collect());
        Board { columns: used.len() as u16, rows, places, lines, ..Board::default() }
    }

    /// The price of placing a stele on a village (R17); nothing if there is a stele.
    fn price_seen(&self, view: &View, players: u8, village: Village) -> Steles {
        let raised = |village| match view.villages.get(&village) {
            Some(Site::Stele(colour)) => Some(*colour),
            _ => None,
        };
        if raised(village).is_some() {
            return Steles::NONE;
        }
        self.near(players, village).into_iter().filter_map(raised).collect()
    }

    fn temples(&self, view: &View) -> Panel {
        let mut panel = Panel::new("Temples");
        let filled = Steles::from(view.temples);
        for colour in Colour::ALL {
            let free = usize::from(self.altars.saturating_sub(filled[colour]));
            let steles = std::iter::repeat_n(stele(colour), filled[colour].into());
            let altars = Figure::slots(free).map(|slot| Figure { tint: stele(colour).tint, ..slot });
            panel.row(colour.name(), steles.chain(altars));
        }
        panel
    }
}

/// The villages whose steles were exchanged.
/// A price in words, such as `2bk or`; empty if there is nothing to pay. One that is too long for its place is shown as
/// a number of steles. It mostly has four colours, and then only a seal card allows a placement.
fn priced(price: Steles) -> String {
    const MOST: usize = 9;
    let each = Colour::ALL.into_iter().filter(|colour| price[*colour] > 0);
    let words = each.map(|colour| match price[colour] {
        1 => stele(colour).label,
        more => format!("{more}{}", stele(colour).label),
    });
    let words = words.collect::<Vec<_>>().join(" ");
    if words.len() <= MOST { words } else { format!("{} steles", price.total()) }
}

/// What belongs to no player: the bag and the seal cards.
fn supply(view: &View) -> Panel {
    let mut panel = Panel::new("Supply");
    panel.row("bag", steles(view.bag));
    let hands = view.players.iter().flat_map(|shown| [&shown.cards, &shown.new_cards]);
    let hidden: usize = hands.map(|held| if let Held::Hidden(count) = held { usize::from(*count) } else { 0 }).sum();
    let pile = view.unseen.len().saturating_sub(hidden) as u32;
    panel.row("seal cards in the pile", Figure::face_down(pile));
    panel.row("seal cards played", runs(&view.played));
    // Steles gained in a ritual that may not be used yet lie apart.
    if let Waiting::Pay { aside, .. } | Waiting::Ritual { aside, .. } = &view.phase
        && !aside.is_empty()
    {
        panel.row("set apart", steles(*aside));
    }
    panel
}

fn runs(cards: &[Card]) -> Vec<Figure> {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).filter_map(|run| card(run[0]).times(run.len() as u32)).collect()
}

fn held(held: &Held) -> Vec<Figure> {
    match held {
        Held::Known(cards) => runs(cards),
        Held::Hidden(count) => Figure::face_down(*count).into_iter().collect(),
    }
}

/// What the position waits for.
fn waits(view: &View) -> String {
    match &view.phase {
        Waiting::Setup => "The board is being set up".to_owned(),
        Waiting::Act if view.owed > 1 => format!("is to do {} standard actions, or plays a seal card", view.owed),
        Waiting::Act if view.owed > 0 => "is to do a standard action, or plays a seal card".to_owned(),
        Waiting::Act => "may play a seal card, or ends the turn".to_owned(),
        Waiting::Declared(cards) => {
            let names: Listed<&str> = cards.iter().map(|card| card.title()).collect();
            let taking = cards.contains(&Card::TempleThree);
            let next = if taking { "take steles from the temples" } else { "place a stele" };
            format!("has played {names} and is now to {next}")
        }
        Waiting::Draw { left } => format!("Still to be drawn from the bag: {}", count(left, "stele")),
        Waiting::SealCard { .. } => "A seal card is to be drawn for a full column".to_owned(),
        Waiting::Pay { due, left, .. } => {
            let left = left.unwrap_or(due.total());
            format!("is to pay {}", Payment { due: *due, left, aside: Steles::NONE })
        }
        Waiting::Ritual { temple, .. } => {
            format!("has filled the {temple} temple and may take a stele from another")
        }
        Waiting::Return => format!("is to return steles down to {}", super::MOST_STELES),
        Waiting::Over(reason) => format!("The game is over: {}", words::ending(*reason)),
    }
}
