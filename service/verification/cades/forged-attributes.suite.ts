import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeSignatureAlgorithm } from '../../codecs/cms/cms-algorithm.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { encodeSigningCertificateV2 } from '../../codecs/cms/signing-certificate.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCms, type CmsVerification, type CmsVerificationResult } from './verify-cms.ts';

/** Attributes and values that are put together by hand, and the test that a forgery made of them is refused. */
const { signers, content } = kit;

export function verify(signedData: Uint8Array, changes: Partial<CmsVerification> = {}): CmsVerificationResult {
  const defaults = {
    digestContent: null,
    pades: false,
    trust: kit.trust,
    at: kit.NOW,
    revocationMode: 'Offline',
  } as const;
  const result = verifyCms({ signedData, ...defaults, ...changes });
  const { status, reasonCodes, fault, detail, findings } = verifyCms({
    signedData: kit.asFile(signedData),
    ...defaults,
    ...changes,
  });
  expect({ status, reasonCodes, fault, detail, findings }).toEqual({ ...result, signedData: undefined });
  return result;
}

/** Rebuilds the attribute set: drops or replaces by OID, then adds, and sorts unless told not to. */
export function attributesWith(
  signer: kit.TestSigner,
  change: {
    drop?: string;
    add?: readonly Uint8Array[];
    reverse?: boolean;
    set?: Parameters<typeof kit.attributesOf>[1];
  },
): Uint8Array {
  const parts = kit.attributeParts(kit.attributesOf(signer, change.set ?? {})).filter(({ oid }) => oid !== change.drop);
  const encoded = [...parts.map((part) => part.encoded), ...(change.add ?? [])];
  if (change.reverse === true) return der.derValue(0x31, ...encoded.toSorted(der.compareDer).reverse());
  return der.derSetOf(encoded);
}

export const swapped = Buffer.from('Pay 999999 to Mallory.\n');
export const contentTypeAttribute = (oid: string): Uint8Array =>
  encodeAttribute(oids.OID_ID_CONTENT_TYPE, [der.derOid(oid)]);
export const digestAttribute = (...values: Uint8Array[]): Uint8Array =>
  encodeAttribute(oids.OID_ID_MESSAGE_DIGEST, values.map(der.derOctetString));
export const rightDigest = kit.digest('SHA-256', content);
export const essOf = (certificate: Uint8Array): Uint8Array =>
  encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE_V2, [
    encodeSigningCertificateV2(parseCertificate(certificate), 'SHA-256'),
  ]);
export const essVersion1 = encodeAttribute(oids.OID_ID_AA_SIGNING_CERTIFICATE, [
  der.derSequence(der.derSequence(der.derSequence(der.derOctetString(kit.digest('SHA-1', signers.rsa.certificate))))),
]);
export const protection = (digest: Uint8Array, signature: Uint8Array): Uint8Array =>
  encodeAttribute(oids.OID_ID_AA_CMS_ALGORITHM_PROTECTION, [der.derSequence(digest, kit.retag(signature, 0xa1))]);
export const sha256 = kit.hashIdentifier('SHA-256');
export const rsaSha256 = encodeSignatureAlgorithm(signers.rsa.algorithm);
export const rsaWith = (
  attributes: Uint8Array,
  hash: string,
): { signedAttributes: Uint8Array; signatureValue: Uint8Array } => ({
  signedAttributes: attributes,
  signatureValue: kit.signRaw(signers.rsa, attributes, hash),
});

/** What is forged, how, the reason for which it is refused, and the verdict. */
export type Forgery = readonly [what: string, make: () => Uint8Array, code: ReasonCode, status: VerificationStatus];

/** Each of them is refused for its reason, and none is VALID or of a profile. */
export function describeForgeries(name: string, forgeries: readonly Forgery[]): void {
  describe(name, () => {
    it.each(forgeries)('%s', (_, make, code, status) => {
      const result = verify(make());
      expect(result.reasonCodes).toContain(code);
      expect(result.status).toBe(status);
    });

    it('none is said to be VALID or of a profile', () => {
      for (const [, make] of forgeries) {
        const { status, findings } = verify(make());
        expect(status).not.toBe('VALID');
        expect(findings.filter(kit.isOfFalseLevel)).toEqual([]);
      }
    });
  });
}
