import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Crl } from '../../codecs/crl/crl.ts';
import type { RevokedEntry } from '../../codecs/crl/revoked-entries.ts';
import { ALL_REASONS } from '../../codecs/x509/distribution-point.ts';
import { OID_EXTENSION } from '../../codecs/x509/object-identifiers.ts';
import { coveredReasons, crlIssuerKeys } from './crl-scope.ts';
import { isOf, signerOf } from './crl-signers.ts';
import { againstItself, isBelieved, isUnderway } from './delegates.ts';
import {
  isAbout,
  isMadeAfter,
  isRevokedBy,
  stillNames,
  type EvidenceResult,
  type RevocationQuestion,
} from './revocation-evidence.ts';

const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID_EXTENSION.authorityKeyIdentifier,
  OID_EXTENSION.crlNumber,
  OID_EXTENSION.deltaCrlIndicator,
  OID_EXTENSION.issuingDistributionPoint,
  OID_EXTENSION.issuerAltName,
  OID_EXTENSION.expiredCertsOnCrl,
]);

const OBSCURE: Readonly<Record<NonNullable<RevokedEntry['obscurity']>, string>> = {
  criticalExtension: 'The CRL has a critical extension that is not understood',
  malformed: 'The CRL is malformed',
};

/** Looking for an entry walks over the list. */
const NANOSECONDS_PER_BYTE = 0.25;

type Good = Extract<EvidenceResult, { kind: 'Good' }>;

/**
 * What the CRLs at hand say about the certificate (RFC 5280 6.3.3): complete ones, each also with its deltas, direct and
 * indirect ones, and those for some reasons only, which say Good together when they cover all reasons.
 */
export function statusesByCrl(question: RevocationQuestion): EvidenceResult[] {
  const keys = orEmpty(() => crlIssuerKeys(question.certificate));
  const crls = keys.flatMap((key) => question.evidence.crlsOf(key));
  const deltas = crls.filter(({ baseCrlNumber }) => baseCrlNumber !== null);
  const isOwn = isUnderway(question.certificate, question);
  const results = crls.flatMap((crl) => {
    const said = guarded(() => statusesOf(crl, deltas, question));
    return isOwn && isOf(crl, question) ? againstItself(said) : said;
  });
  const isWhole = (result: EvidenceResult): boolean =>
    result.kind !== 'Good' || result.reasons.size === ALL_REASONS.size;
  const partial = results.filter((result): result is Good => result.kind === 'Good' && !isWhole(result));
  return [...results.filter(isWhole), ...together(partial)];
}

function orEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch (error) {
    // Path validation names the malformed extension.
    if (error instanceof Asn1Error) return [];
    throw error;
  }
}

function guarded(judge: () => EvidenceResult[]): EvidenceResult[] {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Asn1Error) return [{ kind: 'Unusable', detail: 'The CRL is malformed' }];
    throw error;
  }
}

/** CRLs for some reasons only: Good if every reason is covered by one that is current. */
function together(partial: readonly Good[]): EvidenceResult[] {
  if (partial.length === 0) return [];
  const current = partial.filter(({ isCurrent }) => isCurrent);
  const covered = new Set(current.flatMap(({ reasons }) => [...reasons]));
  if (covered.size < ALL_REASONS.size) {
    return [{ kind: 'Unusable', detail: 'The CRLs at hand are for some reasons of revocation only' }];
  }
  const oldest = current.reduce((one, other) => (other.thisUpdate < one.thisUpdate ? other : one));
  return [{ ...oldest, reasons: ALL_REASONS }];
}

function statusesOf(crl: Crl, deltas: readonly Crl[], question: RevocationQuestion): EvidenceResult[] {
  const reasons = coveredReasons(crl, question.certificate, question.checks.budget);
  if (reasons.size === 0) return [];
  const signer = signerOf(crl, question);
  if (signer === 'none') return [{ kind: 'Unusable', detail: 'The CRL is not signed by the issuer or its delegate' }];
  const entry = entryIn(crl, question);
  if (!isBelieved(signer))
    return [{ kind: 'Unusable', detail: 'The CRL is signed by a delegate that was revoked', isListed: entry !== null }];
  const obscurity = isUnderstood(crl) ? (entry?.obscurity ?? null) : 'criticalExtension';
  if (obscurity !== null) return [{ kind: 'Unusable', detail: OBSCURE[obscurity], isListed: entry !== null }];
  if (crl.baseCrlNumber !== null) return statusOfLoneDelta(entry, crl, question);
  const own = statusOfEntry(entry, { ...timesOf(crl, signer, question), reasons }, question);
  const updated = deltas
    .filter((delta) => isDeltaOf(delta, crl))
    .flatMap((delta) => guarded(() => statusByDelta(delta, entry, question)));
  return [own, ...updated];
}

