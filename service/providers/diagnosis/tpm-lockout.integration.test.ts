import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MiddlewareToken } from '../../../e2e/actors/tokens/middleware/middleware.ts';
import { startTpm } from '../../../e2e/actors/tokens/middleware/tpm2.ts';
import { examine, useDoctor } from './doctor-bench.suite.ts';

const run = promisify(execFile);
let tpm: MiddlewareToken;

useDoctor();
beforeAll(async () => {
  tpm = await startTpm(mkdtempSync(path.join(tmpdir(), 'locked-tpm-')));
});
afterAll(() => tpm.stop());

/** What is wrong, and whether more than worth knowing. */
async function errors(): Promise<string[]> {
  const situation = { entry: { modulePath: tpm.modulePath, tokenLabel: tpm.label }, environment: tpm.environment };
  const { findings } = await examine(situation);
  return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

it('the doctor sees that a TPM is in its lockout before anybody logs in, and that it is over', async () => {
  expect(await errors()).toEqual([]);
  const login = ['--module', tpm.modulePath, '--token-label', tpm.label ?? '', '--login', '--pin', tpm.wrongPin];
  const environment = { ...process.env, ...tpm.environment };
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(run('pkcs11-tool', [...login, '--list-objects'], { env: environment })).rejects.toThrow();
  }
  expect(await errors()).toEqual(['PIN_LOCKED']);
  await tpm.unlock?.();
  expect(await errors()).toEqual([]);
});
