import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { ecdsaRawToDer } from '../../codecs/cms/signature-value.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { checkOwnSignature } from './check-own-signature.ts';
import * as kit from './cms-forgery.suite.ts';
import { digestPieces } from './signed-content.ts';
import { verifyCms, type CmsVerification, type CmsVerificationResult } from './verify-cms.ts';

const { signers, forge, content } = kit;
const original = digestPieces([content]);

function verify(signedData: Uint8Array, changes: Partial<CmsVerification> = {}): CmsVerificationResult {
  const defaults = {
    digestContent: null,
    pades: false,
    trust: kit.trust,
    at: kit.NOW,
    revocationMode: 'Offline',
  } as const;
  return verifyCms({ signedData, ...defaults, ...changes });
}

const swapped = Buffer.from('Pay 999999 to Mallory.\n');

describe('a good signature is VALID', () => {
  it.each(Object.entries(signers))('%s, attached', (_, signer) => {
    const { status, findings } = verify(forge(signer));
    expect(findings[0]?.reasonCodes.slice(0, 2)).toEqual(['SIG_VALID', 'CERT_VALID']);
    expect(status).toBe('VALID');
    expect(findings[0]?.signature.cryptoValid).toBe(true);
    expect(findings[0]?.claimedSigningTime).toBe(kit.NOW.toISOString());
  });

  it.each(Object.entries(signers))('%s, detached', (_, signer) => {
    expect(verify(forge(signer, { eContent: null }), { digestContent: original }).status).toBe('VALID');
  });

  it('in PDF, with padding', () => {
    const padded = Buffer.concat([forge(signers.ec, { eContent: null }), Buffer.alloc(500)]);
    expect(verify(padded, { pades: true, digestContent: original }).status).toBe('VALID');
  });

  it('again and again: the input is not touched, Buffer or not', () => {
    const input = Buffer.from(forge(signers.rsa));
    const before = Buffer.from(input).toString('hex');
    expect([verify(input).status, verify(input).status, input.toString('hex')]).toEqual(['VALID', 'VALID', before]);
  });

  it('over empty content', () => {
    const attributes = kit.attributesOf(signers.ec, { messageDigest: kit.digest('SHA-256', Buffer.alloc(0)) });
    const detached = forge(signers.ec, { eContent: null, signedAttributes: attributes });
    expect(verify(detached, { digestContent: digestPieces([]) }).status).toBe('VALID');
  });

  it('with brainpool where the runtime has no such curve', () => {
    const runtime = { hasCurve: (name: string) => !name.startsWith('brainpool'), hasHash: () => true };
    expect(verify(forge(signers.brainpool), { runtime }).findings[0]?.signature).toMatchObject({ cryptoValid: true });
    const wrong = forge(signers.brainpool, { signatureValue: ecdsaRawToDer(kit.signRaw(signers.brainpool, content)) });
    expect(verify(wrong, { runtime }).reasonCodes).toContain('SIG_CRYPTO_INVALID');
  });
});

