import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveRenderer } from './renderer-files.ts';

let folder = '';
let url = '';
let close: () => void;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renderer-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['pdf.worker.min-a1B2.mjs', 'index-a1B2.js']) await writeFile(join(folder, 'assets', name), '1');
  const app = express();
  serveRenderer(app, folder);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  close = () => void server.close();
});
afterAll(async () => {
  close();
  await rm(folder, { recursive: true });
});

it('serves what parses documents with a policy of its own, by which it reaches nothing', async () => {
  const parser = await fetch(`${url}/assets/pdf.worker.min-a1B2.mjs`);
  expect(parser.headers.get('content-type')).toMatch(/^text\/javascript/);
  const policy = parser.headers.get('content-security-policy');
  expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
  const page = (await fetch(`${url}/assets/index-a1B2.js`)).headers.get('content-security-policy');
  expect(page).toContain("connect-src 'self'");
  expect(page).not.toContain('unsafe');
});
