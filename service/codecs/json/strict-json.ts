/** Why JSON is not read, in words that a person can act on. */
export class JsonRefused extends Error {
  /** What one object has twice, with colons between it and the names around it; null for another reason. */
  readonly repeatedName: string | null;

  constructor(reason: string, repeatedName: string | null, cause?: unknown) {
    super(reason, { cause });
    this.name = 'JsonRefused';
    this.repeatedName = repeatedName;
  }
}

/** What of a text counts for its structure; numbers, `true` and the like do not. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;
const LONGEST_NAME_SHOWN = 100;

/**
 * Reads JSON as RFC 7493 (I-JSON) has it: UTF-8 (2.1; a byte order mark is passed over), and no name twice in one object
 * (2.3), of which `JSON.parse` would take the last one without a word. Throws SyntaxError for what is no JSON
 * and JsonRefused for the rest, which names what is doubled.
 */
export function readStrictJson(bytes: Uint8Array): unknown {
  return parseStrictJson(textOf(bytes));
}

/** As `readStrictJson`, for what is text already. */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const repeated = repeatedName(text);
  if (repeated === undefined) return value;
  const shown = repeated.slice(0, LONGEST_NAME_SHOWN);
  throw new JsonRefused(`${shown} is there more than once`, shown);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new JsonRefused('it is not in UTF-8', null, error);
  }
}

/** An object or list that is being read; `at` is the place of what is read in it now. */
interface Opened {
  readonly names: Set<string> | null;
  awaitsName: boolean;
  at: string | number;
}

/** The first name that one object has twice, with colons between it and the names around it. `text` is valid JSON. */
function repeatedName(text: string): string | undefined {
  const opened: Opened[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const current = opened.at(-1);
    if (token === '{') opened.push({ names: new Set(), awaitsName: true, at: '' });
    else if (token === '[') opened.push({ names: null, awaitsName: false, at: 0 });
    else if (token === '}' || token === ']') opened.pop();
    else if (current === undefined) continue;
    else if (token === ',') goOn(current);
    else if (current.awaitsName && isRepeated(current, token)) return opened.map(({ at }) => at).join(':');
  }
  return undefined;
}

function goOn(current: Opened): void {
  current.awaitsName = current.names !== null;
  if (typeof current.at === 'number') current.at += 1;
}

/** Escapes make different spellings of one name. */
function isRepeated(current: Opened, token: string): boolean {
  const name = String(JSON.parse(token));
  const isKnown = current.names?.has(name) === true;
  current.names?.add(name);
  current.at = name;
  current.awaitsName = false;
  return isKnown;
}
