//! The picture of We Will Wok You: the rows of the market with their prices, the wok cards on offer, and each
//! player's things. It shows the last declaration card by card. Nothing is hidden.

use std::sync::LazyLock;

use super::cards::{Cards, Face, Ingredient};
use super::declaration::Declaration;
use super::market::{removed, woks_in_play};
use super::position::Position;
use super::woks::{Of, Red, Wok};
use super::words::chosen;
use super::{Action, WeWillWokYou};
use crate::game::picture::{Board, Figure, Icon, Panel, Picture, Place, Row, Shape, Tint};
use crate::game::{Event, EventOf, Player, Provenance};
use crate::text::count;

/// The columns of a row of the market, in which three cards lie side by side, and of a line of coins.
const SIDE: u16 = 17;
const MIDDLE: u16 = 6;

/// With more ingredients than this on a wok card, their names have no room.
const MANY: usize = 3;

/// The colour of an ingredient's cards.
pub(super) fn tint(ingredient: Ingredient) -> Tint {
    [Tint::Green, Tint::Yellow, Tint::Orange, Tint::Teal, Tint::Purple, Tint::Pink][ingredient as usize]
}

/// An ingredient card.
pub(super) fn card(face: Face) -> Figure {
    // A picture has dozens of them.
    static CARDS: LazyLock<Vec<Figure>> = LazyLock::new(|| {
        let card = |face: Face| {
            let label = format!("{} {}", face.ingredient(), face.symbols_in_brief());
            let card = Figure { name: face.in_words(), ..Figure::card(label.trim_end()) };
            card.wire(face).tint(tint(face.ingredient())).icons(face.icons())
        };
        Face::all().map(card).collect()
    });
    CARDS[face.index()].clone()
}

fn cards(cards: &Cards) -> impl Iterator<Item = Figure> {
    cards.runs().filter_map(|(face, count)| card(face).times(count))
}

impl WeWillWokYou {
    /// The picture of a position; everybody sees the same.
    pub(super) fn draw(&self, view: &Position) -> Picture {
        let players = view.players.len() as u8;
        let mut picture = Picture::of("We Will Wok You", players);
        picture.waits = waits(view);
        let declared = view.players.iter().any(|place| place.score.is_some());
        picture.counts = "cards, points";
        picture.board = self.market(view);
        let mut pile = Panel::new("Draw pile");
        pile.row("", Figure::face_down(view.pile.unwrap_or(0)));
        picture.panels.push(pile);
        for (player, place) in Player::all(players).zip(&view.players) {
            let mut panel = Panel::of(player);
            panel.row("coins", coin().times(place.coins));
            panel.row("hand", cards(&place.hand));
            panel.row("laid", cards(&place.laid));
            panel.row("woks", place.woks.iter().map(|wok| self.wok(*wok)));
            // Until the first of them declares, how many cards they have says best how they stand.
            let cards = (!declared).then(|| i32::from(place.hand.len()) + i32::from(place.laid.len()));
            picture.seats[player.index()].points = place.score.map(|score| score.points.into()).or(cards);
            if let Some(score) = place.score {
                let (points, unused) = (count(score.points, "point"), count(score.unused, "card"));
                panel.value("declared", format!("{points}, {unused} unused"));
            }
            picture.panels.push(panel);
        }
        if !view.removed.is_empty() {
            let mut panel = Panel::new("Removed from the game");
            panel.row("", cards(&view.removed));
            picture.panels.push(panel);
        }
        picture.legend = vec![Figure { name: "coin".to_owned(), ..coin() }];
        // A card tells how many there are of its ingredient.
        let kinds = Ingredient::ALL.into_iter().zip(self.deck.by_ingredient());
        let kinds = kinds.map(|(one, many)| Figure::new(Shape::Square, format!("{many} {one}")).tint(tint(one)));
        picture.legend.extend(kinds);
        if self.deck_source.contains(&Provenance::Reconstructed) {
            "The symbols on the ingredients and some of the wok cards are reconstructed".clone_into(&mut picture.note);
        }
        picture
    }

