import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import { hasElementOutside, hasOuterInstructions } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { JudgedReference } from './judge-references.ts';
import type { ReferenceScope, ReferenceTarget } from './resolve-reference.ts';
import { holdsData, isEmptyText } from './signature-content.ts';
import { filteredSignatures } from './signature-filters.ts';
import { hasStrayParts, SIGNATURE_NAMESPACES } from './unsigned-parts.ts';
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
  if (!judged.some(({ target, reference }) => isContent(target, reference.type))) {
    faults.push(incomplete('The signature covers no content.'));
  } else if (!coversDocument(scope, judged) && !coversParts(scope, judged, work)) {
    faults.push(incomplete('The signature covers only a part of the document.'));
  }
  if (leavesDataOut(scope, judged, work)) {
    faults.push(incomplete('Another signature holds content that this one does not cover.'));
  }
  return [...faults, ...judgeOwnParts(scope, judged, work)];
}

/** Filters take signatures away with everything in them: what one of them holds is covered by nobody but that one. */
function leavesDataOut(
  { root, signature }: ReferenceScope,
  judged: readonly JudgedReference[],
  work: XmlWork,
): boolean {
  const own = signature.element;
  const steps = judged.flatMap(({ plan }) => plan?.steps ?? []);
  const filters = steps.flatMap((step) => (step.kind === 'remove' ? [step.filter] : []));
  return filters.some((filter) => {
    if (filter.kind === 'this signature') return false;
    work.nodes(root.tree.markup.nodes);
    const others = filteredSignatures(filter, root.tree, own).filter((other) => !other.isWithin(own));
    return others.some(holdsData);
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

/** What stands in the signature itself. */
function judgeOwnParts(scope: ReferenceScope, judged: readonly JudgedReference[], work: XmlWork): Fault[] {
  const faults: Fault[] = [];
  if (hasUnsignedObject(scope, judged)) faults.push(incomplete('The signature holds an object that it does not sign.'));
  if (hasUnsignedAttributes(scope, judged)) {
    faults.push(incomplete('What the document says of a signed object is not signed.'));
  }
  if (hasForeignContent(scope, judged, work)) {
    faults.push(incomplete('Content that is not signed stands inside of the signature.'));
  }
  return faults;
}

function incomplete(detail: string): Fault {
  return indeterminate('SIG_COVERAGE_INCOMPLETE', detail);
}

/** The references to data, as they stand there, whose content is as it was signed. */
export function coveredReferences(judged: readonly JudgedReference[]): string[] {
  const isIntact = ({ faults }: JudgedReference): boolean =>
    faults.every(({ reason }) => reason === 'SIG_ALGORITHM_WEAK');
  const isWhole = ({ plan }: JudgedReference): boolean => plan?.isOfParts !== true;
  const data = judged.filter((one) => isContent(one.target, one.reference.type) && isWhole(one) && isIntact(one));
  return [...new Set(data.map(({ reference }) => reference.uri ?? ''))];
}

function isContent(target: ReferenceTarget, type: string | null): boolean {
  if (target.kind === 'inObject') return !target.element.is(DS, 'Manifest');
  if (target.kind === 'elsewhere') return type?.endsWith('#CountersignedSignature') !== true;
  return target.kind === 'document' || target.kind === 'root' || target.kind === 'object' || target.kind === 'external';
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

/** Whether everything outside of signatures is signed, apart from an envelope without a meaning of its own. */
function coversParts({ root }: ReferenceScope, judged: readonly JudgedReference[], work: XmlWork): boolean {
  if (!isEnvelope(root) || hasOuterInstructions(root.tree) || !hasOnlyIdentifiers(root)) return false;
  const signed = signedElements(judged);
  for (const node of root.nodes()) {
    work.element();
    const isAccounted = 'kind' in node ? isEmptyText(node) : signed.has(node) || node.is(DS, 'Signature');
    if (!isAccounted) return false;
  }
  return true;
}

function signedElements(judged: readonly JudgedReference[]): ReadonlySet<XmlElement> {
  return new Set(
    judged.flatMap(({ target, plan }) => ('element' in target && plan?.isOfParts !== true ? [target.element] : [])),
  );
}

function hasOnlyIdentifiers(element: XmlElement): boolean {
  return element.attributes().every(({ localName }) => /^id$/i.test(localName));
}

/** Every ds:Object but that of the properties is signed itself, or each of its children is. */
function hasUnsignedObject({ signature, properties }: ReferenceScope, judged: readonly JudgedReference[]): boolean {
  const signed = signedElements(judged);
  return signature.objects.some(
    (object) => object !== properties?.object && !signed.has(object) && !holdsOnly(object, signed),
  );
}

function holdsOnly(object: XmlElement, signed: ReadonlySet<XmlElement>): boolean {
  for (const node of object.nodes()) {
    if ('kind' in node ? !isEmptyText(node) : !signed.has(node)) return false;
  }
  return true;
}

/**
 * Base64 signs the decoded bytes only, and a child of an object nothing of the object: attributes that say what they
 * are stay unsigned, unless they say what the signed properties or the transform say.
 */
function hasUnsignedAttributes({ properties }: ReferenceScope, judged: readonly JudgedReference[]): boolean {
  const formats = properties?.signedProperties.dataObjectFormats ?? [];
  return judged.some(({ target, plan, reference }) => {
    if (plan?.isDecoded !== true || !('element' in target)) return false;
    const isDescribed = (value: string): boolean =>
      formats.some(
        ({ objectReference, mimeType }) => objectReference === `#${reference.id ?? ''}` && mimeType === value,
      );
    return (
      !isPlain(target.element) ||
      target.element.attributes().some(({ localName, namespace, value }) => {
        if (/^id$/i.test(localName)) return false;
        if (namespace === '' && localName === 'Encoding') return value !== TRANSFORM.base64;
        return namespace !== '' || localName !== 'MimeType' || !isDescribed(value);
      })
    );
  });
}

/** Text and nothing else: markup in it would be read by others and is no part of what is decoded. */
function isPlain(element: XmlElement): boolean {
  for (const node of element.nodes()) if (!('kind' in node) || node.kind === 'instruction') return false;
  return true;
}

function hasForeignContent(
  { signature, properties }: ReferenceScope,
  judged: readonly JudgedReference[],
  work: XmlWork,
): boolean {
  const isKeyInfoSigned = judged.some(({ target }) => target.kind === 'keyInfo');
  const unsigned = [isKeyInfoSigned ? null : signature.keyInfo, properties?.unsignedProperties ?? null];
  return (
    unsigned.some((part) => part !== null && hasElementOutside(part, SIGNATURE_NAMESPACES)) ||
    (properties?.unsignedProperties != null && hasStrayParts(properties.unsignedProperties, work))
  );
}
