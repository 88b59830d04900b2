import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeApiKey } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { filesHolding, holds, tablesHolding } from '../actors/station/stored-traces.ts';
import { makePfx } from '../actors/tokens/make-pfx.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

const SECRETS = {
  pin: 'MARKER-pin-4711',
  wrongPin: 'MARKER-wrong-pin-0815',
  pfxPassword: 'MARKER-pfx-password',
  wrongPfxPassword: 'MARKER-wrong-pfx-password',
  tsaPassword: 'MARKER-tsa-password',
  document: 'MARKER-in-the-document',
  wrongKey: 'abcdefghijkl.MARKER-wrong-key-0123456789012345678901234',
};
const PAGE = onePage();
const PDF = buildPdf({
  pieces: { ...PAGE, [Math.max(...Object.keys(PAGE).map(Number)) + 1]: `<</Note (${SECRETS.document})>>` },
});
const BROKEN = new TextEncoder().encode(`%PDF-1.7\n${SECRETS.document}\nstartxref\n9999999\n%%EOF`);
/** What is written of a request that is signed at the first attempt and downloaded, in this order. */
const COURSE = [
  'SignatureRequested',
  'FileStored',
  'JobQueued',
  'JobStarted',
  'SigningProviderSelected',
  'CertificateResolved',
  'SigningCompleted',
  'OutputStored',
  'SignatureDownloaded',
];
const Accepted = z.object({ id: z.string() });
const View = z.object({
  status: z.string(),
  errorMessage: z.string().nullable(),
  waitReason: z.string().nullable(),
});
const Events = z.object({ items: z.array(z.object({ eventType: z.string() })) });

