import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { VERIFIED_XML } from '../../../service/verification/xades/verified-xml.ts';

/** What a signature with its chain adds to a document; raising it is refused by itself where its evidence is larger. */
const RESERVE = { bytes: 1_000_000, memory: 5_000_000 } as const;

/** Bounds of XML that is signed: what the station makes it can judge. */
export const SIGNED_XML = {
  bytes: VERIFIED_XML.bytes - RESERVE.bytes,
  memory: VERIFIED_XML.memory - RESERVE.memory,
} as const;

/** Before the document is read. Throws XmlError XML_LIMIT_EXCEEDED for more bytes than `most`. */
export function requireJudgeable(size: number, most: number = SIGNED_XML.bytes): void {
  if (size <= most) return;
  const megabytes = Math.floor(most / 1e5) / 10;
  throw new XmlError(
    'XML_LIMIT_EXCEEDED',
    `it is larger than the ${megabytes} MB that a signature in XML is made around; sign it detached, or as CAdES or ASiC`,
  );
}
