import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DS } from '../../../service/codecs/xmldsig/algorithms.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import { createXadesEngine } from './xades-engine.ts';
import {
  PACKAGINGS,
  XML,
  WITHOUT_INSTRUCTION,
  path,
  useXmlWorkshop,
  signed,
  taskFor,
  xmlsec,
  opensslVerifies,
} from './xml-workshop.suite.ts';

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
useXmlWorkshop();

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

it.each(['enveloped', 'enveloping'] as const)(
  '%s: signs what the prefixes of names in texts and values stand for',
  async (packaging) => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const document = `<order xmlns:x="urn:a" xmlns:ж="urn:b" ${xsi}><sum xsi:type="x:Euro">ж:T</sum></order>`;
    const signedFile = path((await signed(document, { packaging })).fileName);
    expect(xmlsec(signedFile)).toBe('OK');
    const text = readFileSync(signedFile, 'utf8');
    for (const uri of ['urn:a', 'urn:b']) {
      writeFileSync(signedFile, text.replace(`"${uri}"`, '"urn:c"'));
      expect(xmlsec(signedFile)).not.toBe('OK');
    }
  },
);

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

it.each(PACKAGINGS)(
  '%s: the same document, signer and second give the same to be signed, another document does not',
  async (packaging) => {
    const made = await Promise.all(
      ['<r>1</r>', '<r>1</r>', '<r>2</r>'].map(async (content, number) => {
        const name = `same-${packaging}-${String(number)}`;
        mkdirSync(path(name));
        writeFileSync(path(`${name}/in.xml`), content);
        const { task } = taskFor(`${name}/in.xml`, { packaging });
        return createXadesEngine().prepare({ ...task, document: { ...task.document, originalFileName: 'in.xml' } });
      }),
    );
    const [one, same, other] = made.map(({ dataToBeSigned }) => Buffer.from(dataToBeSigned).toString());
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  },
);
