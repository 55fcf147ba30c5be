//! Work shared by threads: each takes the next piece as soon as it is done with one.

use std::sync::Mutex;

use super::limits::Halt;

/// Calls `work` with every item, on `threads` threads.
///
/// # Errors
/// Error that one of the calls returned; no further pieces are then begun.
pub fn each<I: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    work: impl Fn(I) -> Result<(), Halt> + Sync,
) -> Result<(), Halt> {
    if threads <= 1 {
        return items.into_iter().try_for_each(work);
    }
    let (items, failed) = (Mutex::new(items), Mutex::new(None));
    let next = || {
        if failed.lock().is_ok_and(|failed| failed.is_some()) {
            return None;
        }
        items.lock().ok()?.next()
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = next() {
                    if let (Err(halt), Ok(mut failed)) = (work(item), failed.lock()) {
                        *failed = Some(halt);
                    }
                }
            });
        }
    });
    failed.into_inner().ok().flatten().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::each;
    use crate::search::limits::Halt;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in [1, 2, 5] {
            let sum = AtomicU64::new(0);
            let add = |item| {
                sum.fetch_add(item, Ordering::Relaxed);
                Ok(())
            };
            assert_eq!(each(threads, 1..=100, add), Ok(()));
            assert_eq!(sum.into_inner(), 5050);
        }
    }

    #[test]
    fn an_error_of_one_ends_all() {
        for threads in [1, 3] {
            let work = |item| {
                if item == 7 {
                    Err(Halt::TooLarge)
                } else {
                    Ok(())
                }
            };
            assert_eq!(each(threads, 0..10, work), Err(Halt::TooLarge));
        }
    }
}
