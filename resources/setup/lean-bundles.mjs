/**
 * What makes the bundles quicker to load without changing what they do: each process reads and compiles all that it imports
 * before it can begin.
 */

/** Packages of which no code here ever runs: bodies are read by the station itself, queries by Node's own parser. */
export const NEVER_RUN = Object.freeze({ 'body-parser': false, qs: false });

const TABLE_OF_TYPES = /[\\/]mime-db[\\/]db\.json$/;

/** Endings of what the pages consist of. */
const SERVED = new Set('bcmap css html ico js json map mjs pdf pfb png svg ttf txt wasm webmanifest woff2'.split(' '));

/**
 * Keeps of the tables of media types what the pages' files end with, and what an encoding is said with: nothing else is looked
 * up. Each of the two tables is 2,500 types long, of which every start made an index.
 * @returns {import('rolldown').Plugin}
 */
export function servedTypes() {
  return {
    name: 'served-types',
    transform: {
      filter: { id: TABLE_OF_TYPES },
      handler: (text) => ({ code: moduleOf(text), map: { mappings: '' }, moduleType: 'js' }),
    },
  };
}

function moduleOf(text) {
  const kept = Object.entries(JSON.parse(text)).filter(
    ([, { extensions = [], charset }]) => charset !== undefined || extensions.some((ending) => SERVED.has(ending)),
  );
  return `module.exports = ${JSON.stringify(Object.fromEntries(kept))};`;
}

/**
 * Writes other characters than those of ASCII as escapes: a single one makes V8 hold and scan the whole file at two bytes
 * a character. Throws for one behind a backslash, where an escape would mean something else.
 * @returns {import('rolldown').Plugin}
 */
export function asciiOnly() {
  return {
    name: 'ascii-only',
    // After the last time that the code is printed: that writes what it can as it is meant.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code);
    },
  };
}

function escaped(code) {
  const odd = /(?<!\\)(?:\\\\)*\\[^\0-\u007f]/.exec(code)?.[0];
  if (odd !== undefined) throw new Error(`${odd} can't be written as an escape: take the backslash away.`);
  return code.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
