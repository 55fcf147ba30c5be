// Questions and answers as JSON, and a solve as a stream of events: of a server, or of the engine where the page holds
// one.

import { engine } from "./engine.js";

/// Asks, with a question or just for what is there, and gives the answer; an error has the server's
/// own words.
export async function ask(path, body, signal) {
  if (engine) return engine.ask(path, body, {}, signal);
  const response = await post(path, body, signal);
  return response.json();
}

/// Asks for a text to be saved.
export async function askText(path, body) {
  if (engine) return engine.ask(path, body);
  const response = await post(path, body);
  return response.text();
}

/// Solves. `onprogress` is told how it goes; aborting the signal ends the work at the other end too.
export const solve = (body, progress, signal) => stream("/api/solve", body, { progress }, signal);

/// Asks something whose answer comes as a stream: `events` has a function for each kind of event before the answer.
export async function stream(path, body, events, signal) {
  if (engine) return engine.ask(path, body, events, signal);
  const response = await post(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the server went away");
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const event of blocks) {
      const field = (name) => event.split("\n").filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2)).join("\n");
      const kind = field("event");
      if (kind === "document") return JSON.parse(field("data"));
      if (kind === "error") throw refusal(JSON.parse(field("data")));
      events[kind]?.(JSON.parse(field("data")));
    }
  }
}

/// The bundled puzzles.
export const bundled = () => ask("/api/puzzles");

async function post(path, body, signal) {
  const asked = fetch(path, body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const response = await asked.catch((error) => {
    throw error.name === "AbortError" ? error : new Error("No answer from the program: is saut serve still running?");
  });
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw refusal(said, `the server said ${response.status}`);
}

/// The fault that the server tells, with the place in the text that was sent where it names one.
const refusal = ({ error, place }, otherwise) => Object.assign(new Error(error ?? otherwise), { place });
