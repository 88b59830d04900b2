import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Diagnosis } from '../../service/contract/http/diagnosis.ts';
import { call, expectProblem, jsonOf } from '../actors/http/api-call.ts';
import { runCommand } from '../actors/station/command-line.ts';
import { startStation, until, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const PIN = '73519286';

describe('the token doctor', () => {
  let dir: string;
  let token: SoftHsmToken;
  let module: MisbehavingModule;
  let station: RunningStation;
  let api: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'doctor-scenario-'));
    const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
    token = await makeSoftHsmToken({ dir: path.join(dir, 'hsm'), label: 'desk', pin: PIN, keys });
    module = await buildMisbehavingModule(path.join(dir, 'module'), token.modulePath);
    environment = { ...token.environment, SERVICE_SECRET_SIGNING_PKCS11_PIN: PIN };
    const Signing = {
      Pkcs11: [{ ProviderId: 'desk', Name: 'Desk token', ModulePath: module.modulePath, TokenLabel: 'desk' }],
      Hsm: { ModulePath: path.join(dir, 'not-installed.so') },
      SmartCard: { AutoDetect: true, TokenLabel: 'desk' },
    };
    environment['SERVICE_SECRET_SIGNING_SMARTCARD_PIN'] = PIN;
    await writeFile(path.join(dir, 'config.json'), JSON.stringify({ Signing }));
    station = await startStation({ dataDirectory: dir, environment });
    api = `${station.url}/api/v1`;
  });
  afterAll(async () => {
    await station.dispose();
    await rm(dir, { recursive: true, force: true });
  });

  const diagnosis = async (id: string): Promise<Diagnosis> =>
    Diagnosis.parse(jsonOf(await call(`${api}/providers/${id}/diagnosis`)));

  it('finds nothing wrong with a token that works, beside the station and without a login', async () => {
    const logins = await module.callCount('C_Login');
    const found = await diagnosis('desk');
    expect(found.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(found.modules[0]).toMatchObject({ path: module.modulePath, outcome: 'ready', foundBy: 'configuration' });
    expect(found.tokens.find(({ isWanted }) => isWanted)).toMatchObject({ label: 'desk' });
    expect(await module.callCount('C_Login')).toBe(logins);
  });

  it('tells what is wrong in one sentence, as JSON, as text and at the command line', async () => {
    const found = await diagnosis('hsm');
    const [worst] = found.findings;
    expect(worst).toMatchObject({ code: 'MODULE_MISSING', severity: 'error' });
    const text = await call(`${api}/providers/hsm/diagnosis`, { headers: { Accept: 'text/plain' } });
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const words of ['MODULE_MISSING', worst?.cause ?? '?', worst?.cure ?? '?']) expect(text.text).toContain(words);
    const command = await runCommand(dir, 'doctor', '--provider', 'hsm');
    expect(command).toMatchObject({ exitCode: 1, stderr: 'With an error: hsm.\n' });
    expect(command.stdout).toContain(worst?.cause);
    expect(await runCommand(dir, 'doctor', '--provider', 'nobody')).toMatchObject({ exitCode: 1, stdout: '' });
  });

  it('knows no provider that is not configured', async () => {
    for (const id of ['none', '..%2F..', '%00', 'x'.repeat(300)]) {
      expectProblem(await call(`${api}/providers/${id}/diagnosis`), 404, 'PROVIDER_NOT_FOUND');
    }
  });

  it('repeats no secret in either form', async () => {
    for (const id of ['desk', 'hsm', 'smartcard', 'demo']) {
      for (const Accept of ['application/json', 'text/plain']) {
        const { status, text } = await call(`${api}/providers/${id}/diagnosis`, { headers: { Accept } });
        expect(status).toBe(200);
        expect(text).not.toContain(PIN);
      }
    }
    expect((await runCommand(dir, 'doctor')).stdout).not.toContain(PIN);
    expect(station.output()).not.toContain(PIN);
  });

  it('disturbs no signature, and a detected module signs', async () => {
    let isDetected = false;
    const look = async (): Promise<void> => {
      const answer = await call(`${api}/providers/smartcard/health`);
      isDetected = answer.text.includes('"Healthy"');
    };
    await until(() => {
      void look();
      return isDetected;
    });
    const client = createStationClient(station.url);
    const pdf = buildPdf({ pieces: onePage() });
    const examined = Promise.all([diagnosis('desk'), diagnosis('desk'), diagnosis('smartcard')]);
    for (let document = 0; document < 3; document += 1) {
      const { id } = await client.create(pdf, { signingProvider: 'SmartCard' });
      expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null });
    }
    const [first, second, card] = await examined;
    expect(second).toEqual(first);
    expect(card.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
