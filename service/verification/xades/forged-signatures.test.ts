import { describe, expect, it } from 'vitest';
import { ecdsaRawToDer } from '../../codecs/cms/signature-value.ts';
import { signRaw } from '../cades/cms-forgery.suite.ts';
import * as kit from './signed-xml.suite.ts';
import { timestampProperty } from './timestamp-property.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, signers, expectRefused } = kit;
const VALID = signedInvoice();
const part = (start: string, end: string, from = VALID): string =>
  from.slice(from.indexOf(start), from.indexOf(end, from.indexOf(start)) + end.length);
const SIGNED_INFO = part('<ds:SignedInfo>', '</ds:SignedInfo>');
const SIGNATURE_VALUE = part('<ds:SignatureValue>', '</ds:SignatureValue>');
const KEY_INFO = part('<ds:KeyInfo>', '</ds:KeyInfo>');
const signedWith = (from: string, to: string, changes: Partial<kit.SignatureParts> = {}): string =>
  sign(kit.INVOICE.replace(kit.HERE, signatureTemplate(changes).replace(from, to)), changes.signer);

describe('X3: a signature whose parts are there twice', () => {
  it.each([
    ['SignedInfo first', SIGNED_INFO, SIGNED_INFO.replace('Id="R"', 'Id="Q"') + SIGNED_INFO],
    ['SignedInfo last', '</ds:Signature>', `${SIGNED_INFO.replace('Id="R"', 'Id="Q"')}</ds:Signature>`],
    ['SignedInfo in SignedInfo', '</ds:SignedInfo>', `${SIGNED_INFO}</ds:SignedInfo>`],
    ['SignedInfo in SignatureValue', '</ds:SignatureValue>', `${SIGNED_INFO}</ds:SignatureValue>`],
    ['SignatureValue', SIGNATURE_VALUE, SIGNATURE_VALUE + SIGNATURE_VALUE],
    ['KeyInfo', KEY_INFO, KEY_INFO + KEY_INFO],
    ['KeyInfo before', SIGNED_INFO, KEY_INFO + SIGNED_INFO],
    ['something else', KEY_INFO, `${KEY_INFO}<other/>`],
  ])('%s is INVALID', (_name, old, replacement) => {
    expectRefused(VALID.replace(old, replacement), 'XML_STRUCTURE_INVALID');
  });

  it('SignedProperties and QualifyingProperties are not understood', () => {
    const properties = part('<xades:SignedProperties', '</xades:SignedProperties>');
    const object = part('<ds:Object><xades:Qual', '</ds:Object>');
    // Their identifier is there twice, too.
    expectRefused(VALID.replace(properties, properties + properties), 'XML_SIGNED_PROPERTIES_INVALID', null, 'INVALID');
    expectRefused(VALID.replace(object, object + object), 'XML_SIGNED_PROPERTIES_INVALID', null, 'INVALID');
    const elsewhere =
      '<ds:Object><xades:QualifyingPropertiesReference xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" URI="http://x/"/></ds:Object>';
    expectRefused(VALID.replace(object, object + elsewhere), 'XML_SIGNED_PROPERTIES_INVALID');
    // The reference to the properties has lost them, too.
    expectRefused(VALID.replace(object, elsewhere), 'XML_SIGNED_PROPERTIES_INVALID');
  });
});

describe('X4: text that two readers take differently', () => {
  const insertions = ['<!---->', '<?x y?>', '<![CDATA[]]>', '<b/>'];
  it.each(['DigestValue', 'SignatureValue', 'X509Certificate', 'SigningTime'])('in %s is refused', (name) => {
    const at = VALID.indexOf(`${name}>`) + name.length + 3;
    for (const insertion of insertions) {
      const { overallStatus, reasonCodes } = verify(VALID.slice(0, at) + insertion + VALID.slice(at));
      expect(overallStatus).not.toBe('VALID');
      const expected = name === 'SigningTime' ? 'XML_SIGNED_PROPERTIES_INVALID' : 'XML_STRUCTURE_INVALID';
      expect(reasonCodes).toContain(expected);
    }
  });

  it('as base64 with anything else in it is INVALID', () => {
    const value = part('<ds:SignatureValue>', '</ds:').slice(19, -5);
    expect(verify(VALID.replace(value, ` ${value.slice(0, 20)}\n${value.slice(20)}\t`)).overallStatus).toBe('VALID');
    for (const other of [`${value.slice(0, -4)}****`, `${value}AAAA`.slice(1), `${value}=`, value.replace('=', '')]) {
      expectRefused(VALID.replace(value, other), 'XML_STRUCTURE_INVALID');
    }
  });
});

