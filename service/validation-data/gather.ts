import { Asn1Error } from '../codecs/asn1/asn1-error.ts';
import { encodeOcspResponse } from '../codecs/ocsp/ocsp-writer.ts';
import { parseCertificate, type Certificate } from '../codecs/x509/certificate.ts';
import { StationError } from '../domain/station-error.ts';
import {
  requiredEvidence,
  type MissingEvidence,
  type RequiredEvidence,
} from '../verification/certificate-path/required-evidence.ts';
import type { TrustStore } from '../verification/certificate-path/trust-store.ts';
import { WorkExceededError } from '../verification/work-budget.ts';
import type { ValidationData, ValidationDataRequest } from './validation-data.ts';

/** A request, parsed, and how fresh the evidence has to be. */
export interface Wanted {
  readonly certificates: readonly Certificate[];
  readonly at: Date;
  readonly madeSince: Date | null;
}

/**
 * `gracePeriodMilliseconds`: how long after the time asked for revocation information has to be made, so that a revocation
 * asked for before that time is in it; null: what was in force then is enough. Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE
 * for a certificate that cannot be read, and a transient one while the grace period lasts.
 */
export function wantedBy(request: ValidationDataRequest, gracePeriodMilliseconds: number | null, now: Date): Wanted {
  const { at } = request;
  const madeSince = gracePeriodMilliseconds === null ? null : new Date(at.getTime() + gracePeriodMilliseconds);
  if (madeSince !== null && now < madeSince) {
    const text = `The grace period after ${at.toISOString()} lasts until ${madeSince.toISOString()}.`;
    throw new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', text, { kind: 'transient' });
  }
  return { certificates: request.certificates.map(parse), at, madeSince };
}

function parse(der: Uint8Array): Certificate {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    throw unavailable('A certificate of the signature cannot be read.');
  }
}

/** What the evidence at hand proves. Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE where finding out takes too long. */
export function gather(wanted: Wanted, store: TrustStore): RequiredEvidence {
  try {
    return requiredEvidence({ ...wanted, store });
  } catch (error) {
    if (!(error instanceof WorkExceededError)) throw error;
    throw unavailable('Finding the validation data takes more work than is allowed.');
  }
}

/** The evidence as it is embedded. */
export function encoded({ certificates, crls, ocspResponses }: RequiredEvidence): ValidationData {
  return {
    certificates: certificates.map(({ der }) => der),
    crls: crls.map(({ der }) => der),
    ocspResponses: ocspResponses.map(({ der }) => encodeOcspResponse(der)),
  };
}

const MAX_NAMED = 5;

/** Says for which certificates what is missing; `notes`: what was tried. */
export function describeMissing(missing: readonly MissingEvidence[], notes: readonly string[] = []): string {
  const named = missing.slice(0, MAX_NAMED).map(describe);
  const more = missing.length > MAX_NAMED ? [`And ${missing.length - MAX_NAMED} more.`] : [];
  return [...named, ...more, ...notes].join(' ');
}

function describe({ kind, certificate, detail }: MissingEvidence): string {
  const who = `${certificate.subject.toString()}, serial number ${certificate.serialNumberHex}`;
  return kind === 'path'
    ? `No certificate path for ${who}: ${detail}.`
    : `No revocation evidence for ${who}: ${detail}.`;
}

export function unavailable(text: string, kind: 'permanent' | 'transient' = 'permanent'): StationError {
  return new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', text, { kind });
}
