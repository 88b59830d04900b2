import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrustAnchors } from '../../service/contract/http/trust-anchors.ts';
import {
  CA_QC,
  list,
  listOfLists,
  operator,
  service,
  type Period,
} from '../../service/trust/lists/signed-list.suite.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { runCommand } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';

const PASSWORD = 'trusted-lists';
const LATE = '2199-01-01T00:00:00Z';

/** Serves files over HTTP, whatever lies there when it is asked; nothing where none does. */
async function serveLists(files: ReadonlyMap<string, Uint8Array>): Promise<Server> {
  const server = createServer((request, response) => {
    const bytes = files.get(request.url ?? '');
    if (bytes === undefined) response.writeHead(404).end('gone');
    else response.writeHead(200, { 'Content-Type': 'application/vnd.etsi.tsl+xml' }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('a station with trusted lists', () => {
  const journal = operator('Journal');
  const country = operator('Country');
  let ca: TestCa;
  let dataDirectory: string;
  let station: RunningStation | undefined;

  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(path.join(tmpdir(), 'trusted-lists-ca-')));
    const { certificatePem, keyPem } = ca.signer('p-256');
    const files = ['-in', certificatePem, '-inkey', keyPem, '-out', ca.path('signer.p12')];
    execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${PASSWORD}`], { cwd: ca.folder });
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));
  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'trusted-lists-'));
    for (const folder of ['lists', 'trusted-lists', 'trusted-lists/signers']) {
      mkdirSync(path.join(dataDirectory, folder), { mode: 0o700 });
    }
    writeFileSync(path.join(dataDirectory, 'trusted-lists/signers/journal.cer'), journal.certificate);
    put('lotl.xml', listOfLists({ signer: journal, nextUpdate: LATE }, [journal], [country]));
  });
  afterEach(async () => {
    await station?.dispose();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  function put(name: string, bytes: Uint8Array): void {
    writeFileSync(path.join(dataDirectory, 'lists', name), bytes);
  }

  /** The list of a country with the authority that issued the signer's certificate. */
  function nationalList(...periods: readonly Period[]): Uint8Array {
    const { raw } = new X509Certificate(readFileSync(ca.path('issuing.pem')));
    return list({ signer: country, nextUpdate: LATE, services: service(raw, CA_QC, ...periods) });
  }

  async function start(
    settings: Readonly<Record<string, string>> = {},
  ): Promise<ReturnType<typeof createStationClient>> {
    station = await startStation({
      dataDirectory,
      settings: {
        ...{ Environment: 'Production', 'Signing:Pfx:Path': ca.path('signer.p12'), 'TrustedLists:Folder': 'lists' },
        ...settings,
      },
      environment: { SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD },
    });
    return createStationClient(station.url);
  }

  async function report(client: ReturnType<typeof createStationClient>) {
    const { id } = await client.create(Buffer.from('<a/>'), { fileName: 'a.xml', format: 'XAdES', profile: 'B' });
    await client.finished(id, 60_000);
    return client.verification(id);
  }

  async function lists(): Promise<NonNullable<TrustAnchors['lists']>> {
    const { lists: found } = (await (await fetch(`${station?.url ?? ''}/api/v1/trust-anchors`)).json()) as TrustAnchors;
    if (!found) throw new Error('The station tells of no lists');
    return found;
  }

  it('says which service a signer comes from, and trusts nobody for that', async () => {
    put('XA.xml', nationalList({ status: 'granted', from: '2020-01-01T00:00:00Z' }));
    const { overallStatus, certificate } = await report(await start());
    expect(overallStatus).toBe('INDETERMINATE');
    expect(certificate.trust).toMatchObject([
      { territory: 'XA', provider: 'Operator', type: CA_QC, from: '2020-01-01T00:00:00.000Z' },
    ]);
    expect(certificate.trust?.[0]?.status).toMatch(/granted$/);
  });

  it('ends paths in services that are in force where the settings say so, after a restart too', async () => {
    put('XA.xml', nationalList({ status: 'granted', from: '2020-01-01T00:00:00Z' }));
    expect((await report(await start({ 'TrustedLists:AsAnchors': 'true' }))).overallStatus).toBe('VALID');
    await station?.dispose();
    const kept = readdirSync(path.join(dataDirectory, 'trusted-lists')).filter((name) => name.endsWith('.json'));
    expect(kept.sort()).toEqual(['XA-1.json', 'state.json']);
    expect((await report(await start({ 'TrustedLists:AsAnchors': 'true' }))).overallStatus).toBe('VALID');
  });

  it('ends no path in a service whose status was withdrawn', async () => {
    const before = { status: 'granted', from: '2020-01-01T00:00:00Z' };
    put('XA.xml', nationalList({ status: 'withdrawn', from: '2026-01-01T00:00:00Z' }, before));
    const { overallStatus, certificate } = await report(await start({ 'TrustedLists:AsAnchors': 'true' }));
    expect([overallStatus, certificate.reasonCodes.includes('CERT_UNTRUSTED')]).toEqual(['INDETERMINATE', true]);
    expect(certificate.trust?.[0]?.status).toMatch(/withdrawn$/);
  });

  it('names lists that it refuses, over HTTP and by command', async () => {
    put('XA.xml', nationalList({ status: 'granted', from: '2020-01-01T00:00:00Z' }));
    put(
      'spoiled.xml',
      Buffer.from(readFileSync(path.join(dataDirectory, 'lists/XA.xml'), 'utf8').replace('>Operator<', '>X<')),
    );
    await start();
    const { accepted, refused } = await lists();
    expect(accepted.map(({ name, territory }) => `${name} ${territory}`)).toEqual(['lotl.xml EU', 'XA.xml XA']);
    expect(refused).toMatchObject([{ name: 'spoiled.xml', code: 'LIST_SIGNATURE_INVALID' }]);
    const told = await runCommand(dataDirectory, 'trust', 'list', `--url=${station?.url ?? ''}`);
    expect(`${told.stdout}${told.stderr}`).toContain('LIST_SIGNATURE_INVALID');
  });

  describe('fetched over HTTP', () => {
    const files = new Map<string, Uint8Array>();
    let server: Server;
    let base: string;

    beforeEach(async () => {
      server = await serveLists(files);
      base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      const parts = { signer: journal, nextUpdate: LATE };
      files.set('/lotl.xml', listOfLists(parts, [journal], [country], `${base}/XA.xml`));
      files.set('/XA.xml', nationalList({ status: 'granted', from: '2020-01-01T00:00:00Z' }));
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
      files.clear();
    });

    const online = (more: Readonly<Record<string, string>> = {}) =>
      start({
        ...{ 'TrustedLists:Online': 'true', 'TrustedLists:Url': `${base}/lotl.xml`, 'TrustedLists:AsAnchors': 'true' },
        ...{ 'TrustedLists:Folder': '', 'ValidationData:InnerAddresses:0': '127.0.0.1' },
        ...more,
      });

    it('uses them, and those it has fetched while the operators cannot be reached', async () => {
      await online();
      await expect.poll(async () => (await lists()).accepted.map(({ territory }) => territory)).toEqual(['EU', 'XA']);
      await station?.dispose();
      files.clear();
      const client = await online();
      await expect
        .poll(async () => (await lists()).refused.map(({ name, code, reason }) => `${name} ${code} ${reason}`))
        .toEqual(
          ['/lotl.xml', '/XA.xml'].map((name): unknown =>
            expect.stringMatching(`${name} LIST_UNREACHABLE .* answers 404`),
          ),
        );
      expect((await report(client)).overallStatus).toBe('VALID');
    });

    it('does not ask servers of the inner network that the settings do not name', async () => {
      await online({ 'ValidationData:InnerAddresses:0': '10.1.2.3' });
      await expect.poll(async () => (await lists()).refused.map(({ code }) => code)).toContain('LIST_UNREACHABLE');
      expect((await lists()).accepted).toEqual([]);
    });

    it('refuses what is spoiled on the way', async () => {
      files.set(
        '/XA.xml',
        Buffer.from(
          Buffer.from(files.get('/XA.xml') ?? [])
            .toString()
            .replace('granted', 'withdrawn'),
        ),
      );
      await online();
      await expect
        .poll(async () => (await lists()).refused.map(({ name, code }) => `${name} ${code}`))
        .toEqual([`${base}/XA.xml LIST_SIGNATURE_INVALID`]);
      expect((await lists()).accepted.map(({ territory }) => territory)).toEqual(['EU']);
    });
  });
});
