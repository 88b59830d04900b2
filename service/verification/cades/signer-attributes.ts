import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import type { SignedAttributes } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { besideLevel, type Fault, indeterminate, invalid } from '../fault.ts';
import type { DigestContent } from './signed-content.ts';

/**
 * RFC 5652 5.3: DER, and no type twice but content-time-stamp, of which different authorities may have made several
 * (EN 319 122-1 5.2.8). content-type and message-digest decide what is signed: they are judged where they are read.
 */
export function judgeForm({ isDer, repeated }: SignedAttributes): Fault[] {
  const isTwice = [...repeated].some((oid) => oid !== oids.OID_ID_AA_CONTENT_TIME_STAMP);
  return isDer && !isTwice ? [] : [indeterminate('SIG_SIGNED_ATTRIBUTES_MALFORMED')];
}

/**
 * C3: content-type is there once with one value and equals eContentType, which nothing else protects (RFC 5652 11.1). A
 * type other than the one this signature is for is not judged further: what the content means is not known here.
 */
export function judgeContentType(attributes: SignedAttributes, eContentType: string, expected: string | null): Fault[] {
  if (expected === null) {
    return attributes.byOid.has(oids.OID_ID_CONTENT_TYPE) ? [invalid('SIG_CONTENT_TYPE_MISMATCH')] : [];
  }
  const value = singleValue(attributes, oids.OID_ID_CONTENT_TYPE);
  const claimed = value === null ? null : orNull(() => value.oid());
  return claimed === eContentType ? judgeExpectedType(eContentType, expected) : [invalid('SIG_CONTENT_TYPE_MISMATCH')];
}

export function judgeExpectedType(eContentType: string, expected: string | null): Fault[] {
  return expected === null || eContentType === expected ? [] : [indeterminate('SIG_CONTENT_TYPE_UNSUPPORTED')];
}

/** C4: one message-digest with one value, the digest of the content by digestAlgorithm. */
export function judgeMessageDigest(
  attributes: SignedAttributes,
  hash: HashName | null,
  digestContent: DigestContent | null,
): Fault[] {
  const value = singleValue(attributes, oids.OID_ID_MESSAGE_DIGEST);
  const claimed = value === null ? null : orNull(() => Buffer.concat(value.octetStringPieces()));
  if (claimed === null) return [invalid('SIG_SIGNED_ATTRIBUTES_MALFORMED')];
  if (hash === null) return [indeterminate('SIG_ALGORITHM_UNSUPPORTED')];
  if (digestContent === null) return [indeterminate('SIG_DETACHED_CONTENT_MISSING')];
  return Buffer.compare(claimed, digestContent(hash)) === 0 ? [] : [invalid('SIG_DIGEST_MISMATCH')];
}

/**
 * C17: the signer's own claim, which decides nothing but this: nobody signs before or after the life of the certificate
 * that the signature is made with.
 */
export function judgeSigningTime(
  attributes: SignedAttributes,
  signer: Certificate | null,
): { value: Date | null; faults: Fault[] } {
  if (!attributes.byOid.has(oids.OID_ID_SIGNING_TIME)) return { value: null, faults: [] };
  const element = singleValue(attributes, oids.OID_ID_SIGNING_TIME);
  const value = element === null ? null : orNull(() => element.time());
  if (value === null) return { value, faults: [indeterminate('SIG_SIGNED_ATTRIBUTES_MALFORMED')] };
  const isOutside = signer !== null && (value < signer.notBefore || value > signer.notAfter);
  return { value, faults: isOutside ? [besideLevel(indeterminate('SIG_SIGNING_TIME_IMPLAUSIBLE'))] : [] };
}

function singleValue({ byOid, repeated }: SignedAttributes, oid: string): Asn1Element | null {
  const values = repeated.has(oid) ? [] : (byOid.get(oid)?.values ?? []);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Null for what ASN.1 does not allow. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
