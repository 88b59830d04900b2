import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { Asn1Cursor } from '../../codecs/asn1/asn1-cursor.ts';
import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import { contextConstructed, TAG } from '../../codecs/asn1/tags.ts';
import type { CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import type { SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { AlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';

/**
 * CMSAlgorithmProtection (RFC 6211 2): digest algorithm, then `[1]` signature algorithm. True when each equals the
 * SignerInfo's, null when the attribute is not of this form; one with `[2]` macAlgorithm is for no signature: false.
 */
export function readAlgorithmProtection(attribute: CmsAttribute, signerInfo: SignerInfo): boolean | null {
  try {
    const [value, ...more] = attribute.values;
    if (value === undefined || more.length > 0) return null;
    const cursor = value.cursor(TAG.sequence);
    const digestAlgorithm = cursor.next(TAG.sequence).cursor(TAG.sequence);
    const algorithm = cursor.next();
    cursor.finish();
    if (algorithm.tag === contextConstructed(2)) return false;
    const signatureAlgorithm = algorithm.cursor(contextConstructed(1));
    return (
      repeats(digestAlgorithm, signerInfo.digestAlgorithm) && repeats(signatureAlgorithm, signerInfo.signatureAlgorithm)
    );
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}

/** RFC 4055 2.1 and 5: parameters of NULL and none are the same, and makers write one here and the other there. */
function repeats(copy: Asn1Cursor<Asn1Element>, { oid, parameters }: AlgorithmIdentifier): boolean {
  const isNamed = copy.next().oid() === oid;
  const repeated = copy.isDone ? null : copy.next();
  copy.finish();
  return isNamed && Buffer.compare(written(repeated), written(parameters)) === 0;
}

function written(parameters: Asn1Element | null): Uint8Array {
  return parameters === null || parameters.tag === TAG.null ? new Uint8Array() : parameters.encoded;
}
