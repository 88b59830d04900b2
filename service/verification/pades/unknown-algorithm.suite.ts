import { cmsOf, type TestSigner } from './signed-pdf.suite.ts';

const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');

/** A signature whose signatureAlgorithm, the last in its CMS, has an object identifier that nobody gave. */
export function ofUnknownAlgorithm(signer: TestSigner): (digest: Uint8Array) => Uint8Array {
  return (digest) => {
    const cms = Buffer.from(cmsOf(signer)(digest));
    cms[cms.lastIndexOf(ECDSA_SHA256) + ECDSA_SHA256.length - 1] = 0x7f;
    return cms;
  };
}
