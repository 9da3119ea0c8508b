//! Every way to break a rule of We Will Wok You.

use super::cards::{Face, Ingredient, Symbol};
use super::market::{Line, Possible, Row};
use super::woks::Wok;
use crate::breach::Listed;
use crate::breaches;
use crate::game::Provenance;
use crate::text;

breaches! {
    /// A broken rule of We Will Wok You. The first group is about the actions of a turn, the second about the final
    /// declaration, each in the order in which they are checked; the third about positions from outside. `data` among
    /// the facts is the provenance of the printed card the refusal rests on.
    pub enum Breach {
        /// Once the last actions are over, the players place their ingredients and do nothing else.
        DeclarationDue {} = "we-will-wok-you.declaration-due" [Printed "R41"]
            => "the last actions are over, so what goes on the wok cards must be declared now (`score`)",
        /// Ingredients are placed on woks only after the last actions.
        DeclarationEarly {} = "we-will-wok-you.declaration-early" [Printed "R40" "R41"]
            => "woks are filled after the last actions, not before",
        /// A player who has laid a payment takes a wok card for it and does nothing else.
        WokDue {} = "we-will-wok-you.wok-due" [Decided "P1" "P18" "R34"]
            => "a payment has been laid, so a wok card must be taken for it now (`take_wok`)",
        /// A wok card is taken only for a payment that was laid just before.
        WokUnpaid {} = "we-will-wok-you.wok-unpaid" [Printed "R32"]
            => "nothing has been laid for a wok card; it must be paid for first (`lay`)",
        /// The last coin of a line cannot be taken.
        LastCoin { line: Line } = "we-will-wok-you.last-coin" [Printed "R24"]
            => "{line} holds a single coin, which stays",
        /// A row without ingredients cannot be bought.
        RowEmpty { row: Row } = "we-will-wok-you.row-empty" [Decided "D5"]
            => "there is nothing in row {row}",
        /// A row costs as many coins as lie in the line beside it, paid from the hand.
        CoinsShort { row: Row, price: u8, coins: u8 } = "we-will-wok-you.coins-short" [Printed "R12" "R25"]
            => "row {row} costs {price}, the player has {coins}" with(price = text::count(price, "coin"), coins = text::count(coins, "coin")),
        /// A wok card can be paid for only while one lies on the table.
        NoWokLeft {} = "we-will-wok-you.no-wok-left" [Printed "R34"]
            => "no wok card is left to take",
        /// A payment consists of cards from the hand.
        NotInHand { card: Face, named: u8, hand: u8 } = "we-will-wok-you.not-in-hand" [Printed "R32"]
            => "{card}: {named} named, {hand} in hand" with(card = card.in_words()),
        /// Cards that paid for a wok lie in front of their owner and cannot pay for another.
        AlreadyLaid { card: Face, named: u8, hand: u8, laid: u8 } = "we-will-wok-you.already-laid" [Printed "R35"]
            => "{card}: {named} named, {hand} in hand; what was laid before ({laid}) cannot pay again" with(card = card.in_words()),
        /// A payment shows four identical symbols, stars counting as any symbol.
        SymbolsShort { shown: u8 } = "we-will-wok-you.symbols-short" [Printed "R32" "R33"]
            => "the cards show {shown}, 4 are needed" with(shown = text::count(shown, "identical symbol")),
        /// Every card of a payment shows the symbol that is presented.
        CardIdle { card: Face, #[serde(skip_serializing_if = "Option::is_none")] symbol: Option<Symbol> }
            = "we-will-wok-you.card-idle" [Decided "D8b"]
            => "{card} shows no {symbol}, so it cannot be part of the payment"
            with(card = card.in_words(), symbol = symbol.map_or("symbol", Symbol::name)),
        /// A payment shows exactly four symbols; more would only be a way to get rid of cards.
        SymbolsMore { shown: u8, #[serde(skip_serializing_if = "Option::is_none")] symbol: Option<Symbol> }
            = "we-will-wok-you.symbols-more" [Decided "D7"]
            => "the cards show {symbols}, exactly 4 are needed"
            with(symbols = text::count(shown, &format!("{} symbol", symbol.map_or("star", Symbol::name)))),
        /// Only a wok card that lies on the table can be taken.
        WokNotOffered { wok: Wok } = "we-will-wok-you.wok-not-offered" [Printed "R34"]
            => "{wok} does not lie on the table",
        /// An action is compulsory; a player passes only when none is possible.
        PassWithActions { possible: Listed<Possible> } = "we-will-wok-you.pass-with-actions" [Printed "R19" "R20" "D9"]
            => "the player can still {possible}",
        /// The last action is compulsory like any other, unless the option allows declining it.
        LastActionDeclined { possible: Listed<Possible> } = "we-will-wok-you.last-action-declined" [Decided "D3" "P17"]
            => "the player can still {possible}; the last action is declined only under the option `final_pass: allowed`",

        /// A declaration is about the player's own wok cards.
        WokNotOwned { wok: Wok } = "we-will-wok-you.wok-not-owned" [Printed "R41"]
            => "{wok} does not belong to the player",
        /// A declaration names each wok card at most once.
        WokTwice { wok: Wok } = "we-will-wok-you.wok-twice" [Decided "P10"]
            => "{wok} is filled more than once",
        /// A cook is given to a red card; he is no wok himself.
        CookFilled { wok: Wok } = "we-will-wok-you.cook-filled" [Printed "R38"]
            => "{wok} is a cook and takes nothing himself; he is given to a red card, among its `cooks`",
        /// Only cooks can be given to a red card.
        NoCook { wok: Wok, cook: Wok } = "we-will-wok-you.no-cook" [Printed "R38"]
            => "{cook} is no cook, so {wok} cannot have it",
        /// A player gives away his own cooks.
        CookNotOwned { cook: Wok } = "we-will-wok-you.cook-not-owned" [Printed "R44"]
            => "the cook {cook} does not belong to the player",
        /// A cook is given to one red card.
        CookTwice { cook: Wok } = "we-will-wok-you.cook-twice" [Decided "P20" "R44"]
            => "the cook {cook} is named more than once",
        /// A double-wok man belongs to a card with two woks, a concert.
        DoubleManTarget { wok: Wok, cook: Wok, #[serde(skip)] data: Provenance } = "we-will-wok-you.double-man-target"
            [Printed "R60"] data(*data)
            => "{wok} is no concert, so the double-wok man {cook} has nothing to do there",
        /// The changing man belongs to a card that asks for specific ingredients, a group or a concert.
        ChangingManTarget { wok: Wok, #[serde(skip)] data: Provenance } = "we-will-wok-you.changing-man-target"
            [Printed "R62" "D18e"] data(*data)
            => "{wok} asks for no specific ingredient, so the changing man has nothing to do there",
        /// Every cook must be given to a red card if there is one for him.
        CookIdle { cook: Wok, #[serde(skip)] data: Option<Provenance> } = "we-will-wok-you.cook-idle"
            [Printed "R44" "D13"] data((*data)?)
            => "the cook {cook} is not given to any red card, though one suits him",
        /// Only the changing man replaces an ingredient.
        SwapAlone { wok: Wok } = "we-will-wok-you.swap-alone" [Printed "R63" "P12"]
            => "nothing can be replaced on {wok} without the changing man",
        /// What is replaced is an ingredient printed on the card.
        SwapAbsent { wok: Wok, from: Ingredient, #[serde(skip)] data: Provenance } = "we-will-wok-you.swap-absent"
            [Decided "D18b" "P12"] data(*data)
            => "{wok} does not ask for {from}, so it cannot be replaced there",
        /// The values of a double-wok man can be exchanged only where the option says so.
        MirrorNotOffered { wok: Wok } = "we-will-wok-you.mirror-not-offered" [Decided "D17" "P13"]
            => "the values on {wok} hold as printed; they are exchanged only under the option `double_man: player_choice`",
        /// Only the values of a double-wok man can be exchanged.
        MirrorAlone { wok: Wok } = "we-will-wok-you.mirror-alone" [Decided "P13"]
            => "there is no double-wok man on {wok} whose values could be exchanged",
        /// Nothing is placed on a covered wok.
        CoveredFilled { wok: Wok, #[serde(skip)] data: Provenance } = "we-will-wok-you.covered-filled"
            [Printed "R37" "R50"] data(*data)
            => "{wok} is covered and takes no ingredients",
        /// Nothing is placed on the card of the almighty man: it has become a covered wok.
        AlmightyFilled { wok: Wok } = "we-will-wok-you.almighty-filled" [Printed "R61" "D15"]
            => "the almighty man covers {wok}, it takes no ingredients",
        /// A replaced ingredient is no longer accepted; replaced and unreplaced cannot be mixed.
        SwapMixed { wok: Wok, from: Ingredient, to: Ingredient, #[serde(skip)] data: Provenance } = "we-will-wok-you.swap-mixed"
            [Decided "D18"] data(*data)
            => "on {wok} {from} is replaced by {to} throughout and no longer accepted",
        /// A group wok takes only the ingredients of its combination.
        GroupForeign { wok: Wok, ingredient: Ingredient, #[serde(skip)] data: Provenance } = "we-will-wok-you.group-foreign"
            [Printed "R51"] data(*data)
            => "{wok} has no {ingredient} in its combination",
        /// A group wok takes complete combinations only.
        GroupIncomplete { wok: Wok, combinations: u8, missing: Listed<Ingredient>, #[serde(skip)] data: Provenance }
            = "we-will-wok-you.group-incomplete" [Printed "R52"] data(*data)
            => "the cards on {wok} are not complete combinations: for {combinations}, {missing} {are} missing"
            with(combinations = text::count(combinations, "combination"), are = text::is_are(missing.0.len())),
        /// A hard wok takes complete sets of identical ingredients only.
        HardIncomplete { wok: Wok, ingredient: Ingredient, count: u8, size: u8, #[serde(skip)] data: Provenance }
            = "we-will-wok-you.hard-incomplete" [Printed "R54"] data(*data)
            => "{cards} on {wok} cannot be put into sets of {size}" with(cards = text::count(count, &format!("{ingredient} card"))),
        /// The free wok takes only cards without a symbol.
        FreeSymbol { wok: Wok, card: Face, #[serde(skip)] data: Provenance } = "we-will-wok-you.free-symbol"
            [Printed "R57"] data(*data)
            => "{card} cannot lie on {wok}, which takes only cards without symbol" with(card = card.in_words()),
        /// Each wok of a concert takes its own ingredient only.
        ConcertForeign { wok: Wok, ingredient: Ingredient, takes: Ingredient, #[serde(skip)] data: Provenance }
            = "we-will-wok-you.concert-foreign" [Printed "R58"] data(*data)
            => "this side of {wok} takes {takes}, not {ingredient}",
        /// The alternative wok takes cards from the hand, not those that were laid during the game.
        AlternativeLaid { card: Face, named: u8, hand: u8, #[serde(skip)] data: Provenance }
            = "we-will-wok-you.alternative-laid" [Printed "R56" "P6"] data(*data)
            => "{card}: {named} named for cards from the hand, {hand} in hand" with(card = card.in_words()),
        /// Only ingredients the player has can be placed.
        CardNotOwned { card: Face } = "we-will-wok-you.card-not-owned" [Printed "R41"]
            => "the player has no {card}" with(card = card.in_words()),
        /// Every ingredient card goes to at most one wok.
        CardTwice { card: Face, named: u8, owned: u8 } = "we-will-wok-you.card-twice" [Printed "R42" "P6"]
            => "{card}: {named} placed, {owned} owned" with(card = card.in_words()),

        /// A position has an entry for each player of the game.
        PositionPlayers { written: u8, players: u8 } = "we-will-wok-you.position-players" [Printed "R1"]
            => "{written} {are} written down, {players} play"
            with(written = text::count(written, "player"), are = text::is_are(written)),
        /// The player on turn plays in the game; during set-up and when all is over it is player 0.
        PositionTurn { turn: u8 } = "we-will-wok-you.position-turn" [Decided "P15"]
            => "player {turn} cannot be on turn",
        /// There are no more cards with a face than the deck has.
        PositionDeck { card: Face, count: u8, deck: u8, #[serde(skip)] data: Provenance } = "we-will-wok-you.position-deck"
            [Printed "R4"] data(*data)
            => "{card}: {count} written, {deck} in the deck" with(card = card.in_words()),
        /// What lies nowhere else is in the draw pile.
        PositionPile { written: u8, actual: u8 } = "we-will-wok-you.position-pile" [Printed "R8"]
            => "the draw pile would have {actual}, not {written}" with(actual = text::count(actual, "card")),
        /// With 2, 3 or 4 players 24, 12 or no ingredients are removed.
        PositionRemoved { count: u8, expected: u8 } = "we-will-wok-you.position-removed" [Printed "R9"]
            => "{removed} {are} removed, with so many players it should be {expected}"
            with(removed = text::count(count, "ingredient"), are = text::is_are(count)),
        /// A row has at most its three or two cards, and exactly these while there is a pile, but for one being refilled.
        PositionRow { row: Row, count: u8, full: u8 } = "we-will-wok-you.position-row" [Printed "R11" "R28"]
            => "row {row} has {cards} instead of {full}" with(cards = text::count(count, "card")),
        /// A row that is being refilled has just been bought: its price has doubled and its cards are in the buyer's hand.
        PositionRefill { row: Row, price: u8, hand: u8 } = "we-will-wok-you.position-refill" [Printed "R26" "R27" "R28"]
            => "row {row} cannot just have been bought: its price is {price}, the player on turn has {hand} in hand"
            with(hand = text::count(hand, "card")),
        /// A line always holds a coin.
        PositionLine { line: Line } = "we-will-wok-you.position-line" [Printed "R24"]
            => "{line} is empty",
        /// Coins neither appear nor vanish: ten in the lines and three for each player.
        PositionCoins { count: u32, expected: u32 } = "we-will-wok-you.position-coins" [Printed "R11" "R14" "R15"]
            => "there {are} {coins} in play instead of {expected}" with(are = text::is_are(count), coins = text::count(count, "coin")),
        /// A wok card is in one place.
        PositionWokTwice { wok: Wok } = "we-will-wok-you.position-wok-twice" [Printed "R2"]
            => "{wok} is named more than once",
        /// With 2, 3 or 4 players 12, 15 or 18 wok cards are in play.
        PositionWoks { count: u8, expected: u8 } = "we-will-wok-you.position-woks" [Printed "R13"]
            => "{woks} {are} in play, with so many players it should be {expected}"
            with(woks = text::count(count, "wok card"), are = text::is_are(count)),
        /// While the table is being set up, no player has done anything yet.
        PositionSetUp { what: &'static str } = "we-will-wok-you.position-set-up" [Printed "R8" "R13" "R14"]
            => "the table is being set up, yet {what}",
        /// The cards in front of a player are the payments for his wok cards.
        PositionLaid { player: u8, woks: u8 } = "we-will-wok-you.position-laid" [Decided "D7" "P23" "R32" "R35"]
            => "the cards laid by player {player} cannot have paid for {woks}" with(woks = text::count(woks, "wok card")),
        /// A wok card is being taken only where there are several to choose from.
        PositionTaking { left: u8 } = "we-will-wok-you.position-taking" [Decided "P1"]
            => "no player can be choosing a wok card now, {left} {are} left" with(are = text::is_are(left)),
        /// The last actions begin when both rows beside a line are empty, and only then; there is one for each player.
        PositionLast { last: Option<u8> } = "we-will-wok-you.position-last" [Printed "R30" "R39" "R40" "D4"]
            => "the number of last actions left does not fit the rows",
        /// Declarations are made after the last actions, by player 0 first, and score what the cards can give.
        PositionScore { player: u8 } = "we-will-wok-you.position-score" [Decided "P15" "R41"]
            => "player {player} cannot have declared this",
    }
}
