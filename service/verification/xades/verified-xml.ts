import { openXml, type XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { XmlWork } from './xml-work.ts';

/** Bounds of what is judged, so that a verifier stays below 300 MiB. Measured with `npm run bench:verifier`. */
export const VERIFIED_XML = { bytes: 30_000_000, memory: 180_000_000 } as const;

/** Parses what a verdict is asked of. Throws XmlError for more than VERIFIED_XML among others, and WorkExceededError. */
export function openVerifiedXml(bytes: Uint8Array, work: XmlWork): XmlTree {
  if (bytes.length > VERIFIED_XML.bytes) throw tooLarge();
  return openXml(bytes, VERIFIED_XML, work.parse);
}

export function tooLarge(): XmlError {
  const most = VERIFIED_XML.bytes / 1e6;
  return new XmlError(
    'XML_LIMIT_EXCEEDED',
    `the XML is larger than the ${most} MB that a signature in XML is judged in`,
  );
}
