import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { AcceptUnit, Persistence } from './persistence.ts';
import { acceptUnit, claimOf, completionOf } from './sample-records.suite.ts';

/**
 * A process of processes.suite.ts. Arguments: what to do, the module that opens the store, and where the store is.
 * It tells what it has done by lines on its standard output, each written before anything else happens, so that a
 * SIGKILL can't take a line that was owed.
 */
const LEASE_MILLISECONDS = 4;

function say(...words: readonly string[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

/** Accepts requests, several at once, until it is killed; says each id once its promise has resolved. */
async function acceptForever(store: Persistence): Promise<never> {
  const acceptor = async (): Promise<never> => {
    for (;;) {
      const unit = acceptUnit();
      await store.acceptSignatureRequest(unit);
      say('accepted', unit.request.id);
    }
  };
  return Promise.race([acceptor(), acceptor(), acceptor(), acceptor()]);
}

interface Competition {
  readonly units: readonly AcceptUnit[];
  /** It keeps its first job until the next message, far beyond the lease. */
  readonly isSlow: boolean;
}

/** Claims and completes jobs, under leases so short that they are often lost, until every job is terminal. */
async function compete(store: Persistence, { units, isSlow }: Competition): Promise<void> {
  const claimant = `station/${randomUUID()}`;
  const open = new Set(units);
  // Listened for from the start: it may come before the first job is under way.
  let holding: Promise<unknown> | undefined = isSlow ? once(process, 'message') : undefined;
  while (open.size > 0) {
    for (const unit of [...open].toSorted(() => Math.random() - 0.5)) {
      const args = claimOf(unit, new Date(), { claimant, leaseMilliseconds: LEASE_MILLISECONDS });
      const claimed = await store.claimJob(args);
      if (claimed.outcome === 'terminal') open.delete(unit);
      if (claimed.outcome !== 'claimed') continue;
      say('claimed', unit.request.id);
      const started = await store.startProcessing(claimed.claim, {
        now: new Date(),
        leaseMilliseconds: LEASE_MILLISECONDS,
        audit: [],
      });
      await holding;
      holding = undefined;
      await wait(Math.random() * LEASE_MILLISECONDS * 2);
      if (started === 'lost') continue;
      const completion = completionOf(unit, new Date());
      const result = await store.completeJob(started, completion);
      say(result, unit.request.id, completion.output.id);
    }
  }
  await store.close();
  process.disconnect();
}

function isOpener(module: unknown): module is { openInChild(location: string): Promise<Persistence> } {
  return typeof module === 'object' && module !== null && 'openInChild' in module;
}

const [task, moduleUrl = '', location = ''] = process.argv.slice(2);
const opener: unknown = await import(moduleUrl);
if (!isOpener(opener)) throw new Error('The module opens no store.');
const opened = await opener.openInChild(location);
say('open');
if (task === 'accept') await acceptForever(opened);
process.once('message', (competition: Competition) => {
  void compete(opened, competition);
});