/** `past` signers were in date when they signed, which is enough for a list that was made after the time asked for. */
function timesOf(crl: Crl, signer: 'current' | 'past', question: RevocationQuestion): Omit<Good, 'kind' | 'reasons'> {
  const { thisUpdate, nextUpdate, extensions } = crl;
  const isBelieved = signer === 'current' || isMadeAfter(thisUpdate, question);
  const named = stillNames(thisUpdate, extensions.get(OID_EXTENSION.expiredCertsOnCrl), question.certificate);
  const isCurrent = isBelieved && isAbout({ thisUpdate, nextUpdate, stillNames: named }, question);
  return { saidBy: crl, thisUpdate, isCurrent, stillNames: named };
}

function entryIn(crl: Crl, { certificate, checks }: RevocationQuestion): RevokedEntry | null {
  checks.budget.charge(crl.der.length * NANOSECONDS_PER_BYTE);
  return crl.find(certificate.serialNumber, certificate.issuer.key);
}

function isUnderstood(crl: Crl): boolean {
  return [...crl.extensions.values()].every(({ oid, critical }) => !critical || UNDERSTOOD.has(oid));
}

function statusOfEntry(
  entry: RevokedEntry | null,
  good: Omit<Good, 'kind'>,
  question: RevocationQuestion,
): EvidenceResult {
  if (entry === null) return { kind: 'Good', ...good };
  const { saidBy, thisUpdate } = good;
  const { revokedAt, invalidSince, reason } = entry;
  const revoked = { saidBy, thisUpdate, revokedAt, invalidSince, reason };
  if (!isRevokedBy(revoked, question)) return { kind: 'Good', ...good, isListed: true };
  // 5.3.1: removeFromCRL appears in delta CRLs only.
  if (reason === 'removeFromCRL') {
    return { kind: 'Unusable', detail: 'removeFromCRL in a complete CRL', isListed: true };
  }
  return { kind: 'Revoked', ...revoked };
}

/** A delta CRL does not say what is good, but what it revokes is revoked. */
function statusOfLoneDelta(entry: RevokedEntry | null, delta: Crl, question: RevocationQuestion): EvidenceResult[] {
  if (entry === null || entry.reason === 'removeFromCRL') return [];
  const { thisUpdate } = delta;
  const good = { saidBy: delta, thisUpdate, isCurrent: false, stillNames: false, reasons: ALL_REASONS };
  const status = statusOfEntry(entry, good, question);
  return status.kind === 'Revoked' ? [status] : [];
}

/** 5.2.4, 6.3.3 (c): of the same issuer and scope, made since this CRL or an earlier one, and younger. */
function isDeltaOf(delta: Crl, crl: Crl): boolean {
  if (delta.baseCrlNumber === null || crl.crlNumber === null || delta.crlNumber === null) return false;
  return (
    delta.issuer.key === crl.issuer.key &&
    isSame(delta.issuingDistributionPoint?.der, crl.issuingDistributionPoint?.der) &&
    isSame(delta.authorityKeyIdentifier, crl.authorityKeyIdentifier) &&
    delta.baseCrlNumber <= crl.crlNumber &&
    delta.crlNumber > crl.crlNumber
  );
}

function isSame(left: Uint8Array | null | undefined, right: Uint8Array | null | undefined): boolean {
  return Buffer.compare(left ?? new Uint8Array(), right ?? new Uint8Array()) === 0;
}

/** What a complete CRL with this entry says once the delta is taken into account. */
function statusByDelta(delta: Crl, ofComplete: RevokedEntry | null, question: RevocationQuestion): EvidenceResult[] {
  const signer = signerOf(delta, question);
  if (!isBelieved(signer) || !isUnderstood(delta)) return [];
  const ofDelta = entryIn(delta, question);
  if (ofDelta !== null && ofDelta.obscurity !== null) return [];
  const isRemoved = ofDelta?.reason === 'removeFromCRL';
  const entry = isRemoved ? null : (ofDelta ?? ofComplete);
  const reasons = coveredReasons(delta, question.certificate, question.checks.budget);
  return [statusOfEntry(entry, { ...timesOf(delta, signer, question), reasons }, question)];
}
