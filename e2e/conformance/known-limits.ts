import type { Complaint, SignedFile } from './judges/judge.ts';

/**
 * A judge that cannot read a kind of key, shown to be the judge's limit and not ours. It covers the named keys and the
 * named words only: the same judge saying anything else of the same file is a failure.
 */
export interface KnownLimit {
  readonly judge: string;
  readonly keys: readonly string[];
  readonly complaint: RegExp;
  readonly why: string;
}

export const KNOWN_LIMITS: readonly KnownLimit[] = [
  {
    judge: 'DSS',
    keys: ['Ed25519'],
    complaint:
      /^(INDETERMINATE\/CRYPTO_CONSTRAINTS_FAILURE_NO_POE|The algorithm EdDSA with SHA512 is not authorised for signature creation!|No long term availability and integrity of validation material is present!)$/,
    why: 'The default policy of DSS lists no EdDSA because ETSI TS 119 312 and SOG-IS name none (a remark in its policy/constraint.xml says so). DSS checks algorithms last: integrity, chain, revocation and format passed before.',
  },
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
];

/** The limit that explains what `judge` says of `file`, if there is one. */
export function knownLimit(judge: string, file: SignedFile, { text, signature }: Complaint): KnownLimit | undefined {
  const key = file.keys[signature ?? file.keys.length - 1] ?? '';
  return KNOWN_LIMITS.find((limit) => limit.judge === judge && limit.keys.includes(key) && limit.complaint.test(text));
}
