import { execFileSync, spawnSync } from 'node:child_process';
import { constants, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DS } from '../../../service/codecs/xmldsig/algorithms.ts';
import type { Packaging } from '../../../service/contract/vocabulary/signing.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineTask } from '../engine.ts';
import { createXadesEngine } from './xades-engine.ts';

const KEYS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['-newkey', 'rsa:2048'],
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  p521: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  ed25519: ['-newkey', 'ed25519'],
};
/** Those that xmlsec1 1.2 knows. */
const CLASSICAL: readonly (readonly [key: string, algorithm: SignatureAlgorithm])[] = [
  ['rsa', { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  ['rsa', { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }],
  ['p256', { scheme: 'ECDSA', hash: 'SHA-256' }],
  ['p384', { scheme: 'ECDSA', hash: 'SHA-384' }],
  ['p521', { scheme: 'ECDSA', hash: 'SHA-512' }],
];
const RECENT: typeof CLASSICAL = [
  ['rsa', { scheme: 'RSASSA-PSS', hash: 'SHA-256' }],
  ['rsa', { scheme: 'RSASSA-PSS', hash: 'SHA-384' }],
  ['ed25519', { scheme: 'EdDSA', hash: 'SHA-512' }],
];
const PACKAGINGS = ['enveloped', 'enveloping', 'detached'] as const;
const XML =
  '<?xml version="1.0"?>\n<!-- before --><inv:oice xmlns:inv="urn:x" xmlns="urn:d"><a b="ä"/>\r\n</inv:oice>\n<?after?>';
const WITHOUT_INSTRUCTION = XML.replace('<?after?>', '');

let folder = '';
const path = (name: string): string => join(folder, name);

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
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([...CLASSICAL, ...RECENT])('with a key %s and %o', (key, algorithm) => {
  it.each(PACKAGINGS)('%s: the reference validators agree', async (packaging) => {
    const output = await signed(packaging === 'enveloping' ? WITHOUT_INSTRUCTION : XML, { packaging, key, algorithm });
    const document = path(output.fileName);
    const isClassical = CLASSICAL.some(([, known]) => known === algorithm);
    if (isClassical) expect(xmlsec(document)).toBe('OK');
    expect(opensslVerifies(output.dataToBeSigned, output.signatureValue, key, algorithm)).toBe(true);
    const text = readFileSync(document, 'utf8');
    const tampered = text.replace(
      packaging === 'detached' ? '<xades:MimeType>' : 'b="ä"',
      (found) => found.replace('ä', 'a') + ' '.repeat(Number(packaging === 'detached')),
    );
    writeFileSync(document, tampered);
    if (isClassical) expect(xmlsec(document)).not.toBe('OK');
  });
});

describe('the document around an enveloped signature', () => {
  const MARK = '\uFEFF';
  const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
    'utf-8': (text) => Buffer.from(text),
    'utf-8 with a byte order mark': (text) => Buffer.from(MARK + text),
    'utf-16le': (text) => Buffer.from(MARK + text.replace('1.0"', '1.0" encoding="UTF-16"'), 'utf16le'),
    'utf-16be': (text) => Buffer.from(MARK + text, 'utf16le').swap16(),
    'iso-8859-1': (text) => Buffer.from(text.replace('1.0"', '1.0" encoding="ISO-8859-1"'), 'latin1'),
  };
  const documents: Readonly<Record<string, string>> = {
    'text after the last child': '<?xml version="1.0"?><r>é<a/>text</r>',
    'a comment like an end tag': '<?xml version="1.0"?><r>é<!-- </r> --></r  ><!-- </r> --><?x </r>?>\r\n',
    'an empty element': "<?xml version=\"1.0\"?><p:ré xmlns:p='urn:p' a='/>' />",
    'a CDATA section': '<?xml version="1.0"?><r><![CDATA[</r>]]></r>',
    'a default namespace': '<?xml version="1.0"?><r xmlns="urn:d" xmlns:ds="urn:other" ds:a="1"><r/></r>',
  };
  const cases = Object.keys(encodings).flatMap((encoding) => Object.keys(documents).map((name) => [encoding, name]));

  it.each(cases)('%s, %s: stays as it was, byte for byte', async (encoding, name) => {
    const original = encodings[encoding]?.(documents[name] ?? '') ?? Buffer.alloc(0);
    const { fileName } = await signed(original, { packaging: null });
    expect(xmlsec(path(fileName))).toBe('OK');
    const output = readFileSync(path(fileName));
    const unit = encoding.startsWith('utf-16') ? 2 : 1;
    let same = 0;
    while (output[same] === original[same]) same++;
    let after = 0;
    while (output.at(-1 - after) === original.at(-1 - after)) after++;
    // Nothing of the original is missing but the slash of an empty element.
    expect(same + after).toBeGreaterThanOrEqual(original.length - (name === 'an empty element' ? unit : 0));
  });
});

describe('what is refused', () => {
  it.each([
    ['a DOCTYPE', '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', 'XML_DOCTYPE_FORBIDDEN'],
    ['broken XML', '<r><a></r>', 'XML_STRUCTURE_INVALID'],
    ['a relative namespace', '<r xmlns="relative"/>', 'XML_CANONICALIZATION_FAILED'],
    ['text', 'no markup at all', 'The file is no XML'],
    ['a picture', '\x89PNG\r\n\x1a\n', 'The file is no XML'],
    [
      'an unfinished signature',
      `<r><Signature xmlns="${DS}"><SignedInfo/><SignatureValue/></Signature></r>`,
      'never finished',
    ],
    [
      'a signature that was never made',
      `<r><a Id="a"/><Signature xmlns="${DS}"><SignedInfo><Reference URI="#a"><DigestValue/></Reference></SignedInfo><SignatureValue> </SignatureValue></Signature></r>`,
      'never finished',
    ],
    ['deep nesting', '<a>'.repeat(300) + '</a>'.repeat(300), 'XML_LIMIT_EXCEEDED'],
  ])('%s, permanently', async (_what, input, code) => {
    await expect(signed(input, { packaging: 'enveloped' })).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      kind: 'permanent',
      message: expect.stringContaining(code) as string,
    });
  });

  it('a signature value of another key or another document', async () => {
    writeFileSync(path('plain.xml'), XML);
    const { task } = taskFor('plain.xml', { packaging: 'enveloped' });
    const other = createPrivateKey(readFileSync(path('root.key')));
    const prepared = await createXadesEngine().prepare(task);
    const value = deviceSignature(prepared.dataToBeSigned, other, task.algorithm);
    await expect(prepared.embed(value)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
  });

  it.each(PACKAGINGS)('%s: a document that changed after it was prepared', async (packaging) => {
    writeFileSync(path('plain.xml'), XML);
    const { task, privateKey } = taskFor('plain.xml', { packaging });
    const prepared = await createXadesEngine().prepare(task);
    writeFileSync(path('plain.xml'), XML.replace('ä', 'ö'));
    const value = deviceSignature(prepared.dataToBeSigned, privateKey, task.algorithm);
    await expect(prepared.embed(value)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED' });
  });
});

describe('a document that is signed already', () => {
  it('bears a second signature beside the first, and both hold', async () => {
    const first = await signed(XML, { packaging: 'enveloped' });
    const second = await signed(readFileSync(path(first.fileName)), { packaging: 'enveloped' });
    for (const node of [2, 3]) expect(xmlsec(path(second.fileName), `/*/*[${node}]`)).toBe('OK');
    writeFileSync(path('other.xml'), readFileSync(path(second.fileName), 'utf8').replace('b="ä"', 'b="a"'));
    for (const node of [2, 3]) expect(xmlsec(path('other.xml'), `/*/*[${node}]`)).not.toBe('OK');
  });

  it('is not given a second signature inside of the first', async () => {
    const { fileName } = await signed(XML, { packaging: 'enveloping' });
    const again = signed(readFileSync(path(fileName)), { packaging: 'enveloped' });
    await expect(again).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
  });

  it.each([
    ['http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>not(ancestor-or-self::ds:Signature)</ds:XPath>', true],
    ['http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>not(ancestor-or-self::ds:Signatur)</ds:XPath>', false],
    ['http://www.w3.org/TR/1999/REC-xslt-19991116', '', false],
    ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', '', false],
  ])('is signed once more where its reference leaves signatures out: %s %s', async (algorithm, parameter, isTaken) => {
    const transform = `<ds:Transform Algorithm="${algorithm}">${parameter}</ds:Transform>`;
    const xml =
      '<r><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:Reference URI="">' +
      `<ds:Transforms>${transform}</ds:Transforms><ds:DigestValue>AA==</ds:DigestValue></ds:Reference></ds:SignedInfo>` +
      '<ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature></r>';
    const outcome = signed(xml, { packaging: 'enveloped' });
    if (isTaken) await expect(outcome).resolves.toMatchObject({ contentType: 'application/xml' });
    else await expect(outcome).rejects.toThrow(/would break that one\. Counter-sign it/);
  });

  it('is signed once more where both stand, an object or a part of it being signed', async () => {
    const first = await signed(XML, {
      packaging: 'enveloping',
      key: 'p256',
      algorithm: { scheme: 'ECDSA', hash: 'SHA-256' },
    });
    const wrapped = readFileSync(path(first.fileName), 'utf8').replace(/(<ds:Signature[^]*)/, '<all>$1</all>');
    const second = await signed(wrapped, { packaging: 'enveloped' });
    for (const node of [1, 2]) {
      expect(xmlsec(path(second.fileName), `/*/*[${node}]`)).toBe('OK');
    }
  });

  it('goes into an enveloping signature as it is, and comes out whole', async () => {
    const first = await signed(XML, { packaging: 'enveloped' });
    const original = readFileSync(path(first.fileName));
    const second = await signed(original, { packaging: 'enveloping' });
    expect(xmlsec(path(second.fileName))).toBe('OK');
    const content = /<ds:Object [^>]*Encoding="[^"]*base64">([^<]*)</.exec(readFileSync(path(second.fileName), 'utf8'));
    expect(Buffer.from(content?.[1] ?? '', 'base64').equals(original)).toBe(true);
  });
});

