import { createHash, sign } from 'node:crypto';
import * as der from '../../codecs/asn1/der-writer.ts';
import { contextPrimitive, TAG } from '../../codecs/asn1/tags.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import type { NewExtension } from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { ecdsaSha256, type Issued } from './issued-certificates.suite.ts';

/** Numbers of CRLReason. */
export const REASON = {
  unspecified: 0,
  keyCompromise: 1,
  superseded: 4,
  certificateHold: 6,
  removeFromCRL: 8,
} as const;
export type Reason = keyof typeof REASON;

export interface Listed {
  readonly certificate: Issued;
  readonly reason?: Reason;
  readonly revokedAt?: Date;
  readonly extensions?: readonly NewExtension[];
}

export interface CrlRequest {
  readonly issuer: Issued;
  /** The name of the CRL's issuer, if not the signer's. */
  readonly name?: string;
  readonly entries?: readonly Listed[];
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date;
  readonly number?: number;
  readonly extensions?: readonly NewExtension[];
  readonly hash?: 'sha1' | 'sha256';
}

/** In force at the time of these tests unless said otherwise. */
export const THIS_UPDATE = new Date('2026-09-25T00:00:00Z');
export const NEXT_UPDATE = new Date('2026-10-05T00:00:00Z');
const REVOKED_AT = new Date('2026-06-01T00:00:00Z');

function algorithmOf(hash: 'sha1' | 'sha256' = 'sha256'): Uint8Array {
  return hash === 'sha1' ? encodeAlgorithmIdentifier('1.2.840.10045.4.1', 'absent') : ecdsaSha256;
}

function encodeExtension({ oid, critical, value }: NewExtension): Uint8Array {
  return der.derSequence(der.derOid(oid), ...(critical ? [der.derBoolean(true)] : []), der.derOctetString(value));
}

function generalizedTime(time: Date): Uint8Array {
  return der.derValue(TAG.generalizedTime, Buffer.from(time.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

function encodeEntry({
  certificate,
  reason = 'keyCompromise',
  revokedAt = REVOKED_AT,
  extensions = [],
}: Listed): Uint8Array {
  const reasonCode = { oid: '2.5.29.21', critical: false, value: Uint8Array.of(TAG.enumerated, 1, REASON[reason]) };
  const all = [...(reason === 'unspecified' ? [] : [reasonCode]), ...extensions];
  return der.derSequence(
    der.derValue(TAG.integer, parseCertificate(certificate.der).serialNumber),
    der.derTime(revokedAt),
    ...(all.length === 0 ? [] : [der.derSequence(...all.map(encodeExtension))]),
  );
}

/** DER of a CRL. */
export function makeCrl(request: CrlRequest): Uint8Array {
  const { issuer, name, entries = [], thisUpdate = THIS_UPDATE, nextUpdate = NEXT_UPDATE } = request;
  const number = { oid: '2.5.29.20', critical: false, value: der.derInteger(request.number ?? 7) };
  const extensions = [number, ...(request.extensions ?? [])];
  const tbs = der.derSequence(
    der.derInteger(1),
    algorithmOf(request.hash),
    encodeName([['CN', name ?? issuer.subject]]),
    der.derTime(thisUpdate),
    der.derTime(nextUpdate),
    ...(entries.length === 0 ? [] : [der.derSequence(...entries.map(encodeEntry))]),
    der.derExplicit(0, der.derSequence(...extensions.map(encodeExtension))),
  );
  const value = sign(request.hash ?? 'sha256', tbs, issuer.privateKey);
  return der.derSequence(tbs, algorithmOf(request.hash), der.derBitString(value));
}

export interface OcspRequest {
  readonly certificate: Issued;
  readonly issuer: Issued;
  /** Who signs; the issuer unless said otherwise. */
  readonly responder?: Issued;
  readonly status?: 'good' | 'unknown' | { readonly reason: Reason; readonly revokedAt?: Date };
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date;
  readonly sent?: readonly Issued[];
  readonly extensions?: readonly NewExtension[];
  readonly hash?: 'sha1' | 'sha256';
}

/** DER of an OCSPResponse. */
export function makeOcsp(request: OcspRequest): Uint8Array {
  const { certificate, issuer, responder = issuer, thisUpdate = THIS_UPDATE, nextUpdate = NEXT_UPDATE } = request;
  const single = der.derSequence(
    certificateId(certificate, issuer),
    encodeStatus(request.status ?? 'good'),
    generalizedTime(thisUpdate),
    der.derExplicit(0, generalizedTime(nextUpdate)),
    ...(request.extensions === undefined
      ? []
      : [der.derExplicit(1, der.derSequence(...request.extensions.map(encodeExtension)))]),
  );
  const tbs = der.derSequence(
    der.derExplicit(1, encodeName([['CN', responder.subject]])),
    generalizedTime(thisUpdate),
    der.derSequence(single),
  );
  const value = sign(request.hash ?? 'sha256', tbs, responder.privateKey);
  const sent = (request.sent ?? [responder]).map((one) => one.der);
  const certificates = der.derExplicit(0, der.derSequence(...sent));
  const basic = der.derSequence(tbs, algorithmOf(request.hash), der.derBitString(value), certificates);
  const bytes = der.derSequence(der.derOid('1.3.6.1.5.5.7.48.1.1'), der.derOctetString(basic));
  return der.derSequence(der.derValue(TAG.enumerated, Uint8Array.of(0)), der.derExplicit(0, bytes));
}

function certificateId(certificate: Issued, issuer: Issued): Uint8Array {
  const { issuer: name, serialNumber } = parseCertificate(certificate.der);
  const { publicKey } = parseCertificate(issuer.der);
  const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest();
  return der.derSequence(
    encodeAlgorithmIdentifier('1.3.14.3.2.26', 'null'),
    der.derOctetString(sha1(name.der)),
    der.derOctetString(sha1(publicKey.bits)),
    der.derValue(TAG.integer, serialNumber),
  );
}

function encodeStatus(status: NonNullable<OcspRequest['status']>): Uint8Array {
  if (status === 'good') return der.derValue(contextPrimitive(0));
  if (status === 'unknown') return der.derValue(contextPrimitive(2));
  const reason = Uint8Array.of(TAG.enumerated, 1, REASON[status.reason]);
  const revokedAt = generalizedTime(status.revokedAt ?? REVOKED_AT);
  return der.derValue(0xa1, revokedAt, ...(status.reason === 'unspecified' ? [] : [der.derExplicit(0, reason)]));
}
