// The worker of the engine runs the program for one request. It implements the part of WASI (preview 1) that the
// program needs: reading the request, writing lines, clocks and random numbers. The program has no access to files or
// the network.
"use strict";

const [DONE, BAD_FILE, NO_SUCH_CALL] = [0, 8, 52];

class Exit extends Error {}

/// The system calls of a program. `input` is its input, and `onwrite(fd, bytes)` is called with its output.
function system(input, onwrite) {
  let memory, read = 0;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const pieces = (at, number) => Array.from({ length: number }, (_, index) =>
    bytes(view().getUint32(at + 8 * index, true), view().getUint32(at + 8 * index + 4, true)));
  const put = (at, number) => view().setUint32(at, number, true);
  const nothing = (number, size) => {
    put(number, 0);
    put(size, 0);
    return DONE;
  };
  const calls = {
    fd_read(file, at, number, told) {
      if (file !== 0) return BAD_FILE;
      const before = read;
      for (const piece of pieces(at, number)) {
        const part = input.subarray(read, read + piece.length);
        piece.set(part);
        read += part.length;
      }
      put(told, read - before);
      return DONE;
    },
    fd_write(file, at, number, told) {
      if (file !== 1 && file !== 2) return BAD_FILE;
      let length = 0;
      for (const piece of pieces(at, number)) {
        onwrite(file, piece.slice());
        length += piece.length;
      }
      put(told, length);
      return DONE;
    },
    clock_time_get(clock, _, told) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(told, BigInt(Math.round(ms * 1e6)), true);
      return DONE;
    },
    random_get(at, length) {
      const MOST = 1 << 16;
      for (let from = 0; from < length; from += MOST) crypto.getRandomValues(bytes(at + from, Math.min(MOST, length - from)));
      return DONE;
    },
    args_sizes_get: nothing,
    args_get: () => DONE,
    environ_sizes_get: nothing,
    environ_get: () => DONE,
    sched_yield: () => DONE,
    fd_prestat_get: () => BAD_FILE,
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  return { calls, begin: (exports) => (memory = exports.memory) };
}

/// Returns the imports of the program. Unsupported calls return an error.
function imports(program, calls) {
  const given = {};
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    (given[module] ??= {})[name] = calls[name] ?? (() => NO_SUCH_CALL);
  }
  return given;
}

/// Returns the reason why a program has ended without an answer.
function fault(error, said) {
  if (/memory allocation|out of memory/i.test(`${said} ${error}`)) {
    return "the search needs more memory than a page may use; saut solve can use all memory";
  }
  return `the engine failed, and its results are not shown: ${said.trim() || error}`;
}

onmessage = async ({ data: { program, question } }) => {
  const decoder = new TextDecoder();
  let [line, said, isAnswered] = [[], "", false];
  const write = (file, bytes) => {
    if (file === 2) return void (said = (said + decoder.decode(bytes)).slice(-2000));
    const end = bytes.indexOf(10);
    if (end < 0) return void line.push(bytes);
    line.push(bytes.subarray(0, end));
    const event = JSON.parse(line.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode());
    line = [];
    isAnswered ||= event.event !== "progress";
    postMessage(event);
    write(file, bytes.subarray(end + 1));
  };
  const { calls, begin } = system(new TextEncoder().encode(question), write);
  let error = "the engine ended without an answer";
  try {
    const { exports } = await WebAssembly.instantiate(program, imports(program, calls));
    begin(exports);
    exports._start();
  } catch (thrown) {
    if (!(thrown instanceof Exit)) error = thrown;
  }
  if (!isAnswered) postMessage({ event: "error", data: { error: fault(error, said) } });
};