describe('X5, X6: instructions and comments in signed text', () => {
  it('text turned into an instruction is INVALID, wholly or in part', () => {
    expectRefused(VALID.replace('>100<', '><?pay 100?><'), 'SIG_DIGEST_MISMATCH');
    expectRefused(VALID.replace('>100<', '>1<?pay 00?><'), 'SIG_DIGEST_MISMATCH');
    expectRefused(VALID.replace('>100<', '>100<?pay?><'), 'SIG_DIGEST_MISMATCH');
    expectRefused(VALID.replace('>100<', '><?pay100?><'), 'SIG_DIGEST_MISMATCH');
  });

  it('an instruction that was signed is part of what is signed', () => {
    const document = kit.INVOICE.replace('>100<', '>1<?pay 00?><').replace(kit.HERE, signatureTemplate());
    const signed = sign(document);
    expect(verify(signed).overallStatus).toBe('VALID');
    expectRefused(signed.replace('<?pay 00?>', '00'), 'SIG_DIGEST_MISMATCH');
    expectRefused(signed.replace('<?pay 00?>', '<?pay 000?>'), 'SIG_DIGEST_MISMATCH');
    expectRefused(signed.replace('<?pay 00?>', ''), 'SIG_DIGEST_MISMATCH');
  });

  it('a comment is not, where it divides no text: neither the document nor the signature changes by it', () => {
    expect(verify(VALID.replace('>100<', '>100<!-- --><'))).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ name: 'S' }],
    });
    expect(verify(`<!-- before -->${VALID}<!-- after -->`).overallStatus).toBe('VALID');
  });
});

describe('X7: a document type declaration', () => {
  it.each([
    '<!DOCTYPE invoice>',
    '<!DOCTYPE invoice SYSTEM "file:///etc/passwd">',
    '<!DOCTYPE invoice [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]>',
    '<!DOCTYPE invoice [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x">%p;]>',
    '<!DOCTYPE invoice [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    '<!DOCTYPE invoice [<!ATTLIST amount currency CDATA "EUR">]>',
    '<!DOCTYPE invoice [<!ATTLIST ds:Signature Id ID #IMPLIED>]>',
  ])('is refused: %s', (declaration) => {
    for (const before of ['', '<?xml version="1.0"?>', '<!-- <x> -->', '<?p <!-- ?>']) {
      expectRefused(before + declaration + VALID, 'XML_DOCTYPE_FORBIDDEN');
    }
  });

  it('in UTF-16 is refused as well', () => {
    const utf16 = Buffer.from(`\ufeff<!DOCTYPE invoice>${VALID}`, 'utf16le');
    expectRefused(utf16, 'XML_DOCTYPE_FORBIDDEN');
    expect(verify(Buffer.from(`\ufeff${VALID}`, 'utf16le')).overallStatus).toBe('VALID');
  });
});

describe('X14: signed properties', () => {
  const object = part('<ds:Object><xades:Qual', '</ds:Object>');
  it('that are not there leave the certificate unbound', () => {
    const template = signatureTemplate({ propertiesReference: '' }).replace(object.replace(/<ds:Object>.*/, ''), '');
    expectRefused(sign(kit.INVOICE.replace(kit.HERE, template)), 'XML_SIGNED_PROPERTIES_INVALID');
    const bare = signatureTemplate({ propertiesReference: '' }).replace(/<ds:Object>.*<\/ds:Object>/, '');
    const signed = sign(kit.INVOICE.replace(kit.HERE, bare));
    expectRefused(signed, 'SIG_SIGNED_ATTRIBUTES_MISSING');
    expect(verify(signed).signature.cryptoValid).toBe(true);
  });

  it.each([
    ['Type is missing', ' Type="http://uri.etsi.org/01903#SignedProperties"', ''],
    ['Type is another', '01903#SignedProperties"', '01903#Signed"'],
    ['Type is on another reference too', ' URI="">', ' URI="" Type="http://uri.etsi.org/01903#SignedProperties">'],
    ['Target is another', 'Target="#S"', 'Target="#T"'],
    ['Target is no fragment', 'Target="#S"', 'Target="S"'],
  ])('whose %s are not those of the signature', (_name, from, to) => {
    expectRefused(signedWith(from, to), 'XML_SIGNED_PROPERTIES_INVALID');
  });

  it('of another signature are refused', () => {
    const theirs = signedInvoice({ id: 'T' });
    const stolen = part('<ds:Object><xades:Qual', '</ds:Object>', theirs);
    expectRefused(
      VALID.replace(object, stolen.replace('Target="#T"', 'Target="#S"')),
      'XML_REFERENCE_INVALID',
      null,
      'INDETERMINATE',
    );
    expectRefused(signedWith(' Id="S"', ''), 'XML_SIGNED_PROPERTIES_INVALID');
  });

  it.each([
    ['two signing times', kit.SIGNING_TIME, kit.SIGNING_TIME + kit.SIGNING_TIME],
    ['no time for one', '2026-10-01T11:59:00Z', 'yesterday'],
    ['a month that is none', '2026-10-01T11:59:00Z', '2026-13-01T11:59:00Z'],
    ['a day that is none', '2026-10-01T11:59:00Z', '2026-02-30T11:59:00Z'],
    ['an unknown property', kit.SIGNING_TIME, `${kit.SIGNING_TIME}<xades:Other></xades:Other>`],
    [
      'two certificates properties',
      '<xades:SigningCertificateV2>',
      '<xades:SigningCertificateV2></xades:SigningCertificateV2><xades:SigningCertificateV2>',
    ],
    ['text between', kit.SIGNING_TIME, `text${kit.SIGNING_TIME}`],
    ['an instruction between', kit.SIGNING_TIME, `<?x?>${kit.SIGNING_TIME}`],
  ])('with %s are not understood though signed', (_name, from, to) => {
    expectRefused(signedWith(from, to), 'XML_SIGNED_PROPERTIES_INVALID');
  });

  it('that describe what is not signed are not understood', () => {
    const described = (id: string): string =>
      signedInvoice({
        signedProperties: `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}${kit.signingCertificateV2(signers.ec.certificate)}</xades:SignedSignatureProperties><xades:SignedDataObjectProperties><xades:DataObjectFormat ObjectReference="${id}"><xades:MimeType>text/xml</xades:MimeType></xades:DataObjectFormat></xades:SignedDataObjectProperties>`,
      });
    expect(verify(described('#R')).overallStatus).toBe('VALID');
    expectRefused(described('#Q'), 'XML_SIGNED_PROPERTIES_INVALID');
    expectRefused(described('R'), 'XML_SIGNED_PROPERTIES_INVALID');
  });
});

