import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIST_OF_LISTS, NATIONAL_LIST } from '../../service/codecs/trusted-list/trusted-list.ts';
import type { TrustAnchors } from '../../service/contract/http/trust-anchors.ts';
import type { TestSigner } from '../../service/verification/cades/cms-forgery.suite.ts';
import { CA_QC, list, operator, pointer, service } from '../../service/trust/lists/signed-list.suite.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { writePkcs12 } from '../actors/ca/write-pkcs12.ts';
import { startVouchedServer, type VouchedServer } from '../actors/http/vouched-server.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';

const PASSWORD = 'lists-over-https';
const LATE = '2199-01-01T00:00:00Z';
const PAST = '2026-09-02T00:00:00Z';

/** What a server does with a request: answers bytes, or something that is no list. */
type Answer = Uint8Array | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

describe('trusted lists over HTTPS', () => {
  const [journal, second, third] = [operator('Journal'), operator('Second'), operator('Third')];
  const [country, stranger] = [operator('Country'), operator('Stranger')];
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  let ca: TestCa;
  let server: VouchedServer;
  let base: string;
  let dataDirectory: string;
  let station: RunningStation | undefined;

  beforeAll(async () => {
    ca = makeTestCa(mkdtempSync(path.join(tmpdir(), 'lists-over-https-ca-')));
    writePkcs12(ca, 'p-256', ca.path('signer.p12'), PASSWORD);
    server = await startVouchedServer(ca, ({ url = '' }, response) => {
      asked.push(url);
      const answer = answers.get(url) ?? { status: 404 };
      if (answer instanceof Uint8Array) response.writeHead(200).end(answer);
      else response.writeHead(answer.status, answer.headers).end('<html><body>Not a list</body></html>');
    });
    base = `https://127.0.0.1:${String(server.port)}`;
  });
  afterAll(() => {
    server.close();
    rmSync(ca.folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    dataDirectory = await mkdtemp(path.join(tmpdir(), 'lists-over-https-'));
    mkdirSync(path.join(dataDirectory, 'trusted-lists/signers'), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(dataDirectory, 'trusted-lists/signers/journal.cer'), journal.certificate);
    publish();
  });
  afterEach(async () => {
    await station?.dispose();
    await rm(dataDirectory, { recursive: true, force: true });
    answers.clear();
    asked.length = 0;
  });

  function union(signer: TestSigner, next: TestSigner, sequenceNumber: number, countries: readonly string[] = []) {
    const pivots = [7, 6].map((number) => `${base}/pivot-${String(number)}.xml`);
    const pointers = [
      pointer(LIST_OF_LISTS, 'EU', `${base}/lotl.xml`, next),
      ...countries.map((code) => pointer(NATIONAL_LIST, code, `${base}/${code}.xml`, country)),
    ];
    return list({
      ...{ signer, sequenceNumber, type: LIST_OF_LISTS, territory: 'EU', pointers: pointers.join('') },
      // The oldest one, a year later, is no list in force any more, and leads to the next one all the same.
      ...{
        nextUpdate: sequenceNumber === 6 ? PAST : LATE,
        informationUris: pivots.slice(sequenceNumber === 6 ? 1 : 0),
      },
    });
  }

  /** From the Journal by two pivots to who signs today; one list that is in order, and five servers that give none. */
  function publish(): void {
    const { raw } = new X509Certificate(readFileSync(ca.path('issuing.pem')));
    const services = service(raw, CA_QC, { status: 'granted', from: '2020-01-01T00:00:00Z' });
    const national = (territory: string, nextUpdate: string): Uint8Array =>
      list({ signer: country, nextUpdate, territory, services });
    answers.set('/lotl.xml', union(third, third, 8, ['XA', 'XB', 'XC', 'XD', 'XE', 'XF']));
    answers.set('/pivot-7.xml', union(second, third, 7));
    answers.set('/pivot-6.xml', union(journal, second, 6));
    answers.set('/XA.xml', { status: 302, headers: { Location: '/moved/XA.xml' } });
    answers.set('/moved/XA.xml', national('XA', LATE));
    answers.set('/XB.xml', national('XB', PAST));
    answers.set('/XC.xml', { status: 200, headers: { 'Content-Type': 'text/html' } });
    answers.set('/XD.xml', union(stranger, stranger, 99));
    answers.set('/XE.xml', { status: 200, headers: { 'Content-Length': String(1024 ** 3) } });
    answers.set('/XF.xml', { status: 503 });
  }

  async function start(root = ca.path('root.pem')): Promise<void> {
    station = await startStation({
      dataDirectory,
      settings: {
        ...{ Environment: 'Production', 'Signing:Pfx:Path': ca.path('signer.p12') },
        ...{ 'TrustedLists:Online': 'true', 'TrustedLists:Url': `${base}/lotl.xml`, 'TrustedLists:AsAnchors': 'true' },
        'ValidationData:InnerAddresses:0': '127.0.0.1',
      },
      environment: { SERVICE_SECRET_SIGNING_PFX_PASSWORD: PASSWORD, SSL_CERT_FILE: root },
    });
  }

  async function lists(): Promise<{ accepted: string[]; refused: string[] }> {
    const { lists: found } = (await (await fetch(`${station?.url ?? ''}/api/v1/trust-anchors`)).json()) as TrustAnchors;
    const { accepted = [], refused = [] } = found ?? {};
    return {
      accepted: accepted.map(({ territory }) => territory),
      refused: refused.map(({ name, code }) => `${name.replace(base, '')} ${code}`).sort(),
    };
  }

  async function verdict(): Promise<string> {
    const client = createStationClient(station?.url ?? '');
    const { id } = await client.create(Buffer.from('<a/>'), { fileName: 'a.xml', format: 'XAdES', profile: 'B' });
    await client.finished(id, 60_000);
    const { overallStatus, certificate } = await client.verification(id);
    return [overallStatus, ...(certificate.trust ?? []).map(({ territory }) => territory)].join(' ');
  }

  it('are believed by way of their pivots, whatever other servers answer', async () => {
    await start();
    await expect.poll(async () => (await lists()).accepted).toEqual(['EU', 'XA']);
    expect((await lists()).refused).toEqual([
      '/XB.xml LIST_EXPIRED',
      '/XC.xml LIST_MALFORMED',
      '/XD.xml LIST_SCHEME_UNKNOWN',
      '/XE.xml LIST_UNREACHABLE',
      '/XF.xml LIST_UNREACHABLE',
    ]);
    expect(await verdict()).toBe('VALID XA');
    expect(asked.filter((url) => url.startsWith('/pivot')).sort()).toEqual(['/pivot-6.xml', '/pivot-7.xml']);
  });

  it('are none where somebody else signed a pivot', async () => {
    answers.set('/pivot-7.xml', union(stranger, third, 7));
    await start();
    await expect.poll(async () => (await lists()).refused).toContain('/lotl.xml LIST_SIGNER_UNKNOWN');
    expect((await lists()).accepted).toEqual([]);
    expect(await verdict()).toBe('INDETERMINATE');
  });

  it('are not asked of a server whose certificate nobody vouches for', async () => {
    await start(ca.path('no-such-root.pem'));
    await expect.poll(async () => (await lists()).refused).toEqual(['/lotl.xml LIST_UNREACHABLE']);
    expect([(await lists()).accepted, asked]).toEqual([[], []]);
  });
});
