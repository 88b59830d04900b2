import type * as english from '../en/verification-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

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
  otherOriginal: 'La firma no corresponde a este documento. Si es de otro, quite este y elija el otro.',
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
  counted: {
    VALID: (number) => count(number, 'válido', 'válidos'),
    INVALID: (number) => count(number, 'no válido', 'no válidos'),
    INDETERMINATE: (number) => count(number, 'no confirmado', 'no confirmados'),
    unsigned: (number) => count(number, 'sin firmar', 'sin firmar'),
    failed: (number) => count(number, 'no comprobado', 'no comprobados'),
    running: (number) => count(number, 'en curso', 'en curso'),
  },
};

/** Words of the report that is handed over with a file. */
export const handOverTexts: Texts<typeof english.handOverTexts> = {
  print: 'Imprimir el informe',
  json: 'Guardar como JSON',
  pdf: 'Guardar como PDF',
  sign: 'Firmar el informe',
  title: (name) => `Informe: ${name}`,
  several: (number) => `${String(number)} archivos`,
  pageOf: (name, page, pages) => `${name} · página ${String(page)} de ${String(pages)}`,
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
