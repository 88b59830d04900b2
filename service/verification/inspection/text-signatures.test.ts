import { describe, expect, it } from 'vitest';
import * as cms from '../cades/cms-forgery.suite.ts';
import { verifyDocument } from '../verify-document.ts';
import type { VerificationOutcome } from '../verification.ts';

const SIGNED = cms.forge(cms.signers.ec);
const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll(/.{64}/g, '$&\n');
const blockOf = (bytes: Uint8Array, label = 'CMS', end = label): string =>
  `-----BEGIN ${label}-----\n${base64Of(bytes)}\n-----END ${end}-----\n`;
const BROKEN = cms.forge(cms.signers.ec, { eContent: Buffer.from('Pay 900') });

const TYPE = 'Content-Type: application/pkcs7-mime; smime-type=signed-data\n';
const BASE64 = 'Content-Transfer-Encoding: base64\n';
const mailOf = (...fields: string[]): string => `MIME-Version: 1.0\n${fields.join('')}\n${base64Of(SIGNED)}`;

function inspect(document: string): Promise<VerificationOutcome> {
  const bytes = new Uint8Array(Buffer.from(document));
  return verifyDocument({
    ...{ format: 'CAdES', document: { kind: 'bytes', bytes }, original: null, originals: [] },
    ...{ trust: cms.trust, revocationMode: 'Offline', at: cms.NOW },
  });
}

describe('a signature that is written as text', () => {
  it.each([
    ['PEM', blockOf(SIGNED)],
    ['as GnuPG writes it', blockOf(SIGNED, 'SIGNED MESSAGE')],
    ['with empty lines around it', `\n\n${blockOf(SIGNED)}\n \n`],
    ['base64', base64Of(SIGNED)],
  ])('is VALID by itself, and the report says that it is text: %s', async (_, text) => {
    const { overallStatus, inspection } = await inspect(text);
    expect([overallStatus, inspection?.detected]).toEqual(['VALID', 'CMS']);
    expect(inspection?.explanation).toContain('text, where its format demands bytes (DER)');
  });

  it.each([
    ['words before it', `Pay 900 to Mallory.\n${blockOf(SIGNED)}`],
    ['words after it', `${blockOf(SIGNED)}Pay 900 to Mallory.\n`],
    ['words behind its end', blockOf(SIGNED).replace(/\n$/, ' Pay 900\n')],
    ['words before its beginning', `Pay 900 ${blockOf(SIGNED)}`],
    ['another signature behind it', blockOf(SIGNED) + blockOf(cms.forge(cms.signers.rsa))],
    ['a broken signature behind it', blockOf(SIGNED) + blockOf(BROKEN)],
    ['a certificate before it', blockOf(cms.signers.rsa.certificate, 'CERTIFICATE') + blockOf(SIGNED)],
  ])('is intact and not VALID with %s, which nobody signed', async (_, text) => {
    const { overallStatus, signature, inspection } = await inspect(text);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(inspection?.explanation).toContain('the rest is signed by nobody');
  });

  it('ends as it begins', async () => {
    expect((await inspect(blockOf(SIGNED, 'CMS', 'PKCS7'))).overallStatus).toBe('INDETERMINATE');
  });
});

describe('a signature that is a message', () => {
  it('is VALID, and the report says which of its fields nobody signed', async () => {
    const { overallStatus, inspection } = await inspect(mailOf('Subject: Payment\n', TYPE, BASE64));
    expect(overallStatus).toBe('VALID');
    expect(inspection?.explanation).toContain('subject, sender, recipients and date are not signed');
  });

  it('is one with fields that go on in the next line', async () => {
    const folded = [TYPE, BASE64].map((field) => field.replaceAll(' ', '\n '));
    expect((await inspect(mailOf(...folded))).overallStatus).toBe('VALID');
  });

  it.each([
    ['two types', mailOf('Content-Type: text/plain\n', TYPE, BASE64)],
    ['two types, the other behind', mailOf(TYPE, BASE64, 'content-type: text/html\n')],
    ['two encodings', mailOf(TYPE, BASE64, 'Content-Transfer-Encoding: 7bit\n')],
    ['two types, one with space before its colon', mailOf('Content-Type : text/html\n', TYPE, BASE64)],
    ['its type in a parameter of another', mailOf('Content-Type: text/html; a=": application/pkcs7-mime"\n', BASE64)],
    ['its encoding in a comment of another', mailOf(TYPE, 'Content-Transfer-Encoding: 7bit (: base64)\n')],
  ])('is none with %s: programs show one content or another', async (_, text) => {
    expect((await inspect(text)).overallStatus).toBe('INDETERMINATE');
  });
});
