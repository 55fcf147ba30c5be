// Stores solved puzzles, unfinished games, and days with a solved puzzle, in the storage of the browser. They stay on
// this machine unless the user saves them as a file.

/// The name of the entry in the storage.
const KEY = "saut";

/// Maximum number of stored unfinished games. The oldest games are removed first.
const MOST_GAMES = 50;

/// Maximum size of an imported file, in characters.
const MOST_CHARACTERS = 1 << 20;

/// Returns, for each result, the smaller of two values. Each value may be unknown.
const better = (one, other) => Object.fromEntries(["moves", "seconds", "hints"].map((name) => {
  const known = [one?.[name], other[name]].filter((value) => value !== undefined);
  return [name, known.length ? Math.min(...known) : undefined];
}));

const EMPTY = { version: 1, solved: {}, games: [], days: [], settings: {} };

/// Returns a day of the user's calendar, as `2026-11-29`.
export function dayOf(date) {
  const pad = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export class Memory {
  constructor() {
    this.fallback = { ...EMPTY };
  }

  /// Whether the browser stores data.
  get isKept() {
    try {
      localStorage.setItem(`${KEY}-test`, "");
      localStorage.removeItem(`${KEY}-test`);
      return true;
    } catch {
      return false;
    }
  }

  /// Returns the best results for a puzzle, `{times, moves, seconds, hints}`, or nothing if it was never solved.
  best(address) {
    const { solved } = this.#read();
    return Object.hasOwn(solved, address) ? solved[address] : undefined;
  }

  /// Returns the number of solved puzzles.
  get number() {
    return Object.keys(this.#read().solved).length;
  }

  /// Returns the addresses of all solved puzzles, and of all puzzles with an unfinished game.
  get addresses() {
    const { solved, games } = this.#read();
    return { solved: new Set(Object.keys(solved)), begun: new Set(games.map(({ puzzle }) => puzzle)) };
  }

  /// Records a puzzle solved by hand. Returns the best earlier results.
  record(address, result) {
    const before = this.best(address);
    this.#change((data) => (data.solved[address] = { times: (before?.times ?? 0) + 1, ...better(before, result) }));
    return before;
  }

  /// Stores an unfinished game. A game without jumps is removed.
  keep({ puzzle, title, address, jumps }) {
    this.#change((data) => {
      const others = data.games.filter((game) => game.puzzle !== puzzle);
      data.games = jumps ? [{ puzzle, title, address, jumps }, ...others].slice(0, MOST_GAMES) : others;
    });
  }

  /// Returns the unfinished game of this puzzle. If there is none, returns the last unfinished game of any puzzle.
  unfinished(puzzle) {
    const { games } = this.#read();
    return games.find((game) => game.puzzle === puzzle) ?? games[0];
  }

  /// Records that the puzzle of a day was solved.
  solvedDay(date) {
    this.#change((data) => (data.days = [...new Set([...data.days, dayOf(date)])].sort()));
  }

  /// Returns the number of successive days, up to today or yesterday, with a solved puzzle of the day.
  streak(today) {
    const days = new Set(this.#read().days);
    const before = (number) => dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - number));
    const first = days.has(before(0)) ? 0 : 1;
    let number = 0;
    while (days.has(before(first + number))) number += 1;
    return number;
  }

  setting(name) {
    return this.#read().settings[name];
  }

  set(name, value) {
    this.#change((data) => (data.settings[name] = value));
  }

  /// Returns all data as the text of a file.
  text() {
    return `${JSON.stringify({ format: "saut memory", ...this.#read() }, undefined, 1)}\n`;
  }

  /// Adds the data of a file that `text` wrote, and keeps the better results. Throws if the text is not such a file.
  take(text) {
    const added = readMemory(text);
    this.#change((data) => {
      for (const [address, result] of Object.entries(added.solved)) {
        const own = Object.hasOwn(data.solved, address) ? data.solved[address] : {};
        data.solved[address] = { times: Math.max(own.times ?? 0, result.times), ...better(own, result) };
      }
      const known = new Set(data.games.map(({ puzzle }) => puzzle));
      data.games = [...data.games, ...added.games.filter(({ puzzle }) => !known.has(puzzle))].slice(0, MOST_GAMES);
      data.days = [...new Set([...data.days, ...added.days])].sort();
    });
    return Object.keys(added.solved).length;
  }

  /// Removes all data.
  forget() {
    this.fallback = { ...EMPTY };
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing has to be removed.
    }
  }

  /// Reads the data each time, because another tab may have changed them.
  #read() {
    try {
      const text = localStorage.getItem(KEY);
      return text === null ? structuredClone(EMPTY) : readMemory(text);
    } catch {
      return structuredClone(this.fallback);
    }
  }

  #change(change) {
    const data = this.#read();
    change(data);
    this.fallback = data;
    try {
      localStorage.setItem(KEY, JSON.stringify({ format: "saut memory", ...data }));
    } catch {
      // The data are kept while the page is open.
    }
  }
}

/// Parses stored data. Fields of the wrong type are errors, so that a damaged file changes nothing.
function readMemory(text) {
  const wrong = (why) => new Error(`this is not a file of results: ${why}`);
  if (text.length > MOST_CHARACTERS) throw wrong("it is too large");
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw wrong("it is not JSON");
  }
  if (data?.format !== "saut memory") throw wrong("the field format is missing or wrong");
  if (data.version !== 1) throw wrong("its version is not 1");
  const isNumber = (value) => value === undefined || (typeof value === "number" && value >= 0 && value < 1e9);
  const isAddress = (value) => typeof value === "string" && value.startsWith("#") && value.length < 20_000;
  const { solved, games, days, settings } = data;
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(solved) || !isObject(settings ?? {})) throw wrong("a field has the wrong type");
  for (const [address, result] of Object.entries(solved)) {
    const { times, moves, seconds, hints } = result ?? {};
    if (!isAddress(address) || typeof times !== "number" || ![times, moves, seconds, hints].every(isNumber)) {
      throw wrong("a result has the wrong type");
    }
  }
  const isGame = (game) => isAddress(game?.puzzle) && isAddress(game.address)
    && typeof game.title === "string" && typeof game.jumps === "number";
  if (!Array.isArray(games) || !games.every(isGame)) throw wrong("a game has the wrong type");
  const isDay = (day) => /^\d{4}-\d\d-\d\d$/.test(day);
  if (!Array.isArray(days) || !days.every(isDay)) throw wrong("a day has the wrong type");
  return { version: 1, solved, games, days, settings: settings ?? {} };
}
