//! What the lines of a stream came to.

use crate::judge::answer::Fate;

/// Counts of lines by result.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
///
/// let mut stream = Stream::new(Asked::default(), Emit::NONE);
/// for line in [r#"{"referee":1,"game":"tectonic"}"#, r#"{"action":"pass"}"#, "no JSON"] {
///     stream.line(Some(line.as_bytes()), &mut Vec::new())?;
/// }
/// assert_eq!((stream.tally.refused, stream.tally.malformed), (1, 1));
/// assert!(!stream.tally.is_clean());
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Tally {
    /// Lines that do not follow the protocol.
    pub malformed: u64,
    /// Lines that broke a rule and did not claim to.
    pub refused: u64,
    /// Lines with a false claim.
    pub contradicted: u64,
    /// Remarks of an earlier run.
    pub skipped: u64,
    /// Games that could not be judged to their end because something is hidden.
    pub redacted: u64,
    /// Lines of such games that were not judged.
    pub unjudged: u64,
    /// Lines with content that was not judged: refused headers with claims about their position, and remarks that
    /// something was withheld.
    pub passed_over: u64,
}

impl Tally {
    /// The sum of two.
    #[must_use]
    pub fn and(self, other: Tally) -> Tally {
        Tally {
            malformed: self.malformed + other.malformed,
            refused: self.refused + other.refused,
            contradicted: self.contradicted + other.contradicted,
            skipped: self.skipped + other.skipped,
            redacted: self.redacted + other.redacted,
            unjudged: self.unjudged + other.unjudged,
            passed_over: self.passed_over + other.passed_over,
        }
    }

    pub(super) fn add(&mut self, fate: Fate) {
        self.malformed += u64::from(fate.malformed);
        self.refused += u64::from(fate.refused);
        self.contradicted += u64::from(fate.contradicted);
        self.skipped += u64::from(fate.skipped);
        self.redacted += u64::from(fate.redacted);
    }

    /// Whether nothing was wrong.
    pub fn is_clean(&self) -> bool {
        self.malformed == 0 && self.refused == 0 && self.contradicted == 0
    }
}
