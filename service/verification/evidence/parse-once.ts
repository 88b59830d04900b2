import { hash } from 'node:crypto';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import { orNull } from '../certificate-path/issued-by.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import { RecentlyParsed } from './recently-parsed.ts';

/** Of this process. The work is charged to every document all the same. */
const recent = new RecentlyParsed();

/** What was read of one document, kept as long as its budget. */
const documents = new WeakMap<WorkBudget, Map<string, unknown>>();

/**
 * Reads a certificate, a list or a response that a document brings along: once for all its signatures, which all look at
 * the same ones. Null for what cannot be read. Throws WorkExceededError.
 */
export function parseOnce<Parsed>(
  kind: string,
  der: Uint8Array,
  parse: (der: Uint8Array) => Parsed,
  budget: WorkBudget,
): Parsed | null {
  budget.charge(der.length * WORK.digestedByte + WORK.node);
  const known = documents.get(budget) ?? new Map<string, unknown>();
  documents.set(budget, known);
  const key = keyOf(kind, der);
  if (known.has(key)) return known.get(key) as Parsed | null;
  budget.charge(WORK.parsedItem);
  const parsed = orNull(() => recent.read(key, der, parse));
  known.set(key, parsed);
  return parsed;
}

/**
 * A certificate that comes along with job after job, as those of a signer and of an authority do: read once for all of
 * them, with what was found out about it and its key. Throws Asn1Error.
 */
export function parseRecurringCertificate(der: Uint8Array): Certificate {
  return recent.read(keyOf('certificate', der), der, parseCertificate);
}

/** The certificates among these that can be read. Throws WorkExceededError. */
export function parseCertificatesOnce(ders: readonly Uint8Array[], budget: WorkBudget): Certificate[] {
  return ders.flatMap((der) => parseOnce('certificate', der, parseCertificate, budget) ?? []);
}

function keyOf(kind: string, der: Uint8Array): string {
  return `${kind} ${hash('sha256', der, 'base64')}`;
}
