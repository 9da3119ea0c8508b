//! Writes lines: one object, key by key, straight into a buffer, and never too long to be read back.

use serde::Serialize;

use super::LINE_LIMIT;
use crate::wire::fast::Writer;

/// Bytes reserved at the end of a line for the fields that are never cut.
const RESERVE: usize = 8 << 10;
/// The longest answer before those fields, in bytes.
#[doc(hidden)]
pub const ANSWER_ROOM: usize = LINE_LIMIT - RESERVE;

/// Writes one object of output, key by key, straight into a buffer.
#[doc(hidden)]
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    /// Where the object begins.
    start: usize,
    empty: bool,
    /// The keys of what has been cut.
    cut: Vec<&'static str>,
    /// The keys written and where their values begin, if the caller asked for them.
    marks: Option<Vec<(String, usize)>>,
}

/// The fields of an object as they were written: each key with its value.
#[doc(hidden)]
pub type Fields = Vec<(String, String)>;

impl<'a> Object<'a> {
    /// Opens an object at the end of the buffer.
    pub fn open(out: &'a mut Vec<u8>) -> Object<'a> {
        let start = out.len();
        out.push(b'{');
        Object { out, start, empty: true, cut: Vec::new(), marks: None }
    }

    /// How many more bytes fit into the object before the line is too long to be read back.
    pub fn room(&self) -> usize {
        ANSWER_ROOM.saturating_sub(self.out.len() - self.start)
    }

    /// Where the next field would begin in the buffer.
    pub fn position(&self) -> usize {
        self.out.len()
    }

    /// Notes that part of a key's value has been cut.
    pub fn note_cut(&mut self, key: &'static str) {
        self.cut.push(key);
    }

    /// Writes a field. If the line would become too long to be read back, leaves the field out and lists its key in
    /// `cut`. Returns whether it was written.
    pub fn spare<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> bool {
        let fits = self.fit(key, value);
        if !fits {
            self.note_cut(key);
        }
        fits
    }

    /// The same as [`Object::spare`], but does not list the key in `cut`.
    pub fn fit<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> bool {
        let (end, empty) = (self.out.len(), self.empty);
        self.field(key, value);
        let fits = self.out.len() - self.start <= ANSWER_ROOM;
        if !fits {
            self.take_back(end, empty);
        }
        fits
    }

    /// The same as [`Object::spare`] for a value that writes itself by `write`.
    pub fn spare_with(&mut self, key: &'static str, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let (end, empty) = (self.out.len(), self.empty);
        write(self.key(key));
        let fits = self.out.len() - self.start <= ANSWER_ROOM;
        if !fits {
            self.take_back(end, empty);
            self.note_cut(key);
        }
        fits
    }

    /// Takes the last field back.
    fn take_back(&mut self, end: usize, empty: bool) {
        self.out.truncate(end);
        self.empty = empty;
        self.marks.as_mut().map(Vec::pop);
    }

    /// Continues the object at the end of the buffer, which has at least one field and is not closed.
    pub fn resume(out: &'a mut Vec<u8>) -> Object<'a> {
        let start = memchr::memrchr(b'\n', out).map_or(0, |end| end + 1);
        Object { out, start, empty: false, cut: Vec::new(), marks: None }
    }

    /// Begins a field; what is appended next is its value.
    #[allow(clippy::inline_always, reason = "where it is called the key is known, and writing it is a few stores")]
    #[inline(always)]
    pub fn key(&mut self, key: &str) -> &mut Vec<u8> {
        // The longest that the compiler turns into a few stores.
        const SHORT: usize = 16;
        let first = std::mem::replace(&mut self.empty, false);
        if key.len() <= SHORT {
            let mut text = [b','; SHORT + 4];
            text[1] = b'"';
            text[2..][..key.len()].copy_from_slice(key.as_bytes());
            text[2 + key.len()..][..2].copy_from_slice(b"\":");
            let text = &text[..key.len() + 4];
            if first { self.out.extend_from_slice(&text[1..]) } else { self.out.extend_from_slice(text) }
        } else {
            self.out.extend_from_slice(if first { b"\"" } else { b",\"" });
            self.out.extend_from_slice(key.as_bytes());
            self.out.extend_from_slice(b"\":");
        }
        if self.marks.is_some() {
            self.mark_field(key);
        }
        self.out
    }

    #[cold]
    fn mark_field(&mut self, key: &str) {
        let at = self.out.len();
        self.marks.get_or_insert_default().push((key.to_owned(), at));
    }

    /// Records from now on where each field begins.
    pub fn mark(&mut self) {
        self.marks.get_or_insert_default();
    }

    /// Closes the object and returns the fields recorded since [`Object::mark`], and the keys of what was cut.
    pub fn end_fields(self) -> (Fields, Vec<&'static str>) {
        let marks = self.marks.unwrap_or_default();
        let end = |at: usize| marks.get(at + 1).map_or(self.out.len(), |(key, start)| start - key.len() - 4);
        let value = |at: usize, start: usize| String::from_utf8_lossy(&self.out[start..end(at)]).into_owned();
        let fields = marks.iter().enumerate().map(|(at, (key, start))| (key.clone(), value(at, *start))).collect();
        (fields, self.cut)
    }

    /// Writes a field.
    #[allow(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    pub fn field<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) {
        write_json(self.key(key), value);
    }

    /// Writes a field if there is a value.
    #[allow(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    pub fn maybe<T: Serialize>(&mut self, key: &str, value: Option<&T>) {
        if let Some(value) = value {
            self.field(key, value);
        }
    }

    /// Closes the object.
    pub fn end(self) {
        self.out.push(b'}');
    }

    /// Closes the object and the line.
    pub fn end_line(mut self) {
        if !self.cut.is_empty() {
            let cut = std::mem::take(&mut self.cut);
            self.field("cut", &cut);
        }
        self.out.extend_from_slice(b"}\n");
    }
}

/// Appends a value as JSON.
#[doc(hidden)]
pub fn write_json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    // Serialising into memory fails only for maps whose keys are not strings; the protocol has no such map.
    let written = value.serialize(&mut Writer { out });
    debug_assert!(written.is_ok(), "{written:?}");
}
