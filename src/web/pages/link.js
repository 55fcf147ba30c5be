// Addresses of tasks: the part behind `#` holds the name of an example, or the texts, packed. It never leaves the browser.

/// A longer address is not made: mail and chats cut it.
const MOST_LINK = 6_000;
/// No address unpacks to more.
const MOST_TEXT = 256 << 10;

/// The address of a task, or nothing where it is too large for one.
export async function writeLink({ example, domain, problem, drawing, minimise }) {
  const parts = new URLSearchParams();
  if (example) parts.set("example", example);
  else if (domain.trim() || problem.trim()) parts.set("task", await packed(JSON.stringify({ domain, problem, drawing: drawing || undefined })));
  if (minimise) parts.set("minimise", minimise);
  const link = parts.toString();
  return link.length > MOST_LINK ? undefined : link && `#${link}`;
}

/// The meaning of an address, as `writeLink` was given it; nothing if it says nothing.
export async function readLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const minimise = parts.get("minimise") ?? "";
  if (parts.has("example")) return { example: parts.get("example"), minimise };
  if (!parts.has("task")) return undefined;
  let said;
  try {
    said = JSON.parse(await unpacked(parts.get("task")));
  } catch {
    throw new Error("the address is no link to a task, or a part of it is missing");
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
    if (length > MOST_TEXT) throw new Error("too long");
    parts.push(value);
  }
  return new Blob(parts).text();
}
