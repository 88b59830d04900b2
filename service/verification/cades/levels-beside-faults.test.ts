import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCms } from './verify-cms.ts';

const { signers, forge } = kit;

function finding(signedData: Uint8Array): SignatureFinding | undefined {
  const { trust, NOW: at } = kit;
  return verifyCms({ signedData, digestContent: null, pades: false, trust, at, revocationMode: 'Offline' }).findings[0];
}

/** ESSCertIDv2 (RFC 5035 4) with the digest of one certificate, and issuer and serial number of another. */
function signingCertificate(digested: Uint8Array, named: Uint8Array): Uint8Array {
  const [issuer = der.derNull(), serialNumber = der.derNull()] = readDer(kit.issuerAndSerial(named))
    .children()
    .map(({ encoded }) => encoded);
  const issuerSerial = der.derSequence(der.derSequence(der.derValue(0xa4, issuer)), serialNumber);
  const id = der.derSequence(der.derOctetString(kit.digest('SHA-256', digested)), issuerSerial);
  return encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, [der.derSequence(der.derSequence(id))]);
}

function binding(signer: kit.TestSigner, digested: Uint8Array, named: Uint8Array, changes = {}): Uint8Array {
  const parts = kit
    .attributeParts(kit.attributesOf(signer))
    .filter(({ oid }) => oid !== oids.OID_ID_AA_SIGNING_CERTIFICATE_V2)
    .map(({ encoded }) => encoded);
  const signedAttributes = der.derSetOf([...parts, signingCertificate(digested, named)]);
  return forge(signer, { signedAttributes, ...changes });
}

/** A SignerInfo with another version (RFC 5652 5.3), which nobody signs. */
function withVersion(version: number): Uint8Array {
  return forge(signers.rsa, {
    signerInfos: (info) => [
      der.derSequence(
        der.derInteger(version),
        ...readDer(info)
          .children()
          .slice(1)
          .map(({ encoded }) => encoded),
      ),
    ],
  });
}

const [mine, other] = [signers.rsa.certificate, signers.ec.certificate];

describe('what a standard demands of the signer and the proof does not rest on', () => {
  it('is no fault where it is as it should be', () => {
    expect(finding(binding(signers.rsa, mine, mine))).toMatchObject({ status: 'VALID', profileReached: 'B' });
  });

  it.each([
    ['issuer and serial number beside a digest that is right', binding(signers.rsa, mine, other)],
    ['zeros behind the signature', Buffer.concat([forge(signers.rsa), Buffer.alloc(16)])],
    ['a version that does not exist', withVersion(4)],
    [
      'a time after the life of the certificate',
      forge(signers.rsa, {
        signedAttributes: kit.attributesOf(signers.rsa, { signingTime: new Date('2040-01-01T00:00:00Z') }),
      }),
    ],
  ])('keeps it from being VALID and leaves its level: %s', (_, signedData) => {
    expect(finding(signedData)).toMatchObject({
      ...{ status: 'INDETERMINATE', profileReached: 'B', signature: { cryptoValid: true } },
    });
  });

  it('leaves each of two signatures by one signer in the same second its level', () => {
    const twice = forge(signers.rsa, { signerInfos: (info) => [info, info] });
    const context = { trust: kit.trust, at: kit.NOW, revocationMode: 'Offline' } as const;
    const { findings } = verifyCms({ signedData: twice, digestContent: null, pades: false, ...context });
    expect(findings.map(({ status, profileReached }) => [status, profileReached])).toEqual([
      ['VALID', 'B'],
      ['INDETERMINATE', 'B'],
    ]);
  });

  it.each([
    ['the digest of another certificate', binding(signers.rsa, other, mine)],
    ['both of another certificate', binding(signers.rsa, other, other, { certificates: [mine, other] })],
    [
      'an identifier of another certificate',
      forge(signers.rsa, { sid: kit.issuerAndSerial(other), certificates: [mine, other] }),
    ],
  ])('takes the level where it is what binds: %s', (_, signedData) => {
    expect(finding(signedData)).toMatchObject({ profileReached: null });
    expect(finding(signedData)?.status).not.toBe('VALID');
  });
});
