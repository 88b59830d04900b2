import { DEFAULT_CANONICALIZATION } from '../../codecs/xmldsig/algorithms.ts';
import type { Canonicalization } from '../../codecs/xmldsig/canonicalization.ts';
import { canonicalize } from '../../codecs/xmldsig/canonicalize.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { decodeBase64 } from './element-cursor.ts';
import { filteredParts } from './part-filters.ts';
import { partsLeft } from './parts-left.ts';
import { filteredSignatures } from './signature-filters.ts';
import type { TransformStep } from './transforms.ts';
import type { XmlWork } from './xml-work.ts';
import { openVerifiedXml } from './verified-xml.ts';

/** Nodes of a tree: `apex` and all in it, apart from what lies in one of `without`. */
interface NodeSet {
  readonly kind: 'nodes';
  readonly apex: XmlTree | XmlElement;
  readonly tree: XmlTree;
  readonly without: ReadonlySet<XmlElement>;
  /** Only these elements and what is in them, in document order; null for all. */
  readonly parts: readonly XmlElement[] | null;
  readonly withComments: boolean;
}

/** Bytes that are made when they are wanted, so that a large canonical form goes straight into a hash. */
interface Octets {
  readonly kind: 'octets';
  write(sink: (bytes: Uint8Array) => void): void;
}

type Value = NodeSet | Octets;

/** What a reference selects before its transforms. */
export type ReferenceInput =
  | {
      readonly kind: 'nodes';
      readonly apex: XmlTree | XmlElement;
      readonly tree: XmlTree;
      readonly withComments: boolean;
    }
  | { readonly kind: 'octets'; readonly bytes: Uint8Array };

/**
 * Runs the transforms of a reference by the processing model of XMLDSig 4.4.3.2: nodes become octets by the
 * canonicalization that is asked for, or by Canonical XML 1.0 without comments where octets are needed and none is;
 * octets become nodes by the product's one parser. The result goes to `sink` in pieces. `own` is the signature whose
 * reference it is; nodes that are left over are written by `how`. Gives false where a step has no meaning for what it gets. Throws XmlError and WorkExceededError.
 */
export function writeReferenceOctets(
  input: ReferenceInput,
  steps: readonly TransformStep[],
  own: XmlElement,
  sink: (bytes: Uint8Array) => void,
  work: XmlWork,
  how: Canonicalization = DEFAULT_CANONICALIZATION,
): boolean {
  using opened = new DisposableStack();
  const isWhole = input.kind === 'nodes' && (input.apex === input.tree || input.apex === input.tree.root);
  let value: Value | null =
    input.kind === 'nodes'
      ? { ...input, without: NOTHING, parts: null }
      : { kind: 'octets', write: (to) => to(input.bytes) };
  for (const step of steps) {
    value = runStep(step, value, { own, isWhole, work, opened });
    if (value === null) return false;
  }
  if (value.kind === 'nodes') value = canonicalOctets(value, how, work);
  value.write(sink);
  return true;
}

const NOTHING: ReadonlySet<XmlElement> = new Set();

interface StepContext {
  readonly own: XmlElement;
  /** The reference is to the whole document, whose signatures are all judged. */
  readonly isWhole: boolean;
  readonly work: XmlWork;
  readonly opened: DisposableStack;
}

function runStep(step: TransformStep, value: Value, context: StepContext): Value | null {
  switch (step.kind) {
    case 'canonicalize':
      return canonicalOctets(asNodes(value, context), step.how, context.work);
    case 'remove':
      return removeSignatures(step, asNodes(value, context), context);
    case 'select':
      return selectParts(step, asNodes(value, context), context);
    case 'base64':
      return decoded(value, context.work);
  }
}

function asNodes(value: Value, { work, opened }: StepContext): NodeSet {
  if (value.kind === 'nodes') return value;
  const bytes = collect(value);
  const tree = opened.use(openVerifiedXml(bytes, work));
  return { kind: 'nodes', apex: tree, tree, without: NOTHING, parts: null, withComments: true };
}

/** XMLDSig 4.4.3.3: without comments among the nodes none is written, whatever the canonicalization would do. */
function canonicalOctets(nodes: NodeSet, how: Canonicalization, work: XmlWork): Octets {
  const { apex, without, parts, withComments } = nodes;
  return {
    kind: 'octets',
    write: (sink) => {
      if (isLeftOut(nodes)) return;
      const metered = (bytes: Uint8Array): void => {
        work.bytes(bytes.length);
        sink(bytes);
      };
      const kept = { ...how, withComments: how.withComments && withComments };
      if (parts === null) canonicalize(apex, kept, metered, without, work.nodes);
      else
        for (const { part, without: own } of partsLeft(parts, without))
          canonicalize(part, kept, metered, own, work.nodes);
    },
  };
}

/** Transforms that take a signature away leave nothing of what lies in it (X19). */
function isLeftOut({ apex, tree, without }: NodeSet): boolean {
  const outermost = apex === tree ? tree.root : (apex as XmlElement);
  return [...without].some((signature) => outermost.isWithin(signature));
}

/** Of the document that the signature stands in, as a whole: parts of something else mean something else. */
function selectParts(
  { filter }: Extract<TransformStep, { kind: 'select' }>,
  nodes: NodeSet,
  { own, isWhole, work }: StepContext,
): NodeSet | null {
  if (own.tree !== nodes.tree || !isWhole) return null;
  const { kept, dropped } = filteredParts(filter, nodes.tree, work);
  return { ...nodes, without: new Set([...nodes.without, ...dropped]), parts: kept };
}

function removeSignatures(
  { filter }: Extract<TransformStep, { kind: 'remove' }>,
  nodes: NodeSet,
  { own, isWhole, work }: StepContext,
): NodeSet | null {
  const isOwnTree = own.tree === nodes.tree;
  // In octets that were parsed again there is no such thing as the signature around the transform.
  if (filter.kind === 'this signature' && !isOwnTree) return null;
  if (filter.kind !== 'this signature') work.nodes(nodes.tree.size);
  const removed = filteredSignatures(filter, nodes.tree, isOwnTree ? own : null);
  // What calls itself a signature elsewhere (in a file beside, in an object) nobody judges: it could hold anything.
  if (!isOwnTree && !isWhole && removed.length > 0) return null;
  return { ...nodes, without: new Set([...nodes.without, ...removed]) };
}

/** XMLDSig 6.6.2: of nodes the text without all markup is decoded. */
function decoded(value: Value, work: XmlWork): Octets | null {
  if (value.kind === 'nodes' && (value.parts !== null || losesText(value))) return null;
  return {
    kind: 'octets',
    write: (sink) => {
      const text = value.kind === 'octets' ? Buffer.from(collect(value)).toString('latin1') : textOf(value, work);
      work.bytes(text.length);
      sink(decodeBase64(text, 'a reference'));
    },
  };
}

/** Whether a signature was taken out of what is decoded; nobody writes that. */
function losesText({ apex, tree, without }: NodeSet): boolean {
  const outermost = apex === tree ? tree.root : (apex as XmlElement);
  return [...without].some((signature) => signature.isWithin(outermost) || outermost.isWithin(signature));
}

function textOf({ apex, tree }: NodeSet, work: XmlWork): string {
  const element = apex === tree ? tree.root : (apex as XmlElement);
  return element.textContent(work.nodes);
}

function collect(octets: Octets): Uint8Array {
  const chunks: Uint8Array[] = [];
  octets.write((bytes) => chunks.push(bytes.slice()));
  return Buffer.concat(chunks);
}