    /// The declaration that was made, card by card, behind the players' things.
    pub(super) fn draw_event(&self, picture: &mut Picture, event: &EventOf<WeWillWokYou>) {
        if let Event::Action(player, Action::Score(declaration)) = event {
            let behind = picture.panels.iter().rposition(|panel| panel.owner.is_some()).map_or(0, |last| last + 1);
            picture.panels.insert(behind, self.declared(*player, declaration));
        }
    }

    /// The market: a line of coins between two rows of ingredients, twice, and the wok cards on offer.
    fn market(&self, view: &Position) -> Board {
        let (rows, lines) = (&view.rows, &view.lines);
        let field = |name: &str, x: u16, y: u16, width: u16, rows: Vec<Row>| Place {
            width,
            field: true,
            rows,
            ..Place::spot(name, x, y)
        };
        let row = |content: &Cards, price: u8| {
            let value = if content.is_empty() { "empty".to_owned() } else { format!("for {}", count(price, "coin")) };
            let value = Row { value, ..Row::default() };
            vec![value, Row { figures: cards(content).collect(), ..Row::default() }]
        };
        let line = |coins: u8| vec![Row { figures: coin().times(coins).into_iter().collect(), ..Row::default() }];
        let offer = view.woks.iter().map(|wok| self.wok(*wok)).collect();
        let places = vec![
            field("A1", 0, 0, SIDE, row(&rows.a1, lines.three)),
            field("line 3", SIDE, 0, MIDDLE, line(lines.three)),
            field("A2", SIDE + MIDDLE, 0, SIDE, row(&rows.a2, lines.three)),
            field("B1", 0, 1, SIDE, row(&rows.b1, lines.two)),
            field("line 2", SIDE, 1, MIDDLE, line(lines.two)),
            field("B2", SIDE + MIDDLE, 1, SIDE, row(&rows.b2, lines.two)),
            field("wok cards", 0, 2, 2 * SIDE + MIDDLE, vec![Row { figures: offer, ..Row::default() }]),
        ];
        Board { columns: 2 * SIDE + MIDDLE, rows: 3, places, ..Board::default() }
    }

    /// A wok card's id and its effect.
    pub(super) fn in_brief(&self, wok: Wok) -> String {
        let says = match self.woks.printed(wok) {
            Some(red) => says(*red),
            None if wok.is_double_man() => {
                let [left, right] = self.woks.double_values(wok, false);
                format!("cook: concert {left}/{right}")
            }
            None if wok == Wok::ALMIGHTY_MAN => format!("cook: any card ={}", self.woks.almighty.is),
            None => "cook: swaps an ingredient".to_owned(),
        };
        format!("{wok} {says}")
    }

    /// A wok card with its effect.
    pub(super) fn wok(&self, wok: Wok) -> Figure {
        let (tint, sign) = if wok.is_cook() { (Tint::Blue, Icon::Cook) } else { (Tint::Red, Icon::Wok) };
        Figure::card(self.in_brief(wok)).wire(wok).tint(tint).icons([sign]).inner(self.face(wok))
    }

