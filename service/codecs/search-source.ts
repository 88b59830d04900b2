import type { ByteSource } from './byte-source.ts';

const STEP_BYTES = 256 * 1024;

/**
 * Where a pattern of single bytes (latin1) occurs in a source, in order, in flat memory. `longest` is the most bytes that
 * a match may have; a longer one is not found. Throws what the source throws.
 */
export function* searchSource(source: ByteSource, pattern: RegExp, longest: number): Generator<RegExpExecArray> {
  const global = new RegExp(pattern.source, `${pattern.flags.replaceAll('g', '')}g`);
  let done = 0;
  for (let offset = 0; offset < source.size; offset += STEP_BYTES) {
    const text = viewOf(source.read(offset, STEP_BYTES + longest)).toString('latin1');
    for (const match of text.matchAll(global)) {
      // What begins behind the step belongs to the next one, and what an earlier match reached is read already.
      if (match.index >= STEP_BYTES || offset + match.index < done) continue;
      done = offset + match.index + match[0].length;
      yield match;
    }
  }
}

/**
 * The same for a pattern whose matches all begin with `beginning`: only where that stands the bytes are made into a string,
 * which is a small part of a document. A beginning of fewer than eight letters is found many times as fast as a longer one.
 */
export function* searchBeginnings(
  source: ByteSource,
  beginning: string,
  pattern: RegExp,
  longest: number,
): Generator<RegExpExecArray> {
  const sticky = new RegExp(pattern.source, `${pattern.flags.replaceAll(/[gy]/g, '')}y`);
  for (let offset = 0; offset < source.size; offset += STEP_BYTES) {
    const bytes = viewOf(source.read(offset, STEP_BYTES + longest));
    for (let at = bytes.indexOf(beginning); at >= 0 && at < STEP_BYTES; at = bytes.indexOf(beginning, at + 1)) {
      sticky.lastIndex = 0;
      const match = sticky.exec(bytes.toString('latin1', at, at + longest));
      if (match !== null) yield match;
    }
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
