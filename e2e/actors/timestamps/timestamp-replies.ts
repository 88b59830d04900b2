import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { encodeTimeStampRequest } from '../../../service/codecs/tsp/time-stamp-request.ts';
import { derInteger, derNamedBits, derSequence, derUtf8String } from '../../../service/codecs/asn1/der-writer.ts';
import { readDer } from '../../../service/codecs/asn1/asn1-reader.ts';
import type { Identity, TestCa } from '../ca/make-test-ca.ts';

const openssl = promisify(execFile);

export const POLICY = '1.3.6.1.4.1.99999.2.1';

/** TimeStampResp made by `openssl ts` for a query; `signer` has the timestamping purpose, whatever else is wrong with it. */
export async function grantReply(ca: TestCa, query: Uint8Array, signer = ca.timestampAuthority): Promise<Buffer> {
  return inFolder(async (folder) => {
    await writeFile(path.join(folder, 'query'), query);
    const args = ['ts', '-reply', '-config', configFor(ca, signer), '-queryfile', path.join(folder, 'query')];
    await openssl('openssl', [...args, '-out', path.join(folder, 'reply')], { cwd: ca.folder });
    return readFile(path.join(folder, 'reply'));
  });
}

function configFor(ca: TestCa, signer: Identity): string {
  const file = ca.path(`${signer.name}-ts.cnf`);
  if (existsSync(file)) return file;
  if (!existsSync(ca.path('ts-serial'))) appendFileSync(ca.path('ts-serial'), '01\n');
  const lines = [
    ...['[tsa]', 'default_tsa = here', '[here]', 'serial = ts-serial', 'signer_digest = sha256'],
    ...['digests = sha256, sha384, sha512', `default_policy = ${POLICY}`, 'other_policies = 1.3.6.1.4.1.99999.2.2'],
    ...['accuracy = secs:1', 'ess_cert_id_alg = sha256', `certs = ${ca.path('intermediate.pem')}`],
    ...[`signer_cert = ${signer.certificatePem}`, `signer_key = ${signer.keyPem}`],
  ];
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** The same content as a granted reply, signed by `signer`, whose purpose `openssl ts` would refuse, with `openssl cms`. */
export async function resignedReply(ca: TestCa, query: Uint8Array, signer: Identity): Promise<Buffer> {
  const reply = await grantReply(ca, query);
  return inFolder(async (folder) => {
    const at = (name: string): string => path.join(folder, name);
    await writeFile(at('reply'), reply);
    await openssl('openssl', ['ts', '-reply', '-in', at('reply'), '-token_out', '-out', at('token')]);
    await openssl('openssl', ['cms', '-verify', '-noverify', '-inform', 'DER', '-in', at('token'), '-out', at('tst')]);
    const signing = ['cms', '-sign', '-binary', '-nodetach', '-cades', '-md', 'sha256', '-outform', 'DER'];
    const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4'];
    const keys = ['-signer', signer.certificatePem, '-inkey', signer.keyPem];
    await openssl('openssl', [...signing, ...type, ...keys, '-in', at('tst'), '-out', at('signed')]);
    return Buffer.from(derSequence(derSequence(derInteger(0)), await readFile(at('signed'))));
  });
}

/** TimeStampResp that refuses: rejection, one PKIFailureInfo bit and a text (RFC 3161 2.4.2). */
export function refusal(failureBit: number, text: string): Buffer {
  const status = derSequence(derInteger(2), derSequence(derUtf8String(text)), derNamedBits([failureBit]));
  return Buffer.from(derSequence(status));
}

/** The query with another digest, or another nonce. */
export function changedQuery(query: Uint8Array, change: { digest?: Uint8Array; nonce?: Uint8Array }): Uint8Array {
  const cursor = readDer(query).cursor();
  cursor.next();
  const [, digest] = cursor.next().children();
  const rest: readonly Uint8Array[] = [digest?.octetString() ?? Buffer.alloc(32), cursor.next().integerBytes()];
  const [givenDigest = Buffer.alloc(32), givenNonce = Buffer.alloc(16)] = rest;
  return encodeTimeStampRequest({
    hash: 'SHA-256',
    digest: change.digest ?? givenDigest,
    nonce: change.nonce ?? givenNonce,
    policyOid: null,
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'timestamp-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
