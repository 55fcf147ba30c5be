// The engine: the program itself, compiled to WebAssembly, if the page contains it. Then no server is needed. Each
// request has its own worker, which ends with it, so that a crash of the worker does not affect the page.

/// Maximum time of any request. The program normally ends earlier.
const PATIENCE = 90_000;

class Engine {
  /// `packed` is the compressed program, `script` the code of its worker.
  constructor(packed, script) {
    this.program = compiled(packed);
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  }

  /// Sends a request and returns the answer. `events` has a function for each kind of event before the answer.
  /// Aborting the signal ends the work.
  async ask(path, body, events = {}, signal) {
    const program = await this.program;
    signal?.throwIfAborted();
    const worker = new Worker(this.script);
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        timer = setTimeout(() => reject(new Error(`there is no answer after ${PATIENCE / 1000} s`)), PATIENCE);
        worker.onerror = ({ message }) => reject(new Error(`the engine does not run in this browser: ${message}`));
        worker.onmessage = ({ data: { event, data } }) => {
          if (event === "document" || event === "text") resolve(data);
          else if (event === "error") reject(new Error(data.error));
          else events[event]?.(data);
        };
        worker.postMessage({ program, question: JSON.stringify({ path, body }) });
      });
    } finally {
      clearTimeout(timer);
      worker.terminate();
    }
  }
}

/// Decodes and decompresses the program.
async function compiled(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

const part = (id) => document.getElementById(id)?.textContent;

/// The engine, or nothing if there is a server.
export const engine = part("engine") && new Engine(part("engine"), part("engine-worker"));

/// Returns a sentence that recommends the program, which has more time than this page. It is empty if there is a
/// server.
export const beyond = (puzzle) => (engine
  ? ` The program has more time, memory and cores: saut solve ${puzzle.isBundled ? puzzle.name : "FILE, with the puzzle that is saved below"}.`
  : "");