it('puts XML with a processing instruction around its root into an enveloping signature as base64', async () => {
  const output = await signed(XML, { packaging: 'enveloping' });
  expect(xmlsec(path(output.fileName))).toBe('OK');
  const content = /<ds:Object [^>]*Encoding="[^"]*base64">([^<]*)</.exec(readFileSync(path(output.fileName), 'utf8'));
  expect(Buffer.from(content?.[1] ?? '', 'base64').toString()).toBe(XML);
});

it.each([
  ['a DOCTYPE', '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'],
  ['broken XML', '<?xml version="1.0"?>\n<r><a></r>'],
  ['a relative namespace', '<r xmlns="relative"/>'],
  ['deep nesting', '<a>'.repeat(300) + '</a>'.repeat(300)],
  ['an unknown encoding', '<?xml version="1.0" encoding="x-unknown"?><r/>'],
  ['an unfinished signature', `<r><Signature xmlns="${DS}"><SignedInfo/><SignatureValue/></Signature></r>`],
])('puts XML with %s into an enveloping signature as base64', async (_, input) => {
  const output = await signed(input, { packaging: 'enveloping' });
  expect(xmlsec(path(output.fileName))).toBe('OK');
  const content = /<ds:Object [^>]*Encoding="[^"]*base64">([^<]*)</.exec(readFileSync(path(output.fileName), 'utf8'));
  expect(Buffer.from(content?.[1] ?? '', 'base64').toString()).toBe(input);
});

