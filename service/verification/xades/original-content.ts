import type { ByteSource } from '../../codecs/byte-source.ts';
import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { hashFromDigestUri } from '../../codecs/xmldsig/algorithms.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { type Fault, invalid } from '../fault.ts';
import { digestOfSource } from './external-content.ts';
import type { JudgedReference } from './judge-references.ts';
import { openSource } from './reference-digests.ts';
import { writeReferenceOctets, type ReferenceInput } from './reference-octets.ts';
import { algorithmOf } from './signature-structure.ts';
import type { TransformStep } from './transforms.ts';
import type { XmlWork } from './xml-work.ts';

const EXCLUSIVE: readonly TransformStep[] = [
  { kind: 'canonicalize', how: { method: 'Exclusive C14N', withComments: false } },
];

/** An original that was handed in; read and parsed once for all signatures. Dispose it with the document. */
export class OriginalContent {
  readonly work: XmlWork;
  readonly #source: ByteSource;
  readonly #digests = new Map<HashName, Uint8Array>();
  #tree: XmlTree | null | undefined;
  /** A signature turned out to hold it. */
  isHeld = false;

  constructor(source: ByteSource, work: XmlWork) {
    this.#source = source;
    this.work = work;
  }

  [Symbol.dispose](): void {
    this.#tree?.[Symbol.dispose]();
  }

  digest(hash: HashName): Uint8Array {
    const digest = this.#digests.get(hash) ?? digestOfSource(this.#source, hash);
    this.#digests.set(hash, digest);
    return digest;
  }

  /** Null when it is no XML that is read. */
  get tree(): XmlTree | null {
    if (this.#tree === undefined) this.#tree = this.#parse();
    return this.#tree;
  }

  #parse(): XmlTree | null {
    try {
      return openSource(this.#source, this.work);
    } catch (error) {
      if (error instanceof XmlError) return null;
      throw error;
    }
  }
}

/**
 * Whether one of the originals that were handed in beside an enveloped or enveloping signature is what is signed (C13 for XML):
 * the bytes of a base64 object, or the same XML apart from comments and ways of writing it. A detached signature has
 * compared it already. Throws WorkExceededError.
 */
export function judgeOriginals(
  originals: readonly OriginalContent[],
  judged: readonly JudgedReference[],
): readonly Fault[] {
  if (originals.length === 0 || judged.some(({ target }) => target.kind === 'external')) return [];
  const held = originals.filter((original) => judged.some((one) => holdsOriginal(one, original)));
  for (const original of held) original.isHeld = true;
  if (held.length > 0) return [];
  return [invalid('SIG_DETACHED_CONTENT_MISMATCH', 'The original is not what the signature holds.')];
}

function holdsOriginal({ plan, reference, target }: JudgedReference, original: OriginalContent): boolean {
  const hash = hashFromDigestUri(algorithmOf(reference.digestMethod));
  if (plan === null || hash === null) return false;
  const isSigned = (digest: Uint8Array | null): boolean =>
    digest !== null && Buffer.compare(digest, reference.digestValue) === 0;
  if (plan.isDecoded) return isSigned(original.digest(hash));
  const { tree, work } = original;
  if (tree === null) return false;
  // The original has no signature of its own, or at least not this one.
  const steps = plan.steps.filter((step) => step.kind !== 'remove' || step.filter.kind !== 'this signature');
  if (target.kind === 'document' || target.kind === 'root') {
    const { withComments } = target;
    const apex = target.kind === 'document' ? tree : tree.root;
    return isSigned(digestOf({ kind: 'nodes', apex, tree, withComments }, steps, hash, work));
  }
  const content = contentOf(target);
  if (content === null) return false;
  const whole = (apex: XmlElement): NodesInput => ({ kind: 'nodes', apex, tree: apex.tree, withComments: false });
  const held = digestOf(whole(content), EXCLUSIVE, hash, work);
  const given = digestOf(whole(tree.root), EXCLUSIVE, hash, work);
  return held !== null && given !== null && Buffer.compare(held, given) === 0;
}

type NodesInput = Extract<ReferenceInput, { kind: 'nodes' }>;

/** The element that holds what was signed; null when there is none or several. */
function contentOf(target: JudgedReference['target']): XmlElement | null {
  if (target.kind === 'inObject') return target.element;
  if (target.kind !== 'object' && target.kind !== 'elsewhere') return null;
  const [content, ...more] = target.element.children();
  return more.length === 0 ? (content ?? null) : null;
}

function digestOf(
  input: NodesInput,
  steps: readonly TransformStep[],
  hash: HashName,
  work: XmlWork,
): Uint8Array | null {
  const hasher = startHash(hash);
  const isDone = writeReferenceOctets(input, steps, input.tree.root, (bytes) => hasher.update(bytes), work);
  return isDone ? hasher.digest() : null;
}
