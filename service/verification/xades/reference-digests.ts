import { createHash, type Hash } from 'node:crypto';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { readChunks } from '../../codecs/pdf/signature-digest.ts';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import { canonicalize } from '../../codecs/xmldsig/canonicalize.ts';
import { openXml, type XmlElement, type XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XML_LIMITS } from '../../codecs/xmldsig/markup-scan.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { base64Content } from './element-cursor.ts';
import type { ReferenceTarget } from './resolve-reference.ts';
import type { TransformPlan } from './transforms.ts';

/** A digest, and whether it is one of nothing at all. */
export interface ComputedDigest {
  readonly digest: Uint8Array;
  readonly isEmpty: boolean;
}

/** `forbidden`: these transforms are not for this target. `missing`: the original was not given. */
export type DigestResult = ComputedDigest | 'forbidden' | 'missing';

/** Digests what references point to; what several references share is digested once. */
export class ReferenceDigests {
  readonly #tree: XmlTree;
  readonly #signatures: ReadonlySet<XmlElement>;
  readonly #original: ByteSource | null;
  readonly #known = new Map<string, ComputedDigest>();

  /** `signatures`: the outermost ds:Signature elements. `original`: the content of a detached signature, if given. */
  constructor(tree: XmlTree, signatures: readonly XmlElement[], original: ByteSource | null) {
    this.#tree = tree;
    this.#signatures = new Set(signatures);
    this.#original = original;
  }

  /** For a reference of `signature`. Throws XmlError for content that has no canonical form or no base64. */
  digest(target: ReferenceTarget, plan: TransformPlan, hash: HashName, signature: XmlElement): DigestResult {
    const owner = plan.leavesOut === 'this signature' ? signature.pointer : 0;
    const place = 'element' in target ? target.element.pointer : 0;
    const key = [target.kind, place, owner, hash, JSON.stringify(plan)].join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const computed = this.#compute(target, plan, hash, signature);
    if (typeof computed !== 'string') this.#known.set(key, computed);
    return computed;
  }

  #compute(target: ReferenceTarget, plan: TransformPlan, hash: HashName, signature: XmlElement): DigestResult {
    const { result } = plan;
    if (target.kind === 'external') return this.#external(plan, hash);
    if (result.kind === 'base64') {
      if (target.kind !== 'object' && target.kind !== 'inObject') return 'forbidden';
      return { digest: hashOf(hash).update(base64Content(target.element)).digest(), isEmpty: false };
    }
    const apex = 'element' in target ? target.element : this.#tree;
    const without = this.#leftOut(plan, signature);
    // A signature in itself leaves nothing that could be digested.
    const outermost = 'element' in target ? target.element : this.#tree.root;
    // Transforms that take a signature away leave nothing of what lies in it.
    if ([...without].some((signature) => outermost.isWithin(signature))) return NO_CONTENT;
    // XMLDSig 4.4.3.3: a reference within the document selects no comments, whatever the canonicalization does.
    return digestCanonical(apex, { ...result.how, withComments: false }, hash, without);
  }

  #leftOut(plan: TransformPlan, signature: XmlElement): ReadonlySet<XmlElement> {
    if (plan.leavesOut === 'all signatures') return this.#signatures;
    return plan.leavesOut === 'this signature' ? new Set([signature]) : NOTHING;
  }

  /** The original as its bytes, or canonicalized when the reference says so (then it must be XML). */
  #external(plan: TransformPlan, hash: HashName): DigestResult {
    const { result } = plan;
    if (plan.leavesOut !== 'nothing' || result.kind === 'base64') return 'forbidden';
    if (this.#original === null) return 'missing';
    if (!result.isExplicit) return { digest: digestOfSource(this.#original, hash), isEmpty: false };
    using tree = openSource(this.#original);
    return digestCanonical(tree, result.how, hash, NOTHING);
  }
}

const NO_CONTENT: ComputedDigest = { digest: new Uint8Array(), isEmpty: true };
const NOTHING: ReadonlySet<XmlElement> = new Set();

function digestCanonical(
  apex: XmlTree | XmlElement,
  how: Canonicalization,
  hash: HashName,
  without: ReadonlySet<XmlElement>,
): ComputedDigest {
  const hasher = hashOf(hash);
  let length = 0;
  const sink = (bytes: Uint8Array): void => {
    length += bytes.length;
    hasher.update(bytes);
  };
  canonicalize(apex, how, sink, without);
  return { digest: hasher.digest(), isEmpty: length === 0 };
}

/** Parses a source; one that is too large to be read is not read. Throws XmlError. */
export function openSource(source: ByteSource): XmlTree {
  if (source.size > XML_LIMITS.bytes) {
    throw new XmlError('XML_LIMIT_EXCEEDED', `the document is larger than ${XML_LIMITS.bytes} bytes`);
  }
  return openXml(source.read(0, source.size));
}

/** Digest of all bytes of a source, read piece by piece. */
export function digestOfSource(source: ByteSource, hash: HashName): Uint8Array {
  const hasher = hashOf(hash);
  for (const chunk of readChunks(source, 0, source.size)) hasher.update(chunk);
  return hasher.digest();
}

function hashOf(hash: HashName): Hash {
  return createHash(HASHES[hash].node);
}
