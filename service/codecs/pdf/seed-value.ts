import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfString, type PdfObject } from './pdf-objects.ts';
import { decodeTextString } from './text-strings.ts';

/** What the signature about to be made is, as far as a seed value may ask for it. */
export interface SeededSignature {
  /** Name of the digest in CMS, e.g. SHA-256. */
  readonly hashAlgorithm: string;
  readonly reason: string | null;
  /** P of DocMDP; null for an approval. */
  readonly certification: 1 | 2 | 3 | null;
  /** The signature will bear a time stamp. */
  readonly hasTimestamp: boolean;
  /** The document will hold certificates and revocation values of the signature. */
  readonly hasEvidence: boolean;
  /** DER of the certificate that signs. */
  readonly certificate: Uint8Array;
}

/** Bits of /Ff that make an entry of the seed value dictionary binding, ISO 32000-2 table 238. */
const BINDING = {
  Filter: 1,
  SubFilter: 2,
  V: 4,
  Reasons: 8,
  LegalAttestation: 16,
  AddRevInfo: 32,
  DigestMethod: 64,
  LockDocument: 128,
  AppearanceFilter: 256,
} as const;
type BindingEntry = keyof typeof BINDING;
/** The highest version of the dictionary that PDF 2.0 knows. */
const KNOWN_VERSION = 3;

/**
 * Holds the signature to what the maker of the document asks for. What is merely recommended may be left out; what
 * is binding and cannot be met, or is not understood, is refused. Throws PdfError: PDF_SEED_VALUE_UNMET.
 */
export function requireSeedValue(document: PdfDocument, seed: PdfDictionary, signature: SeededSignature): void {
  const flags = document.get(seed, 'Ff') ?? 0;
  if (typeof flags !== 'number' || !Number.isInteger(flags) || flags < 0) throw unmet('its flags are malformed');
  const checks = rules(document, seed, signature);
  for (const [entry, bit] of Object.entries(BINDING) as [BindingEntry, number][]) {
    if ((flags & bit) === 0 || checks[entry]()) continue;
    throw unmet(`the entry ${entry} is binding and not met`);
  }
  if (flags >= 512) throw unmet('a binding entry is not understood');
  requireKind(document, seed, signature);
  requireTimestamp(document, seed, signature);
  requireCertificate(document, seed, signature);
}

function rules(
  document: PdfDocument,
  seed: PdfDictionary,
  signature: SeededSignature,
): Readonly<Record<BindingEntry, () => boolean>> {
  const get = (key: string): PdfObject => document.get(seed, key);
  return {
    Filter: () => get('Filter') === null || isNamed(get('Filter'), 'Adobe.PPKLite'),
    SubFilter: () => isListed(document, get('SubFilter'), (name) => name === 'ETSI.CAdES.detached'),
    V: () => {
      const version = get('V');
      return version === null || (typeof version === 'number' && version <= KNOWN_VERSION);
    },
    Reasons: () => allowsReason(document, get('Reasons'), signature.reason),
    LegalAttestation: () => get('LegalAttestation') === null || signature.certification === null,
    AddRevInfo: () => get('AddRevInfo') !== true || signature.hasEvidence,
    DigestMethod: () => {
      const wanted = plain(signature.hashAlgorithm);
      return isListed(document, get('DigestMethod'), (name) => plain(name) === wanted);
    },
    // Nothing is locked but what the field's own /Lock names.
    LockDocument: () =>
      get('LockDocument') === null || ['auto', 'false'].some((name) => isNamed(get('LockDocument'), name)),
    AppearanceFilter: () => get('AppearanceFilter') === null,
  };
}

function isListed(document: PdfDocument, list: PdfObject, isWanted: (name: string) => boolean): boolean {
  if (list === null) return true;
  if (!isPdfArray(list)) return false;
  return list.some((item) => {
    const value = document.resolve(item);
    if (value instanceof PdfName) return isWanted(value.value);
    return value instanceof PdfString && isWanted(decodeTextString(value.bytes));
  });
}

/** An empty list, or a single full stop, asks for a signature without a reason (table 237). */
function allowsReason(document: PdfDocument, reasons: PdfObject, reason: string | null): boolean {
  if (reasons === null) return true;
  if (!isPdfArray(reasons)) return false;
  const isNone = reasons.length === 0 || (reasons.length === 1 && isListed(document, reasons, (text) => text === '.'));
  if (isNone) return reason === null;
  return reason !== null && isListed(document, reasons, (text) => text === reason);
}

const plain = (algorithm: string): string => algorithm.replace('-', '').toUpperCase();

/** /MDP: P 0 asks for an approval, 1 to 3 for a certification of that level; binding by its presence. */
function requireKind(document: PdfDocument, seed: PdfDictionary, { certification }: SeededSignature): void {
  const rule = document.get(seed, 'MDP');
  if (rule === null) return;
  const level = rule instanceof PdfDictionary ? document.get(rule, 'P') : undefined;
  if (level === 0 && certification === null) return;
  if (level !== undefined && level === certification) return;
  throw unmet(level === 0 ? 'the field is for an approval' : 'the field is for a certification of another kind');
}

/** /TimeStamp: its /Ff of 1 makes a time stamp a must; whose it is stays the station's choice. */
function requireTimestamp(document: PdfDocument, seed: PdfDictionary, { hasTimestamp }: SeededSignature): void {
  const rule = document.get(seed, 'TimeStamp');
  if (rule === null) return;
  const isBinding = !(rule instanceof PdfDictionary) || (document.get(rule, 'Ff') ?? 0) !== 0;
  if (isBinding && !hasTimestamp) throw unmet('the field is for a signature with a time stamp');
}

/** /Cert (table 239): the signing certificate itself may be asked for; other binding rules about it are not understood. */
function requireCertificate(document: PdfDocument, seed: PdfDictionary, { certificate }: SeededSignature): void {
  const rule = document.get(seed, 'Cert');
  if (rule === null) return;
  const flags = rule instanceof PdfDictionary ? (document.get(rule, 'Ff') ?? 0) : -1;
  if (flags === 0 || !(rule instanceof PdfDictionary)) {
    if (flags === 0) return;
    throw unmet('its rule about certificates is malformed');
  }
  if (flags !== 1) throw unmet('its rule about certificates is not understood');
  const subjects = document.get(rule, 'Subject');
  const isAsked =
    isPdfArray(subjects) &&
    subjects.some((item) => {
      const value = document.resolve(item);
      return value instanceof PdfString && Buffer.compare(value.bytes, certificate) === 0;
    });
  if (!isAsked) throw unmet('the field is for another certificate');
}

function unmet(message: string): PdfError {
  return new PdfError('PDF_SEED_VALUE_UNMET', message);
}
