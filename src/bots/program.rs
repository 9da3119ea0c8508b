//! The program `referee`, which starts every bot: between a fork and a bot it limits itself, which other processes could
//! not do without unsafe code.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Its file, as soon as it is known.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// This process is that program, even if its file has been replaced since.
pub fn is_this() {
    let _ = PROGRAM.set("/proc/self/exe".into());
}

/// Settles which file it is: this one, or else the one on the PATH. Later calls cannot settle it otherwise.
pub fn settle(named: Option<&Path>) -> io::Result<()> {
    if named.is_none() && PROGRAM.get().is_some() {
        return Ok(());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = || std::env::split_paths(&path).map(|folder| folder.join("referee")).find(|file| file.is_file());
    let none = "bots are started by the program `referee`, which is not on the PATH: install it or name its file";
    let file = named.map(Path::to_owned).or_else(found).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, none))?;
    let failed = |why: &dyn std::fmt::Display| io::Error::other(format!("{}: {why}", file.display()));
    let whole = file.canonicalize().map_err(|error| failed(&error))?;
    let said = Command::new(&whole).arg("--version").output().map_err(|error| failed(&error))?.stdout;
    let wanted = concat!("referee ", env!("CARGO_PKG_VERSION"));
    if String::from_utf8_lossy(&said).trim_end() != wanted {
        return Err(failed(&format!("this is not {wanted}, by which this library starts bots")));
    }
    let settled = PROGRAM.get_or_init(|| whole.clone());
    if *settled == whole { Ok(()) } else { Err(failed(&format!("bots are started by {} already", settled.display()))) }
}

/// Its file.
pub(super) fn program() -> io::Result<&'static Path> {
    PROGRAM.get().map(PathBuf::as_path).ok_or_else(|| io::Error::other("it is not settled which program starts bots"))
}
