//! The final declaration as JSON: the cooks and ingredients that a player puts on each red card. `judging` checks it,
//! and [`super::score`] counts its points.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Unexpected, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cards::{Cards, Ingredient};
use super::woks::{Wok, WokCards, Woks};

/// The content of a declaration.
///
/// ```
/// use referee::games::we_will_wok_you::declaration::Declaration;
///
/// let written = r#"{"woks":[{"wok":"W01","cards":["tuna","tuna:star"]},{"wok":"W17","cooks":["W22"]}]}"#;
/// let declaration: Declaration = serde_json::from_str(written).expect("it is one");
/// assert_eq!(declaration.woks[0].cards.len(), 2);
/// assert!(declaration.woks[1].cooks[0].is_double_man());
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The red cards. One that takes no cook and no ingredient may be left out (P9).
    pub woks: Vec<Filled>,
}

/// One type of ingredient replaced by another on one card (R63, D18).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// The ingredient printed on the card.
    pub from: Ingredient,
    /// The ingredient that is placed instead.
    pub to: Ingredient,
}

/// A red card with everything put on it.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Filled {
    /// The red card.
    pub wok: Wok,
    /// The cooks given to it, in id order. If two double men meet on a concert, the last one counts (P7).
    pub cooks: Vec<Wok>,
    /// What the changing man replaces; `None`: nothing.
    pub swap: Option<Swap>,
    /// Whether the two values of the counting double man are exchanged (P13).
    pub mirror: bool,
    /// The ingredients; on a concert those on the left wok.
    pub cards: Cards,
    /// The ingredients on the right wok of a concert; otherwise none.
    pub right: Cards,
}

impl Filled {
    /// A red card with nothing on it.
    pub fn empty(wok: Wok) -> Filled {
        Filled { wok, cooks: Vec::new(), swap: None, mirror: false, cards: Cards::NONE, right: Cards::NONE }
    }

    /// Whether the card has no ingredients.
    pub fn is_bare(&self) -> bool {
        self.cards.is_empty() && self.right.is_empty()
    }

    /// Puts the entry into its canonical form and drops everything accepted that has no effect (P10 to P13).
    fn canonical(&mut self, woks: &WokCards, mirrors: bool) {
        let covered = self.cooks.contains(&Wok::ALMIGHTY_MAN);
        if self.wok.is_concert() && !covered {
            // A stable sort, so that two double men keep the order that decides which one counts.
            self.cooks.sort_by_key(|cook| if cook.is_double_man() { Wok::DOUBLE_MAN } else { *cook });
        } else {
            self.cooks.sort_unstable();
        }
        if let Some(swap) = self.swap
            && (covered || swap.from == swap.to)
            && self.cooks.contains(&Wok::CHANGING_MAN)
            && woks.printed(self.wok).is_some_and(|red| red.asks_for()[swap.from as usize])
        {
            self.swap = None;
        }
        if covered && mirrors && self.cooks.iter().any(|cook| cook.is_double_man()) {
            self.mirror = false;
        }
    }
}

impl Declaration {
    /// Puts a declaration into its canonical form: every red card of `owned` in id order, each in canonical form (P10).
    pub fn canonical(&mut self, woks: &WokCards, mirrors: bool, owned: Woks) {
        for wok in owned.red() {
            if self.woks.iter().all(|filled| filled.wok != wok) {
                self.woks.push(Filled::empty(wok));
            }
        }
        self.woks.sort_by_key(|filled| filled.wok);
        self.woks.iter_mut().for_each(|filled| filled.canonical(woks, mirrors));
    }
}

impl Serialize for Filled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let concert = self.wok.is_concert();
        let mut out = serializer.serialize_struct("Filled", 7)?;
        out.serialize_field("wok", &self.wok)?;
        if !self.cooks.is_empty() {
            out.serialize_field("cooks", &self.cooks)?;
        }
        if let Some(swap) = &self.swap {
            out.serialize_field("swap", swap)?;
        }
        if self.mirror {
            out.serialize_field("mirror", &true)?;
        }
        if !self.cards.is_empty() {
            out.serialize_field(if concert { "left" } else { "cards" }, &self.cards)?;
        }
        if !self.right.is_empty() {
            out.serialize_field("right", &self.right)?;
        }
        out.end()
    }
}

/// An entry with all fields that any card may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    wok: Wok,
    #[serde(default)]
    cooks: Vec<Wok>,
    #[serde(default)]
    swap: Option<Swap>,
    #[serde(default)]
    mirror: Option<True>,
    #[serde(default)]
    cards: Option<Cards>,
    #[serde(default)]
    left: Option<Cards>,
    #[serde(default)]
    right: Option<Cards>,
}

/// The only value of `mirror`; otherwise the field is left out (P13).
struct True;

impl<'de> Deserialize<'de> for True {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<True, D::Error> {
        struct Only;
        impl Visitor<'_> for Only {
            type Value = True;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("`true` (otherwise the field is left out)")
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<True, E> {
                if value { Ok(True) } else { Err(E::invalid_value(Unexpected::Bool(false), &self)) }
            }
        }
        deserializer.deserialize_bool(Only)
    }
}

impl<'de> Deserialize<'de> for Filled {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Filled, D::Error> {
        let entry = Entry::deserialize(deserializer)?;
        let unknown = |field, expected| Err(D::Error::unknown_field(field, expected));
        let cards = if entry.wok.is_concert() {
            if entry.cards.is_some() {
                return unknown("cards", &["wok", "cooks", "swap", "mirror", "left", "right"]);
            }
            entry.left
        } else {
            for (field, given) in [("left", &entry.left), ("right", &entry.right)] {
                if given.is_some() {
                    return unknown(field, &["wok", "cooks", "swap", "mirror", "cards"]);
                }
            }
            entry.cards
        };
        Ok(Filled {
            wok: entry.wok,
            cooks: entry.cooks,
            swap: entry.swap,
            mirror: entry.mirror.is_some(),
            cards: cards.unwrap_or_default(),
            right: entry.right.unwrap_or_default(),
        })
    }
}

impl JsonSchema for Filled {
    fn schema_name() -> Cow<'static, str> {
        "Filled".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let wok = generator.subschema_for::<Wok>();
        let swap = generator.subschema_for::<Swap>();
        let cards = generator.subschema_for::<Cards>();
        let cooks = schemars::json_schema!({ "type": "array", "items": wok });
        let entry = |concert: bool, sides: &[&str]| {
            let ids: Vec<Wok> = Wok::all().filter(|wok| wok.is_concert() == concert).collect();
            let mut properties = serde_json::json!({
                "wok": { "type": "string", "enum": ids },
                "cooks": cooks,
                "swap": swap,
                "mirror": { "const": true },
            });
            for side in sides {
                properties[*side] = cards.clone().to_value();
            }
            serde_json::json!({
                "type": "object",
                "properties": properties,
                "required": ["wok"],
                "additionalProperties": false,
            })
        };
        schemars::json_schema!({
            "description": "A red card with everything put on it: `left` and `right` on a concert, `cards` on any other.",
            "oneOf": [entry(false, &["cards"]), entry(true, &["left", "right"])],
        })
    }
}
