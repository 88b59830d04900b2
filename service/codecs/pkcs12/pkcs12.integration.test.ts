import { execFileSync } from 'node:child_process';
import { createHmac, createPrivateKey, createPublicKey, pbkdf2Sync, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDer } from '../asn1/asn1-reader.ts';
import { derInteger, derOctetString, derSequence } from '../asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { Pkcs12Error } from './pkcs12-error.ts';
import { parsePfx } from './pfx-parser.ts';
import { buildPfx } from './pfx-writer.ts';

let dir: string;
const at = (name: string): string => join(dir, name);

function openssl(...args: string[]): Buffer {
  return execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

const KEYS = {
  rsa: ['-newkey', 'rsa:2048'],
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  brainpool: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  ed25519: ['-newkey', 'ed25519'],
} as const;
type Key = keyof typeof KEYS;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'pkcs12-'));
  for (const [name, args] of Object.entries(KEYS)) {
    openssl(
      'req',
      '-x509',
      ...args,
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.pem`),
    );
  }
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function exportPfx(key: Key, password: string, options: readonly string[] = []): Uint8Array {
  const input = ['-inkey', at(`${key}.key`), '-in', at(`${key}.pem`), '-certfile', at('p256.pem'), '-name', 'Ünïcode'];
  openssl('pkcs12', '-export', ...input, '-passout', `pass:${password}`, ...options, '-out', at('made.pfx'));
  return readFileSync(at('made.pfx'));
}

async function expectKeyAndCertificate(pfx: Uint8Array, password: string, key: Key): Promise<void> {
  const { keys, certificates } = await parsePfx(pfx, password);
  const [first] = keys;
  const certificate = new X509Certificate(readFileSync(at(`${key}.pem`)));
  const privateKey = createPrivateKey({ key: Buffer.from(first?.pkcs8 ?? []), format: 'der', type: 'pkcs8' });
  expect(keys).toHaveLength(1);
  expect(certificate.checkPrivateKey(privateKey)).toBe(true);
  expect(certificates.map(({ der }) => Buffer.from(der))).toContainEqual(certificate.raw);
}

const FILES: readonly (readonly [string, Key, string, readonly string[]])[] = [
  ['OpenSSL 3 defaults', 'rsa', 'secret', []],
  ['elliptic curve', 'p256', 'secret', []],
  ['brainpool', 'brainpool', 'secret', []],
  ['Ed25519', 'ed25519', 'secret', []],
  ['legacy: RC2-40 and triple DES, SHA-1', 'rsa', 'secret', ['-legacy']],
  ['RC2-128', 'rsa', 'secret', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-128']],
  ['three-key triple DES', 'rsa', 'secret', ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES']],
  ['two-key triple DES', 'rsa', 'secret', ['-legacy', '-certpbe', 'PBE-SHA1-2DES', '-keypbe', 'PBE-SHA1-2DES']],
  ['PBES2 with AES-128', 'rsa', 'secret', ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-128-CBC']],
  ['PBES2 with AES-192', 'rsa', 'secret', ['-certpbe', 'AES-192-CBC', '-keypbe', 'AES-192-CBC']],
  ['PBES2 with triple DES', 'rsa', 'secret', ['-certpbe', 'DES-EDE3-CBC', '-keypbe', 'DES-EDE3-CBC']],
  ['nothing encrypted', 'rsa', 'secret', ['-certpbe', 'NONE', '-keypbe', 'NONE']],
  ['no MAC', 'rsa', 'secret', ['-nomac']],
  ['MAC with SHA-512', 'rsa', 'secret', ['-macalg', 'sha512']],
  ['MAC with SHA-1', 'rsa', 'secret', ['-macalg', 'sha1']],
  ['one iteration', 'rsa', 'secret', ['-noiter', '-nomaciter']],
  ['60,000 iterations', 'p256', 'secret', ['-iter', '60000']],
  ['empty password', 'rsa', '', []],
  ['empty password, legacy', 'rsa', '', ['-legacy']],
  ['password beyond ASCII', 'rsa', 'pässwörd €', []],
  ['password beyond ASCII, legacy', 'rsa', 'pässwörd €', ['-legacy']],
  ['password beyond the basic plane', 'p256', 'clef 🔑', []],
];

describe('files of OpenSSL', () => {
  it.each(FILES)('opens: %s', async (_, key, password, options) => {
    await expectKeyAndCertificate(exportPfx(key, password, options), password, key);
  });

  it('reads names and the tie between key and certificate', async () => {
    const { keys, certificates } = await parsePfx(exportPfx('rsa', 'secret'), 'secret');
    const leaf = certificates.find(({ localKeyId }) => localKeyId !== null);
    expect(keys[0]?.friendlyName).toBe('Ünïcode');
    expect(leaf?.localKeyId).toBe(keys[0]?.localKeyId);
    expect(certificates).toHaveLength(2);
  });
});

describe('files of others', () => {
  it('opens what keytool writes', async () => {
    writeFileSync(at('source.pfx'), exportPfx('rsa', 'secret'));
    execFileSync(
      'keytool',
      [
        ...['-importkeystore', '-srckeystore', at('source.pfx'), '-srcstoretype', 'PKCS12', '-srcstorepass', 'secret'],
        ...['-destkeystore', at('keytool.p12'), '-deststoretype', 'PKCS12', '-deststorepass', 'secret', '-noprompt'],
      ],
      { stdio: 'ignore' },
    );
    await expectKeyAndCertificate(readFileSync(at('keytool.p12')), 'secret', 'rsa');
  });

  it('opens what NSS writes, in BER with indefinite lengths', async () => {
    const database = `sql:${dir}`;
    writeFileSync(at('source.pfx'), exportPfx('rsa', 'secret'));
    execFileSync('certutil', ['-N', '-d', database, '--empty-password'], { stdio: 'ignore' });
    execFileSync('pk12util', ['-i', at('source.pfx'), '-d', database, '-W', 'secret'], { stdio: 'ignore' });
    execFileSync('pk12util', ['-o', at('nss.p12'), '-n', 'Ünïcode', '-d', database, '-W', 'secret'], {
      stdio: 'ignore',
    });
    const bytes = readFileSync(at('nss.p12'));
    expect(() => readDer(bytes)).toThrow();
    await expectKeyAndCertificate(bytes, 'secret', 'rsa');
  });

  it('opens what GnuTLS writes', async () => {
    execFileSync(
      'certtool',
      [
        ...['--to-p12', '--load-privkey', at('rsa.key'), '--load-certificate', at('rsa.pem'), '--p12-name', 'x'],
        ...['--password', 'secret', '--outder', '--outfile', at('gnutls.p12')],
      ],
      { stdio: 'ignore' },
    );
    await expectKeyAndCertificate(readFileSync(at('gnutls.p12')), 'secret', 'rsa');
  });
});

describe('PBMAC1 (RFC 9579)', () => {
  /** OpenSSL 3.0 cannot write it: its file without a MAC gets one here. */
  function withPbmac1(bytes: Uint8Array, password: string): Uint8Array {
    const [version, authSafe] = readDer(bytes).children();
    const content = authSafe?.children()[1]?.single().octetString() ?? new Uint8Array();
    const salt = randomBytes(16);
    const key = pbkdf2Sync(password, salt, 2048, 32, 'sha256');
    const hmac = encodeAlgorithmIdentifier('1.2.840.113549.2.9', 'null');
    const pbkdf2 = derSequence(derOctetString(salt), derInteger(2048), derInteger(32), hmac);
    const parameters = derSequence(encodeAlgorithmIdentifier('1.2.840.113549.1.5.12', pbkdf2), hmac);
    const mac = derOctetString(createHmac('sha256', key).update(content).digest());
    const digestInfo = derSequence(encodeAlgorithmIdentifier('1.2.840.113549.1.5.14', parameters), mac);
    const macData = derSequence(digestInfo, derOctetString(randomBytes(8)), derInteger(1));
    return derSequence(version?.encoded ?? new Uint8Array(), authSafe?.encoded ?? new Uint8Array(), macData);
  }

  it('checks the password before decrypting', async () => {
    const pfx = withPbmac1(exportPfx('p256', 'secret', ['-nomac']), 'secret');
    await expectKeyAndCertificate(pfx, 'secret', 'p256');
    await expect(parsePfx(pfx, 'Secret')).rejects.toMatchObject({ code: 'PKCS12_PASSWORD_WRONG' });
  });
});

describe('refusals', () => {
  it.each([[[]], [['-legacy']], [['-nomac']]])('tells a wrong password (%j)', async (options: string[]) => {
    await expect(parsePfx(exportPfx('rsa', 'secret', options), 'other')).rejects.toMatchObject({
      code: 'PKCS12_PASSWORD_WRONG',
    });
  });

  it('tells a file whose content was changed after the MAC was made', async () => {
    const pfx = Buffer.from(exportPfx('rsa', 'secret', ['-certpbe', 'NONE', '-keypbe', 'NONE']));
    pfx.writeUInt8((pfx[400] ?? 0) ^ 1, 400);
    await expect(parsePfx(pfx, 'secret')).rejects.toBeInstanceOf(Pkcs12Error);
  });

  it('stops at absurd iteration counts at once', async () => {
    const pfx = Buffer.from(exportPfx('rsa', 'secret', ['-iter', '2048']));
    const iterations = Buffer.from('02020800', 'hex');
    const patched = Buffer.concat([pfx.subarray(0, pfx.lastIndexOf(iterations)), Buffer.from('02047fffffff', 'hex')]);
    // The outer and the MAC's lengths grow by two; both are in the long form or shorter than 126.
    const macStart = patched.lastIndexOf(Buffer.from('3041', 'hex'));
    patched.writeUInt8(0x43, macStart + 1);
    patched.writeUInt16BE(patched.length - 4, 2);
    await expect(parsePfx(patched, 'secret')).rejects.toMatchObject({ code: 'PKCS12_ITERATIONS_EXCEEDED' });
  });

  it('does not read files that are too large or no PFX at all', async () => {
    await expect(parsePfx(new Uint8Array(3_000_000), 'x')).rejects.toMatchObject({ code: 'PKCS12_SIZE_EXCEEDED' });
    await expect(parsePfx(readFileSync(at('rsa.pem')), 'x')).rejects.toMatchObject({
      code: 'PKCS12_STRUCTURE_INVALID',
    });
    await expect(parsePfx(new Uint8Array(0), 'x')).rejects.toMatchObject({ code: 'PKCS12_STRUCTURE_INVALID' });
  });

  it('answers every truncation with its own error', async () => {
    const pfx = exportPfx('p256', 'secret', ['-noiter', '-nomaciter']);
    for (let length = 0; length < pfx.length; length += 37) {
      await expect(parsePfx(pfx.subarray(0, length), 'secret')).rejects.toBeInstanceOf(Pkcs12Error);
    }
  });
});

describe('writer', () => {
  function build(key: Key, password: string): Uint8Array {
    const der = (name: Key): Uint8Array => new X509Certificate(readFileSync(at(`${name}.pem`))).raw;
    const privateKeyPkcs8 = createPrivateKey(readFileSync(at(`${key}.key`))).export({ format: 'der', type: 'pkcs8' });
    const chain = [der('brainpool')];
    return buildPfx({ privateKeyPkcs8, certificate: der(key), chain, password, friendlyName: 'Démo' });
  }

  it.each(['rsa', 'p256', 'ed25519'] as const)('writes what OpenSSL opens: %s', (key) => {
    writeFileSync(at('own.pfx'), build(key, 'gehéim'));
    const input = ['pkcs12', '-in', at('own.pfx'), '-passin', 'pass:gehéim', '-nodes'];
    const privateKey = createPrivateKey(openssl(...input, '-nocerts'));
    const certificate = new X509Certificate(openssl(...input, '-clcerts', '-nokeys'));
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect(createPublicKey(privateKey).equals(certificate.publicKey)).toBe(true);
    expect(openssl(...input, '-cacerts', '-nokeys').toString()).toContain('brainpool');
  });

  it('writes what it reads', async () => {
    await expectKeyAndCertificate(build('rsa', 'x'), 'x', 'rsa');
  });

  it('writes what keytool lists', () => {
    writeFileSync(at('own.pfx'), build('rsa', 'secret'));
    const listing = execFileSync('keytool', ['-list', '-keystore', at('own.pfx'), '-storepass', 'secret'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(listing.toString()).toContain('PrivateKeyEntry');
  });
});
