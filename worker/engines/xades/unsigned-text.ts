import { DS, EXCLUSIVE_C14N, XADES, XADES_141 } from '../../../service/codecs/xmldsig/algorithms.ts';
import type { ValidationData } from '../level-services.ts';

/*
 * Unsigned signature properties as text (EN 319 132-1 clauses 5.3 to 5.5). Each declares its own prefixes, whatever the
 * signature that it goes into calls them; in exclusive canonical form that makes no difference.
 */
const NAMESPACES = `xmlns:ds="${DS}" xmlns:xades="${XADES}"`;

/** Clause 5.3: over the signature value. */
export function signatureTimestampText(token: Uint8Array): string {
  return `<xades:SignatureTimeStamp ${NAMESPACES}>${tokenText(token)}</xades:SignatureTimeStamp>`;
}

/** Clause 5.5.2: over all there is. */
export function archiveTimestampText(token: Uint8Array): string {
  const start = `<xades141:ArchiveTimeStamp xmlns:xades141="${XADES_141}" ${NAMESPACES}>`;
  return `${start}${tokenText(token)}</xades141:ArchiveTimeStamp>`;
}

/** Clauses 5.4.1 and 5.4.2: what the signer's certificate needs. */
export function validationDataText(data: ValidationData): string {
  return certificatesText(data, ` ${NAMESPACES}`) + revocationText(data, ` ${NAMESPACES}`);
}

/** Clause 5.5.1: what the authorities behind timestamps need. Empty for nothing. */
export function timestampDataText(data: ValidationData): string {
  const content = certificatesText(data) + revocationText(data);
  if (content === '') return '';
  const start = `<xades141:TimeStampValidationData xmlns:xades141="${XADES_141}" ${NAMESPACES}>`;
  return `${start}${content}</xades141:TimeStampValidationData>`;
}

function tokenText(token: Uint8Array): string {
  return (
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"/>` +
    `<xades:EncapsulatedTimeStamp>${base64(token)}</xades:EncapsulatedTimeStamp>`
  );
}

function certificatesText({ certificates }: ValidationData, declarations = ''): string {
  const list = elements('EncapsulatedX509Certificate', certificates);
  return list === '' ? '' : `<xades:CertificateValues${declarations}>${list}</xades:CertificateValues>`;
}

function revocationText({ crls, ocspResponses }: ValidationData, declarations = ''): string {
  const lists = [
    group('CRLValues', elements('EncapsulatedCRLValue', crls)),
    group('OCSPValues', elements('EncapsulatedOCSPValue', ocspResponses)),
  ].join('');
  return lists === '' ? '' : `<xades:RevocationValues${declarations}>${lists}</xades:RevocationValues>`;
}

function group(name: string, content: string): string {
  return content === '' ? '' : `<xades:${name}>${content}</xades:${name}>`;
}

function elements(name: string, values: readonly Uint8Array[]): string {
  return values.map((der) => `<xades:${name}>${base64(der)}</xades:${name}>`).join('');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
