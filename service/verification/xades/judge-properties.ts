import { DS, SIGNED_PROPERTIES_TYPE, XADES_OLD } from '../../codecs/xmldsig/algorithms.ts';
import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { besideLevel, type Fault, indeterminate } from '../fault.ts';
import { COUNTER_SIGNATURE_INVALID } from './coverage.ts';
import type { JudgedReference } from './judge-references.ts';
import type { ReferenceScope } from './resolve-reference.ts';
import { counterSignatures } from './unsigned-properties.ts';
import type { XmlWork } from './xml-work.ts';

/**
 * X14: the properties are of this signature, exactly one reference with the right Type signs them, and what they
 * describe are references of this signature.
 */
export function judgeProperties(
  { signature, properties }: ReferenceScope,
  judged: readonly JudgedReference[],
): Fault[] {
  if (properties === null) {
    return [indeterminate('SIG_SIGNED_ATTRIBUTES_MISSING', 'The signature has no signed properties.')];
  }
  const isTarget = signature.id !== null && properties.target === `#${signature.id}`;
  const typed = judged.filter(({ reference }) => isPropertiesType(reference.type));
  const resolved = judged.filter(({ target }) => target.kind === 'signedProperties');
  const isSigned = typed.length === 1 && resolved.length === 1 && typed[0] === resolved[0];
  const isInSignedInfo = resolved.every(({ isInManifest }) => !isInManifest);
  const named = new Set(judged.map(({ reference }) => `#${reference.id ?? ''}`));
  const isDescribed = properties.signedProperties.dataObjectFormats.every((one) => named.has(one.objectReference));
  if (isTarget && isSigned && isInSignedInfo && isDescribed) return [];
  return [indeterminate('XML_SIGNED_PROPERTIES_INVALID', 'The signed properties are not those of this signature.')];
}

function isPropertiesType(type: string | null): boolean {
  return type === SIGNED_PROPERTIES_TYPE || XADES_OLD.some((namespace) => type === `${namespace}SignedProperties`);
}

/** EN 319 132-1 clause 5.2.7: a counter-signature signs the value of the signature that it stands in. */
export function judgeCounterSignatures({ ids, signature, properties }: ReferenceScope, work: XmlWork): Fault[] {
  const isOurs = (counter: XmlElement): boolean => {
    work.reference();
    return childrenNamed(counter, DS, 'SignedInfo')
      .flatMap((signedInfo) => childrenNamed(signedInfo, DS, 'Reference'))
      .some((reference) => ids.find((reference.attribute('URI') ?? '').slice(1)) === signature.signatureValueElement);
  };
  if (counterSignatures(properties?.unsignedProperties ?? null).every(isOurs)) return [];
  // What somebody put there besides takes nothing from what the signature proves.
  return [besideLevel(COUNTER_SIGNATURE_INVALID)];
}
