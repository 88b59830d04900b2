import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
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
