import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { StationError } from '../../domain/station-error.ts';
import { createFormReceiver, type ReceivedForm } from './receive-form.ts';

let server: Server | undefined;
afterEach(async () => {
  await new Promise((resolve) => server?.close(resolve));
});

/** A server that answers what became of each form, and keeps the forms it took. */
async function startReceiver(budget: { maxBytes: number; usedBytes: number }) {
  const forms: ReceivedForm[] = [];
  const rules = { files: new Map([['file', { maxCount: 1, maxBytes: 10_000 }]]), maxTotalBytes: 10_000 };
  const receive = createFormReceiver(rules, { kind: 'memory', budget });
  const app = express().post('/', async (request, response) => {
    try {
      forms.push(await receive(request, response, 'test'));
      response.sendStatus(200);
    } catch (error) {
      response.sendStatus(error instanceof StationError ? error.status : 500);
    }
  });
  server = createServer(app);
  await new Promise((resolve) => server?.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = server.address() as AddressInfo;
  const send = async (size: number): Promise<number> => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(size)]), 'a');
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form })).status;
  };
  return { forms, send };
}

describe('forms in memory', () => {
  it('share a budget: those that do not fit are refused until others are discarded', async () => {
    const budget = { maxBytes: 1000, usedBytes: 0 };
    const { forms, send } = await startReceiver(budget);
    expect(await send(600)).toBe(200);
    expect(await send(600)).toBe(503);
    expect(await send(400)).toBe(200);
    await forms[0]?.discard();
    await forms[0]?.discard();
    expect(budget.usedBytes).toBe(400);
    expect(await send(600)).toBe(200);
    expect(await send(10_001)).toBe(413);
    for (const form of forms) await form.discard();
    expect(budget.usedBytes).toBe(0);
  });

  it('hold each file in memory of its own', async () => {
    const { forms, send } = await startReceiver({ maxBytes: 10_000, usedBytes: 0 });
    await send(10);
    expect(forms[0]?.parts[0]?.bytes?.buffer.byteLength).toBe(10);
  });
});
