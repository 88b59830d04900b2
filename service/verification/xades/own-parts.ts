import { TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import { hasElementOutside } from '../../codecs/xmldsig/find-elements.ts';
import { XML_NAMESPACE } from '../../codecs/xmldsig/xml-namespaces.ts';
import type { XmlAttribute, XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { JudgedReference } from './judge-references.ts';
import type { ReferenceScope } from './resolve-reference.ts';
import { isEmptyText } from './signature-content.ts';
import { hasStrayParts, KEY_NAMESPACES, SIGNATURE_NAMESPACES } from './unsigned-parts.ts';
import type { XmlWork } from './xml-work.ts';

/** What stands in the signature itself and nothing signs. */
export function judgeOwnParts(scope: ReferenceScope, judged: readonly JudgedReference[], work: XmlWork): Fault[] {
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

export function incomplete(detail: string): Fault {
  return indeterminate('SIG_COVERAGE_INCOMPLETE', detail);
}

/** What is signed as a whole. */
export function signedElements(judged: readonly JudgedReference[]): ReadonlySet<XmlElement> {
  return new Set(
    judged.flatMap(({ target, plan }) => ('element' in target && plan?.isOfParts !== true ? [target.element] : [])),
  );
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
  const signed = signedElements(judged);
  const formats = properties?.signedProperties.dataObjectFormats ?? [];
  return judged.some(({ target, plan, reference }) => {
    if (!('element' in target)) return false;
    const isDescribed = (value: string): boolean =>
      formats.some(
        ({ objectReference, mimeType }) => objectReference === `#${reference.id ?? ''}` && mimeType === value,
      );
    if (plan?.isDecoded === true) {
      const isBase64 = (value: string): boolean => value === TRANSFORM.base64;
      return !isPlain(target.element) || !target.element.attributes().every(isSaid(isBase64, isDescribed));
    }
    const around = target.kind === 'inObject' ? target.element.parent : null;
    if (around === null || signed.has(around)) return false;
    const isOfXml = (value: string): boolean => XML_TYPES.test(value) || isDescribed(value);
    return !around.attributes().every(isSaid((value) => /^(?:utf-?8)?$/i.test(value), isOfXml));
  });
}

const XML_TYPES = /^(?:(?:text|application)\/xml)?$/i;

/** Whether an attribute of an object is an identifier, or says of what is in it what holds whoever says it. */
function isSaid(
  isEncoding: (value: string) => boolean,
  isType: (value: string) => boolean,
): (attribute: XmlAttribute) => boolean {
  return ({ localName, namespace, value }) => {
    if (/^id$/i.test(localName)) return true;
    if (namespace !== '') return false;
    return (localName === 'Encoding' && isEncoding(value)) || (localName === 'MimeType' && isType(value));
  };
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
  const unsignedProperties = properties?.unsignedProperties ?? null;
  const keyInfo = isKeyInfoSigned ? null : signature.keyInfo;
  return (
    (keyInfo !== null && hasElementOutside(keyInfo, KEY_NAMESPACES)) ||
    (unsignedProperties !== null && hasElementOutside(unsignedProperties, SIGNATURE_NAMESPACES)) ||
    !signature.element.attributes().every(isAttributeOfForm) ||
    (unsignedProperties !== null && (hasStrayParts(unsignedProperties, work) || hasText(unsignedProperties, work)))
  );
}

/** Identifiers, and attributes that XML itself and its schemas may put anywhere. */
function isAttributeOfForm({ localName, namespace }: XmlAttribute): boolean {
  return /^id$/i.test(localName) || namespace === XML_NAMESPACE || namespace === SCHEMA_INSTANCE;
}

const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Whether anything but properties stands in unsigned properties or a group of them. */
function hasText(unsignedProperties: XmlElement, work: XmlWork): boolean {
  if (hasTextOfItsOwn(unsignedProperties, work)) return true;
  for (const group of unsignedProperties.children()) if (hasTextOfItsOwn(group, work)) return true;
  return false;
}

function hasTextOfItsOwn(group: XmlElement, work: XmlWork): boolean {
  for (const node of group.nodes()) {
    work.element();
    if ('kind' in node && !isEmptyText(node)) return true;
  }
  return false;
}
