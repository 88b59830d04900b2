import { DS, hashFromDigestUri, MANIFEST_TYPE } from '../../codecs/xmldsig/algorithms.ts';
import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import { readable } from '../readable.ts';
import { weakHash } from '../weakness.ts';
import { ElementCursor } from './element-cursor.ts';
import {
  NOTHING_OPEN,
  type DigestibleTarget,
  type DigestResult,
  type LeftOpen,
  type ReferenceDigests,
} from './reference-digests.ts';
import { resolveReference, type ReferenceScope, type ReferenceTarget } from './resolve-reference.ts';
import { algorithmOf, MAX_REFERENCES, readManifest, type ReferenceStructure } from './signature-structure.ts';
import { planTransforms, type TransformPlan } from './transforms.ts';
import { collecting } from './xades-fault.ts';

export interface JudgedReference {
  readonly reference: ReferenceStructure;
  readonly target: ReferenceTarget;
  readonly plan: TransformPlan | null;
  /** It stands in a ds:Manifest and not in SignedInfo. */
  readonly isInManifest: boolean;
  /** As ComputedDigest has it. */
  readonly leavesOpen: LeftOpen;
  readonly faults: readonly Fault[];
}

/**
 * Judges all references of a signature and those of every ds:Manifest that they point to, whether or not their Type
 * says so (X15), by XML-Signature clause 3.2.1. Throws XmlError XML_LIMIT_EXCEEDED when they are too many together.
 */
export function judgeReferences(scope: ReferenceScope, digests: ReferenceDigests): readonly JudgedReference[] {
  const judged: JudgedReference[] = [];
  const manifests = new Set<XmlElement>();
  let waiting = scope.signature.references;
  while (waiting.length > 0) {
    if (judged.length + waiting.length > MAX_REFERENCES) {
      throw new XmlError('XML_LIMIT_EXCEEDED', `a signature has more than ${MAX_REFERENCES} references`);
    }
    const isInManifest = judged.length > 0;
    const round = waiting.map((reference) => judgeReference(reference, isInManifest, scope, digests));
    judged.push(...round);
    const found = round.flatMap(({ target }) => manifestsAt(target)).filter((manifest) => !manifests.has(manifest));
    for (const manifest of found) manifests.add(manifest);
    waiting = [...new Set(found)].flatMap(readManifest);
  }
  return judged;
}

/** Manifests count in the objects of this signature; anywhere else they are data. */
function manifestsAt(target: ReferenceTarget): XmlElement[] {
  if (target.kind === 'inObject') return target.element.is(DS, 'Manifest') ? [target.element] : [];
  if (target.kind !== 'object') return [];
  return childrenNamed(target.element, DS, 'Manifest');
}

function judgeReference(
  reference: ReferenceStructure,
  isInManifest: boolean,
  scope: ReferenceScope,
  digests: ReferenceDigests,
): JudgedReference {
  const faults: Fault[] = [];
  digests.work.reference();
  const target = resolveReference(reference.uri, scope);
  faults.push(...faultsOfTarget(target, reference));
  const hash = collecting(faults, () => readHash(reference.digestMethod, faults), null);
  const plan = collecting(faults, () => planTransforms(reference.transforms), 'unreadable' as const);
  if (plan === null) faults.push(UNKNOWN_TRANSFORM);
  const usable = plan === 'unreadable' ? null : plan;
  let leavesOpen = NOTHING_OPEN;
  if (hash !== null && usable !== null && isDigestible(target)) {
    const signature = scope.signature.element;
    const result = collecting(faults, () => digests.digest(target, reference, usable, hash, signature), null);
    if (result === 'missing' && digests.isGuess) faults.push(missingFile(reference.uri));
    else if (result !== null) faults.push(...faultsOfDigest(result, reference));
    if (typeof result === 'object' && result !== null) leavesOpen = result.leavesOpen;
  }
  return { reference, target, plan: usable, isInManifest, leavesOpen, faults };
}

const UNKNOWN_TRANSFORM = indeterminate('XML_TRANSFORM_UNSUPPORTED', 'A reference has a transform that is not known.');

function isDigestible(target: ReferenceTarget): target is DigestibleTarget {
  return target.kind !== 'ambiguous' && target.kind !== 'unresolved' && target.kind !== 'unsupported';
}

function faultsOfTarget(target: ReferenceTarget, { type }: ReferenceStructure): Fault[] {
  switch (target.kind) {
    case 'ambiguous':
      return [invalid('XML_ID_AMBIGUOUS', 'The identifier of something signed occurs more than once.')];
    case 'unresolved':
      // It may lie in another file (EN 319 102-1 5.3.4, SIGNED_DATA_NOT_FOUND): nothing is known of it.
      return [indeterminate('XML_REFERENCE_INVALID', 'A reference points to nothing.')];
    case 'unsupported':
      return [indeterminate('XML_REFERENCE_UNSUPPORTED', 'A reference is an XPointer that is not known.')];
    default: {
      const isManifest = 'element' in target && target.element.is(DS, 'Manifest');
      if (type !== MANIFEST_TYPE || (isManifest && target.kind === 'inObject')) return [];
      return [invalid('XML_REFERENCE_INVALID', 'A reference to a manifest points to something else.')];
    }
  }
}

function readHash(digestMethod: XmlElement, faults: Fault[]): HashName | null {
  new ElementCursor(digestMethod).finish();
  const hash = hashFromDigestUri(algorithmOf(digestMethod));
  if (hash === null) faults.push(indeterminate('SIG_ALGORITHM_UNSUPPORTED', 'A digest algorithm is not known.'));
  else faults.push(...weakHash(hash));
  return hash;
}

function faultsOfDigest(result: DigestResult, { digestValue }: ReferenceStructure): Fault[] {
  if (result === 'missing') return [indeterminate('SIG_DETACHED_CONTENT_MISSING')];
  if (result === 'unsuitable') {
    return [
      indeterminate('XML_TRANSFORM_UNSUPPORTED', 'A reference has a transform that does not go with its target.'),
    ];
  }
  // X10: a form without content is the same for every document.
  if (result.isEmpty) return [invalid('XML_REFERENCE_INVALID', 'A reference selects nothing.')];
  return Buffer.compare(result.digest, digestValue) === 0 ? [] : [invalid('SIG_DIGEST_MISMATCH')];
}

const MAX_NAME_CHARACTERS = 100;

function missingFile(uri: string | null): Fault {
  const name = readable((uri ?? '').slice(0, MAX_NAME_CHARACTERS));
  const detail = `None of the files given along is what the signature is over as "${name}".`;
  return indeterminate('SIG_DETACHED_CONTENT_MISSING', detail);
}
