import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { decodeTime, MAX_TIME_BYTES } from '../asn1/time.ts';
import { readAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { readExtensions } from '../x509/extensions.ts';
import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { hashFromOid, type HashName } from '../x509/hash-algorithm.ts';

/** TSTInfo (RFC 3161 2.4.2), the signed content of a TimeStampToken. */
export interface TstInfo {
  readonly policyOid: string;
  readonly messageImprint: { readonly hash: HashName | null; readonly digest: Uint8Array };
  /** Big-endian; two's complement when it is negative, as it must not be. */
  readonly serialNumber: Uint8Array;
  readonly genTime: Date;
  /** Milliseconds; 0 where no accuracy is given. */
  readonly accuracyMilliseconds: number;
  readonly ordering: boolean;
  /** The same; null when absent. */
  readonly nonce: Uint8Array | null;
  readonly hasCriticalExtension: boolean;
}

/** Parses DER TSTInfo; the token around it is a SignedData with eContentType id-ct-TSTInfo. Throws Asn1Error. */
export function parseTstInfo(der: Uint8Array): TstInfo {
  const cursor = readDer(der, { maxElements: 1000 }).cursor(TAG.sequence);
  if (cursor.next().smallInteger() !== 1) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'Unknown TSTInfo version');
  const policyOid = cursor.next().oid();
  const messageImprint = readMessageImprint(cursor.next());
  const serialNumber = anyInteger(cursor.next());
  const genTime = readGenTime(cursor.next(TAG.generalizedTime));
  const accuracy = cursor.optional(TAG.sequence);
  const ordering = cursor.optional(TAG.boolean)?.boolean() ?? false;
  const nonce = cursor.optional(TAG.integer);
  cursor.optional(contextConstructed(0));
  const extensions = cursor.optional(contextConstructed(1));
  cursor.finish();
  return {
    ...{ policyOid, messageImprint, serialNumber, genTime, ordering },
    accuracyMilliseconds: accuracy === null ? 0 : readAccuracy(accuracy),
    nonce: nonce && anyInteger(nonce),
    hasCriticalExtension: extensions !== null && hasCritical(extensions),
  };
}

/**
 * RFC 3161 2.4.2 wants no zero at the end of a fraction of a second, as DER does. Authorities that always write three digits
 * leave it there; it says the same time, and the octets are what is signed.
 */
function readGenTime(element: Asn1Element): Date {
  const text = String.fromCharCode(...element.content.subarray(0, MAX_TIME_BYTES + 1));
  const shortest = text.replace(/\.?0+Z$/u, (zeros) => (text.includes('.') ? 'Z' : zeros));
  return decodeTime(element.tag, Buffer.from(shortest, 'latin1'));
}

function readMessageImprint(element: Asn1Element): TstInfo['messageImprint'] {
  const cursor = element.cursor(TAG.sequence);
  const hash = hashFromOid(readAlgorithmIdentifier(cursor.next()).oid);
  const digest = cursor.next().octetString();
  cursor.finish();
  return { hash, digest };
}

/** Accuracy: seconds, then `[0]` millis and `[1]` micros; rounded up to milliseconds. */
function readAccuracy(element: Asn1Element): number {
  const cursor = element.cursor();
  const seconds = cursor.optional(TAG.integer)?.smallInteger() ?? 0;
  const millis = cursor.optional(contextPrimitive(0))?.smallInteger(contextPrimitive(0)) ?? 0;
  const micros = cursor.optional(contextPrimitive(1))?.smallInteger(contextPrimitive(1)) ?? 0;
  cursor.finish();
  return seconds * 1000 + millis + Math.ceil(micros / 1000);
}

/** Extensions is `[1] IMPLICIT`, so the list itself carries the tag. */
function hasCritical(element: Asn1Element): boolean {
  const list = new Uint8Array(element.encoded);
  list[0] = TAG.sequence;
  return [...readExtensions(readDer(list)).values()].some((extension) => extension.critical);
}

/**
 * RFC 3161 wants both numbers positive, and nobody counts with them: authorities write random octets of any length, some
 * with the first bit set or with a zero too many. They are kept as they are.
 */
function anyInteger(element: Asn1Element): Uint8Array {
  const { content } = element.expect(TAG.integer);
  if (content.length === 0) throw new Asn1Error('ASN1_VALUE_INVALID', 'A number without octets', element.start);
  return content[0] === 0 ? content.subarray(1) : content;
}
