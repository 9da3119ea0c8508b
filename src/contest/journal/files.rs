//! The files that a tournament depends on: the journal itself, and what bots are made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A file that a bot is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotFile {
    /// The name of the bot.
    pub bot: String,
    /// The path of its program, or of another file that its command names.
    pub path: String,
    /// The SHA-256 of the file.
    pub sha256: String,
}

#[cfg(unix)]
impl super::Journal {
    /// An error if the file at this path is no longer this journal: it was deleted or replaced.
    pub fn is_still_at(&self, path: &std::path::Path) -> Result<(), super::JournalFault> {
        use std::os::unix::fs::MetadataExt as _;
        let lost = |error| super::JournalFault::Io("the journal was deleted or replaced while it was written", error);
        let (own, there) = (self.storage.metadata().map_err(lost)?, path.metadata().map_err(lost)?);
        let same = (own.dev(), own.ino()) == (there.dev(), there.ino());
        if same { Ok(()) } else { Err(lost(std::io::Error::other("another file has its name"))) }
    }
}
