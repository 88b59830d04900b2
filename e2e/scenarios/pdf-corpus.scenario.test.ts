import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { extractLastSignature, opensslVerify, pdfsig, qpdfCheck } from '../actors/judges/pdf-judges.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { makeSoftHsmToken, type SoftHsmToken, type TokenKeyType } from '../actors/tokens/softhsm.ts';
import { makeCorpus, type CorpusDocument } from '../documents/pdf/corpus.ts';
import { brokenPdfs } from '../documents/pdf/broken-pdfs.ts';
import { encryptedPdfs } from '../documents/pdf/tool-pdfs.ts';

const DOCUMENTS = 200;
const JUDGES_AT_ONCE = 2;
const PIN = 'corpus-pin-7319';
const TOKEN_KEYS: readonly TokenKeyType[] = ['RSA-2048', 'RSA-3072', 'RSA-4096', 'P-256', 'P-384', 'P-521'];

describe('PDFs of different making, signed with keys on a token and in PFX files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-corpus-'));
  let ca: TestCa;
  let token: SoftHsmToken;
  let station: RunningStation;
  let client: StationClient;
  let certificates: CertificateDescriptor[];
  let corpus: CorpusDocument[];
  const anchors = path.join(folder, 'anchors.pem');
  const intermediates = path.join(folder, 'intermediates.pem');

  beforeAll(async () => {
    ca = makeTestCa(path.join(folder, 'ca'));
    const issuing = ca.authority('issuing');
    token = await makeSoftHsmToken({
      dir: path.join(folder, 'token'),
      label: 'corpus',
      pin: PIN,
      keys: TOKEN_KEYS.map((type, index) => ({ type, id: `0${index + 1}`, label: type })),
      ca: { certificatePath: issuing.certificatePem, keyPath: issuing.keyPem },
    });
    writeTrustFolders();
    const signer = ca.signer('p-256');
    const pfx = path.join(folder, 'signer.p12');
    execFileSync('openssl', [
      ...['pkcs12', '-export', '-inkey', signer.keyPem, '-in', signer.certificatePem],
      ...['-certfile', intermediates, '-out', pfx, '-passout', 'pass:corpus-pfx'],
    ]);
    station = await startStation({
      settings: {
        'Signing:Pkcs11:0:ProviderId': 'token',
        'Signing:Pkcs11:0:Name': 'Token',
        'Signing:Pkcs11:0:ModulePath': token.modulePath,
        'Signing:Pkcs11:0:TokenLabel': 'corpus',
        'Signing:Pfx:Path': pfx,
        'Verification:TrustAnchors': path.join(folder, 'anchors'),
        'ValidationData:Certificates': path.join(folder, 'intermediates'),
      },
      environment: {
        ...token.environment,
        SERVICE_SECRET_SIGNING_PKCS11_PIN: PIN,
        SERVICE_SECRET_SIGNING_PFX_PASSWORD: 'corpus-pfx',
      },
    });
    client = createStationClient(station.url);
    certificates = (await client.listedCertificates(TOKEN_KEYS.length + 2)).filter(
      (certificate) => certificate.canSign,
    );
    corpus = await makeCorpus(folder);
    const demo = readFileSync(path.join(station.dataDirectory, 'demo/trust-anchors/demo-ca.cer'));
    // The roots only: every signature has to bring its path along.
    writeFileSync(anchors, [ca.trustAnchor, demo].map(pem).join(''));
  });
  afterAll(async () => {
    await station.dispose();
    await token.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function writeTrustFolders(): void {
    for (const name of ['anchors', 'intermediates']) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, 'anchors/root.cer'), ca.trustAnchor);
    ca.intermediates.forEach((der, n) => writeFileSync(path.join(folder, `intermediates/${n}.cer`), der));
    writeFileSync(intermediates, ca.intermediates.map(pem).join(''));
  }

  async function sign(document: CorpusDocument, certificate: CertificateDescriptor): Promise<Signed> {
    const created = await client.create(document.bytes, {
      fileName: `${document.name}.pdf`,
      signingProvider: certificate.providerType,
      certificateThumbprint: certificate.thumbprint,
    });
    const view = await client.finished(created.id);
    expect(view.status, `${document.name}: ${view.errorMessage}`).toBe('Completed');
    return { id: created.id, document, output: await client.content(created.id) };
  }

  async function judge({ id, document, output }: Signed, earlierSignatures: number): Promise<void> {
    const place = mkdtempSync(path.join(folder, 'judge-'));
    const input = path.join(place, 'input.pdf');
    const file = path.join(place, 'signed.pdf');
    writeFileSync(input, document.bytes);
    writeFileSync(file, output);
    const what = document.name;
    expect(output.subarray(0, document.bytes.length).equals(document.bytes), `${what}: prefix`).toBe(true);
    const [before, after] = [await qpdfCheck(input), await qpdfCheck(file)];
    expect(after.code, `${what}: qpdf ${after.warnings.join('; ')}`).toBe(before.code);
    expect(after.warnings.length, `${what}: ${after.warnings.join('; ')}`).toBeLessThanOrEqual(before.warnings.length);
    const findings = await pdfsig(file);
    expect(findings, what).toHaveLength(earlierSignatures + 1);
    expect(
      findings.every((finding) => finding.isValid),
      `${what}: ${JSON.stringify(findings)}`,
    ).toBe(true);
    expect(
      findings.filter((finding) => finding.coversDocument),
      what,
    ).toHaveLength(1);
    const cms = await opensslVerify(place, extractLastSignature(output), anchors);
    expect(cms.code, `${what}: openssl ${cms.output}`).toBe(0);
    const report = await client.verification(id);
    expect(report.overallStatus, `${what}: ${report.reasonCodes.join(' ')} ${report.detail}`).toBe('VALID');
    expect(report.signatures, what).toHaveLength(earlierSignatures + 1);
    for (const { claimedSigningTime } of report.signatures) {
      expect(Math.abs(Date.now() - Date.parse(claimedSigningTime ?? '')), what).toBeLessThan(600_000);
    }
    rmSync(place, { recursive: true });
  }

  it(`signs ${DOCUMENTS} of them so that qpdf, poppler, openssl and the station agree`, async () => {
    expect(certificates).toHaveLength(TOKEN_KEYS.length + 2);
    const keys = rotation(certificates);
    const once = await mapAtMost(4, corpus, (document) => sign(document, keys.next().value));
    // The rest are documents that bear a signature already, of another key.
    const again = once.slice(0, DOCUMENTS - once.length).map(({ document, output }) => ({
      name: `${document.name}+signed`,
      bytes: output,
    }));
    const twice = await mapAtMost(4, again, (document) => sign(document, keys.next().value));
    expect(once.length + twice.length).toBe(DOCUMENTS);
    await mapAtMost(JUDGES_AT_ONCE, once, (signed) => judge(signed, 0));
    await mapAtMost(JUDGES_AT_ONCE, twice, (signed) => judge(signed, 1));
  });

  it('refuses broken and locked ones for good, says why, dead-letters them and keeps the input', async () => {
    const broken: CorpusDocument[] = Object.entries(brokenPdfs())
      .filter(([, { bytes }]) => bytes.length > 0)
      .map(([name, { bytes }]) => ({ name, bytes }));
    const locked = Object.entries(encryptedPdfs(folder))
      .filter(([name]) => name.startsWith('locked'))
      .map(([name, file]) => ({ name, bytes: readFileSync(file) }));
    for (const document of [...broken, ...locked]) {
      const { id } = await client.create(document.bytes, {
        fileName: `${document.name}.pdf`,
        certificateThumbprint: demoThumbprint(),
      });
      const view = await client.finished(id);
      expect(view, document.name).toMatchObject({
        status: 'Failed',
        errorCode: 'SIGNING_OPERATION_FAILED',
        retryCount: 0,
      });
      expect(view.errorMessage, document.name).toMatch(refusalOf(document.name));
      const events = (await client.auditEvents(id)).items.map((event) => event.eventType);
      expect(events, document.name).toContain('SigningFailed');
      expect(events, document.name).not.toContain('SigningCompleted');
    }
    expect(deadLetters(path.join(station.dataDirectory, 'station.db'))).toBe(broken.length + locked.length);
  });

  /** What the person who sent a locked document is told is the matter with it. */
  function refusalOf(name: string): RegExp {
    if (name.startsWith('locked-password')) return /PDF is encrypted .* with a password/;
    return name.startsWith('locked') ? /PDF is protected .* permissions forbid changing the document \(bit 4\)/ : /PDF/;
  }

  function demoThumbprint(): string {
    const demo = certificates.find((certificate) => certificate.isDemo);
    if (demo === undefined) throw new Error('There is no demo certificate.');
    return demo.thumbprint;
  }
});

/** How many messages lie on the dead-letter queue, counted beside the running station. */
function deadLetters(file: string): number | undefined {
  const database = new BetterSqlite3(file, { readonly: true });
  try {
    return database
      .prepare<[], number>("SELECT count(*) FROM broker_messages WHERE queue = 'dead-letter'")
      .pluck()
      .get();
  } finally {
    database.close();
  }
}

interface Signed {
  readonly id: string;
  readonly document: CorpusDocument;
  readonly output: Buffer;
}

function* rotation<T>(values: readonly T[]): Generator<T, never> {
  for (;;) yield* values;
}

/** Maps in order of arrival with at most `limit` under way; results keep the order of the items. */
async function mapAtMost<T, R>(limit: number, items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>();
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) results.set(index, await map(item));
  };
  await Promise.all(Array.from({ length: limit }, work));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

function pem(der: Uint8Array): string {
  const base64 = Buffer.from(der)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
