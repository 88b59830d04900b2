import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { Asn1Error } from '../../service/codecs/asn1/asn1-error.ts';
import { parseCertificate } from '../../service/codecs/x509/certificate.ts';
import { isForDocuments } from '../../service/codecs/x509/object-identifiers.ts';
import { summarizeCertificate, type CertificateSummary } from '../../service/codecs/x509/certificate-summary.ts';
import { keyKindOf, keyObstacle, type DeviceKeyKind } from './signature-algorithms.ts';

/** What a token-host needs to know of a certificate; read once and kept with the key. */
export interface CertificateFacts {
  readonly der: Uint8Array;
  readonly summary: CertificateSummary;
  readonly sha256Thumbprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Null: the certificate does not limit its use. */
  readonly keyUsage: readonly string[] | null;
  /** False: its extended key usage names other purposes only. */
  readonly isForDocuments: boolean;
  readonly isAuthority: boolean;
  readonly subjectKey: string;
  readonly issuerKey: string;
  readonly keyKind: DeviceKeyKind | null;
  /** Why signatures of this key are of no use; null if they are. */
  readonly keyObstacle: string | null;
  /** Undefined when this runtime does not know the kind of key. */
  readonly publicKey: KeyObject | undefined;
}

/**
 * Undefined for bytes that cannot be read as a certificate; why is added to `unread`, for people: what a token or file
 * holds must not be missing without a word.
 */
export function readCertificateFacts(der: Uint8Array, unread: string[] = []): CertificateFacts | undefined {
  try {
    const certificate = parseCertificate(der);
    return {
      der,
      summary: summarizeCertificate(certificate),
      sha256Thumbprint: certificate.sha256Thumbprint,
      notBefore: certificate.notBefore,
      notAfter: certificate.notAfter,
      keyUsage: certificate.keyUsage,
      isForDocuments: isForDocuments(certificate.extendedKeyUsage),
      isAuthority: certificate.basicConstraints?.isCa ?? false,
      subjectKey: certificate.subject.key,
      issuerKey: certificate.issuer.key,
      keyKind: keyKindOf(certificate.key),
      keyObstacle: keyObstacle(certificate.key),
      publicKey: importKey(certificate.publicKey.der),
    };
  } catch (error) {
    const name = createHash('sha256').update(der).digest('hex').slice(0, 16).toUpperCase();
    const reason = error instanceof Asn1Error ? error.message : 'it is not as certificates are';
    unread.push(`A certificate (SHA-256 ${name}...) cannot be read: ${reason}.`);
    return undefined;
  }
}

function importKey(spki: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Issuers of `leaf` among `candidates` by name and signature, nearest first, up to a root or where the trail ends. */
export function findChain(leaf: CertificateFacts, candidates: readonly CertificateFacts[]): Uint8Array[] {
  const chain: Uint8Array[] = [];
  const left = new Set(candidates.filter((candidate) => candidate.sha256Thumbprint !== leaf.sha256Thumbprint));
  const issuerOf = (subject: CertificateFacts): CertificateFacts | undefined =>
    [...left].find((candidate) => isIssuer(candidate, subject));
  for (let issuer = issuerOf(leaf); issuer !== undefined; issuer = issuerOf(issuer)) {
    left.delete(issuer);
    chain.push(issuer.der);
  }
  return chain;
}

function isIssuer(candidate: CertificateFacts, subject: CertificateFacts): boolean {
  if (candidate.subjectKey !== subject.issuerKey || candidate.publicKey === undefined) return false;
  try {
    return new X509Certificate(subject.der).verify(candidate.publicKey);
  } catch {
    return false;
  }
}
