/** What streams of a security store may hold (EN 319 142-1 clause 5.4.2). */
export type EvidenceKind = 'certificate' | 'crl' | 'ocsp' | 'timestamp';

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_IDENTIFIER = 0x06;
const ENUMERATED = 0x0a;
const SEQUENCE = 0x30;
const CONTEXT_0 = 0xa0;
const CONTEXT_1 = 0xa1;
const CONTEXT_2 = 0xa2;

/**
 * Whether the bytes are built like evidence of that kind: Certificate and CertificateList (RFC 5280 clauses 4.1 and
 * 5.1) are three elements with a signature at the end, OCSPResponse (RFC 6960 clause 4.2.1) begins with its status, a
 * token (RFC 5652 clause 3) with its type. What it says is for those who use it; here it only must not be a drawing.
 */
export function isShapedLike(kind: EvidenceKind, bytes: Uint8Array): boolean {
  const outer = readElement(bytes, 0);
  if (outer?.tag !== SEQUENCE || !isLineEnd(bytes.subarray(outer.end))) return false;
  const parts = readParts(bytes.subarray(0, outer.end), outer.start);
  const first = readElement(bytes, parts[0]?.start ?? 0)?.tag ?? 0;
  return SHAPES[kind](parts.map(({ tag }) => tag).join(' '), first);
}

const SIGNED = `${SEQUENCE} ${SEQUENCE} ${BIT_STRING}`;

/** By the tags of the outer parts, and the tag that the first part begins with. */
const SHAPES: Readonly<Record<EvidenceKind, (tags: string, first: number) => boolean>> = {
  certificate: (tags, first) => tags === SIGNED && (first === CONTEXT_0 || first === INTEGER),
  crl: (tags, first) => tags === SIGNED && (first === INTEGER || first === SEQUENCE),
  // BasicOCSPResponse without its envelope, which some programs store, begins with the responder's name or key.
  ocsp: (tags, first) =>
    tags === `${ENUMERATED} ${CONTEXT_0}` ||
    tags === `${ENUMERATED}` ||
    (tags === SIGNED && (first === CONTEXT_1 || first === CONTEXT_2)),
  timestamp: (tags) => tags === `${OBJECT_IDENTIFIER} ${CONTEXT_0}`,
};

interface Element {
  readonly tag: number;
  /** Where the content starts and ends. */
  readonly start: number;
  readonly end: number;
}

const MAX_PARTS = 8;

function readParts(bytes: Uint8Array, start: number): Element[] {
  const parts: Element[] = [];
  for (let offset = start; offset < bytes.length && parts.length < MAX_PARTS;) {
    const element = readElement(bytes, offset);
    if (element === null) return [];
    parts.push(element);
    offset = element.end;
  }
  return parts;
}

/** One element with a definite length; null when it is cut off. */
function readElement(bytes: Uint8Array, offset: number): Element | null {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) return null;
  const octets = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || octets > 4) return null;
  let length = octets === 0 ? first : 0;
  for (let index = 0; index < octets; index++) length = length * 256 + (bytes[offset + 2 + index] ?? 0);
  const start = offset + 2 + octets;
  return start + length <= bytes.length ? { tag, start, end: start + length } : null;
}

/** Some writers count the line end before `endstream` as data. */
function isLineEnd(rest: Uint8Array): boolean {
  return rest.length <= 2 && rest.every((byte) => byte === 0x0a || byte === 0x0d);
}
