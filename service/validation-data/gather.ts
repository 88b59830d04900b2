import { Asn1Error } from '../codecs/asn1/asn1-error.ts';
import { encodeOcspResponse } from '../codecs/ocsp/ocsp-writer.ts';
import type { Certificate } from '../codecs/x509/certificate.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import type { Told } from '../contract/vocabulary/sentence.ts';
import { StationError } from '../domain/station-error.ts';
import { CheckTurns, TurnOverError } from '../verification/certificate-path/check-turns.ts';
import { checkLargeLists } from '../verification/certificate-path/large-lists.ts';
import {
  isFinal,
  requiredEvidence,
  type MissingEvidence,
  type RequiredEvidence,
} from '../verification/certificate-path/required-evidence.ts';
import type { TrustStore } from '../verification/certificate-path/trust-store.ts';
import { parseRecurringCertificate } from '../verification/evidence/parse-once.ts';
import { WorkExceededError } from '../verification/work-budget.ts';
import type { ValidationData, ValidationDataRequest } from './validation-data.ts';

/** A request, parsed, and how fresh the evidence has to be. */
export interface Wanted {
  readonly certificates: readonly Certificate[];
  readonly at: Date;
  readonly madeSince: Date | null;
  /** When it is asked. */
  readonly now: Date;
  /** The end of a grace period that lasts still. */
  readonly graceUntil: Date | null;
}

/**
 * `gracePeriodMilliseconds`: how long after the time asked for revocation information has to be made, so that a revocation
 * asked for before that time is in it; null: what was in force then is enough. While the period lasts, that is what is
 * looked for too, so that what will never be there is missed at once. Throws SIGNATURE_VALIDATION_DATA_UNAVAILABLE for a
 * certificate that cannot be read.
 */
export function wantedBy(request: ValidationDataRequest, gracePeriodMilliseconds: number | null, now: Date): Wanted {
  const { at } = request;
  const end = gracePeriodMilliseconds === null ? null : wholeSecond(at.getTime() + gracePeriodMilliseconds);
  const isRunning = end !== null && now < end;
  const times = { madeSince: isRunning ? null : end, graceUntil: isRunning ? end : null };
  return { certificates: request.certificates.map(parse), at, now, ...times };
}

/** The first of not before: evidence says when it was made in whole seconds, those that have begun. */
function wholeSecond(milliseconds: number): Date {
  return new Date(Math.ceil(milliseconds / 1000) * 1000);
}

/** Throws where a grace period lasts: what was found does not count yet. */
export function requireGraceOver({ at, graceUntil }: Wanted): void {
  if (graceUntil === null) return;
  const text = tell('GRACE_PERIOD_LASTS', { since: at.toISOString(), until: graceUntil.toISOString() });
  throw new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', text, {
    ...{ kind: 'transient', waitReason: 'GRACE_PERIOD_RUNNING', waitUntil: graceUntil },
  });
}

function parse(der: Uint8Array): Certificate {
  try {
    return parseRecurringCertificate(der);
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    throw refusal(tell('SIGNATURE_CERTIFICATE_UNREADABLE'));
  }
}

/**
 * What the evidence at hand proves. Other work of this process goes on between checks of certificates' signatures, and
 * `turns` may be those of something larger. Rejects with SIGNATURE_VALIDATION_DATA_UNAVAILABLE where finding out takes too
 * long.
 */
