import type { ByteSource } from '../../codecs/byte-source.ts';
import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import { hasDividedText } from '../../codecs/xmldsig/divided-texts.ts';
import { unsignedPrefixes } from '../../codecs/xmldsig/unsigned-prefixes.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import type { ExternalContent, ExternalFile } from './external-content.ts';
import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { outermostElements } from '../../codecs/xmldsig/find-elements.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { writeReferenceOctets, type ReferenceInput } from './reference-octets.ts';
import type { ReferenceTarget } from './resolve-reference.ts';
import { exclusiveSteps, keepsComments, type TransformPlan } from './transforms.ts';
import { openVerifiedXml, tooLarge, VERIFIED_XML } from './verified-xml.ts';
import type { XmlWork } from './xml-work.ts';

/** What anybody may change in a file outside that is digested in a canonical form. */
export interface LeftOpen {
  /** Names have a prefix, and what it stands for is not among what is digested. */
  readonly names: boolean;
  /** A comment that is not digested stands before or within a text. */
  readonly texts: boolean;
}

export const NOTHING_OPEN: LeftOpen = { names: false, texts: false };

/** A digest, and whether it is one of nothing at all. */
export interface ComputedDigest {
  readonly digest: Uint8Array;
  readonly isEmpty: boolean;
  readonly leavesOpen: LeftOpen;
}

/** `unsuitable`: these transforms have no meaning for this target. `missing`: the file outside was not given. */
export type DigestResult = ComputedDigest | 'unsuitable' | 'missing';

/** Targets that have content to digest. */
export type DigestibleTarget = ReferenceTarget & {
  readonly kind: Exclude<ReferenceTarget['kind'], 'ambiguous' | 'unresolved' | 'unsupported'>;
};

/**
 * Digests what references point to. What several references share is digested once for the document, whoever they
 * belong to; everything else is charged to its budget.
 */
export class ReferenceDigests {
  readonly work: XmlWork;
  readonly #tree: XmlTree;
  readonly #external: ExternalContent;
  readonly #known = new Map<string, DigestResult>();
  /** Which of the files that nobody named a reference turned out to mean. */
  readonly #meant = new Map<WantedContent, ExternalFile>();
  #isGuess: boolean | undefined;

  constructor(tree: XmlTree, external: ExternalContent, work: XmlWork) {
    this.#tree = tree;
    this.#external = external;
    this.work = work;
  }

  /** Whether a reference turned out to mean this file. */
  isMeant(file: ExternalFile): boolean {
    return [...this.#meant.values()].includes(file);
  }

  /** Whether the file that a reference outside gets may be another one than it means: the document names several. */
  get isGuess(): boolean {
    return (this.#isGuess ??= this.#external.guesses.length > 0 && filesNamedIn(this.#tree) > 1);
  }

  /**
   * For a reference of `signature`; of the files that nobody named, of the one that it is over, or the first. Throws
   * XmlError for content that has no canonical form or no base64.
   */
  digest(
    target: DigestibleTarget,
    reference: WantedContent,
    plan: TransformPlan,
    hash: HashName,
    signature: XmlElement,
  ): DigestResult {
    const guesses =
      target.kind === 'external' && this.#external.find(reference.uri) === null ? this.#external.guesses : [];
    const found = this.#firstThatFits(guesses, reference, (file) =>
      this.#digestOf(target, { uri: reference.uri, file }, plan, hash, signature),
    );
    return found ?? this.#digestOf(target, { uri: reference.uri, file: null }, plan, hash, signature);
  }

  /**
   * What several files give is compared with what is wanted. Where none fits, the one that is meant is missing, or, if it
   * can only be these, what the first gives stands for all.
   */
  #firstThatFits(
    guesses: readonly ExternalFile[],
    reference: WantedContent,
    digestOf: (file: ExternalFile) => DigestResult,
  ): DigestResult | null {
    let first: DigestResult | XmlError | null = null;
    for (const file of guesses) {
      const result = resultOrError(() => digestOf(file));
      first ??= result;
      const isMeant = typeof result === 'object' && 'digest' in result;
      if (!isMeant || Buffer.compare(result.digest, reference.digestValue) !== 0) continue;
      this.#meant.set(reference, file);
      return result;
    }
    // Nothing is known of the file that is meant; one that is too large to be read may be it.
    const isTooLarge = first instanceof XmlError && first.code === 'XML_LIMIT_EXCEEDED';
    if (first !== null && this.isGuess && first !== 'unsuitable' && !isTooLarge) return 'missing';
    if (first instanceof XmlError) throw first;
    return first;
  }

