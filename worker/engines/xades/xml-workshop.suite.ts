import { execFileSync, spawnSync } from 'node:child_process';
import { constants, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Packaging } from '../../../service/contract/vocabulary/signature-formats.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineTask, SignedOutput } from '../engine.ts';
import { createXadesEngine } from './xades-engine.ts';

const KEYS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['-newkey', 'rsa:2048'],
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  p521: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  ed25519: ['-newkey', 'ed25519'],
};
export const PACKAGINGS = ['enveloped', 'enveloping', 'detached'] as const;
export const XML =
  '<?xml version="1.0"?>\n<!-- before --><inv:oice xmlns:inv="urn:x" xmlns="urn:d"><a b="ä"/>\r\n</inv:oice>\n<?after?>';
export const WITHOUT_INSTRUCTION = XML.replace('<?after?>', '');

let folder = '';
export const path = (name: string): string => join(folder, name);

/** A folder with keys, and the certificates that a root of its own gave them. */
export function useXmlWorkshop(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'xades-'));
    const openssl = (...parameters: string[]): void => void execFileSync('openssl', parameters, { stdio: 'pipe' });
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=Test Root',
      '-keyout',
      path('root.key'),
      '-out',
      path('root.pem'),
    );
    for (const [name, options] of Object.entries(KEYS)) {
      openssl(
        'req',
        ...options,
        '-nodes',
        '-subj',
        `/CN=Ann ${name}`,
        '-keyout',
        path(`${name}.key`),
        '-out',
        path('request.pem'),
      );
      openssl(
        'x509',
        '-req',
        '-in',
        path('request.pem'),
        '-CA',
        path('root.pem'),
        '-CAkey',
        path('root.key'),
        '-CAcreateserial',
        '-days',
        '30',
        '-out',
        path(`${name}.pem`),
      );
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** What an engine made, and what the device was asked and answered. */
interface SignedXml extends SignedOutput {
  readonly shownName: string;
  readonly dataToBeSigned: Uint8Array;
  readonly signatureValue: Uint8Array;
}

interface Choice {
  readonly packaging: Packaging | null;
  readonly key?: string;
  readonly algorithm?: SignatureAlgorithm;
  readonly name?: string;
}

let count = 0;

export async function signed(input: string | Uint8Array, choice: Choice): Promise<SignedXml> {
  const name = choice.name ?? 'in voice & 1.xml';
  writeFileSync(path(name), input);
  const { task, privateKey } = taskFor(name, choice);
  const prepared = await createXadesEngine().prepare(task);
  const signatureValue = deviceSignature(prepared.dataToBeSigned, privateKey, task.algorithm);
  const output = await prepared.embed(signatureValue);
  return {
    ...output,
    fileName: task.outputPath.slice(folder.length + 1),
    shownName: output.fileName,
    dataToBeSigned: prepared.dataToBeSigned,
    signatureValue,
  };
}

export function taskFor(name: string, choice: Choice): { task: EngineTask; privateKey: KeyObject } {
  const key = choice.key ?? 'rsa';
  const algorithm = choice.algorithm ?? ({ scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const);
  const task = {
    order: { operation: 'sign', packaging: choice.packaging },
    document: { path: path(name), size: readFileSync(path(name)).length, originalFileName: name },
    additionalDocuments: [],
    appearance: null,
    outputPath: path(`output-${++count}.xml`),
    key: {
      providerId: 'p',
      providerType: 'Pfx',
      keyId: 'k',
      certificate: der(`${key}.pem`),
      chain: [der('root.pem')],
      algorithms: [algorithm],
    },
    algorithm,
    at: new Date('2026-03-04T05:06:07.890Z'),
  } as unknown as EngineTask;
  return { task, privateKey: createPrivateKey(readFileSync(path(`${key}.key`))) };
}

function der(name: string): Uint8Array {
  return execFileSync('openssl', ['x509', '-in', path(name), '-outform', 'DER']);
}

export function deviceSignature(data: Uint8Array, key: KeyObject, { scheme, hash }: SignatureAlgorithm): Uint8Array {
  if (scheme === 'EdDSA') return sign(null, data, key);
  const digest = hash.replace('-', '');
  if (scheme === 'ECDSA') return sign(digest, data, { key, dsaEncoding: 'ieee-p1363' });
  const padding = scheme === 'RSASSA-PSS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return sign(digest, data, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
}

/** `OK`, or what xmlsec1 says; both references must have been checked, and the chain up to the root. */
export function xmlsec(file: string, node?: string): string {
  const { status, stderr } = spawnSync(
    'xmlsec1',
    [
      '--verify',
      '--id-attr:Id',
      'http://uri.etsi.org/01903/v1.3.2#:SignedProperties',
      '--trusted-pem',
      path('root.pem'),
      ...(node === undefined ? [] : ['--node-xpath', node]),
      file,
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return status === 0 && /^OK\nSignedInfo References \(ok\/all\): 2\/2/m.test(stderr) ? 'OK' : stderr;
}

export function opensslVerifies(
  data: Uint8Array,
  value: Uint8Array,
  key: string,
  { scheme, hash }: SignatureAlgorithm,
): boolean {
  writeFileSync(path('data'), data);
  writeFileSync(path('public.pem'), execFileSync('openssl', ['x509', '-in', path(`${key}.pem`), '-noout', '-pubkey']));
  writeFileSync(path('value'), scheme === 'ECDSA' ? derOfRaw(value) : value);
  const common = [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-inkey',
    path('public.pem'),
    '-rawin',
    '-in',
    path('data'),
    '-sigfile',
    path('value'),
  ];
  const digest = scheme === 'EdDSA' ? [] : ['-digest', hash.replace('-', '').toLowerCase()];
  const pss = scheme === 'RSASSA-PSS' ? ['-pkeyopt', 'rsa_padding_mode:pss', '-pkeyopt', 'rsa_pss_saltlen:digest'] : [];
  return spawnSync('openssl', [...common, ...digest, ...pss]).status === 0;
}

/** Ecdsa-Sig-Value by hand, so that the check does not rest on the product's own code. */
function derOfRaw(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array): Buffer => {
    const hex = Buffer.from(bytes)
      .toString('hex')
      .replace(/^(?:00)+/, '');
    const magnitude = Buffer.from(/^[89a-f]/.test(hex) ? `00${hex}` : hex, 'hex');
    return Buffer.concat([Buffer.from([2, magnitude.length]), magnitude]);
  };
  const body = Buffer.concat([integer(raw.subarray(0, raw.length / 2)), integer(raw.subarray(raw.length / 2))]);
  return Buffer.concat([Buffer.from(body.length < 128 ? [0x30, body.length] : [0x30, 0x81, body.length]), body]);
}
