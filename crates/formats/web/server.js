// Sends requests in JSON, and receives a solution as a stream of events. Requests go to a server, or to the engine if
// the page contains it.

import { engine } from "./engine.js";

/// Sends a request with or without a body, and returns the answer. An error has the server's message.
export async function ask(path, body, signal) {
  if (engine) return engine.ask(path, body, {}, signal);
  const response = await post(path, body, signal);
  return response.json();
}

/// Requests a text for download.
export async function askText(path, body) {
  if (engine) return engine.ask(path, body);
  const response = await post(path, body);
  return response.text();
}

/// Solves a puzzle. `onprogress` is called with each progress text. Aborting the signal also ends the work on the
/// server.
export const solve = (body, progress, signal) => stream("/api/solve", body, { progress }, signal);

/// Sends a request whose answer is a stream. `events` has a function for each kind of event before the answer.
export async function stream(path, body, events, signal) {
  if (engine) return engine.ask(path, body, events, signal);
  const response = await post(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the server ended");
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

/// Returns the bundled puzzles.
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
  throw refusal(said, `the server answered with status ${response.status}`);
}

/// Creates the error from the server's response, with the positions in the texts if the server gives them.
const refusal = ({ error, places }, otherwise) => Object.assign(new Error(error ?? otherwise), { places });
