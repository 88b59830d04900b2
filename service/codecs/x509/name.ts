import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { derOid, derPrintableString, derSequence, derSetOf, derUtf8String, derIa5String } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';
import { hasTooManyMarks } from '../combining-marks.ts';
import { readText } from './directory-string.ts';

/** Short names of RFC 4514 3 and RFC 4519, and those of X.520 that people know from certificates. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.4', 'SN'],
  ['2.5.4.5', 'serialNumber'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.12', 'title'],
  ['2.5.4.42', 'GN'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  ['1.2.840.113549.1.9.1', 'emailAddress'],
]);
const OIDS_BY_SHORT_NAME: ReadonlyMap<string, string> = new Map([...SHORT_NAMES].map(([oid, name]) => [name, oid]));
const PRINTABLE_TYPES: ReadonlySet<string> = new Set(['2.5.4.5', '2.5.4.6']);
const IA5_TYPES: ReadonlySet<string> = new Set(['0.9.2342.19200300.100.1.25', '1.2.840.113549.1.9.1']);
const MAX_ATTRIBUTES = 100;

export interface NameAttribute {
  readonly oid: string;
  /** Null when the value is not a character string. */
  readonly text: string | null;
  readonly valueDer: Uint8Array;
}

/** A distinguished name: its DER, its attributes in encoded order, and the forms for reading and comparing. */
export class Name {
  readonly der: Uint8Array;
  readonly rdns: readonly (readonly NameAttribute[])[];
  #preparedRdns: readonly string[] | null = null;
  #key: string | null = null;
  #text: string | null = null;

  constructor(der: Uint8Array, rdns: readonly (readonly NameAttribute[])[]) {
    this.der = der;
    this.rdns = rdns;
  }

  /** RFC 4514: most specific first, `CN=Demo Signer,O=Example,C=AA`. */
  toString(): string {
    this.#text ??= this.rdns
      .toReversed()
      .map((rdn) => rdn.map(formatAttribute).join('+'))
      .join(',');
    return this.#text;
  }

  /** The value of the first attribute of that type, most specific RDN first. */
  attribute(shortName: string): string | null {
    const oid = OIDS_BY_SHORT_NAME.get(shortName);
    return (
      this.rdns
        .toReversed()
        .flat()
        .find((attribute) => attribute.oid === oid)?.text ?? null
    );
  }

  /** One comparison key per RDN: attribute order and letter case do not count, nor which string type was used. */
  get preparedRdns(): readonly string[] {
    this.#preparedRdns ??= this.rdns.map(prepareRdn);
    return this.#preparedRdns;
  }

  /** Equal keys are equal names by RFC 5280 7.1. */
  get key(): string {
    this.#key ??= this.preparedRdns.join('\u0002');
    return this.#key;
  }

  /** The comparison key of this name with one more RDN at its end. */
  keyWith(rdn: readonly NameAttribute[]): string {
    return [...this.preparedRdns, prepareRdn(rdn)].join('\u0002');
  }

  get isEmpty(): boolean {
    return this.rdns.length === 0;
  }
}

/** Reads a Name (RFC 5280 4.1.2.4). Throws Asn1Error. */
export function readName(element: Asn1Element): Name {
  let count = 0;
  const rdns = element.children(TAG.sequence).map((rdn) => {
    const attributes = rdn.children(TAG.set).map(readAttribute);
    count += attributes.length;
    if (attributes.length === 0 || count > MAX_ATTRIBUTES) {
      throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'A name has an empty RDN or too many attributes', rdn.start);
    }
    return attributes;
  });
  return new Name(element.encoded, rdns);
}

/** One RelativeDistinguishedName, whatever its tag. Throws Asn1Error. */
export function readRdn(element: Asn1Element): NameAttribute[] {
  return element.children().map(readAttribute);
}

function prepareRdn(rdn: readonly NameAttribute[]): string {
  return rdn.map(prepareAttribute).sort().join('\u0001');
}

function readAttribute(element: Asn1Element): NameAttribute {
  const cursor = element.cursor(TAG.sequence);
  const oid = cursor.next().oid();
  const value = cursor.next();
  cursor.finish();
  return { oid, text: readText(value), valueDer: value.encoded };
}

/** RFC 4518 2.2 maps these to nothing. */
const IGNORED =
  /[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g; // eslint-disable-line no-control-regex

/**
 * String preparation of RFC 5280 7.1 (RFC 4518): compatibility normalisation, case folding, white space at the ends
 * dropped and inside made one space. Values that are no strings compare by their DER, and so do those of more marks than
 * any language has.
 */
function prepareAttribute(attribute: NameAttribute): string {
  const { text, valueDer } = attribute;
  const kept = text?.replace(IGNORED, '') ?? null;
  const value = kept === null || hasTooManyMarks(kept) ? `#${toHex(valueDer)}` : `=${prepareText(kept)}`;
  return attribute.oid + value;
}

function prepareText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function formatAttribute(attribute: NameAttribute): string {
  const shortName = SHORT_NAMES.get(attribute.oid);
  // RFC 4514 2.4: without a string form or a known name, the value is the hexadecimal DER.
  if (attribute.text === null || shortName === undefined) {
    return `${shortName ?? attribute.oid}=#${toHex(attribute.valueDer)}`;
  }
  return `${shortName}=${escapeValue(attribute.text)}`;
}

/** RFC 4514 2.4; control characters as hex pairs too, so that a name never breaks a line or a log. */
function escapeValue(text: string): string {
  return text
    .replace(/[\\"+,;<>]/g, '\\$&')
    .replace(/^[ #]| $/g, '\\$&')
    .replace(/[\u0000-\u001f\u007f]/g, (character) => `\\${toHex(Buffer.from(character))}`); // eslint-disable-line no-control-regex
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/**
 * DER of a name from `[shortName, value]` pairs, one RDN each, most general first (`['C', 'AA'], ['CN', 'Demo']`).
 * Throws Asn1Error for a short name that is not known.
 */
export function encodeName(attributes: readonly (readonly [shortName: string, value: string])[]): Uint8Array {
  return derSequence(
    ...attributes.map(([shortName, value]) => {
      const oid = OIDS_BY_SHORT_NAME.get(shortName);
      if (oid === undefined) throw new Asn1Error('ASN1_VALUE_INVALID', `Unknown attribute ${shortName}`);
      return derSetOf([derSequence(derOid(oid), encodeText(oid, value))]);
    }),
  );
}

function encodeText(oid: string, value: string): Uint8Array {
  if (PRINTABLE_TYPES.has(oid)) return derPrintableString(value);
  return IA5_TYPES.has(oid) ? derIa5String(value) : derUtf8String(value);
}
