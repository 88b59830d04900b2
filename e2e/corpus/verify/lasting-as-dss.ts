import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { DssDocument } from './dss-verdicts.ts';

const BASELINE = /_BASELINE_(B|T|LT|LTA)$/;

/**
 * Levels as DSS tells them, sorted; null for a document with signatures of no baseline level, or broken ones: DSS names
 * a level by what is there, the station only where the signature holds.
 */
export function levelsOfDss({ signatures }: DssDocument): string[] | null {
  const own = signatures.filter(({ counter }) => counter !== true);
  const levels = own
    .filter(({ sigIntact, sigValid }) => sigIntact === true && sigValid === true)
    .map(({ format }) => BASELINE.exec(format ?? '')?.[1])
    .filter((level) => level !== undefined);
  return levels.length === 0 || levels.length < own.length ? null : levels.sort();
}

/**
 * The same where DSS finds every timestamp intact and rightly signed, else null: of a timestamp that it calls broken it
 * names the form, which is no statement that the level is reached.
 */
export function provenLevelsOfDss(document: DssDocument): string[] | null {
  return timestampsIn(document).every(holds) ? levelsOfDss(document) : null;
}

export function levelsReached({ signatures }: VerificationOutcome): string[] {
  return signatures
    .map(({ profileReached }) => profileReached)
    .filter((level) => level !== null)
    .sort();
}

/** By what is there, whether it holds or not: what DSS goes by. */
export function levelsByForm({ signatures }: VerificationOutcome): string[] {
  return signatures
    .map(({ profileByForm = null }) => profileByForm)
    .filter((level) => level !== null)
    .sort();
}

/** Times of the timestamps and whether each is intact, sorted, one that several signatures share once; null for none. */
export function timestampsOfDss(document: DssDocument): string[] | null {
  const texts = timestampsIn(document).map((one) => describe(new Date(one.time), holds(one)));
  return texts.length === 0 ? null : distinct(texts);
}

type DssTimestamp = NonNullable<DssDocument['docTimestamps']>[number];

function timestampsIn({ signatures, docTimestamps }: DssDocument): DssTimestamp[] {
  return [...signatures.flatMap(({ timestamps }) => timestamps ?? []), ...(docTimestamps ?? [])];
}

function holds({ intact, valid }: DssTimestamp): boolean {
  return intact === true && valid === true;
}

export function timestampsFound({ signatures, timestamps = [] }: VerificationOutcome): string[] {
  const all = [...signatures.flatMap((finding) => finding.timestamps ?? []), ...timestamps];
  return distinct(all.map(({ time, isIntact }) => describe(time === null ? null : new Date(time), isIntact)));
}

/** DSS writes whole seconds. */
function describe(time: Date | null, isIntact: boolean): string {
  const text = time === null ? 'unreadable' : time.toISOString().slice(0, 19);
  return `${text} ${isIntact ? 'intact' : 'NOT intact'}`;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
