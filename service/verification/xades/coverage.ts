import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { hasDividedText } from '../../codecs/xmldsig/divided-texts.ts';
import { hasOuterInstructions } from '../../codecs/xmldsig/find-elements.ts';
import { unsignedPrefixes } from '../../codecs/xmldsig/unsigned-prefixes.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { JudgedReference } from './judge-references.ts';
import { incomplete, judgeOwnParts, signedElements } from './own-parts.ts';
import type { ReferenceScope, ReferenceTarget } from './resolve-reference.ts';
import { holdsData, isEmptyText } from './signature-content.ts';
import { filteredSignatures } from './signature-filters.ts';
import { exclusiveSteps, keepsComments } from './transforms.ts';
import type { XmlWork } from './xml-work.ts';

/**
 * Whether a signature covers all that a reader of the document may take as signed (X1): the whole document (by URI="",
 * or by the identifier of the document element when no instruction stands beside it), everything that lies outside of
 * signatures, all objects of an enveloping signature, or the original that was handed in. Nothing foreign may stand in
 * a part of the signature that nothing signs. No faults means that it does.
 */
export function judgeCoverage(
  scope: ReferenceScope,
  judged: readonly JudgedReference[],
  work: XmlWork,
): readonly Fault[] {
  const faults: Fault[] = [];
  if (!judged.some(({ target, reference }) => isContent(scope, target, reference.type))) {
    faults.push(incomplete('The signature covers no content.'));
  } else if (!coversDocument(scope, judged) && !coversParts(scope, judged, work)) {
    faults.push(incomplete('The signature covers only a part of the document.'));
  }
  if (leavesDataOut(scope, judged, work)) {
    faults.push(incomplete('Another signature holds content that this one does not cover.'));
  }
  if (leavesNamesOpen(scope, judged, work)) {
    faults.push(incomplete('Names in the signed content have a prefix, and nobody signed what it stands for.'));
  }
  if (leavesTextsDivided(scope, judged, work)) {
    faults.push(incomplete('A comment that nobody signed stands before or within a text of the signed content.'));
  }
  return [...faults, ...judgeOwnParts(scope, judged, work)];
}

/**
 * Whether somebody may have put a comment into a value, which programs then read in part: canonical forms leave comments
 * out unless they are asked for (Canonical XML 1.1 clause 2.1, XML-Signature clause 4.4.3.3).
 */
function leavesTextsDivided(scope: ReferenceScope, judged: readonly JudgedReference[], work: XmlWork): boolean {
  const { root, signature } = scope;
  const seen = new Set<unknown>();
  return judged.some(({ target, plan, reference, leavesOpen }) => {
    if (leavesOpen.texts) return true;
    const apex = 'element' in target ? target.element : target.kind === 'document' ? root.tree : null;
    if (apex === null || plan === null || seen.has(apex) || !isContent(scope, target, reference.type)) return false;
    if ('withComments' in target && target.withComments && plan.steps.every(keepsComments)) return false;
    seen.add(apex);
    const removed = plan.steps.flatMap((step) =>
      step.kind === 'remove' ? filteredSignatures(step.filter, root.tree, signature.element) : [],
    );
    return hasDividedText(apex, new Set(removed), work.nodes);
  });
}

/**
 * Whether a prefix that only texts and values of attributes have can be bound to something else (X20). What several
 * references share is looked through once, as it is digested once.
 */
function leavesNamesOpen(scope: ReferenceScope, judged: readonly JudgedReference[], work: XmlWork): boolean {
  const { root, signature } = scope;
  const seen = new Set<string>();
  return judged.some(({ target, plan, reference, leavesOpen }) => {
    if (leavesOpen.names) return true;
    const apex = 'element' in target ? target.element : target.kind === 'document' ? root.tree : null;
    const steps = plan?.steps ?? [];
    const exclusive = exclusiveSteps(steps);
    if (apex === null || exclusive.length === 0 || !isContent(scope, target, reference.type)) return false;
    const removed = steps.flatMap((step) =>
      step.kind === 'remove' ? filteredSignatures(step.filter, root.tree, signature.element) : [],
    );
    const without = new Set(removed);
    const place = 'node' in apex ? apex.node : 'document';
    return exclusive.some((how) => {
      const known = JSON.stringify([place, [...without].map(({ node }) => node), how.inclusivePrefixes]);
      if (seen.has(known)) return false;
      seen.add(known);
      return unsignedPrefixes({ ...how, apex, without }, work.nodes).length > 0;
    });
  });
}

/**
 * Filters take signatures away with everything in them: what one of them holds is covered by nobody but that one, and
 * where it lies in what this signature signs of its own, by nobody at all.
 */
function leavesDataOut(
  { root, signature }: ReferenceScope,
  judged: readonly JudgedReference[],
  work: XmlWork,
): boolean {
  const own = signature.element;
  return judged.some(({ target, plan }) => {
    const part = 'element' in target && target.element.isWithin(own) ? target.element : null;
    const isMeant = (other: XmlElement): boolean => !other.isWithin(own) || (part !== null && other.isWithin(part));
    return (plan?.steps ?? []).some((step) => {
      if (step.kind !== 'remove' || step.filter.kind === 'this signature') return false;
      work.nodes(root.tree.size);
      return filteredSignatures(step.filter, root.tree, own).filter(isMeant).some(holdsData);
    });
  });
}

