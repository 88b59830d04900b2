import type { MimeEntity } from './mime-entity.ts';

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, HYPHEN] = [0x09, 0x0a, 0x0d, 0x20, 0x2d];
/** RFC 2046 5.1.1: at most 70 characters; longer ones occur. */
const MAX_BOUNDARY = 200;

/**
 * The parts of a multipart entity, each as it stands between its boundaries: the line break before a boundary belongs to
 * the boundary (RFC 2046 5.1.1). What lies before the first and after the last boundary is no part. No more than `most`
 * are read. Null without a boundary, where the last one is missing, and for more parts.
 */
export function partsOf({ body, parameters }: MimeEntity, most: number): readonly Uint8Array[] | null {
  const boundary = parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY) return null;
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: Uint8Array[] = [];
  let partStart: number | null = null;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    const line = readDelimiter(bytes, at, delimiter.length);
    if (line === null) continue;
    if (partStart !== null) parts.push(bytes.subarray(partStart, Math.max(partStart, withoutLineBreak(bytes, at))));
    if (parts.length > most) return null;
    if (line.isLast) return parts;
    partStart = line.end;
  }
  return null;
}

/** Null for what only begins like the boundary, or does not stand alone on its line. */
function readDelimiter(bytes: Buffer, at: number, length: number): { isLast: boolean; end: number } | null {
  if (at > 0 && bytes[at - 1] !== LINE_FEED) return null;
  let end = at + length;
  const isLast = bytes[end] === HYPHEN && bytes[end + 1] === HYPHEN;
  if (isLast) end += 2;
  while (bytes[end] === SPACE || bytes[end] === TAB) end++;
  if (bytes[end] === CARRIAGE_RETURN) end++;
  if (end < bytes.length && bytes[end] !== LINE_FEED) return null;
  return { isLast, end: end + 1 };
}

function withoutLineBreak(bytes: Buffer, at: number): number {
  if (bytes[at - 1] !== LINE_FEED) return at;
  return bytes[at - 2] === CARRIAGE_RETURN ? at - 2 : at - 1;
}

/**
 * The form that text is signed in: every line ends with CR and LF (RFC 8551 3.1.1). The same bytes where they all do.
 */
export function withCanonicalLines(bytes: Uint8Array): Uint8Array {
  let bare = 0;
  for (let at = 0; at < bytes.length; at++) if (isBareLineFeed(bytes, at)) bare++;
  if (bare === 0) return bytes;
  const canonical = new Uint8Array(bytes.length + bare);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (isBareLineFeed(bytes, at)) canonical[length++] = CARRIAGE_RETURN;
    canonical[length++] = bytes[at] ?? 0;
  }
  return canonical;
}

/** The same text with LF alone at the end of every line. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED) text[length++] = bytes[at] ?? 0;
  }
  return length === bytes.length ? bytes : text.subarray(0, length);
}

function isBareLineFeed(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN;
}
