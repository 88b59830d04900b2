import { ASIC_NAMESPACE, XMLDSIG_NAMESPACE, type DataObjectReference } from './manifest.ts';
import { DIGEST_URIS } from './manifest-digests.ts';
import { SIGNATURE_MEDIA_TYPE } from './asic-container.ts';
import type { XmlHashName } from '../x509/hash-algorithm.ts';

export interface ManifestContent {
  /** Name of the signature's entry. */
  readonly signature: string;
  /** That of a CMS signature unless said otherwise. */
  readonly signatureMediaType?: string;
  readonly hash: XmlHashName;
  readonly dataObjects: readonly (Pick<DataObjectReference, 'name' | 'digestValue'> & {
    readonly mediaType: string;
    /** Of an archive manifest: the one before it (A.7). */
    readonly isRoot?: boolean;
  })[];
}

/** An ASiCManifest (EN 319 162-1 A.4) in UTF-8: the signature it is for, then each data object with its digest. */
export function buildManifest(content: ManifestContent): Uint8Array {
  const { signature, signatureMediaType = SIGNATURE_MEDIA_TYPE, hash, dataObjects } = content;
  const references = dataObjects.map(
    ({ name, mediaType, digestValue, isRoot = false }) =>
      `  <asic:DataObjectReference URI="${uriOf(name)}" MimeType="${mediaType}"${isRoot ? ' Rootfile="true"' : ''}>\n` +
      `    <ds:DigestMethod Algorithm="${DIGEST_URIS[hash]}"/>\n` +
      `    <ds:DigestValue>${Buffer.from(digestValue).toString('base64')}</ds:DigestValue>\n` +
      `  </asic:DataObjectReference>\n`,
  );
  const text =
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<asic:ASiCManifest xmlns:asic="${ASIC_NAMESPACE}" xmlns:ds="${XMLDSIG_NAMESPACE}">\n` +
    `  <asic:SigReference URI="${uriOf(signature)}" MimeType="${signatureMediaType}"/>\n` +
    `${references.join('')}</asic:ASiCManifest>\n`;
  return new TextEncoder().encode(text);
}

/** Percent-encoded by RFC 3986, so that nothing in it means anything to XML; parts stay divided by slashes. */
export function uriOf(name: string): string {
  return name.split('/').map(encodePart).join('/');
}

function encodePart(part: string): string {
  return encodeURIComponent(part).replace(/[!'()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
