import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfiguration } from './configuration.ts';
import { providerSlots, workerConcurrency } from './worker-concurrency.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'concurrency-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const concurrencyWith = (...argv: string[]): number =>
  workerConcurrency(loadConfiguration({ argv, env: {}, defaults: { Data: { Directory: directory } } }));

it('gives every session of every token a document to sign and another one behind it, unless it is configured', () => {
  const hsm = ['--Signing:Hsm:ModulePath=/hsm.so', '--Signing:Hsm:MaxConcurrentSessions=16'];
  const token = ['--Signing:Pkcs11:0:ModulePath=/token.so', '--Signing:Pkcs11:0:MaxConcurrentSessions=2'];
  const named = ['--Signing:Pkcs11:0:ProviderId=t', '--Signing:Pkcs11:0:Name=T'];
  expect(concurrencyWith()).toBe(24);
  expect(concurrencyWith(...hsm)).toBe(24 + 36);
  expect(concurrencyWith(...hsm, ...token, ...named)).toBe(24 + 36 + 8);
  expect(concurrencyWith(...hsm, '--Worker:Concurrency=3')).toBe(3);
});

it('gives a card what it signs and what is prepared for it, and an HSM two documents a session beside that', () => {
  expect(providerSlots({ type: 'SmartCard' })).toBe(4);
  expect(providerSlots({ type: 'Hsm', maxConcurrentSessions: 16 })).toBe(36);
  expect(providerSlots({ type: 'Pfx' })).toBe(24);
});
