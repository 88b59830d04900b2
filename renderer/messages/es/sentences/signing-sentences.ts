import type { SentencesOf } from '../../sentence-texts.ts';
import type { signingSentences as english } from '../../../../service/contract/vocabulary/sentences/signing-sentences.ts';

const UNCHANGED = 'No se guardó nada; el documento está como estaba.';
/** A refusal of a document with its code and what exactly was found. */
const refusal =
  (words: string, code: string) =>
  ({ detail }: { detail: string }): string =>
    `${words} (${code}: ${detail}).`;
const because = (detail: string): string => (detail === '' ? '.' : ` (${detail}).`);
const wouldBreak = (name: string): string =>
  `(${name}); otra firma envuelta («enveloped») la rompería. Contrafirme («countersign»), o firme con el empaquetado ` +
  '«enveloping» o «detached», o en un contenedor (ASiC). No se guardó nada.';

export const signingSentences: SentencesOf<typeof english> = {
  PDF_HEADER_MISSING: refusal('El archivo no es un PDF', 'PDF_HEADER_MISSING'),
  PDF_STRUCTURE_INVALID: refusal(
    'El PDF está dañado y no se repara, porque eso cambiaría el documento',
    'PDF_STRUCTURE_INVALID',
  ),
  PDF_STRUCTURE_AMBIGUOUS: refusal(
    'El PDF está dañado de modo que los programas que lo reparan pueden mostrar otra página que los demás',
    'PDF_STRUCTURE_AMBIGUOUS',
  ),
  PDF_BYTES_UNACCOUNTED: refusal(
    'El PDF tiene bytes ajenos antes de su comienzo o después de su final',
    'PDF_BYTES_UNACCOUNTED',
  ),
  PDF_ENCRYPTED: refusal(
    'El PDF está cifrado de modo que la estación no puede abrirlo; quite la protección y envíelo de nuevo',
    'PDF_ENCRYPTED',
  ),
  PDF_PERMISSION_DENIED: refusal('El PDF está protegido contra cambios por su propietario', 'PDF_PERMISSION_DENIED'),
  PDF_LIMIT_EXCEEDED: refusal('El PDF supera lo que se puede leer sin riesgo', 'PDF_LIMIT_EXCEEDED'),
  PDF_FILTER_UNSUPPORTED: refusal('El PDF usa una compresión que no se admite', 'PDF_FILTER_UNSUPPORTED'),
  PDF_PAGE_NOT_FOUND: refusal('El PDF no tiene la página pedida', 'PDF_PAGE_NOT_FOUND'),
  PDF_NO_ROOM_FOR_STAMP: refusal(
    'La página no tiene un lugar libre bastante grande para un sello legible',
    'PDF_NO_ROOM_FOR_STAMP',
  ),
  PDF_STAMP_OUTSIDE_PAGE: refusal(
    'El lugar pedido para el sello no está dentro de la página',
    'PDF_STAMP_OUTSIDE_PAGE',
  ),
  PDF_STAMP_OVER_FIELD: refusal(
    'El lugar pedido para el sello está sobre un campo de formulario',
    'PDF_STAMP_OVER_FIELD',
  ),
  PDF_STAMP_OVER_STAMP: refusal(
    'El lugar pedido para el sello está sobre el de una firma anterior',
    'PDF_STAMP_OVER_STAMP',
  ),
  PDF_STAMP_HIDES_SIGNED: refusal('El sello taparía lo que cubren firmas anteriores', 'PDF_STAMP_HIDES_SIGNED'),
  PDF_STAMP_TOO_SMALL: refusal('Lo que dice el sello no se puede leer en el tamaño pedido', 'PDF_STAMP_TOO_SMALL'),
  PDF_ANCHOR_NOT_FOUND: refusal(
    'El texto junto al que debe ir el sello no está en el documento',
    'PDF_ANCHOR_NOT_FOUND',
  ),
  PDF_STAMP_IMAGE_INVALID: refusal('La imagen del sello no se puede usar', 'PDF_STAMP_IMAGE_INVALID'),
  PDF_SIGNING_FORBIDDEN: refusal('Una firma anterior del PDF prohíbe más firmas', 'PDF_SIGNING_FORBIDDEN'),
  PDF_FIELD_NOT_FOUND: refusal('El PDF no tiene un campo de firma vacío con el nombre pedido', 'PDF_FIELD_NOT_FOUND'),
  PDF_FIELD_UNUSABLE: refusal('El campo de firma pedido no se puede firmar', 'PDF_FIELD_UNUSABLE'),
  PDF_SEED_VALUE_UNMET: refusal(
    'Quien hizo el documento ató el campo de firma pedido a otra clase de firma',
    'PDF_SEED_VALUE_UNMET',
  ),
  PDF_CERTIFICATION_LATE: refusal('El PDF ya está firmado, así que no se puede certificar', 'PDF_CERTIFICATION_LATE'),
  PDF_CONTENTS_TOO_SMALL: refusal('La firma es mayor que el lugar reservado para ella', 'PDF_CONTENTS_TOO_SMALL'),
  PDF_FILE_TOO_LARGE: refusal('El PDF es demasiado grande para su clase de tabla de referencias', 'PDF_FILE_TOO_LARGE'),
  XML_DOCTYPE_FORBIDDEN: refusal(
    'El documento XML tiene una declaración de tipo (DOCTYPE), que un XML firmado no debe tener; quítela',
    'XML_DOCTYPE_FORBIDDEN',
  ),
  XML_ENCODING_UNSUPPORTED: refusal(
    'La codificación del documento XML no se admite; envíelo en UTF-8',
    'XML_ENCODING_UNSUPPORTED',
  ),
  XML_STRUCTURE_INVALID: refusal(
    'El documento no es XML bien formado; los empaquetados «enveloping» y «detached» admiten archivos de toda clase',
    'XML_STRUCTURE_INVALID',
  ),
  XML_LIMIT_EXCEEDED: refusal('El documento XML supera lo que se puede leer sin riesgo', 'XML_LIMIT_EXCEEDED'),
  XML_CANONICALIZATION_FAILED: refusal(
    'El documento XML no tiene forma canónica, sin la cual no se puede firmar',
    'XML_CANONICALIZATION_FAILED',
  ),
  FILE_IS_NO_XML: ({ detail }) =>
    `El archivo no es XML; los empaquetados «enveloping» y «detached» admiten archivos de toda clase (${detail}).`,
  XML_UNFINISHED_SIGNATURE: () =>
    'El documento contiene una firma que nunca se terminó, y se daría siempre por roto. Termínela o quítela, o firme ' +
    'con el empaquetado «enveloping» o «detached». No se guardó nada.',
  XML_IS_SIGNATURE: ({ name }) => `El documento es una firma ${wouldBreak(name)}`,
  XML_SIGNED_AS_A_WHOLE: ({ name }) => `El documento lleva una firma que lo cubre entero ${wouldBreak(name)}`,
  NEW_SIGNATURE_WOULD_NOT_HOLD: ({ detail }) =>
    `La nueva firma no se sostendría en el documento terminado${because(detail)} ${UNCHANGED}`,
  EARLIER_SIGNATURE_WOULD_NOT_HOLD: ({ name, detail }) =>
    `La firma anterior ${name} ya no se sostendría${because(detail)} ${UNCHANGED}`,
  DOCUMENT_TAKES_TOO_MUCH_WORK: () =>
    'Leer el documento y comprobar sus firmas exige más trabajo del que puede costar un documento: contiene muchísimas partes o ' +
    'partes enredadas (campos, objetos, elementos, revisiones, certificados o firmas). No se ha guardado nada. Genere el documento ' +
    'de nuevo, por ejemplo imprimiendo un PDF en un archivo, o divídalo; o fírmelo como archivo cualquiera (CAdES, o XAdES con el ' +
    'empaquetado «detached»).',
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
    'Los archivos comprimidos del contenedor son demasiado grandes para el nivel LTA con XAdES; firme con containerSignature CAdES, o en el nivel LT.',
  GRACE_PERIOD_LASTS: ({ since, until }) => `El plazo de gracia tras ${since} dura hasta ${until}.`,
  EVIDENCE_TOO_LARGE: ({ format, size, most }) =>
    `Los datos de revocación ocupan ${size} MB, y una firma en ${format} se vuelve a leer con ${most} MB como máximo. Firme como PDF, en el nivel T o donde las autoridades respondan por OCSP.`,
  VALIDATION_DATA_TOO_MUCH_WORK: () => 'Encontrar los datos de revocación cuesta más trabajo del permitido.',
  SIGNATURE_CERTIFICATE_UNREADABLE: () => 'No se puede leer un certificado de la firma.',
  TIMESTAMP_CLIENT_SILENT: () => 'El proceso de sellos de tiempo no respondió; se está reiniciando.',
  TIMESTAMP_NOT_KEPT: () => 'No hay ningún sello de tiempo de estos bytes que se pueda usar de nuevo.',
};
