import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { TimestampingTrial } from '../../service/contract/http/timestamping.ts';
import {
  FORMAT_LEVELS,
  SIGNATURE_FORMATS,
  type SignatureFormat,
} from '../../service/contract/vocabulary/signature-formats.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { runCommand } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, UnexpectedAnswer } from '../actors/station/station-client.ts';
import { startTimestampAuthority, type RunningAuthority } from '../actors/timestamps/timestamp-authority.ts';
import { smallDocument } from '../documents/small-document.ts';
import { CELLS, tryFailingAuthority } from '../failing-authority/failing-round.ts';

const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_122);
const WAIT = { timeout: 240_000, interval: 50 };
const FAST_RETRIES = {
  'SigningJobRetry:InitialBackoffMilliseconds': '20',
  'SigningJobRetry:MaxBackoffMilliseconds': '100',
};

it(`signatures with a timestamp never end below their level, and cost one signature each, with an authority that fails at random (seed ${SEED})`, async () => {
  const { jobs, failed, failures } = await tryFailingAuthority(CELLS.length, SEED);
  expect([jobs, Object.keys(failures).length > 5]).toEqual([CELLS.length, true]);
  expect(failed).toBeLessThan(CELLS.length / 3);
}, 480_000);

describe('signatures with a timestamp', () => {
  let ca: TestCa;
  let authority: RunningAuthority;
  let dataDirectory: string;
  let station: RunningStation;

  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(path.join(tmpdir(), 'timestamps-ca-')));
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));
  beforeEach(async () => {
    authority = await startTimestampAuthority(ca);
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'timestamps-'));
  });
  afterEach(async () => {
    await station.dispose();
    await authority.close();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const given = { 'Timestamping:Url': authority.url, ...FAST_RETRIES, ...settings };
    station = await startStation({ dataDirectory, settings: given });
  }

  async function create(format: SignatureFormat, profile = 'T'): Promise<string> {
    const { id } = await createStationClient(station.url).create(smallDocument(format), { format, profile });
    return id;
  }

  const finished = (id: string): Promise<SignatureView> => createStationClient(station.url).finished(id, 240_000);

  /** Signatures that devices have been asked for since the station started. */
  async function deviceSignatures(): Promise<number> {
    const text = await (await fetch(`${station.url}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith('provider_sign_operations_total'));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  async function eventsOf(id: string): Promise<string[]> {
    return (await createStationClient(station.url).auditEvents(id)).items.map(({ eventType }) => eventType);
  }

  it('are made in every format that can, with one request to the authority each, and verified as such', async () => {
    await start();
    const formats = SIGNATURE_FORMATS.filter((format) => FORMAT_LEVELS[format].includes('T'));
    expect(formats).toContain('CAdES');
    for (const format of formats) {
      const view = await finished(await create(format));
      expect(view).toMatchObject({ status: 'Completed', profile: 'T', profileReached: 'T', errorMessage: null });
      const report = await createStationClient(station.url).verification(view.id);
      expect(report.signatures[0]?.reasonCodes, format).toContain('TIMESTAMP_PRESENT');
      expect(report.overallStatus).not.toBe('INVALID');
    }
    // One more asked whether there is an authority at all, before the first signature.
    expect(authority.requests()).toBe(formats.length + 1);
    expect(await deviceSignatures()).toBe(formats.length);
  });

  it('wait below their level through failures and a death of the station, and are not signed again', async () => {
    await start({ 'SigningJobRetry:MaxAttempts': '500' });
    authority.behave((n) => (n === 0 ? 'grants' : 'fails-http'));
    const id = await create('CAdES');
    await expect.poll(() => eventsOf(id), WAIT).toContain('RetryScheduled');
    expect(await eventsOf(id)).toContain('SignatureStaged');
    expect(await deviceSignatures()).toBe(1);
    const unfinished = await createStationClient(station.url).status(id);
    expect(unfinished).toMatchObject({ profileReached: null, contentUrl: null });
    await expect(createStationClient(station.url).content(id)).rejects.toBeInstanceOf(UnexpectedAnswer);
    await station.killHost();
    authority.behave('grants');
    await start({ 'SigningJobRetry:MaxAttempts': '500' });
    expect(await finished(id)).toMatchObject({ status: 'Completed', profileReached: 'T' });
    expect(await deviceSignatures()).toBe(0);
    expect((await eventsOf(id)).filter((type) => type === 'SignatureStaged')).toHaveLength(1);
  });

  it('fail after the attempts that they have, with the reason, and nothing is handed out', async () => {
    await start({ 'SigningJobRetry:MaxAttempts': '3' });
    authority.behave((n) => (n === 0 ? 'grants' : 'stamps-other-bytes'));
    const id = await create('CAdES');
    const view = await finished(id);
    expect(view).toMatchObject({ status: 'Failed', errorCode: 'TIMESTAMP_OPERATION_FAILED', failureArea: 'timestamp' });
    expect(view).toMatchObject({ retryCount: 2, profileReached: null, contentUrl: null });
    expect(view.errorMessage).toContain('wrong imprint');
    expect(await deviceSignatures()).toBe(1);
    await expect(createStationClient(station.url).content(id)).rejects.toBeInstanceOf(UnexpectedAnswer);
  });

  it('spend no signature where no authority is configured, refuses, or cannot be reached', async () => {
    authority.behave('refuses');
    await start({ 'SigningJobRetry:MaxAttempts': '2' });
    for (const profile of ['T', 'LT', 'LTA']) {
      const view = await finished(await create('CAdES', profile));
      expect(view).toMatchObject({ status: 'Failed', errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', retryCount: 0 });
      expect(view.errorMessage).toContain('unacceptedPolicy');
    }
    authority.behave('fails-http');
    const unreachable = await finished(await create('CAdES'));
    expect(unreachable).toMatchObject({ errorCode: 'TIMESTAMP_OPERATION_FAILED', retryCount: 1 });
    expect(await eventsOf(unreachable.id)).not.toContain('SigningProviderSelected');
    expect(await deviceSignatures()).toBe(0);
    await station.stop();
    station = await startStation({ dataDirectory });
    const unconfigured = await finished(await create('CAdES'));
    expect(unconfigured).toMatchObject({ errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', retryCount: 0 });
    expect(unconfigured.errorMessage).toContain('Timestamping:Url');
    expect(await eventsOf(unconfigured.id)).not.toContain('SigningProviderSelected');
    expect(await deviceSignatures()).toBe(0);
  });

  it('are added to signed files by a command, in each format, beside the originals and with no key', async () => {
    await start();
    const folder = path.join(dataDirectory, 'signed');
    mkdirSync(folder);
    for (const format of SIGNATURE_FORMATS) {
      const view = await finished(await create(format, 'B'));
      const content = await fetch(`${station.url}/api/v1/signatures/${view.id}/content`);
      writeFileSync(path.join(folder, `${format}.signed`), Buffer.from(await content.arrayBuffer()));
    }
    const before = await deviceSignatures();
    const files = SIGNATURE_FORMATS.map((format) => path.join(folder, `${format}.signed`));
    const extended = await runCommand(
      dataDirectory,
      'extend',
      ...files,
      '--profile=T',
      `--Server:Port=${station.port}`,
    );
    expect(extended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await deviceSignatures()).toBe(before);
    for (const format of SIGNATURE_FORMATS) {
      const raised = path.join(folder, `${format}-T.signed`);
      const told = await runCommand(dataDirectory, 'inspect', raised, '--json', `--Server:Port=${station.port}`);
      expect(told.stdout, format).toContain('"profileReached":"T"');
    }
    const plain = path.join(folder, 'plain.txt');
    writeFileSync(plain, 'no signature');
    const refused = await runCommand(dataDirectory, 'extend', plain, '--profile=T', `--Server:Port=${station.port}`);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('no signature that could be extended'),
    ]);
  });

  it('can be tried beforehand, by a command and over HTTP, with the reason in a sentence', async () => {
    await start();
    const answer = await fetch(`${station.url}/api/v1/timestamping/trials`, { method: 'POST' });
    const trial = TimestampingTrial.parse(await answer.json());
    expect(trial).toMatchObject({ ok: true, authorities: [{ url: authority.url, ok: true }] });
    const url = `--Timestamping:Url=${authority.url}`;
    const works = await runCommand(dataDirectory, 'tsa', 'test', url);
    expect(works).toMatchObject({ exitCode: 0, stderr: '' });
    expect(works.stdout).toContain(`The timestamp authority ${authority.url} works: CN=Test TSA`);
    authority.behave('has-expired');
    const fails = await runCommand(dataDirectory, 'tsa', 'test', url);
    expect(fails).toMatchObject({ exitCode: 1, stdout: '' });
    expect(fails.stderr.trim().split('\n')).toHaveLength(1);
    expect(fails.stderr).toContain('its certificate ended on 2025-01-01');
  });
});
