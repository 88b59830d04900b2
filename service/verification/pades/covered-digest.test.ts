import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { BASE_NANOSECONDS, WORK, WorkBudget, WorkExceededError } from '../work-budget.ts';
import { CoveredDigests } from './covered-digest.ts';

const bytes = Buffer.alloc(1_000_000, 'page');
const end = bytes.length;
/** What a budget of its size pays for: five digests, and what every document may cost. */
const budgetFor = (size: number): WorkBudget => new WorkBudget(size);
const digestsOfOthers = BASE_NANOSECONDS / (end * WORK.digestedByte);

describe('digests of byte ranges', () => {
  it('are of everything but the gap', () => {
    const digest = new CoveredDigests(bytesSource(bytes), budgetFor(end)).digest(
      { gapStart: 10, gapEnd: 30, end },
      'SHA-256',
    );
    const whole = Buffer.concat([bytes.subarray(0, 10), bytes.subarray(30)]);
    expect(Buffer.from(digest)).toEqual(createHash('sha256').update(whole).digest());
  });

  it('of a thousand signatures that all leave out the beginning are more than a document may cost', () => {
    const digests = new CoveredDigests(bytesSource(bytes), budgetFor(end));
    let done = 0;
    const readAll = (): void => {
      for (; done < 1_000; done++) digests.digest({ gapStart: 10 + done, gapEnd: 20 + done, end }, 'SHA-256');
    };
    expect(readAll).toThrow(WorkExceededError);
    expect(done).toBeLessThan(digestsOfOthers + 6);
  });

  it('of a thousand lawful revisions cost little more than one, since each goes on where the last one ended', () => {
    const digests = new CoveredDigests(bytesSource(bytes), budgetFor(end));
    for (let revision = 1; revision <= 1_000; revision++) {
      const gapStart = revision * 900;
      digests.digest({ gapStart, gapEnd: gapStart + 50, end: gapStart + 100 }, 'SHA-256');
    }
  });
});
