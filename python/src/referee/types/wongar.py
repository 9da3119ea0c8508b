"""What stands in lines of `wongar`.

Written by `tools/types_from_schemas.py`; changes are made there.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, Union

from .wire import AnswerId as AnswerId
from .wire import AnswerPick as AnswerPick
from .wire import AnswerResign as AnswerResign
from .wire import AnswerSay as AnswerSay
from .wire import Introduction as Introduction
from .wire import Player as Player


Territory: TypeAlias = Literal["kangaroo", "north2", "north3", "north4", "west", "hand", "foot", "east", "south1", "south2", "south3", "south4"]
"""A territory of either board. An id that the board in force does not have is a violation."""


class ActionTakeFields(TypedDict):
    """Take the face-up card of a territory (R27)."""

    territory: Territory
    """The territory."""


class ActionTake(TypedDict):
    """Take the face-up card of a territory (R27)."""

    take: ActionTakeFields


Figure: TypeAlias = Literal["ancestor", "elder"]
"""One of the two figures, each with a pawn (R2)."""


class ActionPlayOwnFields(TypedDict):
    """Play a figure card of your own instead of taking one (R90)."""

    card: Figure
    """Which."""


class ActionPlayOwn(TypedDict):
    """Play a figure card of your own instead of taking one (R90)."""

    play_own: ActionPlayOwnFields


Kind: TypeAlias = Literal["disc", "cube", "cylinder"]
"""A kind of piece (R3)."""


class ActionPlaceFields(TypedDict):
    """Put a piece on a territory: at set-up (R93), or for a card (R33, R35)."""

    kind: Kind
    """The kind of piece."""
    territory: Territory
    """Where."""


class ActionPlace(TypedDict):
    """Put a piece on a territory: at set-up (R93), or for a card (R33, R35)."""

    place: ActionPlaceFields


class ActionChooseFields(TypedDict):
    """Choose the kind for a triple card (R35)."""

    kind: Kind
    """The kind of piece."""


class ActionChoose(TypedDict):
    """Choose the kind for a triple card (R35)."""

    choose: ActionChooseFields


class ActionMoveFields(TypedDict):
    """Move a figure (R41, R44)."""

    figure: Figure
    """Which."""
    to: Territory
    """Where to."""


class ActionMove(TypedDict):
    """Move a figure (R41, R44)."""

    move: ActionMoveFields


RitualCard: TypeAlias = Literal["disc", "cube", "cylinder", "double", "scorpion"]
"""A ritual card (R5)."""


class ActionChooseCardFields(TypedDict):
    """Choose a ritual card instead of drawing it; only with `choose_ritual_cards` (R95)."""

    card: RitualCard
    """Which."""


class ActionChooseCard(TypedDict):
    """Choose a ritual card instead of drawing it; only with `choose_ritual_cards` (R95)."""

    choose_card: ActionChooseCardFields


class ActionRemoveFields(TypedDict):
    """In a ceremony: send rivals' pieces back (R72)."""

    card: RitualCard
    """The card played."""
    kind: Kind
    """The kind of the pieces."""
    owners: list[Player]
    """The owner of each piece."""


class ActionRemove(TypedDict):
    """In a ceremony: send rivals' pieces back (R72)."""

    remove: ActionRemoveFields


class ActionMoveOutFields(TypedDict):
    """In a ceremony: move own pieces out of it (R73)."""

    card: RitualCard
    """The card played."""
    kind: Kind
    """The kind of the pieces."""
    to: list[Territory]
    """Where each piece goes."""


class ActionMoveOut(TypedDict):
    """In a ceremony: move own pieces out of it (R73)."""

    move_out: ActionMoveOutFields


ActionMoveInFields = TypedDict("ActionMoveInFields", {"card": RitualCard, "kind": Kind, "from": list[Territory]})
"""In a ceremony: move own pieces into it (R74)."""


class ActionMoveIn(TypedDict):
    """In a ceremony: move own pieces into it (R74)."""

    move_in: ActionMoveInFields


Action: TypeAlias = Union[Literal["draw", "stop", "pass"], ActionTake, ActionPlayOwn, ActionPlace, ActionChoose, ActionMove, ActionChooseCard, ActionRemove, ActionMoveOut, ActionMoveIn]
"""What a player may do."""


TerritoryCard: TypeAlias = Literal["disc", "cube", "cylinder", "triple", "ancestor", "elder", "both", "draw_four", "scorpion"]
"""A card of a territory's pile (R4)."""


class ChanceTerritoryCard(TypedDict):
    """A territory card is turned up (R7, R22)."""

    territory_card: TerritoryCard


