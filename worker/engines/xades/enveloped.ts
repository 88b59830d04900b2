import { createHash } from 'node:crypto';
import { DS, EXCLUSIVE_C14N, TRANSFORM } from '../../../service/codecs/xmldsig/algorithms.ts';
import { canonicalize } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { hasDividedText } from '../../../service/codecs/xmldsig/divided-texts.ts';
import { unsignedPrefixes } from '../../../service/codecs/xmldsig/unsigned-prefixes.ts';
import { encodeMarkup } from '../../../service/codecs/xmldsig/xml-encoding.ts';
import { openXml, type XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { holdsData } from '../../../service/verification/xades/signature-content.ts';
import type { EngineTask } from '../engine.ts';
import { wholeDocument } from '../output-file.ts';
import { freeIds, XML_TYPE, type DataObject, type MakeIds } from './data-object.ts';
import { earlierSignatureThatWouldBreak, hasUnfinishedSignature } from './earlier-signatures.ts';
import { lastChildPlace } from './insert-markup.ts';
import { requireJudgeable, SIGNED_XML } from './signed-bounds.ts';

/**
 * The signature becomes the last child of the document element; every byte of the document stays as it is around it,
 * in its own encoding. The reference is to the whole document without its signatures (XPath Filter 2.0) in exclusive
 * canonical form: parallel signatures can be added and raised without breaking one another, and nothing but signatures
 * stays unsigned; what the prefixes of names in texts and values stand for is signed, too, and so are comments where one
 * divides a text. Where a signature holds data
 * of its own (enveloping), all of it is signed, by the enveloped-signature transform.
 * Throws XmlError for anything but sound XML, and a permanent StationError when an earlier signature would break.
 */
export async function envelopedData(task: EngineTask, makeIds: MakeIds): Promise<DataObject> {
  requireJudgeable(task.document.size);
  const bytes = await wholeDocument(task.document);
  using tree = openDocument(bytes);
  requireEarlierSignaturesStand(tree);
  const hash = createHash(HASHES[task.algorithm.hash].node);
  const signatures = [...tree.elementsNamed(DS, 'Signature')];
  // What a signature holds would be left out with it.
  const isFiltered = !signatures.some(holdsData);
  const without = new Set(isFiltered ? signatures : []);
  const inclusivePrefixes = unsignedPrefixes({ apex: tree, without });
  // A comment within a value is signed, or whoever puts another one there changes what programs read.
  const withComments = hasDividedText(tree, without);
  const how = { method: 'Exclusive C14N', withComments, inclusivePrefixes } as const;
  canonicalize(tree, how, (chunk) => hash.update(chunk), without);
  const digest = hash.digest();
  const place = lastChildPlace(bytes, tree);
  return {
    ids: freeIds(tree, makeIds, digest),
    reference: {
      // An empty URI leaves comments out, whatever the canonical form says (XML-Signature clause 4.4.3.3).
      uri: withComments ? '#xpointer(/)' : '',
      transforms: [
        isFiltered ? TRANSFORM.xpathFilter2 : TRANSFORM.envelopedSignature,
        withComments ? `${EXCLUSIVE_C14N}WithComments` : EXCLUSIVE_C14N,
      ],
      inclusivePrefixes,
      digest,
      mimeType: XML_TYPE,
    },
    objectTag: null,
    output: async (start, end) => {
      const original = await wholeDocument(task.document);
      const markup = encodeMarkup(place.before + start + end + place.after, place.encoding);
      return [original.subarray(0, place.offset), markup, original.subarray(place.resume)];
    },
  };
}

/** Throws XmlError, or a permanent StationError where the file does not even begin like XML. */
export function openDocument(bytes: Uint8Array): XmlTree {
  try {
    return openXml(bytes, SIGNED_XML);
  } catch (error) {
    if (!(error instanceof XmlError) || beginsLikeXml(bytes)) throw error;
    throw new StationError('SIGNING_OPERATION_FAILED', tell('FILE_IS_NO_XML', { detail: error.code }), {
      area: 'options',
      cause: error,
    });
  }
}

/** A byte order mark, white space and the first `<`, in whatever encoding. */
function beginsLikeXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(start);
}

function requireEarlierSignaturesStand(tree: XmlTree): void {
  if (hasUnfinishedSignature(tree)) {
    throw new StationError('SIGNING_OPERATION_FAILED', tell('XML_UNFINISHED_SIGNATURE'), { area: 'document' });
  }
  const isSignature = tree.root.is(DS, 'Signature');
  const name = isSignature ? (tree.root.attribute('Id') ?? 'unnamed') : earlierSignatureThatWouldBreak(tree);
  if (name === null) return;
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    tell(isSignature ? 'XML_IS_SIGNATURE' : 'XML_SIGNED_AS_A_WHOLE', { name }),
    { area: 'options' },
  );
}