describe('X16: documents that are no XML or no other', () => {
  it.each([
    ['nothing', '', 'XML_STRUCTURE_INVALID'],
    ['white space', ' \n', 'XML_STRUCTURE_INVALID'],
    ['text', 'PK\u0003\u0004', 'XML_STRUCTURE_INVALID'],
    ['two roots', VALID + VALID, 'XML_STRUCTURE_INVALID'],
    ['text after the root', `${VALID}x`, 'XML_STRUCTURE_INVALID'],
    ['an unclosed element', VALID.replace('</to>', ''), 'XML_STRUCTURE_INVALID'],
    ['an attribute twice', VALID.replace('currency=', 'currency="USD" currency='), 'XML_STRUCTURE_INVALID'],
    [
      'an attribute twice by two prefixes',
      VALID.replace('<to>', '<to xmlns:a="urn:a" xmlns:b="urn:a" a:x="" b:x="">'),
      'XML_STRUCTURE_INVALID',
    ],
    ['an unknown prefix', VALID.replace('<to>', '<to z:x="">'), 'XML_STRUCTURE_INVALID'],
    ['an unknown entity', VALID.replace('100', '&e;'), 'XML_STRUCTURE_INVALID'],
    ['a forbidden character', VALID.replace('100', '&#1;'), 'XML_STRUCTURE_INVALID'],
    ['the end of CDATA', VALID.replace('100', ']]>'), 'XML_STRUCTURE_INVALID'],
    ['version 1.1', `<?xml version="1.1"?>${VALID}`, 'XML_STRUCTURE_INVALID'],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${VALID}`, 'XML_ENCODING_UNSUPPORTED'],
    ['no signature', '<invoice/>', 'SIG_NOT_FOUND'],
    ['a signature of another namespace', '<Signature/>', 'SIG_NOT_FOUND'],
  ] as const)('%s', (_name, document, reason) => {
    // Where no signature can be seen, none is broken.
    expectRefused(document, reason, null, document.includes('xmldsig#') ? undefined : 'INDETERMINATE');
  });

  it('bytes that are not of the encoding', () => {
    expectRefused(
      Buffer.concat([Buffer.from('<a>'), Buffer.of(0xff), Buffer.from('</a>')]),
      'XML_ENCODING_UNSUPPORTED',
    );
    expectRefused(Buffer.from(VALID.replace('Alice', 'Al\0ice')), 'XML_STRUCTURE_INVALID');
  });

  it('line ends and quotes may be written otherwise, the content may not', () => {
    expect(verify(`\ufeff<?xml version='1.0' encoding='utf-8'?>\r\n${VALID}\r\n`).overallStatus).toBe('VALID');
    expect(verify(VALID.replace('"EUR"', "'EUR'").replace('>100<', '>&#49;0<![CDATA[0]]><')).overallStatus).toBe(
      'VALID',
    );
    expectRefused(VALID.replace('>100<', '>100&#13;<'), 'SIG_DIGEST_MISMATCH');
  });
});

describe('X17: signature values in another form', () => {
  it('ECDSA in DER, too short or too long is INVALID', () => {
    const template = kit.INVOICE.replace(kit.HERE, signatureTemplate());
    const raw = (data: Uint8Array): Buffer => Buffer.from(signRaw(signers.ec, data));
    const forms: ((data: Uint8Array) => Uint8Array)[] = [
      (data) => ecdsaRawToDer(raw(data)),
      (data) => Buffer.concat([Buffer.of(0), raw(data).subarray(0, 32), Buffer.of(0), raw(data).subarray(32)]),
      (data) => Buffer.concat([raw(data), Buffer.of(0)]),
      (data) => raw(data).subarray(1),
      () => Buffer.alloc(64),
      () => Buffer.alloc(0),
    ];
    for (const form of forms) expectRefused(sign(template, signers.ec, null, form), 'SIG_CRYPTO_INVALID');
    expect(verify(sign(template, signers.ec, null, raw)).overallStatus).toBe('VALID');
  });
});

describe('counter-signatures', () => {
  const withCounter = (uri: string, changes: Parameters<typeof signatureTemplate>[0] = {}): string => {
    const place = '</xades:QualifyingProperties>';
    const template = signatureTemplate({
      ...{ id: 'C', references: [kit.reference(uri, [], 'http://uri.etsi.org/01903#CountersignedSignature')] },
      ...changes,
    });
    const property = `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:CounterSignature>${template}</xades:CounterSignature></xades:UnsignedSignatureProperties></xades:UnsignedProperties>`;
    return sign(VALID.replace('<ds:SignatureValue>', '<ds:SignatureValue Id="V">').replace(place, property + place));
  };

  it('are judged by themselves, raise nothing and break nothing', () => {
    const countered = withCounter('#V');
    const outcome = verify(countered);
    const counter = { name: '1', countersigned: null, status: 'VALID', signature: { cryptoValid: true } };
    expect(outcome).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ name: 'S', counterSignatures: [counter] }],
    });
    expect(outcome.detail).toMatch(/^It carries a counter-signature by .*, which is intact and by itself VALID[.]$/);
    expect(outcome.reasonCodes).toContain('COUNTER_SIGNATURE_PRESENT');
    expectRefused(countered.replace('>100<', '>200<'), 'SIG_DIGEST_MISMATCH');
  });

  it('that are broken or by nobody who is known say so, and nothing of the signature', () => {
    const value = /(?<=CounterSignature>[^]*<ds:SignatureValue>)[^<]{8}/;
    const digest = /(?<=CounterSignature>[^]*<ds:DigestValue>)[^<]{8}/;
    for (const place of [value, digest]) {
      const { overallStatus, signatures, detail } = verify(withCounter('#V').replace(place, 'AAAAAAAA'));
      expect([overallStatus, signatures[0]?.counterSignatures?.[0]?.status]).toEqual(['VALID', 'INVALID']);
      expect(detail).toContain('which is broken');
    }
    const empty = withCounter('#V', { keyInfo: '' });
    expect(verify(empty)).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ counterSignatures: [{ signature: { cryptoValid: false } }] }],
    });
  });

  it('tell of their own timestamps', () => {
    const countered = withCounter('#V');
    const value = /CounterSignature>[^]*<ds:SignatureValue>([^<]*)/.exec(countered)?.[1] ?? '';
    const of = Buffer.from(`<ds:SignatureValue xmlns:ds="${kit.DS}">${value}</ds:SignatureValue>`);
    const end = countered.lastIndexOf(
      '</xades:QualifyingProperties></ds:Object></ds:Signature></xades:CounterSignature>',
    );
    const stamped = countered.slice(0, end) + timestampProperty(of) + countered.slice(end);
    expect(verify(stamped).signatures[0]?.counterSignatures).toMatchObject([{ timestamps: [{ isIntact: true }] }]);
  });

  it('that bring along what nobody signs are not VALID', () => {
    const object =
      '<ds:Object Id="more"><ds:SignatureProperties><ds:SignatureProperty Target="#C"/></ds:SignatureProperties></ds:Object>';
    const [finding] = verify(withCounter('#V', { objects: object })).signatures;
    expect(finding?.counterSignatures).toMatchObject([
      { status: 'INDETERMINATE', reasonCodes: expect.arrayContaining(['SIG_COVERAGE_INCOMPLETE']) as string[] },
    ]);
  });

  it.each(['', '#R', '#S', '#S-P', '#nothing', 'V'])('that sign %j and not their signature leave it open', (uri) => {
    expectRefused(withCounter(uri), 'XML_COUNTER_SIGNATURE_INVALID');
    const proven = { signature: { cryptoValid: true }, profileReached: 'B' };
    expect(verify(withCounter(uri)).signatures[0]).toMatchObject(proven);
  });
});
