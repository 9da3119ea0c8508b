//! Workers that play at the same time.

use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Lets each worker work on a thread of its own. `work` makes the iterator of a worker's results, and `serve` gets those of
/// all workers as they come. A worker ends with its iterator, or with the first result that nobody receives any more.
pub fn crew<W: Send, I: Iterator<Item: Send>, R>(
    workers: impl Iterator<Item = W>,
    work: impl Fn(W) -> I + Sync,
    serve: impl FnOnce(Receiver<I::Item>) -> R,
) -> R {
    thread::scope(|scope| {
        let (sender, results) = channel();
        for worker in workers {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(worker).try_for_each(|result| sender.send(result)));
        }
        drop(sender);
        serve(results)
    })
}
