// The engine: the program itself, where the page holds it (compiled to WebAssembly), so that there need be no server.
// Each question has a worker of its own, which is ended with it: whatever happens there, the page goes on.

/// The longest that anything may take: the program ends before, unless it is held up.
const PATIENCE = 90_000;

class Engine {
  /// `packed` is the program, `script` that of the worker that runs it.
  constructor(packed, script) {
    this.program = compiled(packed);
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  }

  /// Asks, and gives the answer; `events` has a function for each kind of event before it. Aborting the signal ends
  /// the work.
  async ask(path, body, events = {}, signal) {
    const program = await this.program;
    signal?.throwIfAborted();
    const worker = new Worker(this.script);
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        timer = setTimeout(() => reject(new Error(`there is no answer after ${PATIENCE / 1000} s`)), PATIENCE);
        worker.onerror = ({ message }) => reject(new Error(`the engine does not run here: ${message}`));
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

/// The program, from its compressed bytes in letters.
async function compiled(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

const part = (id) => document.getElementById(id)?.textContent;

/// The engine, or nothing where a server answers.
export const engine = part("engine") && new Engine(part("engine"), part("engine-worker"));

/// The program that does more than this page can, in words; nothing where a server answers.
export const beyond = (puzzle) => (engine
  ? ` The program has more time, memory and cores: saut solve ${puzzle.isBundled ? puzzle.name : "FILE, with the puzzle that is saved below"}.`
  : "");
