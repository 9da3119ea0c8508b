//! Every file in `fixtures/<game>/play/` is a transcript exactly as `referee play` writes it, and playing it again gives
//! the same bytes without a fault. A file that holds refusals holds them as claims, so they are no faults.
//!
//! To make one, write the lines of a game by hand and play them: `referee play mine.jsonl > fixtures/<game>/play/name.jsonl`.

mod support;

use referee::judge::Emit;
use referee::stream::{Asked, Purpose, Stream};
use support::{assert_none, in_every_game, read, shown};

#[test]
fn played_again_every_transcript_is_the_same() {
    let mut faults = Vec::new();
    let mut files = 0;
    for (_, folder) in in_every_game("play") {
        for path in support::entries(&folder) {
            files += 1;
            let (file, text) = (shown(&path), read(&path));
            let mut stream = Stream::new(Asked::default(), Emit::State, Purpose::Judge);
            let mut out = Vec::new();
            for line in text.lines() {
                stream.line(Some(line.as_bytes()), &mut out).expect("no command line contradicts the stream");
            }
            stream.end(&mut out).expect("no command line contradicts the stream");
            if !stream.tally.is_clean() {
                faults.push(format!("{file}: there are faults: {:?}", stream.tally));
            }
            let again = String::from_utf8(out).expect("answers are UTF-8");
            if again == text {
                continue;
            }
            let line = text.lines().zip(again.lines()).take_while(|(was, is)| was == is).count();
            faults.push(format!(
                "{file}:{}: played again it is different\n  was: {}\n  is:  {}\n  if that is right: \
                 referee play {file} > new.jsonl; mv new.jsonl {file}",
                line + 1,
                text.lines().nth(line).unwrap_or("(the end)"),
                again.lines().nth(line).unwrap_or("(the end)"),
            ));
        }
    }
    assert!(files > 0, "there is no transcript to play");
    assert_none(&faults);
}
