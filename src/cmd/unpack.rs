//! Reads compressed data: gzip and zstd, recognised by their first bytes. What they become is bounded, and so is the memory that
//! it takes.

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use flate2::bufread::GzDecoder;
use referee::strict::{GZIP, ZSTD};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::numbers::{ANY, whole};

/// Where bytes come from.
pub(super) type Reader = Box<dyn Read + Send>;

/// The largest window of zstd, in bytes: what the decoder keeps in memory. All levels below `--ultra` need at most 8 MiB.
const WINDOW_MOST: u64 = 32 << 20;

/// What any compressed data may become, in bytes.
const SMALL: u64 = 64 << 20;
/// How many times as long compressed data may become, beyond that. Records become up to 30 times as long.
const RATIO: u64 = 100;

/// The first bytes of unsupported files, and a description of each format.
const OTHER_FORMS: [(&[u8], &str); 6] = [
    (b"\xfd7zXZ\0", "compressed with xz; use plain, .gz or .zst files"),
    (b"BZh", "compressed with bzip2; use plain, .gz or .zst files"),
    (b"PK\x03\x04", "a zip archive; use plain, .gz or .zst files"),
    (b"\xff\xfe", "text in UTF-16; use UTF-8"),
    (b"\xfe\xff", "text in UTF-16; use UTF-8"),
    (b"{\0", "text in UTF-16; use UTF-8"),
];

/// Decompresses the input if its first bytes show that it is compressed; then it becomes no longer than `most` allows.
pub(crate) fn decompressed(mut reader: Reader, most: MostBytes) -> io::Result<Reader> {
    let mut head = Vec::new();
    reader.by_ref().take(6).read_to_end(&mut head)?;
    if let Some((_, form)) = OTHER_FORMS.iter().find(|(start, _)| head.starts_with(start)) {
        return Err(io::Error::other(format!("this is {form}")));
    }
    let is_gzip = head.starts_with(GZIP);
    let is_zstd = head.starts_with(ZSTD) || is_skippable(&head);
    let whole: Reader = Box::new(Cursor::new(head).chain(reader));
    if !is_gzip && !is_zstd {
        return Ok(whole);
    }
    let packed = Arc::new(AtomicU64::new(0));
    let source: Reader = Box::new(Counted { reader: whole, read: Arc::clone(&packed) });
    let source = BufReader::with_capacity(1 << 16, source);
    let reader: Reader = if is_gzip {
        Box::new(Gzip(Some(GzDecoder::new(source))))
    } else {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW_MOST);
        Box::new(Zstd { decoder, source, in_frame: false })
    };
    Ok(Box::new(Bounded { reader, packed, most, read: 0 }))
}

/// What compressed data may become.
#[derive(Copy, Clone, Debug, Default, Args)]
pub(crate) struct MostBytes {
    /// The most bytes that a compressed file may become [default: 64 MiB, or 100 times what was read of it]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) most_bytes: Option<u64>,
}

impl MostBytes {
    /// What may come of `packed` bytes.
    fn of(self, packed: u64) -> u64 {
        self.most_bytes.unwrap_or(SMALL.max(packed.saturating_mul(RATIO)))
    }
}

/// Ends decompressed data that become too long.
struct Bounded {
    reader: Reader,
    /// The number of compressed bytes read.
    packed: Arc<AtomicU64>,
    most: MostBytes,
    /// The number of bytes that have come of them.
    read: u64,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read += read as u64;
        let most = self.most.of(self.packed.load(Ordering::Relaxed));
        if self.read > most {
            let message = format!("the compressed data become more than {most} bytes; --most-bytes allows more");
            return Err(io::Error::other(message));
        }
        Ok(read)
    }
}

/// Whether this begins a skippable zstd frame, such as `pzstd` writes before each data frame.
fn is_skippable(head: &[u8]) -> bool {
    matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Decompresses gzip, member after member, and reports errors in our words. Zeros at the end are padding, as for `gzip`.
struct Gzip(Option<GzDecoder<BufReader<Reader>>>);

impl Gzip {
    fn read_on(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(member) = &mut self.0 else { return Ok(0) };
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(mut source) = self.0.take().map(GzDecoder::into_inner) else { return Ok(0) };
            let mut is_padded = false;
            loop {
                let bytes = source.fill_buf()?;
                let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
                if zeros == 0 {
                    break;
                }
                is_padded = true;
                source.consume(zeros);
            }
            if !source.fill_buf()?.is_empty() {
                if is_padded {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                self.0 = Some(GzDecoder::new(source));
            }
        }
    }
}

impl Read for Gzip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        self.read_on(buffer).map_err(|error| match error.kind() {
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
            "something else follows the compressed data".to_owned()
        }
        FrameDecoderError::WindowSizeTooBig { requested, .. } => format!(
            "the compressed data need a window of {} MiB, and at most {} MiB are kept, as `zstd --long=25` makes them",
            requested >> 20,
            WINDOW_MOST >> 20
        ),
        _ => "the compressed data are damaged".to_owned(),
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

/// Counts the bytes read.
pub(super) struct Counted {
    pub(super) reader: Reader,
    pub(super) read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
