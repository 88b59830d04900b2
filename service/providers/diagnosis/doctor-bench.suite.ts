import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { makeSoftHsmToken, type SoftHsmToken } from '../../../e2e/actors/tokens/softhsm.ts';
import { diagnosisText } from '../../use-cases/diagnosis-text.ts';
import { Diagnosis } from '../../contract/http/diagnosis.ts';
import { createForkLauncher } from '../../processes/fork/fork-launcher.ts';
import { tokenHostEnvironment } from '../token-host/environment.ts';
import type { ProviderEntry, TokenEntry } from '../token-host/protocol.ts';
import type { MiddlewareChoice } from './facts.ts';
import { createProcessTokenDoctor } from './process-token-doctor.ts';

const SCRIPT = fileURLToPath(new URL('../../../native/doctor/main.ts', import.meta.url));
export const PIN = '90817263';
export let dir: string;
export let token: SoftHsmToken;

/** A folder with a token for the tests of a file; what a test leaves is taken away after it. */
export function useDoctor(): void {
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'doctor-'));
    const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
    token = await makeSoftHsmToken({ dir: join(dir, 'hsm'), label: 'station', pin: PIN, keys });
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  afterEach(() => {
    for (const folder of ['guard', 'secrets']) rmSync(join(dir, folder), { recursive: true, force: true });
  });
}

interface Situation {
  readonly entry?: Partial<TokenEntry>;
  readonly provider?: ProviderEntry;
  readonly middleware?: MiddlewareChoice;
  readonly environment?: Readonly<Record<string, string>>;
  readonly now?: Date;
  readonly triesOtherModules?: boolean;
  /** How long one call into a module may take; a minute unless told, since only what hangs may run into it. */
  readonly callMilliseconds?: number;
}

export async function examine(situation: Situation = {}): Promise<Diagnosis> {
  const entry = situation.provider ?? { ...ENTRY, modulePath: token.modulePath, ...situation.entry };
  const environment = {
    ...{ PATH: process.env['PATH'], HOME: dir, ...token.environment, SERVICE_SECRET_PIN: PIN },
    ...situation.environment,
  };
  const doctor = createProcessTokenDoctor({
    processes: {
      ...{ launcher: createForkLauncher(), script: SCRIPT, callMilliseconds: situation.callMilliseconds ?? 60_000 },
      environment: tokenHostEnvironment(environment, []),
    },
    providers: [{ entry: entry as ProviderEntry, middleware: situation.middleware ?? 'configured' }],
    ...{ environment, secretsDirectory: join(dir, 'secrets'), pinGuardDirectory: join(dir, 'guard') },
    ...{ allowExpiredCertificates: false, triesOtherModules: situation.triesOtherModules ?? false },
    now: () => situation.now ?? new Date(),
  });
  const [first, second] = await Promise.all([doctor.diagnose(entry.id), doctor.diagnose(entry.id)]);
  expect(second).toBe(first);
  const diagnosis = Diagnosis.parse(first);
  const text = JSON.stringify(diagnosis) + diagnosisText(diagnosis);
  for (const secret of [PIN, situation.environment?.['SERVICE_SECRET_PIN'] ?? PIN]) {
    expect(secret.length < 4 || !text.includes(secret)).toBe(true);
  }
  return diagnosis;
}

/** What is wrong, without the notes about other modules of the machine. */
export async function codes(situation: Situation = {}): Promise<string[]> {
  const { findings } = await examine(situation);
  return findings.filter(({ severity }) => severity !== 'info' && severity !== 'warning').map(({ code }) => code);
}

export const ENTRY: Omit<TokenEntry, 'modulePath'> = {
  ...{ type: 'SmartCard', id: 'token', name: 'Token', tokenLabel: 'station', slotId: null, serial: null },
  ...{ pinSecretName: 'Pin', preferFirstSlotWhenAmbiguous: false },
};