describe('what surrounds the signature counts', () => {
  it('C13 detached without content is INDETERMINATE, with other content INVALID', () => {
    const detached = forge(signers.rsa, { eContent: null });
    expect(verify(detached)).toMatchObject({
      status: 'INDETERMINATE',
      reasonCodes: expect.arrayContaining(['SIG_DETACHED_CONTENT_MISSING']) as unknown,
    });
    expect(verify(detached, { digestContent: digestPieces([swapped]) }).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
    expect(verify(detached, { digestContent: digestPieces([]) }).status).toBe('INVALID');
  });

  it('C13 an original that is not what is attached is INVALID, the same one is VALID', () => {
    const result = verify(forge(signers.rsa), { digestContent: digestPieces([swapped]) });
    expect(result.reasonCodes).toContain('SIG_DETACHED_CONTENT_MISMATCH');
    expect(result).toMatchObject({ status: 'INVALID', findings: [{ signature: { cryptoValid: false } }] });
    expect(verify(forge(signers.rsa), { digestContent: original }).status).toBe('VALID');
  });

  it('C8 one bad signer of two makes the file bad; in PDF two are too many', () => {
    const second = (info: Uint8Array): Uint8Array[] => [
      info,
      signerInfoOf(forge(signers.ec, { signedAttributes: otherAttributesOfEc() })),
    ];
    const both = [signers.rsa.certificate, signers.ec.certificate];
    const result = verify(forge(signers.rsa, { certificates: both, signerInfos: second }));
    expect(result.findings.map((finding) => finding.status)).toEqual(['VALID', 'INVALID']);
    expect(result.status).toBe('INVALID');
    const good = (info: Uint8Array): Uint8Array[] => [info, signerInfoOf(forge(signers.ec))];
    expect(verify(forge(signers.rsa, { certificates: both, signerInfos: good })).status).toBe('VALID');
    const detached = forge(signers.rsa, { eContent: null, certificates: both, signerInfos: good });
    const inPdf = verify(detached, { pades: true, digestContent: original });
    expect(inPdf.status).toBe('INDETERMINATE');
    expect(inPdf.reasonCodes).toContain('SIG_SIGNER_COUNT_INVALID');
  });

  it('in PDF: encapsulated content and padding that is not zero', () => {
    const attached = verify(forge(signers.rsa), { pades: true, digestContent: original });
    expect(attached).toMatchObject({ status: 'INDETERMINATE', findings: [{ signature: { cryptoValid: true } }] });
    const ofOther = verify(forge(signers.rsa), { pades: true, digestContent: digestPieces([swapped]) });
    expect(ofOther).toMatchObject({ status: 'INVALID', findings: [{ signature: { cryptoValid: false } }] });
    const padded = Buffer.concat([forge(signers.rsa, { eContent: null }), Buffer.of(0, 0, 1)]);
    const behind = verify(padded, { pades: true, digestContent: original });
    expect(behind.status).toBe('INDETERMINATE');
    expect(behind.reasonCodes).toContain('SIG_TRAILING_DATA');
  });

  it('a timestamp attribute is named and changes nothing', () => {
    const unsignedAttributes = [encodeAttribute(oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, [der.derSequence()])];
    expect(verify(forge(signers.rsa, { unsignedAttributes })).reasonCodes).toContain('TIMESTAMP_PRESENT');
    const bad = forge(signers.rsa, { unsignedAttributes, eContent: swapped });
    expect(verify(bad).status).toBe('INVALID');
  });

  it('an untrusted, expired or unsuitable certificate is INDETERMINATE', () => {
    const nobody = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
    expect(verify(forge(signers.rsa), { trust: nobody })).toMatchObject({ status: 'INDETERMINATE' });
    expect(verify(forge(signers.rsa), { at: new Date('2030-01-01') }).reasonCodes).toContain('CERT_EXPIRED');
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [builder.extendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1'])];
    const server = {
      algorithm: signers.ec.algorithm,
      privateKey: keys.privateKey,
      certificate: kit.issue(keys.publicKey, { extensions }),
    };
    const result = verify(forge(server));
    expect(result).toMatchObject({
      status: 'INDETERMINATE',
      findings: [{ signature: { reasonCodes: ['SIG_VALID'] } }],
    });
    expect(result.reasonCodes).toContain('CERT_EXTENDED_KEY_USAGE_INVALID');
  });
});

describe('checkOwnSignature', () => {
  const contentDigest = kit.digest('SHA-256', content);
  const own = { contentDigest, contentRange: null, signingCertificate: signers.ec.certificate };
  const good = forge(signers.ec, { eContent: null });

  it('finds no fault with its own work', () => {
    expect(checkOwnSignature({ ...own, signedData: good })).toEqual([]);
  });

  it('finds another certificate, other content and a wrong value', () => {
    const other = { ...own, signedData: good, signingCertificate: signers.rsa.certificate };
    expect(checkOwnSignature(other)).toEqual(['SIG_SIGNING_CERTIFICATE_MISMATCH']);
    const swappedDigest = kit.digest('SHA-256', swapped);
    expect(checkOwnSignature({ ...own, signedData: good, contentDigest: swappedDigest })).toEqual([
      'SIG_DIGEST_MISMATCH',
    ]);
    expect(checkOwnSignature({ ...own, signedData: forge(signers.ec) })).toEqual(['SIG_FORMAT_INVALID']);
    expect(checkOwnSignature({ ...own, signedData: Buffer.concat([good, Buffer.of(0)]) })).toEqual([
      'SIG_TRAILING_DATA',
    ]);
    const signatureValue = ecdsaRawToDer(kit.signRaw(signers.ec, content));
    const wrong = forge(signers.ec, { eContent: null, signatureValue });
    expect(checkOwnSignature({ ...own, signedData: wrong })).toEqual(['SIG_CRYPTO_INVALID']);
    expect(checkOwnSignature({ ...own, signedData: good.subarray(0, 100) })).toEqual(['SIG_FORMAT_INVALID']);
  });
});

function otherAttributesOfEc(): Uint8Array {
  return kit.attributesOf(signers.ec, { messageDigest: kit.digest('SHA-256', swapped) });
}

function signerInfoOf(contentInfo: Uint8Array): Uint8Array {
  const signedData = readDer(contentInfo).children()[1]?.single().children().at(-1)?.single();
  if (signedData === undefined) throw new Error('No signer');
  return signedData.encoded;
}
