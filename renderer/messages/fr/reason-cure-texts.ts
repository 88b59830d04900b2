import type * as english from '../en/reason-cure-texts.ts';
import type { Texts } from '../texts.ts';

const NEW_COPY = 'Demandez à l’expéditeur une copie telle qu’elle a été signée.';

const SIGN_ANEW = 'Demandez au signataire de signer à nouveau avec un logiciel actuel.';

const ASK_ADMINISTRATOR =
  'Demandez à votre administrateur : la station a besoin du certificat de l’émetteur dans son dossier de confiance.';

const OTHER_PROGRAM = 'Vérifiez-la avec un programme qui connaît ce type de signature.';

const COMPARE =
  'Regardez ce qui a été ajouté (la liste des modifications dit où), et demandez au signataire si c’était voulu.';

const REVOCATION =
  'Demandez à votre administrateur de fournir des listes de révocation à jour, ou de permettre d’interroger l’émetteur en ligne.';

/** What can be done where a verdict stays open, by the reason for it. */
export const reasonCureTexts: Texts<typeof english.reasonCureTexts> = {
  SIG_NOT_FOUND: 'Demandez le fichier signé, ou la signature si elle est dans un fichier à part.',
  SIG_TIMESTAMP_ONLY: 'Demandez le fichier que la personne a signé ; un horodatage ne nomme personne.',
  SIG_USAGE_RIGHTS_ONLY: 'Demandez le fichier que la personne a signé.',
  SIG_FORMAT_UNEXPECTED: OTHER_PROGRAM,
  SIG_ENCODING_NOT_BINARY: SIGN_ANEW,
  SIG_CONTENT_TYPE_UNSUPPORTED: OTHER_PROGRAM,
  SIG_SIGNING_CERTIFICATE_MISSING: SIGN_ANEW,
  SIG_SIGNER_CERTIFICATE_NOT_FOUND: 'Demandez au signataire une signature qui contient le certificat.',
  SIG_ALGORITHM_WEAK: SIGN_ANEW,
  SIG_KEY_WEAK: SIGN_ANEW,
  SIG_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  SIG_DETACHED_CONTENT_MISSING: 'Ajoutez le document original ci-dessus, et vérifiez à nouveau.',
  SIG_COVERAGE_INCOMPLETE: NEW_COPY,
  PDF_STRUCTURE_INVALID: NEW_COPY,
  PDF_STRUCTURE_AMBIGUOUS: NEW_COPY,
  PDF_BYTES_UNACCOUNTED: NEW_COPY,
  PDF_ENCRYPTED: 'Demandez le fichier sans protection par mot de passe.',
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
    'Une signature avec horodatage pourrait prouver qu’elle a été faite à temps. Demandez-en une au signataire, ou qu’il signe à nouveau.',
  CERT_NOT_YET_VALID:
    'Vérifiez l’horloge de cet ordinateur ; si elle est juste, demandez au signataire de signer à nouveau.',
  CERT_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  CERT_ALGORITHM_WEAK: SIGN_ANEW,
  CERT_ON_HOLD:
    'Demandez au signataire, ou à l’émetteur du certificat, pourquoi il est suspendu ; vérifiez à nouveau plus tard.',
  REVOCATION_UNKNOWN: REVOCATION,
  REVOCATION_DATA_MISSING: REVOCATION,
  REVOCATION_DATA_STALE: REVOCATION,
  REVOCATION_DATA_INVALID: REVOCATION,
  TIMESTAMP_UNTRUSTED:
    'Demandez à votre administrateur : la station a besoin de l’émetteur du service d’horodatage dans son dossier de confiance.',
  VERIFICATION_TIMEOUT: 'Vérifiez à nouveau quand la station est moins occupée.',
  VERIFICATION_CRASHED:
    'N’ouvrez pas le fichier dans d’autres programmes avant que votre administrateur l’ait examiné.',
  VERIFICATION_WORK_EXCEEDED: OTHER_PROGRAM,
};

/** For reasons that nobody at the desk can do anything about. */
export const fallbackCure: Texts<typeof english.fallbackCure> =
  'Demandez au signataire de signer à nouveau, ou montrez cette page à votre administrateur.';
