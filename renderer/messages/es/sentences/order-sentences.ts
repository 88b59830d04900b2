import type { SentencesOf } from '../../sentence-texts.ts';
import type { orderSentences as english } from '../../../../service/contract/vocabulary/sentences/order-sentences.ts';

export const orderSentences: SentencesOf<typeof english> = {
  FILE_FIELD_MISSING: () => 'Falta el campo file.',
  FILE_EMPTY: () => 'El archivo está vacío.',
  FORMAT_TAKES_ONE_FILE: ({ format }) => `${format} admite un solo archivo; solo ASiC_E admite varios.`,
  FILE_NAMES_EQUAL: () => 'Los archivos de una solicitud necesitan nombres distintos.',
  CONTAINER_TAKES_NO_FILES: () => 'Un contenedor firmado admite otra firma, pero no más archivos.',
  OPERATION_TAKES_TWO_FILES: ({ operation }) =>
    `La operación ${operation} toma el archivo firmado y, si la firma va aparte, aquello que firma.`,
  STAMP_FOR_PADES: () => 'visibleSignature, signatureNote, signaturePage y signatureImage son solo para PAdES.',
  FIELD_FOR_PADES: () => 'signatureField y certification son solo para PAdES.',
  PAGE_BESIDE_FIELD: () => 'signaturePage no va con un campo existente, que tiene su propio lugar.',
  FORMAT_WITHOUT_OPERATION: ({ format, operation }) => `${format} no admite la operación ${operation}.`,
  TARGET_FOR_COUNTERSIGN: () => 'targetSignature es solo para la operación countersign.',
  OPERATION_WITHOUT_PACKAGING: ({ operation }) =>
    `La operación ${operation} no admite empaquetado: queda como está en el archivo.`,
  COUNTERSIGN_LEVEL_B: () => 'Las contrafirmas se hacen en el nivel B.',
  FORMAT_WITHOUT_PACKAGING: ({ format, packaging }) => `${format} no admite el empaquetado ${packaging}.`,
  CONTAINER_SIGNATURE_FOR_ASIC: () => 'containerSignature es solo para ASiC_S y ASiC_E.',
  OPERATION_WITHOUT_CONTAINER_SIGNATURE: ({ operation }) =>
    `La operación ${operation} no admite containerSignature: la firma es de la clase que tiene el contenedor.`,
  STAMP_OPTIONS_FOR_PADES: () => 'signatureRect, signatureAnchor y stampTemplate son solo para PAdES.',
  STAMP_PLACE_TWICE: () => 'signatureRect y signatureAnchor dicen ambos dónde: envíe uno.',
  PAGE_BESIDE_STAMP_PLACE: () => 'signaturePage no va con un sello cuyo lugar se dice de otro modo.',
  STAMP_PLACE_BESIDE_FIELD: () => 'signatureRect y signatureAnchor no van con un campo existente, que tiene su lugar.',
  STAMP_SHOWS_NOTHING: () => 'El sello no mostraría nada: sus partes son una nota o una imagen que no se enviaron.',
  STAMP_RECT_MALFORMED: () =>
    'signatureRect debe ser page,x,y,width,height: un número de página o last, luego puntos como 72.5, ninguno bajo 0.',
  STAMP_ANCHOR_BLANK: () => 'signatureAnchor no debe estar vacío.',
  STAMP_TEMPLATE_NO_JSON: () => 'stampTemplate debe ser JSON.',
  FIELD_MISSING: ({ field }) => `Falta el campo ${field}.`,
  FIELD_NOT_ONCE: ({ field }) => `El campo ${field} debe enviarse una vez, como texto simple.`,
  FIELD_CHARACTERS_FORBIDDEN: ({ field }) => `El campo ${field} contiene caracteres no permitidos.`,
  FIELD_TOO_LARGE: ({ field, bytes }) => `El campo ${field} supera los ${bytes} bytes permitidos.`,
  FILES_TOO_LARGE: ({ bytes }) => `Los archivos superan juntos los ${bytes} bytes permitidos.`,
  UPLOAD_TOO_LARGE: ({ bytes }) => `El envío supera los ${bytes} bytes permitidos.`,
  BODY_TOO_LARGE: ({ bytes }) => `La petición supera los ${bytes} bytes permitidos.`,
  IMAGE_KIND_UNKNOWN: () => 'signatureImage debe ser una imagen PNG o JPEG.',
  IMAGE_TOO_MANY_PIXELS: () => 'signatureImage puede tener 10 000 píxeles por lado y 25 millones en total, como mucho.',
  IDEMPOTENCY_KEY_OF_OTHER_KIND: () => 'La Idempotency-Key se usó para una solicitud de otra clase.',
  FORMAT_NOT_MADE_HERE: ({ format }) => `Esta estación no puede hacer firmas ${format}.`,
  FORMAT_NOT_RAISED_HERE: ({ format }) => `Esta estación no puede elevar firmas ${format}.`,
  ASIC_S_ONE_DOCUMENT: () => 'ASiC-S contiene un documento; use ASiC_E para varios.',
  CONTAINER_TOO_MANY_DOCUMENTS: () => 'Hay demasiados documentos para un contenedor.',
  XADES_WITHOUT_PACKAGING: ({ packaging }) => `XAdES no tiene el empaquetado ${packaging}.`,
};
