import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDer } from '../../service/codecs/asn1/asn1-reader.ts';
import { derBitString, derSequence, derValue } from '../../service/codecs/asn1/der-writer.ts';
import { encodeSignatureAlgorithm } from '../../service/codecs/cms/cms-algorithm.ts';
import { buildPfx } from '../../service/codecs/pkcs12/pfx-writer.ts';
import { buildCertificate, keyUsageExtension } from '../../service/codecs/x509/certificate-builder.ts';
import { encodeName } from '../../service/codecs/x509/name.ts';
import { createPfxDevice } from './pfx-device.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const algorithm = encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' });
const signTbs = (tbs: Uint8Array): Uint8Array => sign('sha256', tbs, keys.privateKey);

/** A signer's certificate whose serial number has these content octets. */
function certificate(serial: Uint8Array): Uint8Array {
  const name = encodeName([['CN', 'Signer']]);
  const der = buildCertificate(
    {
      ...{ issuer: name, subject: name, serialNumber: Uint8Array.of(1), signatureAlgorithm: algorithm },
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2096-01-01T00:00:00Z'),
      publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }),
      extensions: [keyUsageExtension(['digitalSignature'])],
    },
    signTbs,
  );
  const fields = readDer(der).children()[0]?.children() ?? [];
  const tbs = derSequence(...fields.map((field, index) => (index === 1 ? derValue(0x02, serial) : field.encoded)));
  return derSequence(tbs, algorithm, derBitString(signTbs(tbs)));
}

describe('a PFX file', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'pfx-device-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const deviceOf = (name: string, leaf: Uint8Array, chain: readonly Uint8Array[] = []) => {
    const file = path.join(folder, name);
    const privateKeyPkcs8 = keys.privateKey.export({ format: 'der', type: 'pkcs8' });
    writeFileSync(file, buildPfx({ privateKeyPkcs8, certificate: leaf, chain, password: 'x', iterations: 1 }));
    const entry = { type: 'Pfx', id: 'p', name: 'P', path: file, passwordSecretName: 'P', isDemo: false } as const;
    return createPfxDevice({ entry, secrets: { read: () => Promise.resolve('x') } });
  };
  const everything = { isForSignature: false, thumbprint: null };

  it.each([
    ['negative', Uint8Array.of(0xfe)],
    ['zero', Uint8Array.of(0)],
  ])('lists and uses a certificate whose serial number is %s', async (name, serial) => {
    const device = deviceOf(`${name}.pfx`, certificate(serial));
    const { identities } = await device.contents(everything);
    expect(identities.map(({ obstacle }) => obstacle)).toEqual([null]);
    expect(await device.health()).toEqual({ status: 'Healthy', detail: null });
  });

  it('tries a wrong password once, has jobs wait, and goes on with the right one', async () => {
    const file = path.join(folder, 'wrong.pfx');
    deviceOf('wrong.pfx', certificate(Uint8Array.of(5)));
    const reads: string[] = [];
    let password = 'wrong';
    const entry = { type: 'Pfx', id: 'p', name: 'P', path: file, passwordSecretName: 'P', isDemo: false } as const;
    const read = () => Promise.resolve(password);
    const device = createPfxDevice({
      ...{ entry, secrets: { read } },
      onRead: () => void reads.push(password),
    });
    const waiting = { code: 'SIGNING_OPERATION_FAILED', area: 'pin', waitReason: 'PIN_REFUSED' };
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(device.contents(everything)).rejects.toMatchObject(waiting);
      await expect(device.contents(everything)).rejects.not.toThrow(/: wrong/);
      expect(await device.health()).toMatchObject({
        status: 'Degraded',
        detail: expect.stringMatching(/wrong/) as string,
      });
      expect(await device.poll()).toBe(false);
    }
    expect(reads).toEqual(['wrong']);
    password = 'still wrong';
    expect(await device.poll()).toBe(true);
    await expect(device.contents(everything)).rejects.toMatchObject(waiting);
    expect(reads).toEqual(['wrong', 'still wrong']);
    password = 'x';
    expect(await device.poll()).toBe(true);
    expect((await device.contents(everything)).identities).toHaveLength(1);
    expect(await device.poll()).toBe(false);
    expect(reads).toEqual(['wrong', 'still wrong', 'x']);
  });

  it('says that the password is empty where nothing was written into its secret, and goes on with the right one', async () => {
    const file = path.join(folder, 'empty.pfx');
    deviceOf('empty.pfx', certificate(Uint8Array.of(5)));
    let password = '';
    const entry = { type: 'Pfx', id: 'p', name: 'P', path: file, passwordSecretName: 'P', isDemo: false } as const;
    const device = createPfxDevice({ entry, secrets: { read: () => Promise.resolve(password) } });
    const empty = { waitReason: 'PIN_MISSING', sentence: { code: 'PFX_PASSWORD_EMPTY' } };
    await expect(device.contents(everything)).rejects.toMatchObject(empty);
    await expect(device.contents(everything)).rejects.toMatchObject(empty);
    expect(await device.poll()).toBe(false);
    password = 'x';
    expect(await device.poll()).toBe(true);
    expect((await device.contents(everything)).identities).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')('does not wait for whoever writes into a pipe in its place', async () => {
    const pipe = path.join(folder, 'pipe.pfx');
    execFileSync('mkfifo', [pipe]);
    const entry = { type: 'Pfx', id: 'p', name: 'P', path: pipe, passwordSecretName: 'P', isDemo: false } as const;
    const device = createPfxDevice({ entry, secrets: { read: () => Promise.resolve('x') } });
    await expect(device.contents(everything)).rejects.toMatchObject({ waitReason: 'TOKEN_ABSENT' });
    expect(await device.health()).toMatchObject({ status: 'Degraded' });
  });

  it('says that it holds a certificate that cannot be read', async () => {
    const device = deviceOf('long.pfx', certificate(new Uint8Array(30).fill(1)));
    expect((await device.contents(everything)).identities).toEqual([]);
    const { status, detail } = await device.health();
    expect(status).toBe('Degraded');
    expect(detail).toMatch(
      /^A certificate \(SHA-256 [0-9A-F]{16}\.\.\.\) cannot be read: The serial number is too long/,
    );
  });

  it('says so, too, of one beside the signer’s, and works', async () => {
    const device = deviceOf('beside.pfx', certificate(Uint8Array.of(5)), [Uint8Array.of(0x30, 0)]);
    expect((await device.contents(everything)).identities).toHaveLength(1);
    const health = await device.health();
    expect(health).toMatchObject({ status: 'Healthy' });
    expect(health.detail).toContain('cannot be read');
  });
});
