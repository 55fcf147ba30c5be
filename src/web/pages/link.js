// URLs of tasks: the part after `#` has the name of an example, or the compressed texts. The browser does not send this
// part to the server.

/// Maximum length of this part, because mail and chat programs truncate longer URLs.
const MOST_LINK = 6_000;
/// Maximum size of the decompressed texts.
const MOST_TEXT = 256 << 10;

/// Returns the part of the URL for a task, or `undefined` if the task is too large.
export async function writeLink({ example, domain, problem, drawing, minimise }) {
  const parts = new URLSearchParams();
  if (example) parts.set("example", example);
  else if (domain.trim() || problem.trim()) parts.set("task", await packed(JSON.stringify({ domain, problem, drawing: drawing || undefined })));
  if (minimise) parts.set("minimise", minimise);
  const link = parts.toString();
  return link.length > MOST_LINK ? undefined : link && `#${link}`;
}

/// Returns the value from which `writeLink` made this part of a URL, or `undefined` if the part names no task. Throws
/// an error if the compressed texts are invalid.
export async function readLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const minimise = parts.get("minimise") ?? "";
  if (parts.has("example")) return { example: parts.get("example"), minimise };
  if (!parts.has("task")) return undefined;
  let said;
  try {
    said = JSON.parse(await unpacked(parts.get("task")));
  } catch {
    throw new Error("the address is not a link to a task, or is incomplete");
  }
  const text = (name) => (typeof said?.[name] === "string" ? said[name] : "");
  return { domain: text("domain"), problem: text("problem"), drawing: text("drawing"), minimise };
}

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (symbol) => symbol.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_TEXT) throw new Error("the task is too long");
    parts.push(value);
  }
  return new Blob(parts).text();
}
