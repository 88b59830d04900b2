import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { EncapsulatedContent } from '../../codecs/cms/encapsulated-content.ts';
import { OID_ID_CONTENT_TYPE, OID_ID_MESSAGE_DIGEST } from '../../codecs/cms/object-identifiers.ts';

/** Longer than any set of attributes that is read here. */
const MAX_ATTRIBUTE_BYTES = 1024 * 1024;

/**
 * Whether content is what a signature with attributes is made over: a SET of attributes with a content type or a message
 * digest. Somebody who takes the attributes out of such a signature can present them as a document that was signed.
 */
export function looksLikeAttributes(content: EncapsulatedContent | null): boolean {
  if (content === null || content.bytes > MAX_ATTRIBUTE_BYTES) return false;
  try {
    const types = readBer(Buffer.concat([...content.chunks()]))
      .children(TAG.set)
      .map((attribute) => attribute.cursor(TAG.sequence).next().oid());
    return types.includes(OID_ID_CONTENT_TYPE) || types.includes(OID_ID_MESSAGE_DIGEST);
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
