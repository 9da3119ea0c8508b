//! The fast path: reading and writing the lines that records consist of, and no others.
//!
//! Nearly every line of a record is an event written as the referee writes it, and nearly every header differs from the one
//! before in its seed alone. Such a line is read here in a third of the time that the whole reader ([`crate::strict`]) takes.
//!
//! **The invariant**: what is read here, the whole reader reads, and it means the same; whatever differs in a byte is `None`,
//! and the caller asks the whole reader. What is written here is byte for byte what `serde_json` writes. So nothing is decided
//! here, and without this module every answer would be the same. `tests/fast.rs` holds the module to that, on lines of random
//! games of every kind with bytes changed, left out and put in.

mod plain;
mod seed;
mod writer;
mod written;

pub use self::plain::{Events, Frame, Plain, read_event, read_pick};
pub use self::seed::other_seed;
pub(crate) use self::writer::Writer;
