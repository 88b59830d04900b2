import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { encodeSignatureAlgorithm } from '../../codecs/cms/cms-algorithm.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import type { CertificateResult } from '../../contract/http/verification.ts';
import type { TrustMaterial } from '../verification.ts';
import { evaluateCertificate, type CertificateQuestion } from './evaluate-certificate.ts';
import { openTrustStore } from './trust-store.ts';

export interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
export interface Issued extends Keys {
  readonly subject: string;
  readonly der: Uint8Array;
}
export interface Request {
  readonly keys?: Keys;
  readonly extensions?: readonly builder.NewExtension[];
  readonly changes?: Partial<builder.NewCertificate>;
  /** Null for keys on Edwards curves. */
  readonly hash?: string | null;
}

/** When certificates of these tests are judged: in the middle of their validity, 2026. */
export const at = new Date('2026-10-01T00:00:00Z');
export const ecdsaSha256 = encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' });
let serial = 0;

export function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** A signer's certificate; `issuer` null makes it self-signed. */
export function issue(subject: string, issuer: Issued | null, request: Request = {}): Issued {
  const keys = request.keys ?? newKeys();
  serial++;
  const der = builder.buildCertificate(
    {
      issuer: encodeName([['CN', issuer?.subject ?? subject]]),
      subject: encodeName([['CN', subject]]),
      serialNumber: Uint8Array.of(1, serial >> 8, serial & 255),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2027-01-01T00:00:00Z'),
      publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }),
      extensions: request.extensions ?? [builder.keyUsageExtension(['nonRepudiation'])],
      signatureAlgorithm: ecdsaSha256,
      ...request.changes,
    },
    (tbs) => sign(request.hash === undefined ? 'sha256' : request.hash, tbs, issuer?.privateKey ?? keys.privateKey),
  );
  return { privateKey: keys.privateKey, publicKey: keys.publicKey, subject, der };
}

export function authority(
  subject: string,
  issuer: Issued | null,
  pathLength: number | null = null,
  request: Request = {},
): Issued {
  const usage = builder.keyUsageExtension(['keyCertSign', 'cRLSign']);
  const extensions = [builder.basicConstraintsExtension(true, pathLength), usage];
  return issue(subject, issuer, { extensions, ...request });
}

export type Circumstances = Partial<Omit<TrustMaterial, 'trustAnchors'> & Omit<CertificateQuestion, 'store'>>;

/** `candidates`: what the document brings along. */
export function evaluate(
  leaf: Issued,
  anchors: readonly Issued[],
  candidates: readonly Issued[] = [],
  { intermediates = [], crls = [], ocspResponses = [], ...question }: Circumstances = {},
): CertificateResult {
  const trustAnchors = anchors.map(({ der }) => der);
  return evaluateCertificate({
    certificate: parseCertificate(leaf.der),
    candidates: candidates.map(({ der }) => parseCertificate(der)),
    store: openTrustStore({ trustAnchors, intermediates, crls, ocspResponses }),
    at,
    revocationMode: 'Offline',
    ...question,
  }).result;
}
