import type { SentencesOf } from '../../sentence-texts.ts';
import type { signingSentences as english } from '../../../../service/contract/vocabulary/sentences/signing-sentences.ts';

const UNCHANGED = 'No se guardó nada; el documento está como estaba.';
const because = (detail: string): string => (detail === '' ? '.' : ` (${detail}).`);
const wouldBreak = (name: string): string =>
  `(${name}); otra firma envuelta («enveloped») la rompería. Contrafirme («countersign»), o firme con el empaquetado ` +
  '«enveloping» o «detached», o en un contenedor (ASiC). No se guardó nada.';

export const signingSentences: SentencesOf<typeof english> = {
  PDF_HEADER_MISSING: () => 'El archivo no es un PDF.',
  PDF_STRUCTURE_INVALID: () => 'El PDF está dañado y no se repara, porque eso cambiaría el documento.',
  PDF_STRUCTURE_AMBIGUOUS: () =>
    'El PDF está dañado de modo que los programas que lo reparan pueden mostrar otra página que los demás.',
  PDF_BYTES_UNACCOUNTED: () => 'El PDF tiene bytes ajenos antes de su comienzo o después de su final.',
  PDF_ENCRYPTED: () =>
    'El PDF está cifrado de modo que la estación no puede abrirlo; quite la protección y envíelo de nuevo.',
  PDF_PERMISSION_DENIED: () => 'El PDF está protegido contra cambios por su propietario.',
  PDF_LIMIT_EXCEEDED: () => 'El PDF supera lo que se puede leer sin riesgo.',
  PDF_FILTER_UNSUPPORTED: () => 'El PDF usa una compresión que no se admite.',
  PDF_PAGE_NOT_FOUND: () => 'El PDF no tiene la página pedida.',
  PDF_NO_ROOM_FOR_STAMP: () => 'La página no tiene un lugar libre bastante grande para un sello legible.',
  PDF_STAMP_OUTSIDE_PAGE: () => 'El lugar pedido para el sello no está dentro de la página.',
  PDF_STAMP_OVER_FIELD: () => 'El lugar pedido para el sello está sobre un campo de formulario.',
  PDF_STAMP_OVER_STAMP: () => 'El lugar pedido para el sello está sobre el de una firma anterior.',
  PDF_STAMP_HIDES_SIGNED: () => 'El sello taparía lo que cubren firmas anteriores.',
  PDF_STAMP_TOO_SMALL: () => 'Lo que dice el sello no se puede leer en el tamaño pedido.',
  PDF_ANCHOR_NOT_FOUND: () => 'El texto junto al que debe ir el sello no está en el documento.',
  PDF_STAMP_IMAGE_INVALID: () => 'La imagen del sello no se puede usar.',
  PDF_SIGNING_FORBIDDEN: () => 'Una firma anterior del PDF prohíbe más firmas.',
  PDF_FIELD_NOT_FOUND: () => 'El PDF no tiene un campo de firma vacío con el nombre pedido.',
  PDF_FIELD_UNUSABLE: () => 'El campo de firma pedido no se puede firmar.',
  PDF_SEED_VALUE_UNMET: () => 'Quien hizo el documento ató el campo de firma pedido a otra clase de firma.',
  PDF_CERTIFICATION_LATE: () => 'El PDF ya está firmado, así que no se puede certificar.',
  PDF_CONTENTS_TOO_SMALL: () => 'La firma es mayor que el lugar reservado para ella.',
  PDF_FILE_TOO_LARGE: () => 'El PDF es demasiado grande para su clase de tabla de referencias.',
  XML_DOCTYPE_FORBIDDEN: () =>
    'El documento XML tiene una declaración de tipo (DOCTYPE), que un XML firmado no debe tener; quítela.',
  XML_ENCODING_UNSUPPORTED: () => 'La codificación del documento XML no se admite; envíelo en UTF-8.',
  XML_STRUCTURE_INVALID: () =>
    'El documento no es XML bien formado; los empaquetados «enveloping» y «detached» admiten archivos de toda clase.',
  XML_LIMIT_EXCEEDED: () => 'El documento XML supera lo que se puede leer sin riesgo.',
  XML_CANONICALIZATION_FAILED: () => 'El documento XML no tiene forma canónica, sin la cual no se puede firmar.',
  FILE_IS_NO_XML: () =>
    'El archivo no es XML; los empaquetados «enveloping» y «detached» admiten archivos de toda clase.',
  XML_UNFINISHED_SIGNATURE: () =>
    'El documento contiene una firma que nunca se terminó, y se daría siempre por roto. Termínela o quítela, o firme ' +
    'con el empaquetado «enveloping» o «detached». No se guardó nada.',
  XML_IS_SIGNATURE: ({ name }) => `El documento es una firma ${wouldBreak(name)}`,
  XML_SIGNED_AS_A_WHOLE: ({ name }) => `El documento lleva una firma que lo cubre entero ${wouldBreak(name)}`,
  NEW_SIGNATURE_WOULD_NOT_HOLD: ({ detail }) =>
    `La nueva firma no se sostendría en el documento terminado${because(detail)} ${UNCHANGED}`,
  EARLIER_SIGNATURE_WOULD_NOT_HOLD: ({ name, detail }) =>
    `La firma anterior ${name} ya no se sostendría${because(detail)} ${UNCHANGED}`,
  WORKER_DIED_TOO_OFTEN: () => 'El proceso de firma murió demasiadas veces con este documento.',
  DOCUMENT_CHANGED_MEANWHILE: () => 'El documento cambió mientras se firmaba.',
  LEVEL_NOT_MADE: ({ format, levels }) => `Esta versión de la estación hace firmas ${format} solo de nivel ${levels}.`,
  FORMAT_NOT_SIGNED: ({ format }) => `Esta versión de la estación no puede firmar ${format}.`,
  SIGNATURE_FITS_NO_CERTIFICATE: ({ faults }) =>
    `La firma terminada no corresponde al certificado elegido (${faults}); no se guardó nada.`,
  TARGET_SIGNATURE_UNNAMED: ({ names }) =>
    `En el archivo hay varias firmas: targetSignature es una de ${names}, como las llama el informe.`,
  TARGET_SIGNATURE_UNKNOWN: ({ names }) =>
    `Ninguna firma del archivo es la única con ese nombre: targetSignature es una de ${names}, como las llama el informe.`,
  RAISED_CONTAINER_WOULD_NOT_HOLD: () => 'Una firma ya no se sostendría en el contenedor elevado. No se guardó nada.',
  RAISED_DOCUMENT_WOULD_NOT_HOLD: ({ name }) =>
    `La firma ${name} ya no se sostendría en el documento elevado. No se guardó nada.`,
  CONTAINER_FILES_TOO_LARGE: () =>
    'Los archivos son demasiado grandes para el nivel LTA con XAdES en un contenedor; firme con containerSignature CAdES, o en el nivel LT.',
  GRACE_PERIOD_LASTS: ({ since, until }) => `El plazo de gracia tras ${since} dura hasta ${until}.`,
  VALIDATION_DATA_TOO_MUCH_WORK: () => 'Encontrar los datos de revocación cuesta más trabajo del permitido.',
  SIGNATURE_CERTIFICATE_UNREADABLE: () => 'No se puede leer un certificado de la firma.',
  TIMESTAMP_CLIENT_SILENT: () => 'El proceso de sellos de tiempo no respondió; se está reiniciando.',
  TIMESTAMP_NOT_KEPT: () => 'No hay ningún sello de tiempo de estos bytes que se pueda usar de nuevo.',
};
