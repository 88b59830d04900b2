import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { EncapsulatedContent } from '../../codecs/cms/encapsulated-content.ts';
import { OID_ID_CONTENT_TYPE, OID_ID_MESSAGE_DIGEST } from '../../codecs/cms/object-identifiers.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

/** Longer than any set of attributes that is read here. */
const MAX_ATTRIBUTE_BYTES = 1024 * 1024;

/** Longer content is not taken into memory at once. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/**
 * The content within a signature, for a signature by an Edwards curve that has no attributes: it is made of the bytes
 * themselves, which are gone through twice, and not of a digest (RFC 8032 5.1.7, RFC 8419 3.1). Null where the content is
 * elsewhere or is too long. Throws WorkExceededError.
 */
export function contentInMemory(
  content: EncapsulatedContent | null,
  budget: WorkBudget | undefined,
): Uint8Array | null {
  if (content === null || content.bytes > MAX_CONTENT_BYTES) return null;
  budget?.charge(2 * content.bytes * WORK.digestedByte);
  return Buffer.concat([...content.chunks()]);
}

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
