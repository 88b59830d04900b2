import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A person who gives a permit is about to sign; one that nobody used is not to meet another PIN some other day. */
const VALID_MILLISECONDS = 15 * 60_000;

/**
 * Permits of a person for one login that the PIN guard would refuse, in the guard's folder: given on the command line,
 * used up by the token-host. There is at most one for a provider.
 */
export interface TryPermits {
  grant(providerId: string): void;
  has(providerId: string): boolean;
  /** Uses the permit up; true for exactly one of all that ask, in whichever process. */
  take(providerId: string): boolean;
}

export function openTryPermits(directory: string): TryPermits {
  const pathOf = (providerId: string): string =>
    join(directory, `permit-${createHash('sha256').update(providerId).digest('hex').slice(0, 32)}`);
  const has = (providerId: string): boolean => {
    const age = ageOf(pathOf(providerId));
    return age !== undefined && age < VALID_MILLISECONDS;
  };
  return {
    has,
    grant: (providerId) => {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeFileSync(pathOf(providerId), `${Date.now()}\n`, { mode: 0o600 });
    },
    take: (providerId) => {
      const isValid = has(providerId);
      try {
        // Removing a file succeeds once.
        rmSync(pathOf(providerId));
        return isValid;
      } catch {
        return false;
      }
    },
  };
}

/** Milliseconds since the permit was given; undefined when there is none. A clock set back makes it no older. */
function ageOf(path: string): number | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    return Math.abs(Date.now() - Number(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
