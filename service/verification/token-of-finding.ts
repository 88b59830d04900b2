import type { TimestampFinding } from '../contract/http/verification.ts';

const tokens = new WeakMap<TimestampFinding, Uint8Array>();

/** Keeps beside a finding which token (or /Contents) it tells of. Two of one second may be told of in the same words. */
export function tellsOf(finding: TimestampFinding, token: Uint8Array): TimestampFinding {
  tokens.set(finding, token);
  return finding;
}

/** All of them, each token once with what is told of it: several signatures may share a document timestamp. */
export function distinctTimestamps(findings: readonly TimestampFinding[]): TimestampFinding[] {
  const kept = new Map<string, TimestampFinding>();
  for (const finding of findings) {
    const token = tokens.get(finding);
    const key = `${JSON.stringify(finding)} ${token === undefined ? '' : Buffer.from(token).toString('latin1')}`;
    if (!kept.has(key)) kept.set(key, finding);
  }
  return [...kept.values()];
}