    /// What a wok card shows: what it earns, and then what it needs.
    fn face(&self, wok: Wok) -> Vec<Figure> {
        let earns = |words: String| Figure::card(words).tint(Tint::White);
        let needs = |words: &str| Figure::card(words);
        let of = |ingredient: Ingredient, words: String| Figure::card(words).tint(tint(ingredient));
        // Where there are many, their first letters tell them apart, beside their colours.
        let called = |all: &[Ingredient], one: Ingredient| {
            let most = if all.len() > MANY { 4 } else { usize::MAX };
            one.name().chars().take(most).collect::<String>()
        };
        match self.woks.printed(wok) {
            Some(Red::Covered { points }) => vec![earns(format!("={points}")), needs("covered")],
            Some(Red::Group { needs, points }) => {
                let needs = Ingredient::ALL.into_iter().zip(*needs).filter(|(_, need)| *need > 0);
                let (all, needs): (Vec<Ingredient>, Vec<u8>) = needs.unzip();
                let needs =
                    all.iter().zip(&needs).map(|(one, need)| of(*one, format!("{need} {}", called(&all, *one))));
                std::iter::once(earns(format!("={points}"))).chain(needs).collect()
            }
            Some(Red::Hard { size, points }) => vec![earns(format!("={points}")), needs(&format!("{size} alike"))],
            Some(Red::Each { of, each }) => vec![earns(format!("={each} each")), needs(named(*of))],
            Some(Red::Concert(pair)) => {
                let all = pair.map(|one| one.ingredient);
                let each = pair.iter();
                let each =
                    each.map(|one| of(one.ingredient, format!("{} ={}", called(&all, one.ingredient), one.each)));
                std::iter::once(earns("each".to_owned())).chain(each).collect()
            }
            None if wok.is_double_man() => {
                let [left, right] = self.woks.double_values(wok, false);
                vec![earns(format!("={left}/{right}")), needs("concert")]
            }
            None if wok == Wok::ALMIGHTY_MAN => vec![earns(format!("={}", self.woks.almighty.is)), needs("any card")],
            None => vec![earns("swap".to_owned()), needs("one ingredient")],
        }
    }

    /// A declaration: a row for each red card with anything on it.
    fn declared(&self, player: Player, declaration: &Declaration) -> Panel {
        let mut panel = Panel { owner: Some(player), ..Panel::new("Declaration") };
        for filled in &declaration.woks {
            let (name, value) = (filled.wok.to_string(), format!("={}{}", self.points(filled), chosen(filled)));
            let cooks = filled.cooks.iter().map(|cook| self.wok(*cook));
            let figures = cooks.chain(cards(&filled.cards)).chain(cards(&filled.right)).collect();
            panel.rows.push(Row { name, value, figures, ..Row::default() });
        }
        panel
    }
}

/// A coin.
pub(super) fn coin() -> Figure {
    Figure::new(Shape::Round, "coin").wire("coin").tint(Tint::Yellow)
}

/// The cards that each earn something.
fn named(of: Of) -> &'static str {
    match of {
        Of::Any => "any",
        Of::Hand => "from hand",
        Of::Plain => "no symbol",
    }
}

/// A red card in short form.
fn says(red: Red) -> String {
    match red {
        Red::Covered { points } => format!("={points}"),
        Red::Group { needs, points } => {
            let needs = Ingredient::ALL.into_iter().zip(needs).filter(|(_, need)| *need > 0);
            let needs: Vec<String> = needs.map(|(ingredient, need)| format!("{need} {ingredient}")).collect();
            format!("{} ={points}", needs.join("+"))
        }
        Red::Hard { size, points } => format!("{size} alike ={points}"),
        Red::Each { of, each } => format!("{} ={each} each", named(of)),
        Red::Concert([left, right]) => {
            format!("{} ={} each | {} ={} each", left.ingredient, left.each, right.ingredient, right.each)
        }
    }
}

/// What the position waits for: a draw, in the order used by [`State::due`](super::State::due), or a player.
fn waits(view: &Position) -> String {
    let players = view.players.len() as u8;
    let full = [&view.rows.a1, &view.rows.a2].iter().all(|row| row.len() == 3)
        && [&view.rows.b1, &view.rows.b2].iter().all(|row| row.len() == 2);
    let pile = view.pile.unwrap_or(0) > 0;
    let woks = view.woks.len() + view.players.iter().map(|place| place.woks.len()).sum::<usize>();
    match (view.taking, view.last) {
        _ if pile && view.removed.len() < removed(players) => "Cards are being removed from the game".to_owned(),
        _ if pile && !full => "The market is being filled".to_owned(),
        _ if woks < usize::from(woks_in_play(players)) => "The wok cards are being laid out".to_owned(),
        (true, _) => "has paid and is to take a wok card".to_owned(),
        (false, Some(0)) => "is to declare".to_owned(),
        (false, Some(1)) => "has the last action of the game".to_owned(),
        (false, Some(left)) => format!("has a last action, to be followed by {} more", left - 1),
        (false, None) => "is to act".to_owned(),
    }
}