  #digestOf(
    target: DigestibleTarget,
    outside: Outside,
    plan: TransformPlan,
    hash: HashName,
    signature: XmlElement,
  ): DigestResult {
    const name = outside.file === null ? outside.uri : this.#external.guesses.indexOf(outside.file);
    const place = 'element' in target ? target.element.node : target.kind === 'external' ? name : '';
    const isOwn = plan.steps.some((step) => step.kind === 'remove' && step.filter.kind === 'this signature');
    const owner = isOwn ? signature.node : 0;
    const comments = 'withComments' in target && target.withComments;
    const key = JSON.stringify([target.kind === 'external', place, comments, owner, hash, plan.steps]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const computed = this.#compute(target, outside, plan, hash, signature);
    this.#known.set(key, computed);
    return computed;
  }

  /**
   * Hands the octets that a reference gives to `sink`, as timestamps are made over them: nodes that its transforms leave are
   * written by `how`. False where there are none to be had. Throws as digest does.
   */
  write(
    target: DigestibleTarget,
    reference: WantedContent,
    plan: TransformPlan,
    { how, signature }: { readonly how: Canonicalization; readonly signature: XmlElement },
    sink: (bytes: Uint8Array) => void,
  ): boolean {
    const [only = null] = this.isGuess ? [] : this.#external.guesses;
    const file = target.kind === 'external' ? (this.#meant.get(reference) ?? only) : null;
    const input = this.#input(target, { uri: reference.uri, file }, plan);
    if (input === null) return false;
    if (!('digest' in input)) return writeReferenceOctets(input, plan.steps, signature, sink, this.work, how);
    const pieces = input.pieces();
    if (pieces === null) return false;
    this.work.bytes(input.size);
    for (const piece of pieces) sink(piece);
    return true;
  }

  #compute(
    target: DigestibleTarget,
    outside: Outside,
    plan: TransformPlan,
    hash: HashName,
    signature: XmlElement,
  ): DigestResult {
    const input = this.#input(target, outside, plan);
    if (input === null) return 'missing';
    if ('digest' in input) {
      if (!input.isDigested) this.work.bytes(input.size);
      return { digest: input.digest(hash), isEmpty: false, leavesOpen: NOTHING_OPEN };
    }
    const hasher = startHash(hash);
    let length = 0;
    const sink = (bytes: Uint8Array): void => {
      length += bytes.length;
      hasher.update(bytes);
    };
    if (!writeReferenceOctets(input, plan.steps, signature, sink, this.work)) return 'unsuitable';
    // An empty file is a lawful one; a canonical form of nothing is that of every document.
    const isEmpty = length === 0 && !plan.isDecoded;
    return { digest: hasher.digest(), isEmpty, leavesOpen: this.#leavesOpen(input, plan) };
  }

  /** What stands in the document itself is looked at where its coverage is judged. */
  #leavesOpen(input: ReferenceInput, { steps, isDecoded }: TransformPlan): LeftOpen {
    const exclusive = exclusiveSteps(steps);
    if (input.kind !== 'octets' || isDecoded) return NOTHING_OPEN;
    const isBare = !steps.every(keepsComments) && mayHaveComments(input.bytes);
    if (exclusive.length === 0 && !isBare) return NOTHING_OPEN;
    using tree = openVerifiedXml(input.bytes, this.work);
    return {
      names: exclusive.some((how) => unsignedPrefixes({ ...how, apex: tree }, this.work.nodes).length > 0),
      texts: isBare && hasDividedText(tree, new Set(), this.work.nodes),
    };
  }

  /** A file outside is digested as it is where nothing has to be done to it. */
  #input(target: DigestibleTarget, outside: Outside, { steps }: TransformPlan): ReferenceInput | ExternalFile | null {
    const tree = this.#tree;
    if (target.kind === 'document') return { kind: 'nodes', apex: tree, tree, withComments: target.withComments };
    if ('element' in target) {
      return { kind: 'nodes', apex: target.element, tree, withComments: target.withComments };
    }
    const file = outside.file ?? this.#external.find(outside.uri);
    if (file === null || steps.length === 0) return file;
    const bytes = file.size > VERIFIED_XML.bytes ? null : file.read();
    if (bytes === null) throw tooLarge();
    return { kind: 'octets', bytes };
  }
}

/** In UTF-8, or in UTF-16 of either order: a file without them need not be parsed once more. */
function mayHaveComments(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return file.includes('<!--') || file.includes('<\0!\0-\0-');
}

/** What a reference says of the content that it is over. */
export interface WantedContent {
  readonly uri: string | null;
  readonly digestValue: Uint8Array;
}

/** A file outside of the document: by its name, or one that nobody named. */
interface Outside {
  readonly uri: string | null;
  readonly file: ExternalFile | null;
}

/** How many files outside of it all references of a document name. */
function filesNamedIn(tree: XmlTree): number {
  const { elements } = outermostElements(tree, DS, 'Reference');
  const uris = elements.map((element) => element.attribute('URI'));
  return new Set(uris.filter((uri) => uri !== '' && uri?.startsWith('#') !== true)).size;
}

function resultOrError(compute: () => DigestResult): DigestResult | XmlError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
}

/** Parses a source; one that is too large to be read is not read. Throws XmlError and WorkExceededError. */
export function openSource(source: ByteSource, work: XmlWork): XmlTree {
  if (source.size > VERIFIED_XML.bytes) throw tooLarge();
  return openVerifiedXml(source.read(0, source.size), work);
}