class ChancePieceFields(TypedDict):
    """A piece comes out of the bag (R10)."""

    player: Player
    """Whose it is."""
    kind: Kind
    """Its kind."""


class ChancePiece(TypedDict):
    """A piece comes out of the bag (R10)."""

    piece: ChancePieceFields


class ChanceRitualCard(TypedDict):
    """A ritual card is dealt or drawn (R12, R25)."""

    ritual_card: RitualCard


class ChanceMarker(TypedDict):
    """A score marker comes out of the bag (R14)."""

    marker: Player


Chance: TypeAlias = Union[ChanceTerritoryCard, ChancePiece, ChanceRitualCard, ChanceMarker]
"""What is drawn."""


class PhasePlaceFields(TypedDict):
    """A disc, cube or cylinder card: place or draw (R33)."""

    kind: Kind
    """The card's kind."""
    placed: int
    """Pieces placed by choice, 0 or 1."""


class PhasePlace(TypedDict):
    """A disc, cube or cylinder card: place or draw (R33)."""

    place: PhasePlaceFields


class PhaseTripleFields(TypedDict):
    """A triple card: place pieces."""

    kind: Kind
    """The chosen kind."""
    left: int
    """Pieces still to be placed, 1 to 3."""


class PhaseTriple(TypedDict):
    """A triple card: place pieces."""

    triple: PhaseTripleFields


class PhaseMoveFields(TypedDict):
    """An ancestor or elder card: move the figure (R41, R44)."""

    figure: Figure
    """Which."""


class PhaseMove(TypedDict):
    """An ancestor or elder card: move the figure (R41, R44)."""

    move: PhaseMoveFields


class PhaseDrawFields(TypedDict):
    """Ritual cards are drawn on a turn (R33, R48)."""

    left: int
    """Cards still to be drawn, 1 to 4."""


class PhaseDraw(TypedDict):
    """Ritual cards are drawn on a turn (R33, R48)."""

    draw: PhaseDrawFields


Trigger: TypeAlias = Literal["ancestor", "elder", "both"]
"""The cause of a ceremony; it selects the row of the score table (R80)."""


Players: TypeAlias = list[int]


class PhaseCeremonyFields(TypedDict):
    """A ceremony (R58)."""

    card: Trigger
    """What caused it."""
    at: Territory
    """Where."""
    passed: Players
    """Who has passed (R65)."""
    next: Player
    """Who is to act."""


class PhaseCeremony(TypedDict):
    """A ceremony (R58)."""

    ceremony: PhaseCeremonyFields


Phase: TypeAlias = Union[Literal["setup_territories", "setup_pieces", "setup_hands", "setup_first", "setup_elder", "setup_placement", "reveal", "privilege", "take", "choose", "over"], PhasePlace, PhaseTriple, PhaseMove, PhaseDraw, PhaseCeremony]
"""The phase. The set-up follows this order, except that with free placement the cards are dealt last. Then every
round turns cards up, grants the privilege and gives each player a turn, which begins with `take`."""


class Standing(TypedDict):
    """Where the figures stand."""

    ancestor: Territory
    """The ancestor figure."""
    elder: Territory
    """The elder figure."""


Reason: TypeAlias = Literal["scorpion-at-x", "pile-exhausted"]
"""Which trigger of the end came first (R85)."""


class LandPile(TypedDict, total=False):
    """The shuffled part of the pile."""

    disc: int
    cube: int
    cylinder: int
    triple: int
    ancestor: int
    elder: int
    both: int
    draw_four: int
    scorpion: int


class LandPieces(TypedDict, total=False):
    disc: int
    cube: int
    cylinder: int


class Land(TypedDict, total=False):
    """A territory with its cards and pieces."""

    shows: TerritoryCard
    """The face-up card. Absent: none."""
    pile: LandPile
    """The shuffled part of the pile."""
    under: int
    """Scorpions beneath the shuffled part."""
    pieces: list[LandPieces]
    """The pieces of each player in seat order. Absent: no player has any."""


class ViewTerritories(TypedDict, total=False):
    """The ten territories of the board."""

    kangaroo: Land
    north2: Land
    north3: Land
    north4: Land
    west: Land
    hand: Land
    foot: Land
    east: Land
    south1: Land
    south2: Land
    south3: Land
    south4: Land


class SeatSupply(TypedDict, total=False):
    """Pieces in front of the player."""

    disc: int
    cube: int
    cylinder: int


class SeatUnplaced(TypedDict, total=False):
    """Pieces that the set-up has still to bring onto the board."""

    disc: int
    cube: int
    cylinder: int


