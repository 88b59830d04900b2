/** Text that carries signatures of kinds that are no AdES in a file: what it is in words, told by how it begins. */
const KINDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /^-----BEGIN PGP (?:SIGNED MESSAGE|SIGNATURE|MESSAGE)-----/,
    'The file is signed or encrypted with OpenPGP, which this station does not check.',
  ],
  // The first part is the base64url of a JSON object (RFC 7515 7.1); the second is empty where the content is detached.
  [
    /^eyJ[\w-]+\.[\w-]*\.[\w-]+(?:\s*$|[\w-])/,
    'The file is a JSON Web Signature (JWS, JAdES), which this station does not check.',
  ],
  [
    /^\{(?=[^]*"signatures?"\s*:)(?=[^]*"protected"\s*:)/,
    'The file is a JSON Web Signature (JWS, JAdES), which this station does not check.',
  ],
  [/^<(?:!doctype\s+html\b|html[\s>])/i, 'The file is a web page (HTML), which bears no signature.'],
];

/** What a file of text is by its beginning; null for what is none of these. */
export function otherKindOf(start: string): string | null {
  const text = start.replace(/^(?:\u00ef\u00bb\u00bf)?\s+/, '').replace(/^\u00ef\u00bb\u00bf/, '');
  return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