it('puts a file of any kind into an enveloping signature, however long', async () => {
  const original = Buffer.alloc(3 * 1024 * 1024 + 1, 'binary \0 <&');
  const { fileName } = await signed(original, { packaging: 'enveloping', name: 'image.bin' });
  expect(xmlsec(path(fileName))).toBe('OK');
});

it('makes other identifiers when its own are taken in the document', async () => {
  const taken = Buffer.alloc(16, 1).toString('hex');
  const random = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
  writeFileSync(path('taken.xml'), `<r><a ID="r-id-${taken}"/></r>`);
  const { task } = taskFor('taken.xml', { packaging: null });
  const engine = createXadesEngine({ randomBytes: () => random.shift() ?? Buffer.alloc(16, 3) });
  const { dataToBeSigned } = await engine.prepare(task);
  expect(Buffer.from(dataToBeSigned).toString()).toContain(`r-id-${Buffer.alloc(16, 2).toString('hex')}`);
});

interface Choice {
  readonly packaging: Packaging | null;
  readonly key?: string;
  readonly algorithm?: SignatureAlgorithm;
  readonly name?: string;
}

let count = 0;

async function signed(input: string | Uint8Array, choice: Choice) {
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

function taskFor(name: string, choice: Choice): { task: EngineTask; privateKey: KeyObject } {
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

function deviceSignature(data: Uint8Array, key: KeyObject, { scheme, hash }: SignatureAlgorithm): Uint8Array {
  if (scheme === 'EdDSA') return sign(null, data, key);
  const digest = hash.replace('-', '');
  if (scheme === 'ECDSA') return sign(digest, data, { key, dsaEncoding: 'ieee-p1363' });
  const padding = scheme === 'RSASSA-PSS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return sign(digest, data, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
}

/** `OK`, or what xmlsec1 says; both references must have been checked, and the chain up to the root. */
function xmlsec(file: string, node?: string): string {
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

function opensslVerifies(
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