class HandView1(TypedDict, total=False):
    """The viewer's own; all hands when the game is over."""

    disc: int
    cube: int
    cylinder: int
    double: int
    scorpion: int


class _HandViewCards(TypedDict):
    cards: int
    """How many cards."""


class HandViewCards(_HandViewCards, total=False):
    """Another player's."""

    double: int
    """How many of them are doubles; given under `own_doubles`, where it is public."""


HandView: TypeAlias = Union[HandView1, HandViewCards]
"""A hand as a viewer sees it."""


class SeatTaken(TypedDict, total=False):
    """Territory cards taken."""

    disc: int
    cube: int
    cylinder: int
    triple: int
    ancestor: int
    elder: int
    both: int
    draw_four: int
    scorpion: int


class SeatOwn(TypedDict, total=False):
    """Figure cards of their own, not yet played."""

    ancestor: int
    elder: int


class _Seat(TypedDict):
    score: int
    """Points on the track."""
    supply: SeatSupply
    """Pieces in front of the player."""
    hand: HandView
    """The ritual cards in hand."""


class Seat(_Seat, total=False):
    """A player with cards and pieces."""

    unplaced: SeatUnplaced
    """Pieces that the set-up has still to bring onto the board."""
    taken: SeatTaken
    """Territory cards taken."""
    own: SeatOwn
    """Figure cards of their own, not yet played."""


class DeckView1(TypedDict, total=False):
    """While choosing from it (R95), and for all players when the game is over."""

    disc: int
    cube: int
    cylinder: int
    double: int
    scorpion: int


class DeckViewCards(TypedDict):
    """Otherwise."""

    cards: int
    """How many cards."""
    scorpion: int
    """How many of them are scorpions."""


DeckView: TypeAlias = Union[DeckView1, DeckViewCards]
"""The ritual pile as a viewer sees it."""


class ViewDiscards(TypedDict, total=False):
    """The ritual discards."""

    disc: int
    cube: int
    cylinder: int
    double: int
    scorpion: int


class _View(TypedDict):
    phase: Phase
    """What is going on."""
    figures: Standing
    """Where the figures stand."""
    time: int
    """The square of the time marker, from 1."""
    territories: ViewTerritories
    """The ten territories of the board."""
    players: list[Seat]
    """The players in seat order."""
    deck: DeckView
    """The ritual draw pile."""


class View(_View, total=False):
    """The common fields of a position and a view; they differ in hands (`H`) and the draw pile (`D`)."""

    turn: Player
    """Whose turn it is in phase 3; outside of turns the boomerang's holder. Absent until the first marker is
    drawn."""
    boomerang: Player
    """The first player of the round. Absent until the first marker is drawn."""
    ancestor_pawn: Player
    """Who holds the ancestor pawn. Absent until the first marker is drawn."""
    elder_pawn: Player
    """Who holds the elder pawn. Absent until the second marker is drawn."""
    end: Reason
    """Which trigger of the end came first. Absent: none yet."""
    discards: ViewDiscards
    """The ritual discards."""
    aside: int
    """Ritual scorpions set aside, 0 or 1."""
    unverified: Players
    """Players whose points depend on a reconstructed number."""


class StateTerritories(TypedDict, total=False):
    """The ten territories of the board."""

    kangaroo: Land
    north2: Land
    north3: Land
    north4: Land
    west: Land
    hand: Land
    foot: Land
    east: Land
    south1: Land
    south2: Land
    south3: Land
    south4: Land


class StateSeatSupply(TypedDict, total=False):
    """Pieces in front of the player."""

    disc: int
    cube: int
    cylinder: int


class StateSeatUnplaced(TypedDict, total=False):
    """Pieces that the set-up has still to bring onto the board."""

    disc: int
    cube: int
    cylinder: int


class StateSeatHand(TypedDict, total=False):
    """The ritual cards in hand."""

    disc: int
    cube: int
    cylinder: int
    double: int
    scorpion: int


class StateSeatTaken(TypedDict, total=False):
    """Territory cards taken."""

    disc: int
    cube: int
    cylinder: int
    triple: int
    ancestor: int
    elder: int
    both: int
    draw_four: int
    scorpion: int


class StateSeatOwn(TypedDict, total=False):
    """Figure cards of their own, not yet played."""

    ancestor: int
    elder: int


class _StateSeat(TypedDict):
    hand: StateSeatHand
    """The ritual cards in hand."""


