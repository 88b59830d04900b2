import type { Asn1Element } from '../asn1/asn1-element.ts';
import { derNull, derOid, derSequence } from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';

/** AlgorithmIdentifier (RFC 5280 4.1.1.2); `der` and `parameters` are whole encodings, parameters null when absent. */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly parameters: Asn1Element | null;
  readonly der: Uint8Array;
}

/** Reads an AlgorithmIdentifier. Throws Asn1Error. */
export function readAlgorithmIdentifier(element: Asn1Element): AlgorithmIdentifier {
  const cursor = element.cursor(TAG.sequence);
  const oid = cursor.next().oid();
  const parameters = cursor.isDone ? null : cursor.next();
  cursor.finish();
  return { oid, parameters, der: element.encoded };
}

/** Absent or NULL: the two ways hash and RSA algorithms say that they have no parameters (RFC 4055 2.1, RFC 5754 2). */
export function hasNoParameters(algorithm: AlgorithmIdentifier): boolean {
  return algorithm.parameters === null || hasNullParameters(algorithm);
}

/** The same bytes, or one algorithm without parameters, which one of them says by NULL. */
export function isSameAlgorithm(one: AlgorithmIdentifier, other: AlgorithmIdentifier): boolean {
  if (Buffer.compare(one.der, other.der) === 0) return true;
  return one.oid === other.oid && hasNoParameters(one) && hasNoParameters(other);
}

function hasNullParameters(algorithm: AlgorithmIdentifier): boolean {
  return algorithm.parameters?.tag === TAG.null && algorithm.parameters.content.length === 0;
}

/** Writes an AlgorithmIdentifier with no parameters at all, with NULL, or with the DER given. */
export function encodeAlgorithmIdentifier(oid: string, parameters: 'absent' | 'null' | Uint8Array): Uint8Array {
  if (parameters === 'absent') return derSequence(derOid(oid));
  return derSequence(derOid(oid), parameters === 'null' ? derNull() : parameters);
}
