import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { contextConstructed, TAG } from '../../codecs/asn1/tags.ts';

/**
 * CMSAlgorithmProtection (RFC 6211 2): digest algorithm, then `[1]` signature algorithm. True when each equals the
 * SignerInfo's, null when the attribute is not of this form; one with `[2]` macAlgorithm is for no signature: false.
 */
export function readAlgorithmProtection(attribute: CmsAttribute, signerInfo: SignerInfo): boolean | null {
  try {
    const [value, ...more] = attribute.values;
    if (value === undefined || more.length > 0) return null;
    const cursor = value.cursor(TAG.sequence);
    const digestAlgorithm = cursor.next(TAG.sequence).encoded;
    const algorithm = cursor.next();
    cursor.finish();
    if (algorithm.tag === contextConstructed(2)) return false;
    const signatureAlgorithm = new Uint8Array(algorithm.expect(contextConstructed(1)).encoded);
    signatureAlgorithm[0] = TAG.sequence;
    return (
      Buffer.compare(digestAlgorithm, signerInfo.digestAlgorithm.der) === 0 &&
      Buffer.compare(signatureAlgorithm, signerInfo.signatureAlgorithm.der) === 0
    );
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