class StateSeat(_StateSeat, total=False):
    """A player with cards and pieces."""

    score: int
    """Points on the track."""
    supply: StateSeatSupply
    """Pieces in front of the player."""
    unplaced: StateSeatUnplaced
    """Pieces that the set-up has still to bring onto the board."""
    taken: StateSeatTaken
    """Territory cards taken."""
    own: StateSeatOwn
    """Figure cards of their own, not yet played."""


class StateDeck(TypedDict, total=False):
    """The ritual draw pile."""

    disc: int
    cube: int
    cylinder: int
    double: int
    scorpion: int


class StateDiscards(TypedDict, total=False):
    """The ritual discards."""

    disc: int
    cube: int
    cylinder: int
    double: int
    scorpion: int


class _State(TypedDict):
    phase: Phase
    """What is going on."""
    figures: Standing
    """Where the figures stand."""
    time: int
    """The square of the time marker, from 1."""
    territories: StateTerritories
    """The ten territories of the board."""
    players: list[StateSeat]
    """The players in seat order."""
    deck: StateDeck
    """The ritual draw pile."""


class State(_State, total=False):
    """The common fields of a position and a view; they differ in hands (`H`) and the draw pile (`D`)."""

    turn: Player
    """Whose turn it is in phase 3; outside of turns the boomerang's holder. Absent until the first marker is
    drawn."""
    boomerang: Player
    """The first player of the round. Absent until the first marker is drawn."""
    ancestor_pawn: Player
    """Who holds the ancestor pawn. Absent until the first marker is drawn."""
    elder_pawn: Player
    """Who holds the elder pawn. Absent until the second marker is drawn."""
    end: Reason
    """Which trigger of the end came first. Absent: none yet."""
    discards: StateDiscards
    """The ritual discards."""
    aside: int
    """Ritual scorpions set aside, 0 or 1."""
    unverified: Players
    """Players whose points depend on a reconstructed number."""


BoardName: TypeAlias = Literal["G1", "G2"]
"""The board."""


class Options(TypedDict, total=False):
    """The options of Wongar. The five advanced rules are independent switches (D39)."""

    board: BoardName
    """Which ten territories there are and which are adjacent. No source shows the printed board."""
    triple_may_place_fewer: bool
    """`true`: a player who carries out a triple card may stop before every piece, even before the first (P9).
    `false`: three pieces, or as many as are left of the kind, must be placed (D19)."""
    double_may_act_on_one: bool
    """`true`: a double card may act on one piece where it could act on two. `false`: it acts on two, and on one only
    where there is no second (D28)."""
    own_figures: bool
    """`true`: each player gets an ancestor and an elder card of their own, to play once each instead of taking a
    card, and the piles have one less of both (R89). `false`: there are no such cards."""
    own_doubles: bool
    """`true`: each player starts with a double card, and the ritual deck has neither doubles nor scorpions (R91).
    `false`: the deck has all its cards."""
    free_placement: bool
    """`true`: the players place their first twelve pieces themselves, one at a time (R93). `false`: they are drawn
    from the bag."""
    harmless_scorpions: bool
    """`true`: scorpions cost no points but still move time (R94). `false`: they sting."""
    choose_ritual_cards: bool
    """`true`: a player who is to draw a ritual card looks through the pile and chooses it (R95). `false`: it is the
    top card, drawn blindly."""


class Most(TypedDict):
    """The players with the most cards of each kind; none if no such card was taken."""

    disc: Players
    """Most disc cards."""
    cube: Players
    """Most cube cards."""
    cylinder: Players
    """Most cylinder cards."""


class Details(TypedDict):
    """Details of a finished game besides the outcome."""

    track: list[int]
    """Points on the track before the bonus, by player."""
    bonus: list[int]
    """Points for most cards of a kind (R86), by player."""
    most: Most
    """The players with the most cards of each kind."""
    scores_rest_on_reconstructed: Players
    """The players whose score depends on a reconstructed number: on points from such a cell of the score table, on a
    scorpion's sting that compared such scores, or on such a bonus. It is all players if the length of the time scale
    is reconstructed, since it ended the game."""
    places_rest_on_reconstructed: bool
    """Whether the places may depend on a reconstructed number, because some player's score does."""


class _AnswerAct(TypedDict):
    ask: int
    """The `id` of the question."""
    action: Action
    """The action."""


class AnswerAct(_AnswerAct, total=False):
    player: Player
    note: str
    """Kept in the record; no player sees it."""
    eval: float
    """What the bot thinks of its position, for the record."""


Answer: TypeAlias = Union[AnswerPick, AnswerId, AnswerAct, AnswerSay, AnswerResign, Introduction]
"""A line that a bot writes."""
