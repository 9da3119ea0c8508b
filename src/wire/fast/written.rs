//! Reads JSON in exactly the form that the referee writes: no white space, no escapes, whole numbers from 0. It accepts
//! a subset of what the strict reader accepts, with the same results, and gives up on everything else without saying why.

use std::fmt::{self, Display};

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// The text has another form.
#[derive(Debug)]
pub struct Otherwise;

impl Display for Otherwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text has another form")
    }
}

impl std::error::Error for Otherwise {}

impl Error for Otherwise {
    fn custom<T: Display>(_: T) -> Otherwise {
        Otherwise
    }
}

/// The bytes that stand for themselves in a string: no end, no escape, nothing forbidden.
static STANDS_FOR_ITSELF: [bool; 256] = {
    let mut stands = [true; 256];
    let mut byte = 0;
    while byte < b' ' as usize {
        stands[byte] = false;
        byte += 1;
    }
    stands[b'"' as usize] = false;
    stands[b'\\' as usize] = false;
    stands
};

/// A text being read from its beginning.
pub struct Written<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Written<'a> {
    /// A text about to be read.
    pub fn new(text: &'a str) -> Written<'a> {
        Written { text, at: 0 }
    }

    /// How many bytes have been read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether there is nothing left.
    pub fn is_read(&self) -> bool {
        self.at == self.text.len()
    }

    /// Skips these letters if they come next; returns whether they did.
    #[inline]
    pub fn passes(&mut self, letters: &str) -> bool {
        let end = self.at + letters.len();
        let next = self.text.as_bytes().get(self.at..end) == Some(letters.as_bytes());
        if next {
            self.at = end;
        }
        next
    }

    /// Reads a value.
    pub fn value<T: Deserialize<'a>>(&mut self) -> Option<T> {
        T::deserialize(self).ok()
    }

    /// Reads a whole number from 0, of at most 18 digits: longer ones might not fit.
    pub fn number(&mut self) -> Option<u64> {
        let (bytes, start, mut end, mut number) = (self.text.as_bytes(), self.at, self.at, 0_u64);
        while let Some(digit) = bytes.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
            end += 1;
        }
        self.at = end;
        let digits = end - start;
        // JSON allows no leading zeros.
        ((1..=18).contains(&digits) && (digits == 1 || bytes[start] != b'0')).then_some(number)
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Result<(), Otherwise> {
        if self.peek() != Some(byte) {
            return Err(Otherwise);
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<&'a str, Otherwise> {
        self.take(b'"')?;
        let (bytes, start, mut end) = (self.text.as_bytes(), self.at, self.at);
        while bytes.get(end).is_some_and(|byte| STANDS_FOR_ITSELF[usize::from(*byte)]) {
            end += 1;
        }
        self.at = end;
        self.take(b'"')?;
        self.text.get(start..end).ok_or(Otherwise)
    }

    /// Whether another entry of a list or an object follows; skips the comma or the closing bracket.
    #[inline]
    fn another(&mut self, first: &mut bool, close: u8) -> Result<bool, Otherwise> {
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(false);
        }
        if !std::mem::replace(first, false) {
            self.take(b',')?;
        }
        Ok(true)
    }

    fn list<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Otherwise> {
        self.take(b'[')?;
        let mut entries = Entries { of: self, first: true, open: true };
        let read = visitor.visit_seq(&mut entries)?;
        // A visitor that knows the number of entries does not ask for more.
        if entries.open && entries.of.another(&mut entries.first, b']')? {
            return Err(Otherwise);
        }
        Ok(read)
    }

    fn object<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Otherwise> {
        self.take(b'{')?;
        let mut entries = Entries { of: self, first: true, open: true };
        let read = visitor.visit_map(&mut entries)?;
        if entries.open { Err(Otherwise) } else { Ok(read) }
    }
}

/// The entries of a list or the fields of an object.
struct Entries<'r, 'a> {
    of: &'r mut Written<'a>,
    first: bool,
    /// Whether the end has not been seen.
    open: bool,
}

impl<'a> SeqAccess<'a> for &mut Entries<'_, 'a> {
    type Error = Otherwise;
    fn next_element_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Otherwise> {
        self.open = self.open && self.of.another(&mut self.first, b']')?;
        if self.open { seed.deserialize(&mut *self.of).map(Some) } else { Ok(None) }
    }
}

impl<'a> MapAccess<'a> for &mut Entries<'_, 'a> {
    type Error = Otherwise;
    fn next_key_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<Option<S::Value>, Otherwise> {
        self.open = self.open && self.of.another(&mut self.first, b'}')?;
        if !self.open {
            return Ok(None);
        }
        let key = self.of.string()?;
        self.of.take(b':')?;
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some)
    }
    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Otherwise> {
        seed.deserialize(&mut *self.of)
    }
}

impl<'a> EnumAccess<'a> for &mut Written<'a> {
    type Error = Otherwise;
    type Variant = Self;
    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Otherwise> {
        let name = self.string()?;
        self.take(b':')?;
        let value = seed.deserialize(BorrowedStrDeserializer::new(name))?;
        Ok((value, self))
    }
}

impl<'a> VariantAccess<'a> for &mut Written<'a> {
    type Error = Otherwise;
    fn unit_variant(self) -> Result<(), Otherwise> {
        Err(Otherwise)
    }
    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Otherwise> {
        seed.deserialize(self)
    }
    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Otherwise> {
        self.list(visitor)
    }
    fn struct_variant<V: Visitor<'a>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Otherwise> {
        self.object(visitor)
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Otherwise> {
            visitor.visit_u64(self.number().ok_or(Otherwise)?)
        }
    )*};
}

macro_rules! texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Otherwise> {
            visitor.visit_borrowed_str(self.string()?)
        }
    )*};
}

macro_rules! left_to_others {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'a>>(self, _: V) -> Result<V::Value, Otherwise> {
            Err(Otherwise)
        }
    )*};
}

impl<'a> Deserializer<'a> for &mut Written<'a> {
    type Error = Otherwise;

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    texts! { deserialize_str deserialize_string deserialize_identifier }

    // Maps whose keys are data need a check for duplicates, and ignored values need a check for unknown fields; neither
    // is done here.
    left_to_others! {
        deserialize_i128 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_map deserialize_ignored_any
    }

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Otherwise> {
        match self.peek() {
            Some(b'"') => visitor.visit_borrowed_str(self.string()?),
            Some(b'0'..=b'9') => visitor.visit_u64(self.number().ok_or(Otherwise)?),
            Some(b'n') if self.passes("null") => visitor.visit_unit(),
            _ => Err(Otherwise),
        }
    }

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Otherwise> {
        if self.passes("true") {
            visitor.visit_bool(true)
        } else if self.passes("false") {
            visitor.visit_bool(false)
        } else {
            Err(Otherwise)
        }
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Otherwise> {
        visitor.visit_some(self)
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(self, _: &'static str, _: V) -> Result<V::Value, Otherwise> {
        Err(Otherwise)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, Otherwise> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Otherwise> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Otherwise> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Otherwise> {
        self.list(visitor)
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Otherwise> {
        self.object(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Otherwise> {
        if self.peek() == Some(b'"') {
            let name: BorrowedStrDeserializer<'a, Otherwise> = BorrowedStrDeserializer::new(self.string()?);
            return visitor.visit_enum(name);
        }
        self.take(b'{')?;
        let read = visitor.visit_enum(&mut *self)?;
        self.take(b'}')?;
        Ok(read)
    }
}
