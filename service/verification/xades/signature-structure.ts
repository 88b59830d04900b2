import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { ElementCursor, readBase64, requiredAttribute } from './element-cursor.ts';
import { DS } from '../../codecs/xmldsig/algorithms.ts';

/** A ds:Reference as it stands there; nothing of it has been judged. */
export interface ReferenceStructure {
  readonly id: string | null;
  /** Null where the attribute is missing, which is not the same as an empty one. */
  readonly uri: string | null;
  readonly type: string | null;
  readonly transforms: readonly XmlElement[];
  readonly digestMethod: XmlElement;
  readonly digestValue: Uint8Array;
  /** The digest is one text, which every program reads. */
  readonly isPlain: boolean;
}

/** A ds:Signature, its parts in the one place where the schema allows them. */
export interface SignatureStructure {
  readonly element: XmlElement;
  readonly id: string | null;
  readonly signedInfo: XmlElement;
  readonly canonicalizationMethod: XmlElement;
  readonly signatureMethod: XmlElement;
  readonly references: readonly ReferenceStructure[];
  readonly signatureValue: Uint8Array;
  readonly signatureValueElement: XmlElement;
  /** The value is one text, which every program reads. */
  readonly isPlain: boolean;
  readonly keyInfo: XmlElement | null;
  readonly objects: readonly XmlElement[];
}

/** More than any lawful signature was seen with; what they cost together is bounded by the budget of the document. */
export const MAX_REFERENCES = 1000;
const MAX_TRANSFORMS = 5;

/**
 * Reads a ds:Signature by the schema of XML-Signature clause 4: SignedInfo, SignatureValue, at most one KeyInfo,
 * Objects, in this order and nothing else, so that no second SignedInfo can be there for somebody else to read.
 * Throws XmlError: XML_STRUCTURE_INVALID, XML_LIMIT_EXCEEDED.
 */
export function readSignature(element: XmlElement): SignatureStructure {
  const cursor = new ElementCursor(element);
  const signedInfo = cursor.next(DS, 'SignedInfo');
  const signatureValueElement = cursor.next(DS, 'SignatureValue');
  const { bytes: signatureValue, isPlain } = readBase64(signatureValueElement);
  const keyInfo = cursor.optional(DS, 'KeyInfo');
  const objects = cursor.all(DS, 'Object');
  cursor.finish();
  const value = { signatureValue, signatureValueElement, isPlain };
  return { element, id: element.attribute('Id'), ...readSignedInfo(signedInfo), ...value, keyInfo, objects };
}

type SignedInfoParts = Pick<
  SignatureStructure,
  'signedInfo' | 'canonicalizationMethod' | 'signatureMethod' | 'references'
>;

function readSignedInfo(signedInfo: XmlElement): SignedInfoParts {
  const cursor = new ElementCursor(signedInfo);
  const canonicalizationMethod = cursor.next(DS, 'CanonicalizationMethod');
  const signatureMethod = cursor.next(DS, 'SignatureMethod');
  const references = readReferences(cursor);
  return { signedInfo, canonicalizationMethod, signatureMethod, references };
}

/** The References of a ds:Manifest (clause 5.1). Throws as `readSignature`. */
export function readManifest(manifest: XmlElement): readonly ReferenceStructure[] {
  return readReferences(new ElementCursor(manifest));
}

function readReferences(cursor: ElementCursor): readonly ReferenceStructure[] {
  const elements = cursor.all(DS, 'Reference');
  cursor.finish();
  if (elements.length === 0) throw new XmlError('XML_STRUCTURE_INVALID', 'a signature refers to nothing');
  if (elements.length > MAX_REFERENCES) {
    throw new XmlError('XML_LIMIT_EXCEEDED', `a signature has more than ${MAX_REFERENCES} references`);
  }
  return elements.map(readReference);
}

function readReference(element: XmlElement): ReferenceStructure {
  const cursor = new ElementCursor(element);
  const list = cursor.optional(DS, 'Transforms');
  const digestMethod = cursor.next(DS, 'DigestMethod');
  const { bytes: digestValue, isPlain } = readBase64(cursor.next(DS, 'DigestValue'));
  cursor.finish();
  return {
    id: element.attribute('Id'),
    uri: element.attribute('URI'),
    type: element.attribute('Type'),
    transforms: list === null ? [] : readTransforms(list),
    digestMethod,
    digestValue,
    isPlain,
  };
}

function readTransforms(list: XmlElement): readonly XmlElement[] {
  const cursor = new ElementCursor(list);
  const transforms = cursor.all(DS, 'Transform');
  cursor.finish();
  if (transforms.length === 0) throw new XmlError('XML_STRUCTURE_INVALID', 'a list of transforms is empty');
  if (transforms.length > MAX_TRANSFORMS) {
    throw new XmlError('XML_LIMIT_EXCEEDED', `a reference has more than ${MAX_TRANSFORMS} transforms`);
  }
  return transforms;
}

/** The Algorithm of a method element. Throws XML_STRUCTURE_INVALID. */
export function algorithmOf(element: XmlElement): string {
  return requiredAttribute(element, 'Algorithm');
}
