import { isNamed, PdfString, type PdfObject } from '../pdf-objects.ts';

/**
 * ISO 32000-2 clause 7.6.2: of all strings in an encrypted document only /Contents of signature dictionaries are never
 * encrypted, since the signature is made when everything else has been written. A signature dictionary is known by its
 * byte range; its /Type may be left out. Changes `entries`, just parsed.
 */
export function leaveContentsClear(entries: Map<string, PdfObject>): void {
  const contents = entries.get('Contents');
  if (!(contents instanceof PdfString) || !entries.has('ByteRange')) return;
  const type = entries.get('Type') ?? null;
  if (type === null || isNamed(type, 'Sig') || isNamed(type, 'DocTimeStamp')) entries.set('Contents', contents.asClear);
}
