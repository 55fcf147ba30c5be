//! Named pipes, such as the shell creates for `<(...)`, and `/dev/stdin` if it is a pipe.

use std::fs::File;
use std::io::{Cursor, ErrorKind, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::opening::{open, unreadable};
use super::stream::Stoppable;
use crate::bad_input::BadInput;
use crate::stop::Stop;

/// Whether this is the name of a pipe.
pub fn is_pipe(path: &Path) -> bool {
    let kind = path.metadata().map(|there| there.file_type());
    kind.is_ok_and(|kind| kind.is_fifo())
}

/// Opens a pipe as an input. `stop` can end the wait for its data.
///
/// # Errors
/// [`BadInput`] if the pipe cannot be opened, or if it is empty and no program writes to it.
pub fn pipe(path: &Path, stop: &Stop) -> Result<Stoppable, BadInput> {
    let place = path.display().to_string();
    let no = |error: &std::io::Error| unreadable(&place, error);
    let mut file = open(path).map_err(|error| no(&error))?;
    let mut first = [0];
    let begun = loop {
        match file.read(&mut first) {
            Ok(0) => {
                return Err(BadInput::new(
                    place,
                    "this pipe is empty, and no program writes to it",
                )
                .remedy("start its writer first, or give a file"));
            }
            Ok(_) => break Some(first[0]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break None,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(no(&error)),
        }
    };
    wait_for_bytes(&file).map_err(|error| no(&error))?;
    let begun: Vec<u8> = begun.into_iter().collect();
    Ok(Stoppable::new(Cursor::new(begun).chain(file), stop.clone()))
}

/// Switches the file to blocking reads.
fn wait_for_bytes(file: &File) -> std::io::Result<()> {
    let flags = fcntl_getfl(file)?;
    Ok(fcntl_setfl(file, flags - OFlags::NONBLOCK)?)
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::Write;
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    use super::super::named;
    use super::is_pipe;
    use crate::stop::{Stop, StopReason};

    #[test]
    fn a_pipe_is_read_to_its_end_and_never_without_a_writer() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str| {
            let path = folder.path().join(name);
            assert!(!is_pipe(&path));
            assert!(
                Command::new("mkfifo")
                    .arg(&path)
                    .status()
                    .unwrap()
                    .success()
            );
            assert!(is_pipe(&path));
            path
        };
        // Opened for reading and writing, so that opening does not block.
        let open = |path: &Path| {
            OpenOptions::new()
                .read(true)
                .write(true)
                .open(path)
                .unwrap()
        };
        let read =
            |path: &Path, stop: &Stop| named(path, 10, stop).map_err(|bad| (bad.limit, bad.fact));
        let path = made("whole");
        let nobody = read(&path, &Stop::default()).unwrap_err().1;
        assert_eq!(nobody, "this pipe is empty, and no program writes to it");
        let mut writer = open(&path);
        writer.write_all(b"abc").unwrap();
        let later = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            writer.write_all(b"def").unwrap();
        });
        assert_eq!(read(&path, &Stop::default()).unwrap(), b"abcdef");
        later.join().unwrap();
        let path = made("long");
        let mut writer = open(&path);
        writer.write_all(&[b'x'; 11]).unwrap();
        let long = read(&path, &Stop::default()).unwrap_err().1;
        assert!(long.contains("it has more"), "{long}");
        let path = made("silent");
        let _writer = open(&path);
        let stop = Stop::new(Some(Duration::from_millis(50)), None);
        assert_eq!(read(&path, &stop).unwrap_err().0, Some(StopReason::Timeout));
        assert!(!is_pipe(Path::new("/dev/zero")));
    }
}
