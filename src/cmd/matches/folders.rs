//! The folders into which a match writes: made before the first game, so that what cannot be written is said at once.

use std::fs;
use std::io;

use anyhow::Result;
use referee::stream::Usage;
use rustix::fs::{Access, access};

use super::args::LimitArgs;

/// Creates the output folders before the first game. Nothing is overwritten: `is_ours` says whether a file of this
/// name, without extension, would be.
pub(crate) fn make_folders(args: &LimitArgs, is_ours: &dyn Fn(&str) -> bool) -> Result<()> {
    let mut made = Vec::new();
    for (flag, folder) in [("--transcripts", &args.transcripts), ("--log", &args.log)] {
        let Some(folder) = folder else { continue };
        let unfit = |why: String| Usage(format!("{flag} {}: {why}", folder.display()));
        fs::create_dir_all(folder).map_err(|error| unfit(error.to_string()))?;
        access(folder, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| unfit(error.to_string()))?;
        for entry in fs::read_dir(folder).map_err(|error| unfit(error.to_string()))?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.strip_suffix(".jsonl").is_some_and(is_ours) {
                let why = format!("{name} exists already and will not be overwritten; choose another folder");
                return Err(unfit(why).into());
            }
        }
        made.push(fs::canonicalize(folder)?);
    }
    if made.len() == 2 && made[0] == made[1] {
        let why = "--transcripts and --log need different folders: their files have the same names";
        return Err(Usage(why.to_owned()).into());
    }
    Ok(())
}

/// An error if a transcript or log of these games has been deleted meanwhile.
pub(super) fn all_there(args: &LimitArgs, games: u64, id: &dyn Fn(u64) -> String) -> Result<()> {
    for folder in [&args.transcripts, &args.log].into_iter().flatten() {
        let mut gone = (0..games).map(|game| folder.join(format!("{}.jsonl", id(game)))).filter(|path| !path.exists());
        if let Some(first) = gone.next() {
            let number = 1 + gone.count();
            let told = format!("{number} of the written files no longer exist, {} first", first.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, told).into());
        }
    }
    Ok(())
}
