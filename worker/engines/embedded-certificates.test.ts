import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../service/codecs/byte-source.ts';
import { OID_ID_COUNTERSIGNATURE } from '../../service/codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../service/codecs/cms/signed-attributes.ts';
import { readSignedDataLayout } from '../../service/codecs/cms/signed-data-layout.ts';
import {
  authority,
  issue,
  type Issued,
} from '../../service/verification/certificate-path/issued-certificates.suite.ts';
import * as kit from '../../service/verification/timestamps/cms-signatures.suite.ts';
import {
  makeToken,
  makeTsa,
  otherRoot,
  root,
  valid,
} from '../../service/verification/timestamps/timestamping.suite.ts';
import { certificatesOfSigners, certificatesOfToken } from './embedded-certificates.ts';

const years = { changes: valid('2020-01-01', '2040-01-01') };
const issuing = authority('Issuing', root, null, years);
const signer = issue('Signer', issuing, years);
const witness = issue('Witness', otherRoot, years);
const responder = issue('OCSP Responder', issuing, years);
const tsa = makeTsa('Stamping', issuing);
const AT = new Date('2026-06-01T00:00:00Z');

/** Timestamped and counter-signed; `certificates` lie in the outer SignedData. */
function document(...certificates: readonly Issued[]): Uint8Array {
  const plain = kit.signed(signer);
  const token = makeToken({ of: kit.signerInfoOf(plain).signatureValue, at: AT, by: tsa });
  const counterSignature = encodeAttribute(OID_ID_COUNTERSIGNATURE, [kit.signerInfoOf(kit.signed(witness)).der]);
  const unsigned = [kit.signatureTimestamp(token), counterSignature];
  return kit.withUnsigned(plain, unsigned, signer, { certificates: certificates.map(({ der }) => der) });
}

const namesOf = (found: readonly Uint8Array[]): string[] =>
  found
    .map((der) => [signer, witness, responder, tsa, issuing, root].find((one) => Buffer.compare(one.der, der) === 0))
    .map((one) => one?.subject ?? 'another')
    .sort();

const asked = (signedData: Uint8Array): string[] =>
  namesOf(certificatesOfSigners(readSignedDataLayout(bytesSource(signedData))));

describe('the certificates that need evidence', () => {
  it('are those of signers, counter-signers and authorities of timestamps, and of whoever stands above them', () => {
    expect(asked(document(signer, signer, witness, tsa, issuing, root))).toEqual([
      ...['Issuing', 'Root', 'Signer', 'Stamping', 'Witness'],
    ]);
  });

  it('are not those of OCSP responders, which the evidence of level LT brought along', () => {
    expect(asked(document(signer, witness, responder, issuing))).not.toContain('OCSP Responder');
    const token = makeToken({ of: Buffer.from('value'), at: AT, by: tsa, certificates: [tsa, responder] });
    expect(namesOf(certificatesOfToken(token, [issuing.der]))).toEqual(['Issuing', 'Stamping']);
  });

  it('are all that there are where somebody is not found by the identifier', () => {
    expect(asked(document(signer, responder))).toEqual(['OCSP Responder', 'Signer', 'Stamping']);
  });
});