describe('what the station keeps of what it did, and what it keeps to itself', () => {
  let folder: string;
  let dataDirectory: string;
  let pfx: string;
  let token: SoftHsmToken;
  let station: RunningStation;
  let key: string;
  /** Waits for the right password from the first station to the second. */
  let refused: string;
  /** Everything that came over HTTP but signed documents, and everything the processes wrote. */
  const heard: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-audit-'));
    dataDirectory = path.join(folder, 'data');
    pfx = path.join(folder, 'signer.p12');
    await makePfx(pfx, SECRETS.pfxPassword);
    token = await makeSoftHsmToken({
      dir: path.join(folder, 'token'),
      label: 'Audit',
      pin: SECRETS.pin,
      keys: [{ type: 'P-256', id: '01', label: 'signer' }],
    });
    const permissions = 'SignaturesCreate,SignaturesRead,CertificatesRead,ProvidersRead,Verify,AuditRead';
    key = (await makeApiKey(dataDirectory, '--name', 'Audit', '--permissions', permissions)).key;
  });
  afterAll(async () => {
    await station.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(pin: string, pfxPassword: string): Promise<void> {
    station = await startStation({
      dataDirectory,
      settings: {
        Environment: 'Production',
        'Authentication:Enabled': 'true',
        'Telemetry:LogLevel': 'debug',
        'Signing:Pfx:Path': pfx,
        'Signing:Pkcs11:0:ProviderId': 'card',
        'Signing:Pkcs11:0:Name': 'Card',
        'Signing:Pkcs11:0:ModulePath': token.modulePath,
        'Signing:Pkcs11:0:TokenLabel': 'Audit',
        'SigningJobRetry:InitialBackoffMilliseconds': '300',
        'Timestamping:Url': 'http://127.0.0.1:9/',
        'Timestamping:Username': 'station',
        'Timestamping:PasswordSecretName': 'Timestamping:Password',
      },
      environment: {
        ...token.environment,
        SERVICE_SECRET_SIGNING_PKCS11_PIN: pin,
        SERVICE_SECRET_SIGNING_PFX_PASSWORD: pfxPassword,
        SERVICE_SECRET_TIMESTAMPING_PASSWORD: SECRETS.tsaPassword,
      },
    });
  }

  async function stop(): Promise<void> {
    await station.stop();
    heard.push(station.output());
  }

  async function call(resource: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
    const headers = { 'X-Api-Key': key, ...(init.headers as Record<string, string> | undefined) };
    const answer = await fetch(`${station.url}/api/v1/${resource}`, { ...init, headers });
    const text = await answer.text();
    heard.push(JSON.stringify([...answer.headers]));
    if (!resource.endsWith('/content') || answer.status !== 200) heard.push(text);
    return { status: answer.status, text };
  }

  async function create(document: Uint8Array, provider: string, profile = 'B'): Promise<string> {
    const form = new FormData();
    form.set('format', 'PAdES');
    form.set('profile', profile);
    form.set('signingProvider', provider);
    form.set('file', new Blob([new Uint8Array(document)]), 'document.pdf');
    const { status, text } = await call('signatures', { method: 'POST', body: form });
    expect(status, text).toBe(202);
    return Accepted.parse(JSON.parse(text)).id;
  }

  async function view(id: string): Promise<z.infer<typeof View>> {
    return View.parse(JSON.parse((await call(`signatures/${id}`)).text));
  }

  async function expectStatus(id: string, status: string): Promise<void> {
    const reached = async () => {
      const { status: current, errorMessage } = await view(id);
      return current === 'Failed' && current !== status ? `Failed: ${errorMessage}` : current;
    };
    await expect.poll(reached, { interval: 50 }).toBe(status);
  }

  async function eventsOf(id: string): Promise<string[]> {
    const { text } = await call(`signatures/${id}/audit-events?limit=200`);
    return Events.parse(JSON.parse(text)).items.map((event) => event.eventType);
  }

  async function expectFailed(id: string): Promise<void> {
    await expectStatus(id, 'Failed');
    const events = ['SignatureRequested', 'FileStored', 'JobQueued', 'JobStarted', 'SigningFailed'];
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(events));
    expect((await call(`signatures/${id}/content`)).status).toBe(409);
  }

  it('records failures: wrong PIN, wrong PFX password, refused calls', async () => {
    await start(SECRETS.wrongPin, SECRETS.wrongPfxPassword);
    const failing = await create(PDF, 'Pkcs11');
    refused = await create(PDF, 'Pfx');
    await expectFailed(failing);
    // Its password may be corrected: what waits for it has not failed.
    await expect.poll(async () => (await view(refused)).waitReason).toBe('PIN_REFUSED');
    expect((await call(`signatures/${refused}/content`)).status).toBe(409);
    const boundary = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const torn = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${SECRETS.document}`;
    for (const [resource, headers, body] of [
      ['signatures', boundary, torn],
      ['verifications', boundary, torn],
      ['signatures', { 'Content-Type': 'application/json' }, JSON.stringify({ file: SECRETS.document })],
    ] as const) {
      expect((await call(resource, { method: 'POST', headers, body })).status).toBeGreaterThanOrEqual(400);
    }
    for (const wrong of [SECRETS.wrongKey, `${key.slice(0, -8)}AAAAAAAA`, SECRETS.document]) {
      expect((await call('signatures', { headers: { 'X-Api-Key': wrong } })).status).toBe(401);
    }
    for (const resource of ['providers', 'certificates', 'providers/card/health', 'providers/pfx/health']) {
      await call(resource);
    }
    await stop();
  });

  it('records a signature on the token, its download, a wait and a broken document', async () => {
    // The station asks for this after a wrong PIN: it does not use up the token's tries.
    await token.login();
    await rename(pfx, `${pfx}.away`);
    await start(SECRETS.pin, SECRETS.pfxPassword);
    const waiting = await create(PDF, 'Pfx');
    await expect.poll(async () => (await view(waiting)).waitReason).toBe('TOKEN_ABSENT');
    await rename(`${pfx}.away`, pfx);

    const signed = await create(PDF, 'Pkcs11');
    await expectStatus(signed, 'Completed');
    expect((await call(`signatures/${signed}/content`)).status).toBe(200);
    expect((await call(`signatures/${signed}/verification`)).status).toBe(200);
    expect(new Set(await eventsOf(signed))).toEqual(new Set(COURSE));
    expect(
      inDatabase((database) =>
        database
          .prepare('SELECT event_type FROM audit_events WHERE entity_id = ? ORDER BY sequence')
          .pluck()
          .all(signed),
      ),
    ).toEqual(COURSE);
    await expectStatus(waiting, 'Completed');
    await expectStatus(refused, 'Completed');
    // What it was about to be signed with is on record although the document could not be.
    const broken = await create(BROKEN, 'Pfx');
    await expectStatus(broken, 'Failed');
    expect(await eventsOf(broken)).toEqual(
      expect.arrayContaining(['SigningProviderSelected', 'CertificateResolved', 'SigningFailed']),
    );
    expect(await eventsOf(waiting)).toContain('RetryScheduled');

    const stamped = await create(PDF, 'Pkcs11', 'T');
    await expect.poll(async () => (await eventsOf(stamped)).some((type) => /Failed|Retry/.test(type))).toBe(true);
    const form = new FormData();
    form.set('format', 'PAdES');
    form.set('file', new Blob([BROKEN]), 'broken.pdf');
    await call('verifications', { method: 'POST', body: form });
    await call('audit-events?limit=200');
    await stop();
  });

  it('has shown all eleven event types of the specification', () => {
    expect(
      inDatabase((database) => database.prepare('SELECT DISTINCT event_type FROM audit_events').pluck().all()),
    ).toEqual(expect.arrayContaining([...COURSE, 'SigningFailed', 'RetryScheduled']));
  });

  it.each([
    "UPDATE audit_events SET actor = 'nobody'",
    "UPDATE OR IGNORE audit_events SET actor = 'nobody' WHERE sequence = 1",
    'UPDATE OR REPLACE audit_events SET sequence = sequence + 1000000 WHERE sequence = 1',
    'DELETE FROM audit_events',
    'DELETE FROM audit_events WHERE sequence = 1',
    'REPLACE INTO audit_events SELECT * FROM audit_events WHERE sequence = 1',
    "INSERT OR REPLACE INTO audit_events SELECT sequence, 'x', tenant_id, entity_type, entity_id, event_type, actor, timestamp, correlation_id, metadata FROM audit_events WHERE sequence = 1",
    "INSERT INTO audit_events SELECT * FROM audit_events WHERE sequence = 1 ON CONFLICT DO UPDATE SET actor = 'nobody'",
  ])('is refused by the database itself: %s', (statement) => {
    const rows = () => inDatabase((database) => database.prepare('SELECT * FROM audit_events ORDER BY sequence').all());
    const before = rows();
    expect(before.length).toBeGreaterThan(30);
    expect(() => inDatabase((database) => database.prepare(statement).run())).toThrow('audit events are append-only');
    expect(rows()).toEqual(before);
  });

  it('has let no secret and no document byte out: not in logs, answers, files or tables', async () => {
    const secretOfKey = key.split('.')[1] ?? '';
    const markers = [...Object.values(SECRETS), secretOfKey];
    const bytes = Buffer.from(heard.join('\n'));
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(markers.filter((marker) => holds(bytes, marker))).toEqual([]);
    expect(await filesHolding(dataDirectory, markers)).toEqual([]);
    expect(tablesHolding(path.join(dataDirectory, 'station.db'), markers)).toEqual([]);
    // The search finds what is there: tenant and actor are no secrets.
    expect(await filesHolding(dataDirectory, ['SigningProviderSelected'])).toContain(
      'station.db: SigningProviderSelected',
    );
    expect(tablesHolding(path.join(dataDirectory, 'station.db'), ['SigningProviderSelected'])).not.toEqual([]);
    expect(holds(Buffer.from(Buffer.from(`x${SECRETS.pin}yz`).toString('base64')), SECRETS.pin)).toBe(true);
  });

  function inDatabase<T>(work: (database: BetterSqlite3.Database) => T): T {
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
});
