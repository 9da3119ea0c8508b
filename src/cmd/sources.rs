//! Where records come from: files, folders and standard input, plain or compressed, opened one after another.

use std::error::Error;
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;
use referee::strict::{GZIP, ZSTD};
use referee::validate::games::{Block, Cutter};
use referee::validate::pool::Feed;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The endings of the names of record files in a folder.
const NAMES: [&str; 3] = [".jsonl", ".jsonl.gz", ".jsonl.zst"];
/// The message for a folder without any.
pub(crate) const NO_RECORDS: &str =
    "there is no record in it: records are files called *.jsonl, *.jsonl.gz or *.jsonl.zst; links are not followed";

/// The first bytes of unsupported files, and a description of each format.
const OTHER_FORMS: [(&[u8], &str); 6] = [
    (b"\xfd7zXZ\0", "compressed with xz; use plain, .gz or .zst files"),
    (b"BZh", "compressed with bzip2; use plain, .gz or .zst files"),
    (b"PK\x03\x04", "a zip archive; use plain, .gz or .zst files"),
    (b"\xff\xfe", "text in UTF-16; use UTF-8"),
    (b"\xfe\xff", "text in UTF-16; use UTF-8"),
    (b"{\0", "text in UTF-16; use UTF-8"),
];

type Reader = Box<dyn Read + Send>;

/// All sources named on the command line; see the module.
pub(crate) struct Sources {
    /// The paths still to open: the command line, and the current folders, innermost last.
    todo: Vec<std::vec::IntoIter<PathBuf>>,
    open: Option<Source>,
    /// The current folder of the command line, until a record is found in it.
    bare: Option<Arc<str>>,
    /// How many bytes have been read, before decompression.
    read: Arc<AtomicU64>,
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
    /// The sources at these paths; `-` is standard input. `read` counts the bytes.
    pub(crate) fn new(paths: Vec<PathBuf>, read: Arc<AtomicU64>) -> Sources {
        Sources { todo: vec![paths.into_iter()], open: None, bare: None, read }
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
                match records_in(&path) {
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
        let reader = decompressed(Box::new(counted)).unwrap_or_else(|error| Box::new(Broken(Some(error))));
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
fn records_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let name = entry.file_name();
        let is_record = kind.is_file() && NAMES.iter().any(|end| name.to_string_lossy().ends_with(end));
        if is_record || kind.is_dir() {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Decompresses the input if its first bytes show that it is compressed.
pub(crate) fn decompressed(mut reader: Reader) -> io::Result<Reader> {
    let mut head = Vec::new();
    reader.by_ref().take(6).read_to_end(&mut head)?;
    if let Some((_, form)) = OTHER_FORMS.iter().find(|(start, _)| head.starts_with(start)) {
        return Err(io::Error::other(format!("this is {form}")));
    }
    let is_gzip = head.starts_with(GZIP);
    let is_zstd = head.starts_with(ZSTD) || is_skippable(&head);
    let whole: Reader = Box::new(Cursor::new(head).chain(reader));
    Ok(if is_gzip {
        Box::new(Gzip(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole))))
    } else if is_zstd {
        let source = BufReader::with_capacity(1 << 16, whole);
        Box::new(Zstd { decoder: FrameDecoder::new(), source, in_frame: false })
    } else {
        whole
    })
}

/// Whether this begins a skippable zstd frame, such as `pzstd` writes before each data frame.
fn is_skippable(head: &[u8]) -> bool {
    matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Counts the bytes read.
struct Counted {
    reader: Reader,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A source that cannot be opened.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Decompresses gzip and reports errors in our words.
struct Gzip<R: Read>(MultiGzDecoder<BufReader<R>>);

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        self.0.read(buffer).map_err(|error| match error.kind() {
            UnexpectedEof => io::Error::other("the compressed data are cut short, or something else follows them"),
            InvalidData | InvalidInput => {
                io::Error::other("the compressed data are damaged, or something else follows them")
            }
            _ => error,
        })
    }
}

const CUT_SHORT: &str = "the compressed data are cut short";

/// A decompression error in our words.
fn undecoded(error: &FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(reason) = cause {
        if let Some(io) = reason.downcast_ref::<io::Error>() {
            return match io.kind() {
                io::ErrorKind::UnexpectedEof => io::Error::other(CUT_SHORT),
                kind => io::Error::new(kind, io.to_string()),
            };
        }
        cause = reason.source();
    }
    io::Error::other(match error {
        FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_)) => {
            "something else follows the compressed data"
        }
        FrameDecoderError::WindowSizeTooBig { .. } => "the compressed data need too much memory",
        _ => "the compressed data are damaged",
    })
}

/// Decompresses frame after frame and verifies their checksums.
struct Zstd<R: Read> {
    decoder: FrameDecoder,
    source: BufReader<R>,
    in_frame: bool,
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.in_frame {
                if !self.decoder.is_finished() && self.decoder.can_collect() == 0 {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.source, one).map_err(|error| undecoded(&error))?;
                }
                let read = self.decoder.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                if !self.decoder.is_finished() {
                    continue;
                }
                self.in_frame = false;
                let stated = self.decoder.get_checksum_from_data();
                if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
                    return Err(io::Error::other("the checksum of the compressed data is wrong"));
                }
            }
            if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.decoder.init(&mut self.source) {
                Ok(()) => self.in_frame = true,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::Error::other(CUT_SHORT));
                    }
                }
                Err(error) => return Err(undecoded(&error)),
            }
        }
    }
}
