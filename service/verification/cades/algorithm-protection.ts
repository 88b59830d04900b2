import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { contextConstructed, TAG } from '../../codecs/asn1/tags.ts';

/**
 * CMSAlgorithmProtection (RFC 6211 2): digest algorithm, then `[1]` signature algorithm, each equal to the SignerInfo's.
 * False for anything else, `[2]` macAlgorithm included.
 */
export function agreesWithAlgorithmProtection(attribute: CmsAttribute, signerInfo: SignerInfo): boolean {
  try {
    const [value, ...more] = attribute.values;
    if (value === undefined || more.length > 0) return false;
    const cursor = value.cursor(TAG.sequence);
    const digestAlgorithm = cursor.next(TAG.sequence).encoded;
    const signatureAlgorithm = new Uint8Array(cursor.next(contextConstructed(1)).encoded);
    cursor.finish();
    signatureAlgorithm[0] = TAG.sequence;
    return (
      Buffer.compare(digestAlgorithm, signerInfo.digestAlgorithm.der) === 0 &&
      Buffer.compare(signatureAlgorithm, signerInfo.signatureAlgorithm.der) === 0
    );
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
