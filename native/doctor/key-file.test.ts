import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSignatureAlgorithm } from '../../service/codecs/cms/cms-algorithm.ts';
import { buildPfx } from '../../service/codecs/pkcs12/pfx-writer.ts';
import { buildCertificate, keyUsageExtension } from '../../service/codecs/x509/certificate-builder.ts';
import { encodeName } from '../../service/codecs/x509/name.ts';
import { lookIntoKeyFile } from './key-file.ts';

const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function certificateOf(publicKey: KeyObject): Uint8Array {
  const name = encodeName([['CN', 'Signer']]);
  return buildCertificate(
    {
      ...{ issuer: name, subject: name, serialNumber: Uint8Array.of(1) },
      signatureAlgorithm: encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' }),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2096-01-01T00:00:00Z'),
      publicKey: publicKey.export({ format: 'der', type: 'spki' }),
      extensions: [keyUsageExtension(['digitalSignature'])],
    },
    (tbs) => sign('sha256', tbs, signer.privateKey),
  );
}

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'key-file-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lookInto(file: string, password: string | undefined) {
  const entry = { type: 'Pfx', id: 'p', name: 'P', path: file, passwordSecretName: 'P', isDemo: false } as const;
  return lookIntoKeyFile(entry, { read: () => Promise.resolve(password) });
}

function written(name: string, certificate: Uint8Array): string {
  const privateKeyPkcs8 = signer.privateKey.export({ format: 'der', type: 'pkcs8' });
  const file = path.join(folder, name);
  writeFileSync(file, buildPfx({ privateKeyPkcs8, certificate, chain: [], password: 'x', iterations: 1 }));
  return file;
}

describe('a look into a key file', () => {
  it('tells of the certificates in it, and whether the key of each is there', async () => {
    const pair = written('pair.p12', certificateOf(signer.publicKey));
    expect(await lookInto(pair, 'x')).toMatchObject({
      state: 'ready',
      contents: {
        certificates: [{ subject: 'CN=Signer', keyKind: 'ec', hasVisibleKey: true, keyPair: 'same-id' }],
        unreadCertificates: [],
      },
    });
    const others = written('others.p12', certificateOf(stranger.publicKey));
    expect(await lookInto(others, 'x')).toMatchObject({
      contents: { certificates: [{ hasVisibleKey: false, keyPair: 'absent' }] },
    });
  });

  it('tells of nothing that the password does not open', async () => {
    const file = written('closed.p12', certificateOf(signer.publicKey));
    expect(await lookInto(file, 'y')).toEqual({ state: 'password-wrong', contents: null });
    expect(await lookInto(file, undefined)).toEqual({ state: 'ready', contents: null });
  });

  it.skipIf(process.platform === 'win32')('does not wait for whoever writes into a pipe', async () => {
    const pipe = path.join(folder, 'pipe.p12');
    execFileSync('mkfifo', [pipe]);
    expect(await lookInto(pipe, 'x')).toEqual({ state: 'not-pkcs12', contents: null });
  });
});
