import { PassThrough } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { awaitRequest } from './await-request.ts';
import { runLanes } from './document-lanes.ts';
import type { DocumentOrder } from './document-orders.ts';
import { parseOptions, type ParsedOptions } from './parse-options.ts';
import type { StationApi } from './station-api.ts';

afterEach(() => vi.useRealTimers());

function given(...words: string[]): ParsedOptions {
  const flag = (name: string) => ({ name, kind: 'flag', meaning: '' }) as const;
  return parseOptions([...words, 'x'], [flag('quiet'), flag('no-wait'), flag('json')], () => '');
}

/** A station whose requests wait for these reasons, one second each, and are signed then. */
function waitingFor(reasons: readonly string[]): StationApi {
  const began = performance.now();
  return {
    ...({} as StationApi),
    read: ((_schema, { method }) => {
      const waitReason = reasons[Math.floor((performance.now() - began) / 1_000)] ?? null;
      const isDone = performance.now() - began >= reasons.length * 1_000;
      return Promise.resolve(
        method === 'POST'
          ? { id: 'one', status: 'Queued' }
          : { id: 'one', status: isDone ? 'Completed' : 'Queued', waitReason, errorCode: null, errorMessage: null },
      );
    }) as StationApi['read'],
    call: () => Promise.resolve(new Response('signed')),
  };
}

/** What is told beside the results while two documents are signed. */
async function toldOf(reasons: readonly string[], ...words: string[]): Promise<readonly string[]> {
  vi.useFakeTimers();
  const told: string[] = [];
  const messages = new PassThrough({ encoding: 'utf8' });
  messages.on('data', (line: string) => told.push(line));
  const terminal = {
    input: new PassThrough(),
    output: new PassThrough(),
    messages,
    signal: new AbortController().signal,
  };
  const [api, options] = [waitingFor(reasons), given(...words)];
  const order: DocumentOrder = { files: [], target: null, idempotencyKey: 'k' };
  const ended = runLanes([order, order], options, terminal, async (each, waiting) => {
    const parts = { api, resource: '/x', headers: {}, order: each, form: new FormData(), options, terminal, waiting };
    return { ...(await awaitRequest(parts)), kind: 'CAdES' };
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await ended).toBe(0);
  return told;
}

it('says once why documents wait, where that lasts: who asked would see nothing, for hours', async () => {
  expect(await toldOf(Array<string>(8).fill('TOKEN_ABSENT'))).toEqual([
    'Waiting: TOKEN_ABSENT. It goes on by itself once that has changed; Ctrl-C ends the command.\n',
  ]);
  const two = [...Array<string>(5).fill('TOKEN_ABSENT'), ...Array<string>(5).fill('PIN_REFUSED')];
  expect((await toldOf(two)).map((line) => line.split('.')[0])).toEqual([
    'Waiting: TOKEN_ABSENT',
    'Waiting: PIN_REFUSED',
  ]);
});

it('is silent about what passes by itself in a moment, and where quiet is wanted', async () => {
  expect(await toldOf(['PROVIDER_RESTARTING', 'PROVIDER_RESTARTING'])).toEqual([]);
  expect(await toldOf(Array<string>(8).fill('PROVIDER_BUSY'))).toEqual([]);
  expect(await toldOf(Array<string>(8).fill('TOKEN_ABSENT'), '--quiet')).toEqual([]);
});
