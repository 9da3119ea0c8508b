//! What accompanies the lines that are written, and for whom they are: the value of `--emit`.

use std::str::FromStr;

use crate::wire::Viewer;

/// What accompanies every line at which a player is to act, and the last one. With a viewer, everything that is written
/// is fit for them.
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Emit {
    /// For whom the stream is written, and whose view accompanies it. `None`: for the person who runs the game.
    pub viewer: Option<Viewer>,
    /// The state; not with a viewer.
    pub state: bool,
    /// The legal actions; with a viewer only where they know them.
    pub legal: bool,
    /// The digest of the state; not with a viewer.
    pub digest: bool,
    /// Of a list that is claimed falsely only the first entries that differ are written, and the line says that it is
    /// cut: for a reader who wants to know what is false and passes nothing on. Not part of the text.
    pub brief: bool,
}

impl Emit {
    /// Nothing.
    pub const NONE: Emit = Emit { viewer: None, state: false, legal: false, digest: false, brief: false };
    /// Nothing, and what is false in few words.
    pub const BRIEF: Emit = Emit { brief: true, ..Emit::NONE };
    /// The state alone.
    pub const STATE: Emit = Emit { state: true, ..Emit::NONE };

    /// A stream for this viewer.
    #[must_use]
    pub const fn view(viewer: Viewer) -> Emit {
        Emit { viewer: Some(viewer), ..Emit::NONE }
    }
}

impl FromStr for Emit {
    type Err = String;
    fn from_str(text: &str) -> Result<Emit, String> {
        let mut emit = Emit::NONE;
        let words: Vec<&str> = text.split(',').collect();
        for (at, word) in words.iter().enumerate() {
            if words[..at].contains(word) {
                return Err(format!("`{word}` is there twice"));
            }
            match *word {
                "state" => emit.state = true,
                "legal" => emit.legal = true,
                "digest" => emit.digest = true,
                "none" if words.len() == 1 => {}
                "none" => return Err("`none` stands alone".to_owned()),
                _ => match word.strip_prefix("view:") {
                    Some(_) if emit.viewer.is_some() => return Err("a stream is written for one viewer".to_owned()),
                    Some(viewer) => emit.viewer = Some(viewer.parse()?),
                    None => {
                        let all = "state, view:N (a player's number, from 0), view:public, legal, digest, none";
                        return Err(format!("`{word}` is none of {all}; several are separated by commas"));
                    }
                },
            }
        }
        if emit.viewer.is_some() && (emit.state || emit.digest) {
            return Err("with a view the stream is fit for its viewer, who knows neither state nor digest".to_owned());
        }
        Ok(emit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;

    #[test]
    fn lists_are_read() {
        let viewer = Some(Viewer::Player(Player(1)));
        assert_eq!("view:1,legal".parse(), Ok(Emit { viewer, legal: true, ..Emit::NONE }));
        assert_eq!("view:public".parse(), Ok(Emit::view(Viewer::Public)));
        assert_eq!("digest,state".parse(), Ok(Emit { state: true, digest: true, ..Emit::NONE }));
        assert_eq!("none".parse(), Ok(Emit::NONE));
        for wrong in
            ["", "state,none", "view:1,state", "view:0,digest", "view:0,view:1", "legal,legal", "view:x", "views"]
        {
            assert!(wrong.parse::<Emit>().is_err(), "{wrong}");
        }
    }
}
