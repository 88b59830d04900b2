import type { Complaint, SignedFile } from './judges/judge.ts';

/**
 * A judge that cannot read a kind of key or of input, shown to be the judge's limit and not ours. It covers the named
 * keys or outputs and the named words only: the same judge saying anything else of the same file is a failure.
 */
export interface KnownLimit {
  readonly judge: string;
  /** Which keys it is about; undefined: all. */
  readonly keys?: readonly string[];
  /** Which outputs it is about, by id; undefined: all. */
  readonly outputs?: RegExp;
  readonly complaint: RegExp;
  readonly why: string;
}

export const KNOWN_LIMITS: readonly KnownLimit[] = [
  {
    judge: 'openssl',
    keys: ['Ed25519'],
    complaint: /eddsa_digest_signverify_init:invalid digest/,
    why: 'OpenSSL 3.0 has no Ed25519 in CMS: `openssl cms -sign` with such a key ends with the same error. pyHanko and DSS verify the value.',
  },
  {
    judge: 'pdfsig',
    keys: ['Ed25519'],
    complaint:
      /^(Signature Validation: Document isn't signed or corrupted data\.|nothing about Certificate Validation)$/,
    why: 'poppler reads CMS with NSS, which knows no Ed25519 there: it says the same of a PDF signed by pyHanko with this key.',
  },
  {
    judge: 'pdfsig',
    keys: ['RSA-PSS', 'brainpoolP256r1'],
    complaint: /^(Signature Validation: Signature is Invalid\.|nothing about Certificate Validation)$/,
    why: "NSS has no brainpool curves and poppler hands it no PSS parameters: it says the same when openssl's own CMS over the same bytes with the same key lies in the PDF.",
  },
  {
    judge: 'xmlsec1',
    keys: ['RSA-PSS'],
    complaint: /^unknown algorithm http:\/\/www\.w3\.org\/2007\/05\/xmldsig-more#sha(256|384|512)-rsa-MGF1$/,
    why: 'xmlsec1 1.2 has no RSASSA-PSS (`xmlsec1 list-transforms` names none). DSS verifies the value.',
  },
  {
    judge: 'xmlsec1',
    keys: ['Ed25519'],
    complaint: /^unknown algorithm http:\/\/www\.w3\.org\/2021\/04\/xmldsig-more#eddsa-ed25519$/,
    why: 'xmlsec1 1.2 has no EdDSA (`xmlsec1 list-transforms` names none). DSS verifies the value.',
  },
  {
    judge: 'pyHanko',
    outputs: /^PAdES encrypted-aes-256-r5/,
    complaint: /^PdfKeyNotAvailableError: Authentication failed$/,
    why: 'pyHanko opens no documents of revision 5, the forerunner of ISO 32000-2: it cannot open the unsigned inputs either.',
  },
  {
    judge: 'pyHanko',
    keys: ['rsa-pss'],
    complaint: /^(INVALID|AdESFailure\.SIG_CRYPTO_FAILURE .*|no timestamp that is valid and trusted)$/,
    why: 'pyHanko wants the salt of a signature as long as the one that is written with the key, where RFC 4055 3.3 has the least length. Its verdict is good where the key names 32, as that of the outputs at level B does; DSS verifies the value.',
  },
  {
    judge: 'pyHanko',
    outputs: /^PAdES encrypted-.*-cleartext-metadata/,
    complaint: /^ValueError: The length of the provided data is not a multiple of the block length\.$/,
    why: 'pyHanko decrypts metadata that the crypt filter leaves clear: reading /Metadata of the unsigned inputs ends the same.',
  },
  {
    judge: 'pyHanko',
    outputs: /^PAdES (form|encrypted)-.*second signature/,
    complaint: /^PdfReadError: Partial names must not contain periods$/,
    why: 'The inputs have a field named "Service3.x" against ISO 32000-1, 12.7.3.2, on purpose. The "lawful form" inputs have the same revisions compared.',
  },
  {
    judge: 'pyHanko',
    outputs: /^PAdES odd-names-and-strings, second signature/,
    complaint: /^TypeError: a bytes-like object is required, not 'str'$/,
    why: 'The input has a field name that is broken UTF-16, on purpose; the comparison of field names in pyHanko ends on it.',
  },
  {
    judge: 'pyHanko',
    outputs: /^PAdES non-zero-generations/,
    complaint: /^PdfStrictReadError: Object with id 3 has an orphaned generation/,
    why: 'pyHanko refuses the unsigned input in the same words.',
  },
  {
    judge: 'pyHanko',
    outputs: /^PAdES (?:word-)?hybrid/,
    complaint:
      /^SignatureValidationError: Settings do not permit validation of signatures in hybrid-reference files\.$/,
    why: 'pyHanko does not judge documents with hybrid cross-references, whoever signs them; the input is one.',
  },
  {
    judge: 'DSS',
    outputs: /^XAdES enveloping empty language/,
    complaint: /^warning: The structure of the signature is not valid!$/,
    why: 'The schema that DSS checks with has no empty xml:lang, which XML 1.0 (fifth edition, 2.12) allows. It is the content of the document and not ours to change.',
  },
];

/** The limit that explains what `judge` says of `file`, if there is one. */
export function knownLimit(judge: string, file: SignedFile, { text, signature }: Complaint): KnownLimit | undefined {
  const key = file.keys[signature ?? file.keys.length - 1] ?? '';
  return KNOWN_LIMITS.find(
    (limit) =>
      limit.judge === judge &&
      (limit.keys?.includes(key) ?? true) &&
      (limit.outputs?.test(file.id) ?? true) &&
      limit.complaint.test(text),
  );
}
