import type { MimeEntity } from './mime-entity.ts';

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, HYPHEN, TILDE] = [0x09, 0x0a, 0x0d, 0x20, 0x2d, 0x7e];
/** RFC 2046 5.1.1: at most 70 characters; longer ones occur. */
const MAX_BOUNDARY = 200;

/** A line that stands between two parts. */
interface Delimiter {
  readonly isLast: boolean;
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
}

/**
 * The parts of a multipart entity, each as it stands between its boundaries: the line break before a boundary belongs to
 * the boundary (RFC 2046 5.1.1). What lies before the first and after the last boundary is no part. No more than `most`
 * are read. Null without a boundary, where the last one is missing, for more parts, and where not every reader finds the
 * same: readers differ in what ends a line and in what may follow a boundary.
 */
export function partsOf({ body, parameters }: MimeEntity, most: number): readonly Uint8Array[] | null {
  const boundary = parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiters = delimitersIn(bytes, Buffer.from(`--${boundary}`, 'latin1'), most + 1);
  const [first] = delimiters ?? [];
  const last = delimiters?.at(-1);
  if (delimiters === null || first === undefined || last?.isLast !== true) return null;
  const around = [bytes.subarray(0, first.start), bytes.subarray(last.end)];
  if (!haveOneLineBreak(bytes, delimiters) || around.some(mayHoldParts)) return null;
  return delimiters.slice(1).map(({ start }, index) => {
    const partStart = delimiters[index]?.end ?? 0;
    return bytes.subarray(partStart, Math.max(partStart, withoutLineBreak(bytes, start)));
  });
}

/** Null for more than `most`, for one behind the last, and where something else may be taken for one. */
function delimitersIn(bytes: Buffer, delimiter: Buffer, most: number): readonly Delimiter[] | null {
  const delimiters: Delimiter[] = [];
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    const line = readDelimiter(bytes, at, delimiter.length);
    const isInPart = delimiters.length > 0 && delimiters.at(-1)?.isLast !== true;
    if (line === null && isInPart && !mayBeginLine(bytes, at)) continue;
    if (line === null || delimiters.length === most || delimiters.at(-1)?.isLast === true) return null;
    delimiters.push(line);
  }
  return delimiters;
}

/** Null for what only begins like the boundary, or does not stand alone on its line. */
function readDelimiter(bytes: Buffer, start: number, length: number): Delimiter | null {
  if (start > 0 && bytes[start - 1] !== LINE_FEED) return null;
  let end = start + length;
  const isLast = bytes[end] === HYPHEN && bytes[end + 1] === HYPHEN;
  if (isLast) end += 2;
  while (bytes[end] === SPACE || bytes[end] === TAB) end++;
  if (bytes[end] === CARRIAGE_RETURN) end++;
  if (end < bytes.length && bytes[end] !== LINE_FEED) return null;
  return { isLast, start, end: end + 1 };
}

/** Whether some reader takes this for the beginning of a line: one that ends lines elsewhere, or leaves out blanks. */
function mayBeginLine(bytes: Buffer, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === SPACE || bytes[before] === TAB) before--;
  const byte = bytes[before] ?? LINE_FEED;
  return byte < SPACE || byte > TILDE;
}

/** Whether all of them stand between line breaks of one kind: there are readers that look for the kind of the first only. */
function haveOneLineBreak(bytes: Buffer, delimiters: readonly Delimiter[]): boolean {
  const ends = delimiters.flatMap(({ start, end }) => [start, end]).filter((end) => end > 0 && end <= bytes.length);
  return new Set(ends.map((end) => bytes[end - 2] === CARRIAGE_RETURN)).size <= 1;
}

/** Whether a reader that ends lines elsewhere, or that takes another boundary, may find parts in what is none. */
function mayHoldParts(bytes: Buffer): boolean {
  let isNew = true;
  let isDashed = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === SPACE || byte === TAB) continue;
    if (isDisputed(bytes, at)) return true;
    if (byte < SPACE) isNew = true;
    // A ruled line, or two hyphens before the name of a sender, is what people write, and no boundary.
    else if (!isNew && isDashed && byte !== HYPHEN) return true;
    else if (isNew) {
      isNew = false;
      isDashed = byte === HYPHEN && bytes[at + 1] === HYPHEN;
    }
  }
  return false;
}

/** What some readers take for the end of a line, or of all. */
function isDisputed(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0 || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED);
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
