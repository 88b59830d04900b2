import type { ValidationData } from './level-services.ts';

/** What of the evidence is not among the values that are there already. */
export function missingFrom(
  known: readonly Uint8Array[],
  { certificates, crls, ocspResponses }: ValidationData,
): ValidationData {
  const keys = new Set(known.map(contentKey));
  const missing = (values: readonly Uint8Array[]): Uint8Array[] =>
    values.filter((value) => !keys.has(contentKey(value)));
  return { certificates: missing(certificates), crls: missing(crls), ocspResponses: missing(ocspResponses) };
}

function contentKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
