//! Where records come from: files, folders and standard input, plain or compressed, opened one after another.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use referee::validate::games::{Block, Cutter};
use referee::validate::pool::Feed;

use super::unpack::{Counted, MostBytes, Reader, decompressed};

/// The endings of the names of record files in a folder.
const NAMES: [&str; 3] = [".jsonl", ".jsonl.gz", ".jsonl.zst"];
/// The message for a folder without any.
pub(crate) const NO_RECORDS: &str =
    "there is no record in it: records are files called *.jsonl, *.jsonl.gz or *.jsonl.zst; links are not followed";

/// All sources named on the command line; see the module.
pub(crate) struct Sources {
    /// The paths still to open: the command line, and the current folders, innermost last.
    todo: Vec<std::vec::IntoIter<PathBuf>>,
    open: Option<Source>,
    /// The current folder of the command line, until a record is found in it.
    bare: Option<Arc<str>>,
    /// How many bytes have been read, before decompression.
    read: Arc<AtomicU64>,
    /// What a compressed source may become.
    most: MostBytes,
    /// How long a source may take, in seconds.
    seconds: Option<u64>,
    /// What was passed over in folders.
    passed: Arc<Passed>,
}

/// What was passed over in folders, counted.
#[derive(Debug, Default)]
pub(crate) struct Passed {
    links: AtomicU64,
    special: AtomicU64,
    others: AtomicU64,
}

impl Passed {
    /// The counts by name, without those that are 0.
    pub(crate) fn told(&self) -> BTreeMap<String, u64> {
        let all = [("link", &self.links), ("special_file", &self.special), ("other_name", &self.others)];
        let all = all.map(|(name, count)| (name.to_owned(), count.load(Ordering::Relaxed)));
        all.into_iter().filter(|(_, count)| *count > 0).collect()
    }
}

/// Ends a source that takes too long. A read that waits is not interrupted.
struct Timed {
    reader: Reader,
    begun: Instant,
    seconds: u64,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        if self.begun.elapsed() > Duration::from_secs(self.seconds) {
            return Err(io::Error::other(format!("it took longer than the {} s of --most-seconds", self.seconds)));
        }
        Ok(read)
    }
}

/// A source being read.
struct Source {
    name: Arc<str>,
    cutter: Cutter<Reader>,
    /// The file, if it is a regular one, and its metadata when it was opened.
    file: Option<(File, Metadata)>,
    /// Whether it is a folder without a record.
    is_folder: bool,
}

impl Sources {
    /// The sources at these paths; `-` is standard input. `read` counts the bytes, `most` is what a compressed source may
    /// become, and `seconds` how long each source may take.
    pub(crate) fn new(paths: Vec<PathBuf>, read: Arc<AtomicU64>, most: MostBytes, seconds: Option<u64>) -> Sources {
        let passed = Arc::default();
        Sources { todo: vec![paths.into_iter()], open: None, bare: None, read, most, seconds, passed }
    }

    /// What was passed over in folders, as far as they were read.
    pub(crate) fn passed(&self) -> Arc<Passed> {
        Arc::clone(&self.passed)
    }

    /// Opens the next source. A folder is read in the order of names, and links in it are not followed. A folder
    /// without any record counts as a source without lines.
    fn open(&mut self) -> Option<Source> {
        loop {
            let walked = self.todo.len() > 1;
            let Some(path) = self.todo.last_mut()?.next() else {
                self.todo.pop();
                if self.todo.len() == 1
                    && let Some(name) = self.bare.take()
                {
                    let source = self.source(name, Box::new(io::empty()), None);
                    return Some(Source { is_folder: true, ..source });
                }
                continue;
            };
            let name = name_of(&path);
            if path == Path::new("-") && !walked {
                return Some(self.source(name, Box::new(io::stdin()), None));
            }
            let opened = if is_folder(&path, walked) {
                match records_in(&path, &self.passed) {
                    Ok(paths) => {
                        self.bare = if walked { self.bare.take() } else { Some(name) };
                        self.todo.push(paths.into_iter());
                        continue;
                    }
                    Err(error) => Err(error),
                }
            } else {
                File::open(&path).and_then(|file| Ok((file.try_clone()?, file.metadata()?, file)))
            };
            self.bare = None;
            return Some(match opened {
                Ok((twin, metadata, file)) => {
                    // Stop at the original end: a file that grows faster than it is judged would never end. The
                    // change is reported there. Files of length 0 may be special files without a length.
                    let most = if metadata.is_file() && metadata.len() > 0 { metadata.len() } else { u64::MAX };
                    let regular = metadata.is_file().then_some((twin, metadata));
                    self.source(name, Box::new(file.take(most)), regular)
                }
                Err(error) => self.source(name, Box::new(Broken(Some(error))), None),
            });
        }
    }

    fn source(&self, name: Arc<str>, reader: Reader, file: Option<(File, Metadata)>) -> Source {
        let counted = Counted { reader, read: Arc::clone(&self.read) };
        let mut reader =
            decompressed(Box::new(counted), self.most).unwrap_or_else(|error| Box::new(Broken(Some(error))));
        if let Some(seconds) = self.seconds {
            reader = Box::new(Timed { reader, begun: Instant::now(), seconds });
        }
        Source { name, cutter: Cutter::new(reader), file, is_folder: false }
    }
}

impl Feed for Sources {
    fn next(&mut self, block: &mut Block) -> bool {
        loop {
            if self.open.is_none() {
                self.open = self.open();
            }
            let Some(source) = &mut self.open else { return false };
            if !source.cutter.next(block) {
                self.open = None;
                continue;
            }
            block.source = Arc::clone(&source.name);
            block.is_folder = source.is_folder;
            if block.last && block.error.is_none() && source.has_changed() {
                block.error = Some("the file changed while it was read".to_owned());
            }
            return true;
        }
    }
}

impl Source {
    /// Whether the file has changed since it was opened.
    fn has_changed(&self) -> bool {
        let Some((file, before)) = &self.file else { return false };
        let same = |now: Metadata| now.len() == before.len() && now.modified().ok() == before.modified().ok();
        !file.metadata().is_ok_and(same)
    }
}

/// A path in UTF-8; other bytes are written as escapes.
fn name_of(path: &Path) -> Arc<str> {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        name.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    name.into()
}

/// Whether a path is a folder. Inside a folder, links do not count.
fn is_folder(path: &Path, walked: bool) -> bool {
    let metadata = if walked { fs::symlink_metadata(path) } else { fs::metadata(path) };
    metadata.is_ok_and(|metadata| metadata.is_dir())
}

/// The subfolders and record files of a folder, sorted.
fn records_in(folder: &Path, passed: &Passed) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let name = entry.file_name();
        let is_record = kind.is_file() && NAMES.iter().any(|end| name.to_string_lossy().ends_with(end));
        if is_record || kind.is_dir() {
            paths.push(entry.path());
            continue;
        }
        let count = match kind {
            kind if kind.is_symlink() => &passed.links,
            kind if kind.is_file() => &passed.others,
            _ => &passed.special,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }
    paths.sort();
    Ok(paths)
}

/// A source that cannot be opened.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
