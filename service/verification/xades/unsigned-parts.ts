import { DS, XADES, XADES_141, XADES_OLD } from '../../codecs/xmldsig/algorithms.ts';
import { elementsInNamespace } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { XmlWork } from './xml-work.ts';

/** What a ds:KeyInfo is made of (XMLDSig 4.5). */
export const KEY_NAMESPACES: ReadonlySet<string> = new Set([
  DS,
  'http://www.w3.org/2009/xmldsig11#',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]);

const PROPERTY_NAMESPACES: readonly string[] = [XADES, XADES_141, ...XADES_OLD, 'http://uri.etsi.org/19132/v1.1.1#'];

/**
 * What may stand where a signature does not reach: its own words, none of the document's. Evidence records are in
 * RFC 6283 and EN 319 132-3.
 */
export const SIGNATURE_NAMESPACES: ReadonlySet<string> = new Set([
  ...KEY_NAMESPACES,
  ...PROPERTY_NAMESPACES,
  'urn:ietf:params:xml:ns:ers',
]);

/** Elements that make up a signature or hold data; properties have no use for them. */
const SIGNATURE_PARTS: ReadonlySet<string> = new Set([
  ...['Signature', 'SignedInfo', 'SignatureValue', 'KeyInfo', 'Object', 'Manifest', 'SignatureProperties'],
]);

/** Properties that only a signer gives (EN 319 132-1 clause 5.2), and what they stand in. */
const SIGNED_PROPERTIES: ReadonlySet<string> = new Set([
  ...['QualifyingProperties', 'SignedProperties', 'SignedSignatureProperties', 'SignedDataObjectProperties'],
  ...['SigningTime', 'SigningCertificate', 'SigningCertificateV2', 'SignaturePolicyIdentifier', 'SignerRole'],
  ...['SignatureProductionPlace', 'SignatureProductionPlaceV2', 'SignerRoleV2', 'ClaimedRoles', 'ClaimedRole'],
  ...['CertifiedRoles', 'CertifiedRolesV2', 'CertifiedRole', 'SignedAssertions', 'SignedAssertion'],
  ...['DataObjectFormat', 'CommitmentTypeIndication', 'AllDataObjectsTimeStamp', 'IndividualDataObjectsTimeStamp'],
]);

/**
 * Whether unsigned properties hold parts of signatures, or what only a signer says, anywhere but in a CounterSignature:
 * somebody who looks for a signature, its time or the role of its signer by their names would find what nobody signed.
 */
export function hasStrayParts(unsignedProperties: XmlElement, work: XmlWork): boolean {
  const { node, namespace: own, tree } = unsignedProperties;
  const namespaces = new Set([own, XADES, XADES_141]);
  work.nodes((tree.nodes.end(node) - node) * namespaces.size);
  const isStray = (namespace: string, names: ReadonlySet<string>): boolean => {
    for (const element of elementsInNamespace(unsignedProperties, namespace)) {
      work.element();
      if (!names.has(element.localName)) continue;
      if (!isInCounterSignature(element, unsignedProperties)) return true;
    }
    return false;
  };
  return isStray(DS, SIGNATURE_PARTS) || [...namespaces].some((one) => isStray(one, SIGNED_PROPERTIES));
}

function isInCounterSignature(element: XmlElement, top: XmlElement): boolean {
  for (let up: XmlElement | null = element; up !== null && up !== top; up = up.parent) {
    if (!up.is(DS, 'Signature')) continue;
    const property = up.parent;
    return property?.localName === 'CounterSignature' && property.is(top.namespace, 'CounterSignature');
  }
  return false;
}