export async function gather(wanted: Wanted, store: TrustStore, turns = new CheckTurns()): Promise<RequiredEvidence> {
  await checkLargeLists(wanted.certificates, store);
  for (;;) {
    turns.begin();
    try {
      return requiredEvidence({ ...wanted, store, turns });
    } catch (error) {
      if (error instanceof WorkExceededError) throw refusal(tell('VALIDATION_DATA_TOO_MUCH_WORK'));
      if (!(error instanceof TurnOverError)) throw error;
    }
    await new Promise((resolve) => setImmediate(resolve));
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

/** Throws where a certificate is revoked, whatever else is missing. */
export function refuseRevoked({ missing }: RequiredEvidence): void {
  const revoked = missing.filter(({ kind }) => kind === 'revoked');
  if (revoked.length > 0) throw refusal(describeMissing(revoked));
}

const MAX_NAMED = 5;

/** Says for which certificates what is missing; `notes`: what was tried. */
function describeMissing(missing: readonly MissingEvidence[], notes: readonly string[] = []): string {
  const named = missing.slice(0, MAX_NAMED).map(describe);
  const more = missing.length > MAX_NAMED ? [`And ${missing.length - MAX_NAMED} more.`] : [];
  return [...named, ...more, ...notes].join(' ');
}

function describe(missing: MissingEvidence): string {
  const { subject, serialNumberHex } = missing.certificate;
  const who = `${subject.toString()}, serial number ${serialNumberHex}`;
  switch (missing.kind) {
    case 'path':
      return `No certificate path for ${who}: ${missing.detail}.`;
    case 'revocation':
      return `No revocation evidence for ${who}: ${missing.detail}.`;
    case 'revoked':
      return `The certificate of ${who} was revoked at ${missing.revokedAt.toISOString()}, reason ${missing.reason}.`;
  }
}

/** Lists often come before they have to. */
const LONGEST_REST_MILLISECONDS = 10 * 60 * 1000;
/** One that is late may come at any moment. */
const REST_AFTER_DUE_MILLISECONDS = 5 * 60 * 1000;

/** What was made within so long of now was made for who asked. */
const FRESH_MILLISECONDS = 60 * 1000;
const REST_OF_FRESH_MILLISECONDS = 10 * 1000;

/** What is known of an attempt to find evidence, beside what is missing. */
export interface Attempt {
  readonly now: Date;
  /** What was tried. */
  readonly notes?: readonly string[];
  /** Something did not answer: asking again later may help. */
  readonly mayHelpLater?: boolean;
}

/**
 * The error for evidence that is missing: one that waits where all of it is there, only too old, and its authorities have
 * said when newer one is due; transient where asking again may help, permanent where it will not.
 */
export function unavailable(missing: readonly MissingEvidence[], attempt: Attempt): StationError {
  const { now, notes = [], mayHelpLater = false } = attempt;
  const text = describeMissing(missing, notes);
  const due = missing.map((one) => (one.kind === 'revocation' ? one.newerBy : null));
  const known = due.filter((time) => time !== null);
  if (known.length === due.length) {
    const latest = known.reduce((left, right) => (left > right ? left : right));
    const isFresh = missing.every((one) => one.kind === 'revocation' && isMadeNow(one.madeAt, now));
    const waitUntil = isFresh ? new Date(now.getTime() + REST_OF_FRESH_MILLISECONDS) : nextLook(latest, now);
    const message = `${text} Newer revocation data is due by ${latest.toISOString()}.`;
    return new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', message, {
      ...{ kind: 'transient', waitReason: 'REVOCATION_DATA_DUE', waitUntil },
    });
  }
  return refusal(text, mayHelpLater && !missing.some(isFinal) ? 'transient' : 'permanent');
}

/** As responders make answers: whoever asks again gets a younger one, though the old one is good for days. */
function isMadeNow(madeAt: Date | null, now: Date): boolean {
  return madeAt !== null && Math.abs(now.getTime() - madeAt.getTime()) < FRESH_MILLISECONDS;
}

function nextLook(due: Date, now: Date): Date {
  const rest = due > now ? due.getTime() - now.getTime() : REST_AFTER_DUE_MILLISECONDS;
  return new Date(now.getTime() + Math.min(rest, LONGEST_REST_MILLISECONDS));
}

function refusal(text: string | Told, kind: 'permanent' | 'transient' = 'permanent'): StationError {
  return new StationError('SIGNATURE_VALIDATION_DATA_UNAVAILABLE', text, { kind });
}
