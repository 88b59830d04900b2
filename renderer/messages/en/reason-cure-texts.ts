import type { ReasonCode } from '../../../service/contract/vocabulary/reason-codes.ts';

const NEW_COPY = 'Ask whoever sent the file for a copy as it was signed.';
const SIGN_ANEW = 'Ask the signer to sign again, with current software.';
const ASK_ADMINISTRATOR = 'Ask your administrator: the station needs the issuer’s certificate in its trust folder.';
const OTHER_PROGRAM = 'Check it with a program that knows this kind of signature.';
const COMPARE = 'Look at what was added (the list of changes says where), and ask the signer whether it was meant.';
const REVOCATION = 'Ask your administrator to provide current revocation lists, or to allow asking the issuer online.';

/** What can be done where a verdict stays open, by the reason for it. */
export const reasonCureTexts = {
  SIG_NOT_FOUND: 'Ask for the signed file, or for the signature if it is kept in a file of its own.',
  SIG_TIMESTAMP_ONLY: 'Ask for the file that the person signed; a timestamp names nobody.',
  SIG_USAGE_RIGHTS_ONLY: 'Ask for the file that the person signed.',
  SIG_FORMAT_UNEXPECTED: OTHER_PROGRAM,
  SIG_ENCODING_NOT_BINARY: SIGN_ANEW,
  SIG_CONTENT_TYPE_UNSUPPORTED: OTHER_PROGRAM,
  SIG_SIGNING_CERTIFICATE_MISSING: SIGN_ANEW,
  SIG_SIGNER_CERTIFICATE_NOT_FOUND: 'Ask the signer for a signature that holds the certificate.',
  SIG_ALGORITHM_WEAK: SIGN_ANEW,
  SIG_KEY_WEAK: SIGN_ANEW,
  SIG_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  SIG_DETACHED_CONTENT_MISSING: 'Add the original document above, and check again.',
  SIG_COVERAGE_INCOMPLETE: NEW_COPY,
  PDF_STRUCTURE_INVALID: NEW_COPY,
  PDF_STRUCTURE_AMBIGUOUS: NEW_COPY,
  PDF_BYTES_UNACCOUNTED: NEW_COPY,
  PDF_ENCRYPTED: 'Ask for the file without its password protection.',
  PDF_PERMITTED_CHANGE: COMPARE,
  PDF_UNREGULATED_CHANGE: COMPARE,
  PDF_CHANGE_UNEXPLAINED: COMPARE,
  PDF_CONTENT_COVERED: COMPARE,
  PDF_SIGNATURE_DROPPED: COMPARE,
  PDF_SUBFILTER_UNSUPPORTED: OTHER_PROGRAM,
  XML_ENCODING_UNSUPPORTED: OTHER_PROGRAM,
  XML_REFERENCE_UNSUPPORTED: OTHER_PROGRAM,
  XML_TRANSFORM_UNSUPPORTED: OTHER_PROGRAM,
  XML_KEY_INFO_UNSUPPORTED: OTHER_PROGRAM,
  CERT_CHAIN_INCOMPLETE: ASK_ADMINISTRATOR,
  CERT_UNTRUSTED: ASK_ADMINISTRATOR,
  CERT_EXPIRED:
    'A signature with a timestamp could prove that it was made in time. Ask the signer for one, or to sign again.',
  CERT_NOT_YET_VALID: 'Check the clock of this computer; if it is right, ask the signer to sign again.',
  CERT_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  CERT_ALGORITHM_WEAK: SIGN_ANEW,
  CERT_ON_HOLD: 'Ask the signer, or the issuer of the certificate, why it is suspended; check again later.',
  REVOCATION_UNKNOWN: REVOCATION,
  REVOCATION_DATA_MISSING: REVOCATION,
  REVOCATION_DATA_STALE: REVOCATION,
  REVOCATION_DATA_INVALID: REVOCATION,
  TIMESTAMP_UNTRUSTED:
    'Ask your administrator: the station needs the timestamp authority’s issuer in its trust folder.',
  VERIFICATION_TIMEOUT: 'Check again when the station is less busy.',
  VERIFICATION_CRASHED: 'Do not open the file in other programs before your administrator has looked at it.',
  VERIFICATION_WORK_EXCEEDED: OTHER_PROGRAM,
} as const satisfies Readonly<Partial<Record<ReasonCode, string>>>;

/** For reasons that nobody at the desk can do anything about. */
export const fallbackCure = 'Ask the signer to sign again, or show this page to your administrator.';
