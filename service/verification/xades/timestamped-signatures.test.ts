import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { XADES, XADES_111, XADES_141 } from '../../codecs/xmldsig/algorithms.ts';
import { canonicalBytes } from '../../codecs/xmldsig/canonicalize.ts';
import { openXml, type XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { makeCrl } from '../certificate-path/evidence.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import { makeTsa, otherRoot, root, signerOf, valid, type TokenRequest } from '../timestamps/timestamping.suite.ts';
import * as kit from './signed-xml.suite.ts';
import { timestampProperty } from './timestamp-property.suite.ts';
import { verifyXades } from './verify-xades.ts';

const NOW = new Date('2030-06-01T00:00:00Z');
const JUNE = new Date('2026-06-01T00:00:00Z');
const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const plain = kit.signedInvoice({ signer: signerOf(signer) });

function judge(document: string): SignatureFinding | undefined {
  const trust = { trustAnchors: [root.der], intermediates: [], crls: [], ocspResponses: [] };
  const context = { trust, at: NOW, revocationMode: 'Offline' } as const;
  return verifyXades(bytesSource(Buffer.from(document)), [], context).signatures[0];
}

/** Exclusive canonical form of the signature value, written down here and not made by what is tested. */
function valueOf(document: string): Buffer {
  const [, value = ''] = /<ds:SignatureValue>([^<]*)</.exec(document) ?? [];
  return Buffer.from(`<ds:SignatureValue xmlns:ds="${kit.DS}">${value}</ds:SignatureValue>`);
}

function stamped(request: Partial<TokenRequest>, property = 'SignatureTimeStamp', document = plain): string {
  const timestamp = timestampProperty(valueOf(plain), request, property);
  return document.replace('</xades:SignedProperties>', `</xades:SignedProperties>${timestamp}`);
}

function invoiceOfVersion111(): string {
  const by = signerOf(signer);
  const name = '<ds:X509IssuerName>CN=x</ds:X509IssuerName>';
  const issuerSerial = `<xades:IssuerSerial>${name}<ds:X509SerialNumber>${kit.serialNumberOf(by.certificate)}</ds:X509SerialNumber></xades:IssuerSerial>`;
  const digest = kit.certificateDigest(by.certificate).replaceAll('ds:Digest', 'xades:Digest');
  const certificate = `<xades:SigningCertificate><xades:Cert>${digest}${issuerSerial}</xades:Cert></xades:SigningCertificate>`;
  const template = kit.signatureTemplate({
    ...{ signer: by, id: 'S' },
    signedProperties: `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}${certificate}</xades:SignedSignatureProperties>`,
    propertiesReference: kit.reference('#S-P', [kit.transform(kit.EXC_C14N)], `${XADES_111}SignedProperties`),
  });
  return kit.sign(kit.INVOICE.replace(kit.HERE, template.replace(XADES, XADES_111)), by);
}

describe('an XML signature whose certificate has expired', () => {
  it('is judged at the time of a timestamp by a trusted authority', () => {
    expect(judge(plain)).toMatchObject({ status: 'INDETERMINATE', profileReached: 'B', bestSignatureTime: null });
    expect(judge(stamped({}))).toMatchObject({
      status: 'VALID',
      profileReached: 'T',
      bestSignatureTime: JUNE.toISOString(),
      timestamps: [{ kind: 'SignatureTimestamp', status: 'VALID', isIntact: true }],
    });
  });

  it('is so where the canonicalization is not named: then it is that of XML-Signature (EN 319 132-1 4.5)', () => {
    const inherited = ' xmlns="urn:test:invoice" xmlns:ds';
    const token = { of: Buffer.from(valueOf(plain).toString().replace(' xmlns:ds', inherited)) };
    for (const method of [
      '<ds:CanonicalizationMethod Algorithm=""></ds:CanonicalizationMethod>',
      '<ds:CanonicalizationMethod></ds:CanonicalizationMethod>',
      '',
    ]) {
      const named = `<ds:CanonicalizationMethod Algorithm="${kit.EXC_C14N}"></ds:CanonicalizationMethod><xades:Enc`;
      const unnamed = (request: Partial<TokenRequest>): string =>
        stamped(request).replace(named, `${method}<xades:Enc`);
      expect(judge(unnamed(token))).toMatchObject({ status: 'VALID', profileReached: 'T' });
      expect(judge(unnamed({}))).toMatchObject({ status: 'INDETERMINATE', profileReached: 'B' });
    }
  });

  it('is so where XAdES 1.1.1 names the canonicalization as a transform', () => {
    const document = invoiceOfVersion111();
    const old = (transforms: string): string => {
      const named = `<ds:CanonicalizationMethod Algorithm="${kit.EXC_C14N}"></ds:CanonicalizationMethod>`;
      const info = `<xades:HashDataInfo uri="#V"><xades:Transforms>${transforms}</xades:Transforms></xades:HashDataInfo>`;
      const property = timestampProperty(valueOf(document)).replace(named, info);
      return document.replace('</xades:SignedProperties>', `</xades:SignedProperties>${property}`);
    };
    const exclusive = kit.transform(kit.EXC_C14N);
    expect(judge(old(exclusive))).toMatchObject({ status: 'VALID', profileReached: 'T' });
    for (const others of [kit.transform(kit.C14N), exclusive + exclusive, kit.transform('urn:x'), '']) {
      expect(judge(old(others))).toMatchObject({ status: 'INDETERMINATE', profileReached: 'B' });
    }
  });

  const otherSignature = kit.signedInvoice({ signer: signerOf(signer), id: 'T' });
  it.each([
    ['by a stranger', stamped({ by: makeTsa('Stranger', otherRoot) })],
    ['whose purpose is not critical', stamped({ by: makeTsa('Lax', root, false) })],
    ['with SHA-1', stamped({ hash: 'SHA-1' })],
    ['made after its end', stamped({ at: new Date('2028-01-01T00:00:00Z') })],
    ['of other bytes', stamped({ of: Buffer.from('other') })],
    ['of another signature', stamped({ of: valueOf(otherSignature) })],
    ['of the value alone', stamped({ of: Buffer.from(/<ds:SignatureValue>([^<]*)</.exec(plain)?.[1] ?? '') })],
    ['in the place of an archive timestamp', stamped({}, 'ArchiveTimeStamp')],
    ['in the place of one over references', stamped({}, 'RefsOnlyTimeStamp')],
  ])('stays INDETERMINATE with a timestamp %s', (_, document) => {
    expect(judge(document)).toMatchObject({ status: 'INDETERMINATE', signature: { cryptoValid: true } });
  });

  it('takes a content that was changed for no better because of a timestamp', () => {
    expect(judge(stamped({}).replace('>100<', '>900<'))?.status).toBe('INVALID');
  });
});

describe('an archive timestamp of an XML signature', () => {
  const crl = makeCrl({ issuer: root, thisUpdate: JUNE, nextUpdate: new Date('2026-08-01T00:00:00Z') });
  const values =
    '<xades:RevocationValues><xades:CRLValues><xades:EncapsulatedCRLValue>' +
    `${kit.base64(crl)}</xades:EncapsulatedCRLValue></xades:CRLValues></xades:RevocationValues>`;
  const END = '</xades:UnsignedSignatureProperties>';

  /** Over all that is there (EN 319 132-1 5.5.2.2). */
  function archived(document: string): string {
    using tree = openXml(Buffer.from(document));
    const canonical = (one: XmlElement): Uint8Array =>
      canonicalBytes(one, { method: 'Exclusive C14N', withComments: false });
    const parts = (namespace: string, name: string): Uint8Array[] =>
      [...tree.elementsNamed(namespace, name)].map(canonical);
    const [group] = tree.elementsNamed(XADES, 'UnsignedSignatureProperties');
    const of = Buffer.concat([
      Buffer.from(kit.INVOICE.replace(kit.HERE, '')),
      ...parts(XADES, 'SignedProperties'),
      ...['SignedInfo', 'SignatureValue', 'KeyInfo'].flatMap((name) => parts(kit.DS, name)),
      ...[...(group?.children() ?? [])].map(canonical),
    ]);
    const property = timestampProperty(of, { at: new Date('2026-07-01T00:00:00Z') }, 'ArchiveTimeStamp');
    return document.replace(
      END,
      property.slice(property.indexOf('<xades:Archive')).replace(/<\/xades:UnsignedProp.*/, ''),
    );
  }

  const withValues = (document: string): string => document.replace(END, `${values}${END}`);

  it('makes level LTA where it is over the evidence', () => {
    const levelsOf = (document: string): unknown[] => {
      const { status, profileReached, profileByForm } = judge(document) ?? {};
      return [status, profileReached, profileByForm];
    };
    expect(levelsOf(withValues(stamped({})))).toEqual(['VALID', 'LT', 'LT']);
    expect(levelsOf(archived(withValues(stamped({}))))).toEqual(['VALID', 'LTA', 'LTA']);
    const before = withValues(archived(stamped({})));
    expect(levelsOf(before)).toEqual(['VALID', 'LT', 'LTA']);
    expect(levelsOf(archived(before))).toEqual(['VALID', 'LTA', 'LTA']);
  });

  it('is left open where it names what it is over by itself, in the namespace of 1.4.1 as in that of 1.3.2', () => {
    const named = (prefix: string): string => {
      const property = timestampProperty(Buffer.from('what is named'), {}, 'ArchiveTimeStamp')
        .replace(/^.*?(?=<xades:Archive)/, '')
        .replace(/<\/xades:UnsignedSig.*/, '')
        .replace('<xades:ArchiveTimeStamp>', '<xades:ArchiveTimeStamp><xades:Include URI="#a"></xades:Include>')
        .replaceAll('xades:ArchiveTimeStamp', `${prefix}:ArchiveTimeStamp`);
      const declared = property.replace('<v141:ArchiveTimeStamp', `<v141:ArchiveTimeStamp xmlns:v141="${XADES_141}"`);
      return stamped({}).replace(END, `${declared}${END}`);
    };
    for (const prefix of ['xades', 'v141']) {
      const { status, timestamps } = judge(named(prefix)) ?? {};
      expect(status).toBe('VALID');
      expect(timestamps?.[1]).toMatchObject({ kind: 'ArchiveTimestamp', status: 'INDETERMINATE', isIntact: false });
      expect(timestamps?.[1]?.reasonCodes).toContain('TIMESTAMP_UNSUPPORTED');
    }
  });
});
