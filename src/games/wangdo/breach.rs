//! Every way to break a rule of Wangdo.

use super::counts::Steles;
use super::names::{Card, Colour, Knowledge, Token, Village};
use super::{Payment, Reason, words};
use crate::breach::Listed;
use crate::breaches;
use crate::game::{Player, Provenance};
use crate::text::{self, a, is_are};

breaches! {
    /// A broken rule of Wangdo. The first group is about actions: when they may be done at all, then the standard
    /// actions, payments, cards and the end of a turn; the second about positions from outside.
    pub enum Breach {
        /// A price is paid in full before anything else is done.
        PaymentDue { due: Steles, left: u8, #[serde(skip)] payment: Payment } = "wangdo.payment-due" [Printed "R17" "P8"]
            => "the price must be paid first: {payment}",
        /// A ritual is carried out at once, before anything else is done.
        RitualDue { temple: Colour } = "wangdo.ritual-due" [Printed "R19" "D6"]
            => "the ritual of the {temple} temple comes first: take a stele from another temple, or none",
        /// After the end of a turn the excess over ten is returned; no action and no card comes between.
        ReturnDue { excess: u8 } = "wangdo.return-due" [Decided "P16" "R12"]
            => "the turn has ended, only the return of {steles} is left to do" with(steles = text::count(excess, "stele")),
        /// No card is played while a price is being paid, nor in a ritual.
        CardInPayment { card: Card, #[serde(skip)] left: u8, #[serde(skip)] ritual: Option<Colour> }
            = "wangdo.card-in-payment" [Decided "P15b"]
            => "the card {card} has to wait until {done}"
            with(card = card.title(), done = match (ritual, left) {
                (None, _) => "the price is paid".to_owned(),
                (Some(temple), 0) => format!("the ritual of the {temple} temple is carried out"),
                (Some(temple), _) => format!("the ritual of the {temple} temple is carried out and the price is paid"),
            }),
        /// After a declaration comes the action that it alters, or a further card for the same action.
        DeclaredActionDue { action: &'static str, #[serde(skip)] data: Option<Provenance> }
            = "wangdo.declared-action-due" [Decided "P14"] data((*data)?)
            => "a card was declared for {doing}, which must follow" with(doing = words::doing(action)),
        /// A turn has one standard action, and one more for every card that adds one.
        NoActionOwed {} = "wangdo.no-action-owed" [Printed "R9" "P12"]
            => "no standard action is left to do in this turn",

        /// From empty temples nothing can be taken.
        TemplesEmpty {} = "wangdo.temples-empty" [Decided "D11"]
            => "there is no stele in any temple",
        /// Two steles are taken from the temples, three with `temple_three`, and fewer only when the temples hold fewer.
        TakeCount { named: u8, needed: u8, #[serde(skip)] data: Option<Provenance> }
            = "wangdo.take-count" [Printed "R11" "D11" "D30"] data((*data)?)
            => "{steles} must be taken from the temples, not {named}" with(steles = text::count(needed, "stele")),
        /// A temple gives no more steles than stand on its altars.
        TempleShort { temple: Colour, named: u8, held: u8 } = "wangdo.temple-short" [Printed "R11"]
            => "the {temple} temple holds {steles}, not {named}" with(steles = text::count(held, "stele")),
        /// From an empty bag nothing can be drawn.
        BagEmpty { #[serde(skip)] data: Option<Provenance> } = "wangdo.bag-empty" [Decided "D12" "P21" "D27"] data((*data)?)
            => "the bag is empty",

        /// The villages of the part that is left out with two or three players do not exist.
        NoSuchVillage { village: Village, players: u8, #[serde(skip)] data: Provenance }
            = "wangdo.no-such-village" [Printed "R1"] data(*data)
            => "{village} is not on the board of {players} players",
        /// A stele is placed only on a village that still has its token.
        VillageTaken { village: Village, stele: Colour } = "wangdo.village-taken" [Printed "R13"]
            => "{village} has no token any more, {stele} stands there" with(stele = a(format_args!("{stele} stele"))),
        /// The stele that is placed comes from the player's own reserve.
        SteleNotHeld { stele: Colour } = "wangdo.stele-not-held" [Printed "R13"]
            => "there is no {stele} stele in the reserve",
        /// A token of a type whose column is full on the player's board can never be gained.
        ColumnFull { village: Village, knowledge: Knowledge, slots: u8 } = "wangdo.column-full" [Printed "R16" "D3"]
            => "all {slots} slots for {knowledge} are full, so the token on {village} cannot be gained",
        /// A stele is not placed beside a stele of its own colour, unless the card `same_colour` was declared for it.
        SameColour { village: Village, stele: Colour, beside: Listed<Village>, #[serde(skip)] data: Provenance }
            = "wangdo.same-colour" [Printed "R14" "R31"] data(*data)
            => "{village} is joined to {stele} on {beside}",
        /// A stele is placed beside at least one other stele.
        NoNeighbour { village: Village, #[serde(skip)] data: Provenance } = "wangdo.no-neighbour" [Printed "R15" "R31" "D4"] data(*data)
            => "there is no stele on any village joined to {village}",
        /// The whole price must be payable, if need be with steles gained in rituals on the way.
        PriceUnpayable {
            village: Village, price: Steles, left: u8, reserve: Steles,
            #[serde(skip)] payment: Payment, #[serde(skip)] data: Provenance,
        } = "wangdo.price-unpayable" [Printed "R17" "D2" "P9"] data(*data)
            => "{village} costs {payment}; what is left to pay with: {reserve}",
        /// Where steles gained in rituals lie apart, the price must be payable without them.
        PriceUnpayableApart {
            village: Village, price: Steles, left: u8, reserve: Steles,
            #[serde(skip)] payment: Payment, #[serde(skip)] data: Provenance,
        } = "wangdo.price-unpayable-apart" [Decided "P10" "D7"] data(*data)
            => "{village} costs {payment}; what is left to pay with, without steles from rituals: {reserve}",

        /// A stele is paid only while a price is being paid.
        NothingToPay {} = "wangdo.nothing-to-pay" [Printed "R17"]
            => "no price is being paid",
        /// Only steles of colours that are due are paid.
        PayNotDue { stele: Colour, due: Steles } = "wangdo.pay-not-due" [Printed "R17" "D1"]
            => "{which}"
            with(which = if due.is_empty() {
                "no price is due now".to_owned()
            } else {
                format!("no {stele} stele is due; what is due: {due}")
            }),
        /// What is paid comes from the player's own reserve.
        PayNotHeld { stele: Colour } = "wangdo.pay-not-held" [Printed "R17"]
            => "there is no {stele} stele in the reserve",
        /// No payment may leave a rest that can no longer be paid.
        PayDeadEnd { stele: Colour, #[serde(skip)] data: Provenance } = "wangdo.pay-dead-end" [Decided "P9"] data(*data)
            => "after paying {stele} now, the rest of the price could not be paid",
        /// A stele is taken in a ritual only, once for each.
        NoRitual {} = "wangdo.no-ritual" [Printed "R19"]
            => "no ritual is being carried out",
        /// In a ritual the stele comes from another temple than the one that was filled.
        RitualSameTemple { temple: Colour } = "wangdo.ritual-same-temple" [Printed "R19" "D9"]
            => "the {temple} temple is the one whose ritual is carried out",
        /// In a ritual a stele is taken only from a temple that holds one.
        RitualTempleEmpty { temple: Colour } = "wangdo.ritual-temple-empty" [Printed "R19"]
            => "the {temple} temple is empty",
        /// No choice in a ritual may leave a rest that can no longer be paid.
        RitualDeadEnd { take: Option<Colour>, due: Steles, #[serde(skip)] data: Provenance }
            = "wangdo.ritual-dead-end" [Decided "P9"] data(*data)
            => "after this choice the rest of the price, {due}, could not be paid",

        /// A player plays only cards of their own hand.
        CardNotHeld { card: Card } = "wangdo.card-not-held" [Printed "R10"]
            => "the card {card} is not in this player's hand" with(card = card.title()),
        /// A card cannot be played in the turn in which it was gained.
        CardNew { card: Card } = "wangdo.card-new" [Printed "R25"]
            => "the card {card} was gained in this turn" with(card = card.title()),
        /// The card that counts three seals is kept, never played.
        CardNotPlayable { card: Card, #[serde(skip)] data: Provenance } = "wangdo.card-not-playable" [Decided "D23"] data(*data)
            => "the card {card} cannot be played, it counts at the end" with(card = card.title()),
        /// A card that alters an action is played only if such an action is then legal, if need be with further cards.
        AlteredActionImpossible { card: Card, action: &'static str, #[serde(skip)] data: Provenance }
            = "wangdo.altered-action-impossible" [Decided "P15"] data(*data)
            => "neither with {card} nor with further cards of this hand would {doing} be legal"
            with(card = card.title(), doing = words::doing(action)),
        /// Two cards `same_colour`, or two `temple_three`, cannot alter one and the same action.
        CardTwice { card: Card, #[serde(skip)] data: Provenance } = "wangdo.card-twice" [Decided "P14"] data(*data)
            => "{card} has already been declared for this action" with(card = card.title()),
        /// An additional action is granted only if some standard action is legal at that moment.
        NoActionPossible { #[serde(skip)] data: Provenance } = "wangdo.no-action-possible" [Decided "P12" "D24"] data(*data)
            => "no standard action is legal now, so none can be added",
        /// The steles to be exchanged stand on two villages.
        SwapOneVillage { village: Village, #[serde(skip)] data: Provenance }
            = "wangdo.swap-one-village" [Reconstructed "D25"] data(*data)
            => "{village} is named twice",
        /// Only villages with a stele take part in an exchange.
        SwapNoStele { village: Village, #[serde(skip)] data: Provenance }
            = "wangdo.swap-no-stele" [Reconstructed "D25"] data(*data)
            => "there is no stele on {village}",
        /// The steles that are exchanged on the board differ in colour.
        SwapEqualColours { colour: Colour, #[serde(skip)] data: Provenance }
            = "wangdo.swap-equal-colours" [Reconstructed "D25" "P20"] data(*data)
            => "both steles are {colour}",
        /// An exchange on the board joins no equal steles that were not joined before.
        SwapSameColour { village: Village, stele: Colour, beside: Listed<Village>, #[serde(skip)] data: Provenance }
            = "wangdo.swap-same-colour" [Decided "P20" "D25"] data(*data)
            => "{stele} would come to {village}, which is joined to {stele} on {beside}",
        /// Steles are exchanged with another player of this game.
        SwapNoSuchPlayer { with: Player, players: u8, #[serde(skip)] data: Provenance }
            = "wangdo.swap-no-such-player" [Reconstructed "D26"] data(*data)
            => "there is no {with} in a game of {players} players",
        /// A player does not exchange steles with themselves.
        SwapWithSelf { with: Player, #[serde(skip)] data: Provenance }
            = "wangdo.swap-with-self" [Reconstructed "D26"] data(*data)
            => "{with} would exchange steles with themselves",
        /// One or two steles are given, and as many are taken.
        SwapSize { give: u8, take: u8, #[serde(skip)] data: Provenance }
            = "wangdo.swap-size" [Decided "P18" "D26"] data(*data)
            => "{give} would be given, {take} taken; it is 1 each or 2 each" with(give = text::count(give, "stele")),
        /// What is given and what is taken have no colour in common.
        SwapCommonColour { colours: Listed<Colour>, #[serde(skip)] data: Provenance }
            = "wangdo.swap-common-colour" [Decided "P18"] data(*data)
            => "{colours} would be both given and taken",
        /// What is given and taken comes from the reserves of the two players.
        SwapNotHeld { player: Player, colour: Colour, named: u8, held: u8, #[serde(skip)] data: Provenance }
            = "wangdo.swap-not-held" [Decided "P18"] data(*data)
            => "{player} has {steles}, not {named}" with(steles = text::count(held, &format!("{colour} stele"))),

        /// Steles are returned only at the end of a turn, by a player with more than ten.
        NothingToReturn {} = "wangdo.nothing-to-return" [Printed "R12" "D13"]
            => "no steles are to be returned now",
        /// Exactly the excess over ten is returned.
        ReturnCount { named: u8, excess: u8 } = "wangdo.return-count" [Printed "R12"]
            => "{steles} must be returned, not {named}" with(steles = text::count(excess, "stele")),
        /// What is returned comes from the player's own reserve.
        ReturnNotHeld { colour: Colour, named: u8, held: u8 } = "wangdo.return-not-held" [Printed "R12"]
            => "the reserve holds {steles}, not {named}" with(steles = text::count(held, &format!("{colour} stele"))),
        /// A player passes only if no standard action is legal.
        PassWithActions {} = "wangdo.pass-with-actions" [Decided "P22" "D18"]
            => "a player who can do a standard action must do one",
        /// A turn does not end before its standard actions are done.
        ActionOwed { owed: u8 } = "wangdo.action-owed" [Decided "D19" "P12"]
            => "{actions} {are} still to be done" with(actions = text::count(owed, "standard action"), are = is_are(owed)),

        /// A position has as many players as sit at the table.
        PositionPlayers { written: usize, players: u8 } = "wangdo.position-players" [Printed "R1"]
            => "{described} {are} described, {players} play" with(described = text::count(written, "player"), are = is_are(written)),
        /// The player on turn has a seat.
        PositionTurn { turn: Player, players: u8 } = "wangdo.position-turn" [Printed "R1"]
            => "{players} play, numbered from 0, so {turn} cannot be on turn",
        /// Rounds are numbered from 1.
        PositionRound { round: u32 } = "wangdo.position-round" [Decided "P7"]
            => "there is no round {round}, the first one is 1",
        /// A position describes only villages that are on the board.
        PositionVillageAbsent { village: Village, players: u8, #[serde(skip)] data: Provenance }
            = "wangdo.position-village-absent" [Printed "R1"] data(*data)
            => "{village} is not on the board of {players} players",
        /// After the set-up there is a token or a stele on every village.
        PositionVillageEmpty { village: Village } = "wangdo.position-village-empty" [Printed "R3" "R13"]
            => "there is nothing on {village}",
        /// Bear tokens leave the game in the set-up and are never gained.
        PositionBear {} = "wangdo.position-bear" [Printed "R5"]
            => "a bear token is where none can be",
        /// Every token in play lies on a village or on a player board.
        PositionTokens { token: Token, count: u8, in_play: u8, #[serde(skip)] data: Provenance }
            = "wangdo.position-tokens" [Printed "R3" "D33"] data(*data)
            => "of the {token} there are {in_play} in play, not {count}" with(token = words::token(*token)),
        /// A player has no more tokens of a type than slots.
        PositionColumn { player: Player, knowledge: Knowledge, count: u8, slots: u8 }
            = "wangdo.position-column" [Printed "R2" "R16"]
            => "{player} has {tokens} of {knowledge}, there are {slots} slots" with(tokens = text::count(count, "token")),
        /// A temple never holds a stele on its last altar.
        PositionTemple { temple: Colour, count: u8, most: u8, #[serde(skip)] data: Provenance }
            = "wangdo.position-temple" [Printed "R18" "D31"] data(*data)
            => "the {temple} temple holds {steles}, no more than {most} can stay there" with(steles = text::count(count, "stele")),
        /// There are no more steles of a colour than in the box.
        PositionSteles { colour: Colour, count: u16, all: u8, #[serde(skip)] data: Provenance }
            = "wangdo.position-steles" [Printed "R5" "D32"] data(*data)
            => "{steles} {are} in use, the box has {all}"
            with(steles = text::count(count, &format!("{colour} stele")), are = is_are(count)),
        /// What is nowhere else is in the bag.
        PositionBag { colour: Colour, written: u8, actual: u8 } = "wangdo.position-bag" [Printed "R5"]
            => "there would be {steles} in the bag, not {written}" with(steles = text::count(actual, &format!("{colour} stele"))),
        /// Between their turns a player has at most ten steles.
        PositionReserve { player: Player, count: u8 } = "wangdo.position-reserve" [Printed "R12"]
            => "{player} is not on turn and has {steles}, more than ten" with(steles = text::count(count, "stele")),
        /// In their turn a player gains at most three steles with every standard action and every card that draws three.
        PositionGain { player: Player, count: u8, most: u8, #[serde(skip)] data: Option<Provenance> }
            = "wangdo.position-gain" [Printed "R11" "R12" "P12" "P21"] data((*data)?)
            => "{player} has {steles}; here it cannot be more than {most}" with(steles = text::count(count, "stele")),
        /// A player has drawn one seal card for every full column, no more.
        PositionHand { player: Player, cards: u8, columns: u8 } = "wangdo.position-hand" [Printed "R21" "R23"]
            => "{player} has {hand} for {full}"
            with(hand = text::count(cards, "card"), full = text::count(columns, "full column")),
        /// Every seal card that was drawn is in a hand or was played.
        PositionCards { cards: u16, columns: u16 } = "wangdo.position-cards" [Printed "R21" "R26"]
            => "{drawn} {are} in hands or played, for {full}"
            with(full = text::count(columns, "full column"), drawn = text::count(cards, "card"), are = is_are(cards)),
        /// There are no more cards of a design than in the deck.
        PositionDeck { card: Card, count: u8, copies: u8, #[serde(skip)] data: Provenance }
            = "wangdo.position-deck" [Printed "R7" "D34"] data(*data)
            => "of the card {card} there are {count}, the deck has {copies}" with(card = card.title()),
        /// Only the player on turn has cards that were gained in this turn.
        PositionNewCards { player: Player } = "wangdo.position-new-cards" [Printed "R25"]
            => "`new_cards` of {player} cannot have been gained in this turn",
        /// The card that counts three seals is never among the cards that were played.
        PositionPlayed { card: Card, #[serde(skip)] data: Provenance } = "wangdo.position-played" [Decided "D23"] data(*data)
            => "the card {card} cannot have been played" with(card = card.title()),
        /// No more standard actions are owed than cards have added.
        PositionOwed { owed: u8, least: u8, most: u8 } = "wangdo.position-owed" [Decided "P12"]
            => "{actions} {are} owed, it can be {range}"
            with(
                actions = text::count(owed, "standard action"),
                are = is_are(owed),
                range = if least == most { least.to_string() } else { format!("{least} to {most}") },
            ),
        /// During the set-up everything is laid out in its order.
        PositionSetup { fault: &'static str } = "wangdo.position-setup" [Printed "R3" "R4" "R5" "R6" "D15"]
            => "this is no step of the set-up: {fault}",
        /// What a position waits for fits the rest of it, and leaves a choice where one is asked.
        PositionPhase { phase: &'static str, fault: &'static str } = "wangdo.position-phase" [Decided "P2" "P8" "P16"]
            => "`{phase}` does not fit the position: {fault}",
        /// After the round in which a board was filled, or the last round allowed, no player is on turn.
        PositionDecided { reason: Reason, fault: &'static str } = "wangdo.position-decided" [Decided "P7" "R27"]
            => "{fault}, so the game is over ({reason}) and no player can be on turn",
        /// A position says that the game is over only if it is.
        PositionNotOver { written: Reason } = "wangdo.position-not-over" [Decided "P7" "P6" "D22" "R27"]
            => "the position is said to be over by {written}, but it is not",
    }
}
