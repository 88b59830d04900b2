import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeSignatureAlgorithm } from '../codecs/cms/cms-algorithm.ts';
import { basicConstraintsExtension, buildCertificate } from '../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../codecs/x509/certificate.ts';
import { encodeName } from '../codecs/x509/name.ts';
import { loadConfiguration } from '../config/configuration.ts';
import { trustCheck } from '../health/health-checks.ts';
import { KnownFiles } from './known-files.ts';
import { trustAnchorList } from './trust-anchor-list.ts';
import { readListSigners, readTrustMaterial, trustFolders, withLists, type TrustFolders } from './trust-material.ts';
import { watchTrustMaterial } from './trust-watch.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function certificate(name: string): Buffer {
  const subject = encodeName([['CN', name]]);
  const der = buildCertificate(
    {
      ...{ issuer: subject, subject, serialNumber: Uint8Array.of(1) },
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2027-01-01T00:00:00Z'),
      publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }),
      extensions: [basicConstraintsExtension(true)],
      signatureAlgorithm: encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' }),
    },
    (tbs) => sign('sha256', tbs, keys.privateKey),
  );
  return Buffer.from(der);
}

const nameOf = (der: Uint8Array): string => parseCertificate(der).subject.toString();

function pem(label: string, der: Buffer): string {
  return `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;
}

describe('the trust folders', () => {
  let root: string;
  let folders: TrustFolders;
  const put = (folder: string, name: string, content: string | Buffer): void =>
    writeFileSync(path.join(root, folder, name), content);

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'trust-material-'));
    const [anchors, intermediates, crls, ocspResponses] = ['anchors', 'certificates', 'crls', 'ocsp'].map((name) => {
      mkdirSync(path.join(root, name));
      return path.join(root, name);
    }) as [string, string, string, string];
    const absent = path.join(root, 'not-there');
    folders = {
      mayBeMissing: new Set([absent, '']),
      trustAnchors: [anchors, absent],
      intermediates,
      crls,
      ocspResponses,
    };
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('give all that can be read: DER, PEM, several to a file, by way of links', async () => {
    const [one, two] = [certificate('One'), certificate('Two')];
    put('anchors', 'one.cer', one);
    put('anchors', 'two.pem', `Bag Attributes\n${pem('CERTIFICATE', two)}${pem('CERTIFICATE', one)}`);
    put('anchors', '.DS_Store', 'something');
    symlinkSync(path.join(root, 'anchors', 'one.cer'), path.join(root, 'certificates', 'linked.crt'));
    const { material, unread } = await readTrustMaterial(folders);
    expect(material.trustAnchors.map((der) => Buffer.from(der))).toEqual([one, two, one]);
    expect(material.intermediates).toHaveLength(1);
    expect(unread).toEqual([]);
  });

  it('that settings name have to be there; those of the data directory need not', async () => {
    const unreadOf = async (...argv: string[]): Promise<unknown> => {
      const configuration = loadConfiguration({ argv: [`--Data:Directory=${root}/data`, ...argv], env: {} });
      return (await readTrustMaterial(trustFolders(configuration, [path.join(root, 'demo')]))).unread;
    };
    expect(await unreadOf()).toEqual([]);
    const reason = 'the folder cannot be read (ENOENT)';
    for (const folder of [path.join(root, 'mistyped'), 'mistyped']) {
      const missing = (kind: string) => [{ kind, file: 'mistyped', reason }];
      expect(await unreadOf(`--Verification:TrustAnchors=${folder}`)).toEqual(missing('trust anchor'));
      expect(await unreadOf(`--ValidationData:Crls=${folder}`)).toEqual(missing('CRL'));
    }
  });

  it('name what lies among the signers of trusted lists and is no certificate, beside what is named already', async () => {
    const one = certificate('One');
    put('certificates', 'journal.cer', one);
    put('certificates', 'cut.cer', one.subarray(0, 100));
    put('crls', 'notes.txt', 'hello');
    const signers = await readListSigners(folders.intermediates);
    expect(signers.certificates.map((der) => Buffer.from(der))).toEqual([one]);
    const nothing = { lists: null, accepted: [], refused: [] };
    const { unread } = withLists(await readTrustMaterial({ ...folders, intermediates: '' }), nothing, signers.unread);
    expect(unread.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
      'CRL notes.txt',
      'signer of trusted lists cut.cer',
    ]);
    expect(unread[1]?.reason).toMatch(/^it is no certificate: /);
  });

  it('are listed with where each anchor lies and whether it is in date', async () => {
    const one = certificate('One');
    put('anchors', 'one.cer', one);
    put('anchors', 'cut.cer', one.subarray(0, 100));
    put('certificates', 'two.cer', certificate('Two'));
    const reading = await readTrustMaterial(folders);
    const list = trustAnchorList(reading, new Date('2026-06-01T00:00:00Z'));
    expect(list).toMatchObject({
      anchors: [
        { subject: 'CN=One', notAfter: '2027-01-01T00:00:00.000Z', isInDate: true, folder: 'anchors', file: 'one.cer' },
      ],
      unread: [{ kind: 'trust anchor', file: 'cut.cer' }],
    });
    expect(list.anchors).toHaveLength(1);
    expect(trustAnchorList(reading, new Date('2027-01-01T00:00:01Z')).anchors[0]?.isInDate).toBe(false);
  });

  it('name what is not used, with the reason, and use the rest', async () => {
    const good = certificate('Good');
    put('anchors', 'good.cer', good);
    put('anchors', 'cut.cer', good.subarray(0, 100));
    put('anchors', 'empty.cer', '');
    put('anchors', 'key.pem', pem('PRIVATE KEY', keys.privateKey.export({ format: 'der', type: 'pkcs8' })));
    put('anchors', 'half.pem', pem('CERTIFICATE', good).slice(0, 200));
    put('anchors', 'readme.txt', 'Put anchors here');
    put('anchors', 'mixed.pem', pem('CERTIFICATE', good) + pem('CERTIFICATE', good.subarray(0, 50)));
    mkdirSync(path.join(root, 'anchors', 'more'));
    symlinkSync(path.join(root, 'gone'), path.join(root, 'anchors', 'dangling.cer'));
    put('crls', 'certificate-not-crl.crl', good);
    put('ocsp', 'try-later.ocsp', Buffer.from('30030a0103', 'hex'));
    writeFileSync(path.join(root, 'not-there'), 'a file where a folder is due');
    const { material, unread } = await readTrustMaterial(folders);
    expect(material.trustAnchors.map((der) => Buffer.from(der))).toEqual([good, good]);
    expect([material.crls, material.ocspResponses]).toEqual([[], []]);
    expect(unread.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
      ...['cut.cer', 'dangling.cer', 'empty.cer', 'half.pem', 'key.pem', 'mixed.pem', 'more', 'readme.txt'].map(
        (name) => `trust anchor ${name}`,
      ),
      'trust anchor not-there',
      'CRL certificate-not-crl.crl',
      'OCSP response try-later.ocsp',
    ]);
    const reasons = Object.fromEntries(unread.map(({ file, reason }) => [file, reason]));
    expect(reasons).toMatchObject({
      'readme.txt': 'it is neither DER nor PEM',
      'half.pem': 'its PEM text is not complete',
      'cut.cer': 'it is no certificate: The content is cut off (at byte 0)',
    });
    const key = keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    expect(JSON.stringify(unread)).not.toContain(key.slice(20, 40));
    expect(JSON.stringify(unread)).not.toContain(root);
  });

  it('are read again where something was written, and only there', async () => {
    const one = certificate('One');
    let two = certificate('Two');
    // Signatures are a byte shorter now and then.
    while (two.length !== one.length) two = certificate('Two');
    const old = new Date(Date.now() - 60_000);
    for (const name of ['changed.cer', 'replaced.cer', 'gone.cer', 'kept.cer']) put('anchors', name, one);
    put('crls', 'kept.crl', one);
    const known = new KnownFiles();
    const namesOf = async (): Promise<unknown> => (await read()).anchors.map(({ der, file }) => [file, nameOf(der)]);
    const read = () => readTrustMaterial({ ...folders, intermediates: folders.trustAnchors[0] ?? '' }, known);
    const first = await read();
    // What was just written is not relied on: it may be written again within the same moment.
    expect((await read()).anchors[0]?.der).not.toBe(first.anchors[0]?.der);
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    const second = await read();
    const third = await read();
    expect(third.anchors.map(({ der }) => der)).toEqual(second.anchors.map(({ der }) => der));
    expect(third.anchors.every(({ der }, place) => der === second.anchors[place]?.der)).toBe(true);
    expect(third.material.intermediates).toHaveLength(4);
    expect(third.unread).toEqual(first.unread);
    expect(third.unread).toMatchObject([{ kind: 'CRL', file: 'kept.crl' }]);
    put('anchors', 'changed.cer', two);
    // Of the same size and age.
    utimesSync(path.join(root, 'anchors', 'changed.cer'), old, old);
    put('anchors', 'new.tmp', two);
    renameSync(path.join(root, 'anchors', 'new.tmp'), path.join(root, 'anchors', 'replaced.cer'));
    rmSync(path.join(root, 'anchors', 'gone.cer'));
    const now = [
      ['changed.cer', 'CN=Two'],
      ['kept.cer', 'CN=One'],
      ['replaced.cer', 'CN=Two'],
    ];
    expect(await namesOf()).toEqual(now);
    put('anchors', 'gone.cer', two);
    expect(await namesOf()).toEqual([now[0], ['gone.cer', 'CN=Two'], ...now.slice(1)]);
    later.mockRestore();
  });

  it('are logged once, said by health, and quiet again when mended', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const warn = vi.fn();
    const watch = watchTrustMaterial(() => readTrustMaterial(folders), { warn });
    const later = (): void => void vi.advanceTimersByTime(6_000);
    expect(await trustCheck(watch).check()).toEqual({ status: 'Healthy', detail: null });
    put('anchors', 'national-root.cer', 'not a certificate');
    for (let time = 0; time < 3; time++) {
      later();
      const { status, detail } = await trustCheck(watch).check();
      expect([status, detail]).toEqual(['Degraded', expect.stringContaining('trust anchor "national-root.cer"')]);
    }
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('national-root.cer'));
    put('anchors', 'national-root.cer', certificate('National root'));
    later();
    expect((await watch.material()).trustAnchors).toHaveLength(1);
    expect(await trustCheck(watch).check()).toEqual({ status: 'Healthy', detail: null });
    const before = await watch.material();
    later();
    expect(await watch.material()).toBe(before);
    vi.useRealTimers();
  });
});
