import { createHash } from 'node:crypto';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { DS, hashFromDigestUri } from '../../codecs/xmldsig/algorithms.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import { canonicalize } from '../../codecs/xmldsig/canonicalize.ts';
import { outermostElements } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { JudgedReference } from './judge-references.ts';
import { digestOfSource, openSource } from './reference-digests.ts';
import { algorithmOf } from './signature-structure.ts';
import { invalid, type XadesFault } from './xades-fault.ts';

const EXCLUSIVE: Canonicalization = { method: 'Exclusive C14N', withComments: false };

/**
 * Whether an original that was handed in beside an enveloped or enveloping signature is what is signed (C13 for XML):
 * the bytes of a base64 object, or the same XML apart from comments and ways of writing it. A detached signature has
 * compared it already.
 */
export function judgeOriginal(original: ByteSource | null, judged: readonly JudgedReference[]): readonly XadesFault[] {
  if (original === null || judged.some(({ target }) => target.kind === 'external')) return [];
  if (judged.some((one) => holdsOriginal(one, original))) return [];
  return [invalid('SIG_DETACHED_CONTENT_MISMATCH', 'The original is not what the signature holds.')];
}

function holdsOriginal(judged: JudgedReference, original: ByteSource): boolean {
  const { plan, reference } = judged;
  const hash = hashFromDigestUri(algorithmOf(reference.digestMethod));
  if (plan === null || hash === null) return false;
  if (plan.result.kind === 'base64') {
    return Buffer.compare(digestOfSource(original, hash), reference.digestValue) === 0;
  }
  try {
    using tree = openSource(original);
    return isSameXml(judged, tree, hash, plan.result.how, plan.leavesOut === 'all signatures');
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}

function isSameXml(
  { target, reference }: JudgedReference,
  original: XmlTree,
  hash: HashName,
  how: Canonicalization,
  leavesOutSignatures: boolean,
): boolean {
  if (target.kind === 'document' || target.kind === 'root') {
    const apex = target.kind === 'document' ? original : original.root;
    const without = leavesOutSignatures ? outermostElements(original, DS, 'Signature').elements : [];
    const digest = digestOf(apex, { ...how, withComments: false }, hash, without);
    return Buffer.compare(digest, reference.digestValue) === 0;
  }
  const content = contentOf(target);
  if (content === null) return false;
  return Buffer.compare(digestOf(content, EXCLUSIVE, hash), digestOf(original.root, EXCLUSIVE, hash)) === 0;
}

/** The element that an object holds; null when it holds none or several. */
function contentOf(target: JudgedReference['target']): XmlElement | null {
  if (target.kind === 'inObject') return target.element;
  if (target.kind !== 'object') return null;
  const [content, ...more] = target.element.children();
  return more.length === 0 ? (content ?? null) : null;
}

function digestOf(
  apex: XmlTree | XmlElement,
  how: Canonicalization,
  hash: HashName,
  without: readonly XmlElement[] = [],
): Uint8Array {
  const hasher = createHash(HASHES[hash].node);
  canonicalize(apex, how, (bytes) => hasher.update(bytes), new Set(without));
  return hasher.digest();
}
