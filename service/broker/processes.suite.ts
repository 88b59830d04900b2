import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Broker } from './broker.ts';

/** Starting processes takes its time on a busy machine. */
const TIMEOUT_MILLISECONDS = 120_000;

/** Where another process finds the broker: see openInChild of the driver. */
export interface BrokerLocation {
  /** URL of a module that exports `openInChild(location)`. */
  readonly childModule: string;
  readonly location: string;
  /** Opens the broker in this process, once the other has ended. */
  open(): Promise<Broker>;
  dispose(): Promise<void>;
}

/** What every broker driver keeps when a publishing process, or the host of the broker, is killed. */
export function describeBrokerProcesses(name: string, locate: () => BrokerLocation): void {
  describe(name, () => {
    it(
      'keeps every message published when the process was killed',
      async () => {
        const place = locate();
        const child = fork(new URL('process-child.suite.ts', import.meta.url), [place.childModule, place.location], {
          stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
          execArgv: [],
        });
        if (child.stdout === null) throw new Error('The output is piped.');
        const ended = once(child, 'close');
        const lines: string[] = [];
        createInterface(child.stdout).on('line', (line) => lines.push(line));
        while (lines.length < 300) await wait(5);
        child.kill('SIGKILL');
        await ended;
        const broker = await place.open();
        const got = new Set((await broker.peekDeadLetters(1_000_000)).map(({ messageId }) => `dead ${messageId}`));
        await broker.consumeJobs(10, (delivery) => {
          got.add(`job ${delivery.messageId}`);
          void delivery.acknowledge();
        });
        // What a server says of its queue's depth may be late: what counts is that each of them comes.
        const missing = (): number => lines.filter((line) => !got.has(line)).length;
        await vi.waitFor(() => expect(missing()).toBe(0), { timeout: 30_000 });
        expect(lines.length).toBeGreaterThanOrEqual(300);
        await vi.waitFor(async () => expect(await broker.depth()).toMatchObject({ ready: 0 }), { timeout: 30_000 });
        await broker.close();
        await place.dispose();
      },
      TIMEOUT_MILLISECONDS,
    );
  });
}
