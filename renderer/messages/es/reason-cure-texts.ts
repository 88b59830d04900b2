import type * as english from '../en/reason-cure-texts.ts';
import type { Texts } from '../texts.ts';

const NEW_COPY = 'Pida a quien envió el archivo una copia tal como se firmó.';
const SIGN_ANEW = 'Pida al firmante que firme de nuevo con software actual.';
const ASK_ADMINISTRATOR =
  'Consulte a su administrador: la estación necesita el certificado del emisor en su carpeta de confianza.';
const OTHER_PROGRAM = 'Compruébelo con un programa que conozca este tipo de firma.';
const COMPARE =
  'Mire qué se añadió (la lista de cambios indica dónde) y pregunte al firmante si era lo que se pretendía.';
const REVOCATION =
  'Pida a su administrador que proporcione listas de revocación actuales o que permita consultar al emisor en línea.';

/** What can be done where a verdict stays open, by the reason for it. */
export const reasonCureTexts: Texts<typeof english.reasonCureTexts> = {
  SIG_NOT_FOUND: 'Pida el archivo firmado, o la firma si está en un archivo propio.',
  SIG_TIMESTAMP_ONLY: 'Pida el archivo que firmó la persona; un sello de tiempo no nombra a nadie.',
  SIG_USAGE_RIGHTS_ONLY: 'Pida el archivo que firmó la persona.',
  SIG_FORMAT_UNEXPECTED: OTHER_PROGRAM,
  SIG_ENCODING_NOT_BINARY: SIGN_ANEW,
  SIG_CONTENT_TYPE_UNSUPPORTED: OTHER_PROGRAM,
  SIG_SIGNING_CERTIFICATE_MISSING: SIGN_ANEW,
  SIG_SIGNER_CERTIFICATE_NOT_FOUND: 'Pida al firmante una firma que contenga el certificado.',
  SIG_ALGORITHM_WEAK: SIGN_ANEW,
  SIG_KEY_WEAK: SIGN_ANEW,
  SIG_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  SIG_DETACHED_CONTENT_MISSING: 'Añada arriba el documento original y compruebe de nuevo.',
  SIG_COVERAGE_INCOMPLETE: NEW_COPY,
  PDF_STRUCTURE_INVALID: NEW_COPY,
  PDF_STRUCTURE_AMBIGUOUS: NEW_COPY,
  PDF_BYTES_UNACCOUNTED: NEW_COPY,
  PDF_ENCRYPTED: 'Pida el archivo sin su protección por contraseña.',
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
    'Una firma con sello de tiempo podría probar que se hizo a tiempo. Pida una al firmante, o que firme de nuevo.',
  CERT_NOT_YET_VALID: 'Compruebe el reloj de este equipo; si es correcto, pida al firmante que firme de nuevo.',
  CERT_ALGORITHM_UNSUPPORTED: OTHER_PROGRAM,
  CERT_ALGORITHM_WEAK: SIGN_ANEW,
  CERT_ON_HOLD:
    'Pregunte al firmante, o al emisor del certificado, por qué está suspendido; compruébelo de nuevo más tarde.',
  REVOCATION_UNKNOWN: REVOCATION,
  REVOCATION_DATA_MISSING: REVOCATION,
  REVOCATION_DATA_STALE: REVOCATION,
  REVOCATION_DATA_INVALID: REVOCATION,
  TIMESTAMP_UNTRUSTED:
    'Consulte a su administrador: la estación necesita el emisor de la autoridad de sellado de tiempo en su carpeta de confianza.',
  VERIFICATION_TIMEOUT: 'Compruébelo de nuevo cuando la estación esté menos ocupada.',
  VERIFICATION_CRASHED: 'No abra el archivo con otros programas antes de que su administrador lo haya examinado.',
  VERIFICATION_WORK_EXCEEDED: OTHER_PROGRAM,
};

/** For reasons that nobody at the desk can do anything about. */
export const fallbackCure: Texts<typeof english.fallbackCure> =
  'Pida al firmante que firme de nuevo, o muestre esta página a su administrador.';
