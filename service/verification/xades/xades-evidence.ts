import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import { base64Content } from './element-cursor.ts';
import type { QualifyingProperties } from './signed-properties.ts';
import type { XmlWork } from './xml-work.ts';

/** Properties that hold validation data (EN 319 132-1 clauses 5.4 and 5.5.1, EN 319 132-2). */
const HOLDERS: ReadonlySet<string> = new Set([
  ...['CertificateValues', 'RevocationValues', 'AttrAuthoritiesCertValues', 'AttributeRevocationValues'],
  ...['TimeStampValidationData', 'AnyValidationData'],
]);

/**
 * The certificates, CRLs and OCSP responses among the unsigned properties of a signature; nobody signs them, and what
 * cannot be read is left out. Throws WorkExceededError.
 */
export function evidenceOfProperties(properties: QualifyingProperties | null, work: XmlWork): RawEvidence {
  return evidenceOfHolders(unsignedIn(properties), work);
}

/** The same of some of these properties. Throws WorkExceededError. */
export function evidenceOfHolders(properties: readonly XmlElement[], work: XmlWork): RawEvidence {
  const certificates: Uint8Array[] = [];
  const crls: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  const lists: Readonly<Record<string, Uint8Array[]>> = {
    EncapsulatedX509Certificate: certificates,
    EncapsulatedCRLValue: crls,
    EncapsulatedOCSPValue: ocspResponses,
  };
  for (const holder of properties.filter(({ localName }) => HOLDERS.has(localName))) {
    for (const element of holder.descendantsOrSelf()) {
      work.element();
      const list = lists[element.localName];
      if (list === undefined) continue;
      work.item();
      list.push(...decoded(element));
    }
  }
  return { certificates, crls, ocspResponses };
}

function unsignedIn(properties: QualifyingProperties | null): XmlElement[] {
  if (properties?.unsignedProperties == null) return [];
  const groups = childrenNamed(properties.unsignedProperties, properties.namespace, 'UnsignedSignatureProperties');
  return groups.flatMap((group) => [...group.children()]);
}

function decoded(element: XmlElement): Uint8Array[] {
  try {
    return [base64Content(element)];
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}