/** A counter-signature is over the value of a signature (EN 319 132-1 clause 5.2.7), and brings nothing along that is not signed. */
export function judgeCounterCoverage(
  countersigned: XmlElement,
  scope: ReferenceScope,
  judged: readonly JudgedReference[],
  work: XmlWork,
): readonly Fault[] {
  const isOverIt = judged.some(
    ({ target, isInManifest }) => !isInManifest && 'element' in target && target.element === countersigned,
  );
  const faults = isOverIt ? [] : [COUNTER_SIGNATURE_INVALID];
  return [...faults, ...judgeOwnParts(scope, judged, work)];
}

export const COUNTER_SIGNATURE_INVALID = indeterminate(
  'XML_COUNTER_SIGNATURE_INVALID',
  'A counter-signature does not sign this signature.',
);

/** The references to data, as they stand there, whose content is as it was signed. */
export function coveredReferences(scope: ReferenceScope, judged: readonly JudgedReference[]): string[] {
  const isIntact = ({ faults }: JudgedReference): boolean =>
    faults.every(({ reason }) => reason === 'SIG_ALGORITHM_WEAK');
  const isWhole = ({ plan }: JudgedReference): boolean => plan?.isOfParts !== true;
  const data = judged.filter(
    (one) => isContent(scope, one.target, one.reference.type) && isWhole(one) && isIntact(one),
  );
  return [...new Set(data.map(({ reference }) => reference.uri ?? ''))];
}

function isContent(scope: ReferenceScope, target: ReferenceTarget, type: string | null): boolean {
  if (target.kind === 'inObject') return !target.element.is(DS, 'Manifest');
  if (target.kind === 'elsewhere')
    return type?.endsWith('#CountersignedSignature') !== true && !isOwnWord(scope, target);
  return target.kind === 'document' || target.kind === 'root' || target.kind === 'object' || target.kind === 'external';
}

/** Part of how the signature is written, which is nothing that anybody wanted signed. */
function isOwnWord({ signature, properties }: ReferenceScope, { element }: { readonly element: XmlElement }): boolean {
  const { signedInfo, signatureValueElement, keyInfo } = signature;
  const words = [signedInfo, signatureValueElement, keyInfo, properties?.object ?? null];
  return words.some((word) => word !== null && element.isWithin(word));
}

function coversDocument({ root, signature }: ReferenceScope, judged: readonly JudgedReference[]): boolean {
  if (signature.element === root) return !hasOuterInstructions(root.tree);
  return judged.some(
    ({ target, plan }) =>
      plan?.isDecoded === false &&
      !plan.isOfParts &&
      (target.kind === 'document' || (target.kind === 'root' && !hasOuterInstructions(root.tree))),
  );
}

/**
 * Documents that tools make to hold data and signatures side by side; their names mean nothing beyond that. Any other
 * element around signed parts says something of them that nobody signed.
 */
const ENVELOPES: readonly (readonly [namespace: string, localName: string])[] = [
  ['', 'AFIRMA'],
  ['', 'internally-detached'],
  ['http://uri.etsi.org/02918/v1.2.1#', 'XAdESSignatures'],
  ['http://uri.etsi.org/2918/v1.2.1#', 'XAdESSignatures'],
  ['urn:oasis:names:tc:opendocument:xmlns:digitalsignature:1.0', 'document-signatures'],
];

/** Whether a document element is one that only holds data and signatures side by side. */
export function isEnvelope(root: XmlElement): boolean {
  return ENVELOPES.some(([namespace, name]) => root.is(namespace, name));
}

/**
 * Whether everything outside of signatures is signed, apart from an envelope without a meaning of its own. Where data lies
 * in it, other signatures must not bring more along.
 */
function coversParts({ root, signature }: ReferenceScope, judged: readonly JudgedReference[], work: XmlWork): boolean {
  if (!isEnvelope(root) || hasOuterInstructions(root.tree) || !hasOnlyIdentifiers(root)) return false;
  const signed = signedElements(judged);
  let hasParts = false;
  let hasOtherData = false;
  for (const node of root.nodes()) {
    work.element();
    if ('kind' in node) {
      if (!isEmptyText(node)) return false;
    } else if (signed.has(node)) hasParts = true;
    else if (!node.is(DS, 'Signature')) return false;
    else hasOtherData ||= node !== signature.element && holdsData(node);
  }
  return !(hasParts && hasOtherData);
}

/** As xs:ID has them, so that no words stand there that nobody signed: `AFIRMA-Root-1bd9ebc9`. */
const IDENTIFIER = /^[A-Za-z_][\w.-]{0,99}$/;

function hasOnlyIdentifiers(element: XmlElement): boolean {
  return element.attributes().every(({ localName, value }) => /^id$/i.test(localName) && IDENTIFIER.test(value));
}
