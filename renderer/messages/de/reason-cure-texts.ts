import type * as english from '../en/reason-cure-texts.ts';
import type { Texts } from '../texts.ts';

const NEW_COPY = 'Bitten Sie den Absender um eine Kopie, wie sie signiert wurde.';

const SIGN_ANEW = 'Bitten Sie den Unterzeichner, mit aktueller Software noch einmal zu signieren.';

const ASK_ADMINISTRATOR =
  'Fragen Sie die Administration: Die Station braucht das Zertifikat des Ausstellers in ihrem Vertrauensordner.';

const OTHER_PROGRAM = 'Prüfen Sie mit einem Programm, das diese Art von Signatur kennt.';

const COMPARE =
  'Sehen Sie nach, was hinzukam (die Liste der Änderungen sagt, wo), und fragen Sie den Unterzeichner, ob es so gemeint war.';

const REVOCATION =
  'Bitten Sie die Administration um aktuelle Sperrlisten oder um die Erlaubnis, den Aussteller online zu fragen.';

/** What can be done where a verdict stays open, by the reason for it. */
export const reasonCureTexts: Texts<typeof english.reasonCureTexts> = {
  SIG_NOT_FOUND: 'Bitten Sie um die signierte Datei, oder um die Signatur, falls sie in einer eigenen Datei steht.',
  SIG_TIMESTAMP_ONLY: 'Bitten Sie um die Datei, die die Person signiert hat; ein Zeitstempel nennt niemanden.',
  SIG_USAGE_RIGHTS_ONLY: 'Bitten Sie um die Datei, die die Person signiert hat.',
  SIG_FORMAT_UNEXPECTED: OTHER_PROGRAM,
  SIG_ENCODING_NOT_BINARY: SIGN_ANEW,
  SIG_CONTENT_TYPE_UNSUPPORTED: OTHER_PROGRAM,
  SIG_SIGNING_CERTIFICATE_MISSING: SIGN_ANEW,
  SIG_SIGNER_CERTIFICATE_NOT_FOUND: 'Bitten Sie den Unterzeichner um eine Signatur, die das Zertifikat enthält.',
  SIG_ALGORITHM_WEAK: SIGN_ANEW,
  SIG_KEY_WEAK: SIGN_ANEW,
  SIG_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  SIG_DETACHED_CONTENT_MISSING: 'Fügen Sie oben das Originaldokument hinzu und prüfen Sie erneut.',
  SIG_COVERAGE_INCOMPLETE: NEW_COPY,
  PDF_STRUCTURE_INVALID: NEW_COPY,
  PDF_STRUCTURE_AMBIGUOUS: NEW_COPY,
  PDF_BYTES_UNACCOUNTED: NEW_COPY,
  PDF_ENCRYPTED: 'Bitten Sie um die Datei ohne Passwortschutz.',
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
    'Eine Signatur mit Zeitstempel könnte beweisen, dass sie rechtzeitig entstand. Bitten Sie den Unterzeichner darum, oder um eine neue Signatur.',
  CERT_NOT_YET_VALID:
    'Prüfen Sie die Uhr dieses Computers; stimmt sie, bitten Sie den Unterzeichner, noch einmal zu signieren.',
  CERT_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  CERT_ALGORITHM_WEAK: SIGN_ANEW,
  CERT_ON_HOLD:
    'Fragen Sie den Unterzeichner oder den Aussteller des Zertifikats, warum es ausgesetzt ist; prüfen Sie später erneut.',
  REVOCATION_UNKNOWN: REVOCATION,
  REVOCATION_DATA_MISSING: REVOCATION,
  REVOCATION_DATA_STALE: REVOCATION,
  REVOCATION_DATA_INVALID: REVOCATION,
  TIMESTAMP_UNTRUSTED:
    'Fragen Sie die Administration: Die Station braucht den Aussteller des Zeitstempeldienstes in ihrem Vertrauensordner.',
  VERIFICATION_TIMEOUT: 'Prüfen Sie erneut, wenn die Station weniger beschäftigt ist.',
  VERIFICATION_CRASHED: 'Öffnen Sie die Datei nicht in anderen Programmen, bevor die Administration sie angesehen hat.',
  VERIFICATION_WORK_EXCEEDED: OTHER_PROGRAM,
};

/** For reasons that nobody at the desk can do anything about. */
export const fallbackCure: Texts<typeof english.fallbackCure> =
  'Bitten Sie den Unterzeichner, noch einmal zu signieren, oder zeigen Sie diese Seite der Administration.';
