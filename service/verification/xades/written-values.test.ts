import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import type { VerificationOutcome } from '../verification.ts';
import * as kit from './signed-xml.suite.ts';
import { verifyXades } from './verify-xades.ts';

const SIGNED = kit.signedInvoice();
const DIGEST = /(<ds:DigestValue>)([^<]{10})([^<]*)/;
const VALUE = /(<ds:SignatureValue>)([^<]{10})([^<]*)/;

function judge(document: string): VerificationOutcome {
  const context = { trust: kit.trust, at: kit.NOW, revocationMode: 'Offline' } as const;
  return verifyXades(bytesSource(Buffer.from(document)), [], context);
}

/** The same value for XML Schema, whose simple types are of text, and another one for whoever takes the first node. */
const WRITTEN: Readonly<Record<string, string>> = {
  'a value with a comment in it': SIGNED.replace(VALUE, '$1$2<!-- 1 -->$3'),
  'a value behind a comment': SIGNED.replace(VALUE, '$1<!-- 1 -->$2$3'),
  'a value with a processing instruction in it': SIGNED.replace(VALUE, '$1$2<?p?>$3'),
  'a value in a CDATA section': SIGNED.replace(VALUE, '$1<![CDATA[$2$3]]>'),
  'a value in part in one': SIGNED.replace(VALUE, '$1$2<![CDATA[$3]]>'),
  'a digest with a comment in it': SIGNED.replace(DIGEST, '$1$2<!-- 1 -->$3'),
  'a digest in a CDATA section': SIGNED.replace(DIGEST, '$1<![CDATA[$2$3]]>'),
};

describe('digests and values that are more than one text', () => {
  it.each(Object.entries(WRITTEN))('are right, and told: %s', (_, document) => {
    expect(judge(document)).toMatchObject({
      overallStatus: 'INDETERMINATE',
      reasonCodes: expect.arrayContaining(['XML_STRUCTURE_INVALID']) as string[],
      signatures: [{ signature: { cryptoValid: true }, profileReached: 'B' }],
    });
  });

  it.each(Object.entries(WRITTEN))('are broken with another content: %s', (_, document) => {
    const changed = judge(document.replace('>100<', '>900<'));
    expect(changed).toMatchObject({ overallStatus: 'INVALID', signatures: [{ signature: { cryptoValid: false } }] });
  });

  it.each([
    // The canonical form of SignedInfo has processing instructions.
    ['a digest with a processing instruction', SIGNED.replace(DIGEST, '$1$2<?p?>$3')],
    ['a digest with an element in it', SIGNED.replace(DIGEST, '$1$2<x></x>$3')],
    ['a value with an element in it', SIGNED.replace(VALUE, '$1$2<x></x>$3')],
    ['a value with something else than base64', SIGNED.replace(VALUE, '$1$2<![CDATA[*]]>$3')],
    ['a value of which a part is a comment', SIGNED.replace(VALUE, '$1<!--$2-->$3')],
  ])('are broken as %s', (_, document) => {
    expect(judge(document)).toMatchObject({
      overallStatus: 'INVALID',
      signatures: [{ signature: { cryptoValid: false } }],
    });
  });
});
