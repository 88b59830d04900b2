import { Asn1Error } from './asn1-error.ts';

const MAX_OID_BYTES = 128;
/** Arcs are kept below 2^32, as a larger one is a known attack on readers that overflow (CVE-2025-66030). */
const MAX_ARC = 0xffffffff;

/** The first identifier that came to each place: a few hundred make up nearly all that is ever read. */
const decoded: ({ readonly octets: Uint8Array; readonly text: string } | undefined)[] = [];
const PLACES = 1024;
const encoded = new Map<string, Uint8Array>();
const CACHE_LIMIT = 512;

/**
 * Content octets of an OBJECT IDENTIFIER to dotted decimal (X.690 8.19).
 * Throws ASN1_VALUE_INVALID for empty, unfinished, padded or oversized arcs.
 */
export function decodeOid(content: Uint8Array): string {
  if (content.length > 16) return decodeUncached(content);
  const place = placeOf(content);
  const known = decoded[place];
  if (known !== undefined && areEqual(known.octets, content)) return known.text;
  const text = decodeUncached(content);
  if (known === undefined) decoded[place] = { octets: content.slice(), text };
  return text;
}

function placeOf(content: Uint8Array): number {
  let sum = content.length;
  for (const octet of content) sum = (Math.imul(sum, 31) + octet) | 0;
  return (sum ^ (sum >>> 10)) & (PLACES - 1);
}

function areEqual(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

function decodeUncached(content: Uint8Array): string {
  if (content.length === 0 || content.length > MAX_OID_BYTES) throw invalid('An OID is 1 to 128 bytes long');
  const arcs: number[] = [];
  let value = 0;
  let isArcStart = true;
  for (const byte of content) {
    if (isArcStart && byte === 0x80) throw invalid('An OID arc is padded');
    value = value * 128 + (byte & 0x7f);
    if (value > MAX_ARC) throw invalid('An OID arc is too large');
    isArcStart = (byte & 0x80) === 0;
    if (!isArcStart) continue;
    if (arcs.length === 0) arcs.push(...splitFirstArcs(value));
    else arcs.push(value);
    value = 0;
  }
  if (!isArcStart) throw invalid('An OID ends inside an arc');
  return arcs.join('.');
}

/** The first two arcs share one number: 40 * first + second, where first is at most 2. */
function splitFirstArcs(value: number): [number, number] {
  const first = Math.min(2, Math.floor(value / 40));
  return [first, value - first * 40];
}

/**
 * Dotted decimal to content octets, which may be those of an earlier call: they are not to be changed. Throws
 * ASN1_VALUE_INVALID for anything that is not an OID.
 */
export function encodeOid(text: string): Uint8Array {
  const known = encoded.get(text);
  if (known !== undefined) return known;
  const content = encodeUncached(text);
  if (encoded.size < CACHE_LIMIT) encoded.set(text, content);
  return content;
}

function encodeUncached(text: string): Uint8Array {
  if (!/^[0-2](\.(0|[1-9]\d{0,9}))+$/.test(text)) throw invalid(`Not an object identifier: ${text}`);
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  if (first < 2 && second > 39) throw invalid(`Not an object identifier: ${text}`);
  return Uint8Array.from([first * 40 + second, ...rest].flatMap(encodeArc));
}

function encodeArc(arc: number): number[] {
  if (arc > MAX_ARC) throw invalid('An OID arc is too large');
  const septets = [arc % 128];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) septets.unshift((left % 128) | 0x80);
  return septets;
}

function invalid(message: string): Asn1Error {
  return new Asn1Error('ASN1_VALUE_INVALID', message);
}
