import { createHash } from 'node:crypto';
import { DS, EXCLUSIVE_C14N, OBJECT_TYPE, TRANSFORM } from '../../../service/codecs/xmldsig/algorithms.ts';
import { canonicalize } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { hasDividedText } from '../../../service/codecs/xmldsig/divided-texts.ts';
import { hasOuterInstructions } from '../../../service/codecs/xmldsig/find-elements.ts';
import { documentIds } from '../../../service/codecs/xmldsig/ids.ts';
import { unsignedPrefixes } from '../../../service/codecs/xmldsig/unsigned-prefixes.ts';
import { readXmlText } from '../../../service/codecs/xmldsig/xml-encoding.ts';
import { openXml } from '../../../service/codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import type { EngineDocument, EngineTask } from '../engine.ts';
import { readDocument, wholeDocument } from '../output-file.ts';
import { areFree, mimeTypeOf, XML_DECLARATION, XML_TYPE, type DataObject, type MakeIds } from './data-object.ts';
import { objectTag, type SignatureIds } from './signature-text.ts';
import { requireJudgeable, SIGNED_XML } from './signed-bounds.ts';

/** Base64 of this many bytes, and the signature around it, stay below what a verifier of ours reads. */
const MAX_BASE64_INPUT = Math.floor((SIGNED_XML.bytes * 3) / 4);

/**
 * The document lies in a ds:Object of the signature. XML stays XML there, so that whoever reads the signed file finds
 * its elements without decoding anything: all of it but the XML declaration, comments around the document element
 * included. Everything else is put in as base64 and signed as the bytes it was, which makes this packaging good for any
 * file: XML that is signed already (a signature whose reference is to its whole document would not survive the move
 * into another one), XML with a DOCTYPE, with a comment within a text or with processing instructions around its document element, broken XML, and
 * what is no XML. Throws XmlError: XML_LIMIT_EXCEEDED for what is too large.
 */
export async function envelopingData(task: EngineTask, makeIds: MakeIds): Promise<DataObject> {
  requireJudgeable(task.document.size);
  const bytes = await wholeDocument(task.document);
  const digest = createHash(HASHES[task.algorithm.hash].node).update(bytes).digest();
  if (isEmbeddable(bytes)) return xmlObject(task, bytes, () => makeIds(digest));
  return base64Object(task, bytes, digest, makeIds(digest));
}

/**
 * Whether it is XML without signatures, without comments that divide a text, which would not be signed there, and without processing instructions around the document element: EU DSS 6.4 ends
 * with an error of its own over a ds:Object that begins with one.
 */
function isEmbeddable(bytes: Uint8Array): boolean {
  try {
    using tree = openXml(bytes, SIGNED_XML);
    // What has no canonical form can be signed as bytes only.
    canonicalize(tree, { method: 'Exclusive C14N', withComments: false }, () => undefined);
    const isSigned = tree.elementsNamed(DS, 'Signature').next().done !== true;
    return !isSigned && !hasOuterInstructions(tree) && !hasDividedText(tree.root, new Set());
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}

function xmlObject(task: EngineTask, bytes: Uint8Array, makeIds: () => SignatureIds): DataObject {
  const ids = makeIds();
  const start = objectTag(ids, XML_TYPE, `xmlns:ds="${DS}" `);
  using tree = openXml(Buffer.concat([Buffer.from(start), withoutDeclaration(bytes), OBJECT_END]));
  const { object, ...others } = ids;
  const known = documentIds(tree);
  if (known.find(object) !== tree.root || !areFree(others, known)) return xmlObject(task, bytes, makeIds);
  const digest = createHash(HASHES[task.algorithm.hash].node);
  const inclusivePrefixes = unsignedPrefixes({ apex: tree.root });
  const how = { method: 'Exclusive C14N', withComments: false, inclusivePrefixes } as const;
  canonicalize(tree.root, how, (chunk) => digest.update(chunk));
  return {
    ids,
    reference: {
      uri: `#${object}`,
      type: OBJECT_TYPE,
      transforms: [EXCLUSIVE_C14N],
      inclusivePrefixes,
      digest: digest.digest(),
      mimeType: XML_TYPE,
    },
    objectTag: objectTag(ids, XML_TYPE),
    output: async (before, after) => [
      Buffer.from(XML_DECLARATION + before),
      withoutDeclaration(await wholeDocument(task.document)),
      Buffer.from(after),
    ],
  };
}

const OBJECT_END = Buffer.from('</ds:Object>');

function withoutDeclaration(bytes: Uint8Array): Uint8Array {
  const { utf8, declarationBytes } = readXmlText(bytes);
  return utf8.subarray(declarationBytes);
}

function base64Object(task: EngineTask, bytes: Uint8Array, digest: Uint8Array, ids: SignatureIds): DataObject {
  requireJudgeable(bytes.length, MAX_BASE64_INPUT);
  const mimeType = mimeTypeOf(task.document);
  return {
    ids,
    reference: {
      uri: `#${ids.object}`,
      type: OBJECT_TYPE,
      transforms: [TRANSFORM.base64],
      digest,
      mimeType,
    },
    objectTag: objectTag(ids, mimeType, '', ` Encoding="${TRANSFORM.base64}"`),
    output: (before, after) =>
      Promise.resolve([Buffer.from(XML_DECLARATION + before), base64Of(task.document), Buffer.from(after)]),
  };
}

/** The document as base64, a chunk of whole groups at a time. */
async function* base64Of(document: EngineDocument): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readDocument(document)) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    rest = bytes.subarray(whole);
  }
  yield Buffer.from(rest.toString('base64'), 'latin1');
}
