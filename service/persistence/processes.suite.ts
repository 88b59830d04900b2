import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedPersistence } from './persistence.suite.ts';
import { acceptUnit } from './sample-records.suite.ts';

/** A store that other processes can open too. */
export interface SharedPersistence extends OpenedPersistence {
  /** URL of a module that exports `openInChild(location)`. */
  readonly childModule: string;
  readonly location: string;
}

/** What every driver keeps to when several processes use it and some of them are killed. */
export function describePersistenceProcesses(name: string, open: () => Promise<SharedPersistence>): void {
  describe(name, () => {
    let shared: SharedPersistence;
    let children: ChildProcess[];
    beforeEach(async () => {
      shared = await open();
      children = [];
    });
    afterEach(async () => {
      for (const child of children) child.kill('SIGKILL');
      await shared.dispose();
    });

    /** Starts a process; `lines` fills with what it says, split into words. */
    function start(task: 'accept' | 'compete') {
      const child = fork(
        new URL('process-child.suite.ts', import.meta.url),
        [task, shared.childModule, shared.location],
        { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [], serialization: 'advanced' },
      );
      children.push(child);
      const lines: string[][] = [];
      if (child.stdout === null) throw new Error('The output is piped.');
      const ended = once(child, 'close');
      createInterface(child.stdout).on('line', (line) => lines.push(line.split(' ')));
      return { child, lines, ended };
    }

    async function until(condition: () => boolean): Promise<void> {
      while (!condition()) await wait(5);
    }

    it('keeps every request a process had accepted when it was killed', async () => {
      for (let round = 0; round < 2; round += 1) {
        const { child, lines, ended } = start('accept');
        await until(() => lines.length > 150);
        child.kill('SIGKILL');
        await ended;
        const ids = lines.filter(([word]) => word === 'accepted').map(([, id]) => id ?? '');
        expect(ids.length).toBeGreaterThan(100);
        const found = await Promise.all(ids.map((id) => shared.persistence.findRequest('acme', id)));
        expect(found.filter((details) => details === undefined)).toEqual([]);
      }
      const all = await shared.persistence.statistics('acme', new Date(0));
      const outbox = await shared.persistence.dueOutboxMessages(new Date(), 10_000);
      expect(outbox).toHaveLength(all.byStatus.Queued ?? 0);
    });

    it('completes each job once among processes that lose their leases and die', async () => {
      const units = Array.from({ length: 24 }, () => acceptUnit());
      for (const unit of units) await shared.persistence.acceptSignatureRequest(unit);
      const workers = [start('compete'), start('compete'), start('compete')];
      await until(() => workers.every((worker) => worker.lines.length > 0));
      const [slow, ...others] = workers;
      slow?.child.send({ units, isSlow: true });
      // The slow one has its job before the others come, and keeps it until one of them has taken it over.
      const claimed = (worker?: (typeof workers)[number]): readonly (string | undefined)[] =>
        (worker?.lines ?? []).filter(([word]) => word === 'claimed').map(([, id]) => id);
      await until(() => claimed(slow).length > 0);
      const [kept] = claimed(slow);
      for (const worker of others) worker.child.send({ units, isSlow: false });
      const isBusy = (worker: (typeof workers)[number]): boolean => worker !== slow && worker.lines.length > 6;
      await until(() => workers.some(isBusy));
      workers.find(isBusy)?.child.kill('SIGKILL');
      await until(() => others.some((worker) => claimed(worker).includes(kept)));
      slow?.child.send('let go');
      await Promise.all(workers.map((worker) => worker.ended));
      const said = workers.flatMap((worker) => worker.lines);
      const done = said.filter(([word]) => word === 'done');
      expect(new Set(done.map(([, id]) => id)).size).toBe(done.length);
      const outputs = new Map(done.map(([, id, output]) => [id, output]));
      for (const unit of units) {
        const found = await shared.persistence.findRequest('acme', unit.request.id);
        expect(found?.request.status).toBe('Completed');
        // The killed process may have completed one without living to say so.
        expect(found?.request.outputFileId).toBe(outputs.get(unit.request.id) ?? found?.output?.id);
      }
      expect(units.length - done.length).toBeLessThanOrEqual(1);
    });
  });
}
