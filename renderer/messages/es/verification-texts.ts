import type * as english from '../en/verification-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

/** Words of a verification report. */
export const reportTexts: Texts<typeof english.reportTexts> = {
  VALID: {
    title: 'La firma es válida',
    lead: 'El documento no ha cambiado desde que se firmó y las comprobaciones del certificado se han superado.',
  },
  validUnchecked:
    'El documento no ha cambiado desde que se firmó y el certificado lleva a un emisor de confianza. Se desconoce si fue revocado.',
  INVALID: { title: 'La firma no es válida', lead: 'No considere este documento como firmado.' },
  INDETERMINATE: {
    title: 'No se pudo confirmar la firma',
    lead: 'Nada la contradice, pero falta algo necesario para confirmarla.',
  },
  signedBy: 'Firmado por',
  unknownSigner: 'desconocido',
  claimedTime: 'Hora según el firmante',
  claimedHint: 'declarada, no probada por un sello de tiempo',
  noTime: 'no indicada',
  covers: 'Cubre',
  coversAll: 'todo el documento',
  coversPart: 'solo una parte del documento',
  coversRevision: 'la versión firmada; se volvió a firmar después',
  coversContinued: 'la versión firmada; el archivo continuó después',
  changes: 'Lo que se añadió después de la primera firma',
  changeKinds: {
    ValidationData: 'Datos de validación',
    DocumentData: 'Datos del documento',
    Signature: 'Firma',
    CoveringSignature: 'Firma sobre otro contenido',
    FormFilling: 'Formulario rellenado',
    Annotation: 'Anotación',
    Unexplained: 'Sin explicación',
    Forbidden: 'Cambio prohibido',
  },
  changePlace: (revision, page) =>
    page === null
      ? `parte ${String(revision)} del archivo`
      : `parte ${String(revision)} del archivo, página ${String(page)}`,
  changeSigned: (name) => `firmado por ${name}`,
  changeUnsigned: 'no cubierto por ninguna firma',
  level: 'Nivel alcanzado',
  unknownLevel: 'ninguno',
  levelOfForm: (reached, form) => `${reached} (tiene la forma de ${form}, de la que no todo se sostiene)`,
  crypto: 'Firma',
  cryptoGood: 'corresponde al documento',
  cryptoBad: 'no corresponde al documento',
  certificate: 'Certificado',
  certificateGood: 'superó todas las comprobaciones',
  certificateUnchecked: 'válido, revocación no comprobada',
  certificateBad: 'no superó todas las comprobaciones',
  issuer: 'Emitido por',
  listed: 'Listas de confianza',
  listedService: (territory, provider, service, type) =>
    `emitido por un servicio de la lista de ${territory}: ${provider}, ${service} (${type})`,
  listedStatus: (status, from, at) => `${status} desde ${from}, a fecha de ${at}`,
  listedLater: (at) => `aún no figuraba en la lista el ${at}`,
  validity: 'Válido',
  validityRange: (from, to) => `del ${from} al ${to}`,
  revocation: 'Estado de revocación',
  revocations: {
    Good: 'no revocado',
    Revoked: 'revocado',
    OnHold: 'suspendido',
    Unknown: 'desconocido',
    NotChecked: 'no comprobado',
  },
  sources: {
    Offline: 'según datos almacenados',
    Crl: 'según una lista de revocación',
    Ocsp: 'consultado en línea',
    None: '',
  },
  reasons: 'Por qué',
  cures: 'Qué puede hacer',
  severalSignatures: (number) => `Este documento tiene ${count(number, 'firma', 'firmas')}`,
  signatureNumber: (number) => `Firma ${digits(number)}`,
  counterSignatures: 'Contrafirmas',
  counterSignaturesHint: 'Firman esta firma. No deciden nada sobre ella ni sobre el documento.',
  counterSignatureNumber: (name) => `Contrafirma ${name}`,
  serialNumber: 'Número de serie',
  decides: 'La más débil de ellas decide el veredicto.',
  chain: 'Cadena de certificados',
  fingerprint: 'Huella digital del certificado',
  limitations: 'Qué se comprobó y qué no',
  checkedAt: (when) => `Comprobado ${when}`,
  technical: 'Códigos para soporte',
  tones: { good: 'Superado', bad: 'Problema', unclear: 'Dudoso' },
};

/** Words of the page that checks signatures. */
export const verifyTexts: Texts<typeof english.verifyTexts> = {
  title: 'Comprobar una firma',
  lead: 'El archivo se comprueba en esta estación y no se conserva.',
  dropTitle: 'Suelte archivos firmados aquí',
  dropHint: 'PDF, XML, .p7m, .p7s, .asics, .asice o cualquier otro archivo; las firmas junto con sus originales',
  choose: 'Elegir archivos firmados',
  original: 'Documento original',
  originalHint: 'Solo es necesario si la firma está en un archivo propio, separado del documento.',
  chooseOriginal: 'Elegir el original',
  check: 'Comprobar la firma',
  checking: 'Comprobando',
  another: 'Comprobar otro archivo',
  kinds: {
    PDF: 'PDF',
    XML: 'XML',
    CMS: 'Firma CMS',
    ASiC_S: 'Contenedor ASiC-S',
    ASiC_E: 'Contenedor ASiC-E',
    TimestampToken: 'Sello de tiempo',
    PlainFile: 'Archivo simple',
    Unknown: '',
  },
  unsigned: 'Este archivo no está firmado',
  contents: 'Archivos del contenedor',
  fileSigned: 'firmado',
  fileUnsigned: 'sin firmar',
  resultFor: (name) => `Resultado de ${name}`,
  several: (number) => `${count(number, 'archivo comprobado', 'archivos comprobados')}:`,
  verdicts: {
    VALID: 'Válida',
    INVALID: 'No válida',
    INDETERMINATE: 'No confirmada',
    unsigned: 'Sin firmar',
    failed: 'No comprobado',
  },
};

/** Words of the report that is handed over with a file. */
export const handOverTexts: Texts<typeof english.handOverTexts> = {
  print: 'Imprimir el informe',
  json: 'Guardar como JSON',
  file: 'Archivo',
  sha256: 'SHA-256',
  noHash: 'no calculado: la página no está abierta en este equipo ni por TLS, o el archivo es muy grande',
  time: 'Hora de la firma',
  made: (at, station, format) =>
    `Comprobado el ${format(at)} por la estación de firma ${station}. El veredicto vale para ese momento y para el archivo con este SHA-256.`,
};

/** Words for when something was signed, and what proves it. */
export const timeTexts: Texts<typeof english.timeTexts> = {
  claimed: 'según el firmante',
  proven: 'Probado por un sello de tiempo',
  provenBy: (when) => `existía el ${when}`,
  goodUntil: 'Prueba válida hasta',
  timestamps: 'Sellos de tiempo',
  others: 'Sellos de tiempo junto a las firmas',
  unknownAuthority: 'autoridad desconocida',
  unreadable: 'su hora no se puede leer',
  kinds: {
    ContentTimestamp: 'Del contenido',
    AllDataObjectsTimestamp: 'De todos los datos firmados',
    IndividualDataObjectsTimestamp: 'De una parte de los datos firmados',
    SignatureTimestamp: 'De la firma',
    SigAndRefsTimestamp: 'De la firma y sus referencias',
    RefsOnlyTimestamp: 'De referencias',
    ArchiveTimestamp: 'Sello de tiempo de archivo',
    DocumentTimestamp: 'Del documento',
    ContainerTimestamp: 'Del contenedor',
  },
};
