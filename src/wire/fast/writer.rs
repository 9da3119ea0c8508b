//! Writes JSON into memory, byte for byte as `serde_json` does, in half the instructions: writing to memory cannot
//! fail, and field names need no escaping.

use std::fmt::Display;
use std::io::Write as _;

use serde::Serialize;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

/// Whether a byte must be escaped in a string.
fn needs_escape(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..b' ')
}

/// Writes values at the end of a buffer.
pub(crate) struct Writer<'a> {
    pub(crate) out: &'a mut Vec<u8>,
}

impl Writer<'_> {
    /// Writes a name that needs no escaping.
    #[inline]
    fn name(&mut self, name: &str) {
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.push(b'"');
    }

    fn string(&mut self, text: &str) -> Result<(), Error> {
        if text.bytes().any(needs_escape) {
            return serde_json::to_writer(&mut *self.out, text);
        }
        self.name(text);
        Ok(())
    }

    fn whole(&mut self, number: u64) {
        // Players and coordinates have one digit.
        if number < 10 {
            return self.out.push(b'0' + number as u8);
        }
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    /// Begins the object of a variant with content.
    #[inline]
    fn variant(&mut self, name: &str) {
        self.out.push(b'{');
        self.name(name);
        self.out.push(b':');
    }
}

/// A list or an object that is being written.
pub(crate) struct Compound<'w, 'a> {
    writer: &'w mut Writer<'a>,
    empty: bool,
    /// The bytes that close it.
    close: &'static [u8],
}

impl<'w, 'a> Compound<'w, 'a> {
    fn open(writer: &'w mut Writer<'a>, open: u8, close: &'static [u8]) -> Compound<'w, 'a> {
        writer.out.push(open);
        Compound { writer, empty: true, close }
    }

    #[inline]
    fn comma(&mut self) {
        if !std::mem::replace(&mut self.empty, false) {
            self.writer.out.push(b',');
        }
    }

    fn entry<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.comma();
        value.serialize(&mut *self.writer)
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        self.comma();
        self.writer.name(key);
        self.writer.out.push(b':');
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.out.extend_from_slice(self.close);
    }
}

macro_rules! entries {
    ($($trait:ident::$method:ident)*) => {$(
        impl $trait for Compound<'_, '_> {
            type Ok = ();
            type Error = Error;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.entry(value)
            }
            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        }
    )*};
}

entries! {
    SerializeSeq::serialize_element SerializeTuple::serialize_element SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

macro_rules! fields {
    ($($trait:ident)*) => {$(
        impl $trait for Compound<'_, '_> {
            type Ok = ();
            type Error = Error;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.field(key, value)
            }
            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.comma();
        let start = self.writer.out.len();
        key.serialize(&mut *self.writer)?;
        match self.writer.out.get(start) {
            Some(b'"') => Ok(()),
            _ => Err(Error::custom("a key must be a string")),
        }
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.out.push(b':');
        value.serialize(&mut *self.writer)
    }
    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

macro_rules! wholes {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<(), Error> {
            self.whole(value.into());
            Ok(())
        }
    )*};
}

macro_rules! signed {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<(), Error> {
            if value < 0 {
                self.out.push(b'-');
            }
            self.whole(value.unsigned_abs().into());
            Ok(())
        }
    )*};
}

macro_rules! left_to_the_library {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<(), Error> {
            serde_json::to_writer(&mut *self.out, &value)
        }
    )*};
}

impl<'w, 'a> Serializer for &'w mut Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'w, 'a>;
    type SerializeTuple = Compound<'w, 'a>;
    type SerializeTupleStruct = Compound<'w, 'a>;
    type SerializeTupleVariant = Compound<'w, 'a>;
    type SerializeMap = Compound<'w, 'a>;
    type SerializeStruct = Compound<'w, 'a>;
    type SerializeStructVariant = Compound<'w, 'a>;

    wholes! { serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) }

    signed! { serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) }

    left_to_the_library! {
        serialize_i128(i128) serialize_u128(u128) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_bytes(&[u8])
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.string(text)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.out.push(b'"');
        let start = self.out.len();
        write!(self.out, "{value}").map_err(Error::custom)?;
        if self.out[start..].iter().copied().any(needs_escape) {
            let text = String::from_utf8_lossy(&self.out[start..]).into_owned();
            self.out.truncate(start - 1);
            return serde_json::to_writer(&mut *self.out, &text);
        }
        self.out.push(b'"');
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.variant(variant);
        value.serialize(&mut *self)?;
        self.out.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'w, 'a>, Error> {
        Ok(Compound::open(self, b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'w, 'a>, Error> {
        Ok(Compound::open(self, b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'w, 'a>, Error> {
        Ok(Compound::open(self, b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'w, 'a>, Error> {
        self.variant(variant);
        Ok(Compound::open(self, b'[', b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'w, 'a>, Error> {
        Ok(Compound::open(self, b'{', b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'w, 'a>, Error> {
        Ok(Compound::open(self, b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'w, 'a>, Error> {
        self.variant(variant);
        Ok(Compound::open(self, b'{', b"}}"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::*;

    #[derive(Serialize)]
    struct Unit;

    /// A string written in several pieces.
    struct Shown(&'static str);

    impl Serialize for Shown {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("<{}>{}", self.0, self.0))
        }
    }

    #[derive(Serialize)]
    struct Pair(i8, char);

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Alone,
        One(Option<u8>),
        Two(u64, bool),
        Named { a: f64, b: &'static str },
    }

    #[track_caller]
    fn same<T: Serialize + ?Sized>(value: &T) {
        let mut out = b"before".to_vec();
        value.serialize(&mut Writer { out: &mut out }).expect("it can be written");
        let written = serde_json::to_string(value).expect("it can be written");
        assert_eq!(String::from_utf8(out).expect("a text"), format!("before{written}"));
    }

    #[test]
    fn the_bytes_are_those_of_the_library() {
        for text in ["", "c1", "\"", "a\\b", "\n\u{1}\u{1f} \u{7f}", "Ünïcode ∞", "tab\t"] {
            same(text);
        }
        for number in [0, 9, 10, 99, 100, u64::MAX] {
            same(&number);
        }
        same(&(i64::MIN, -1_i8, 1.5_f32, 0.1_f64, f64::NAN, 'x', '"', true, false, ()));
        same(&(u128::MAX, i128::MIN, Unit, Pair(-7, 'é'), None::<u8>, Some("x"), [0_u8; 0]));
        same(&[Kind::Alone, Kind::One(None), Kind::One(Some(3)), Kind::Two(1, true), Kind::Named { a: 2.0, b: "\"" }]);
        for text in ["", "V01", "a\"b", "\n"] {
            same(&Shown(text));
        }
        same(&BTreeMap::from([("b\"", vec![1_u8, 2]), ("a", vec![])]));
        same(&BTreeMap::<String, Value>::new());
        same(&json!({"z": [1, -2, 2.5, null, {"a": {}}], "a": "\u{0}", "m": [[], [[]]]}));
    }

    #[test]
    fn a_key_that_is_no_text_is_refused() {
        assert!(BTreeMap::from([(1_u8, 2_u8)]).serialize(&mut Writer { out: &mut Vec::new() }).is_err());
    }
}
