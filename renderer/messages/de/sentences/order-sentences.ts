import type { SentencesOf } from '../../sentence-texts.ts';
import type { orderSentences as english } from '../../../../service/contract/vocabulary/sentences/order-sentences.ts';

export const orderSentences: SentencesOf<typeof english> = {
  FILE_FIELD_MISSING: () => 'Das Feld file fehlt.',
  FILE_EMPTY: () => 'Die Datei ist leer.',
  FORMAT_TAKES_ONE_FILE: ({ format }) => `${format} nimmt eine Datei; mehrere nimmt nur ASiC_E.`,
  FILE_NAMES_EQUAL: () => 'Die Dateien eines Auftrags brauchen verschiedene Namen.',
  CONTAINER_TAKES_NO_FILES: () => 'Ein signierter Container nimmt eine weitere Signatur, aber keine weiteren Dateien.',
  OPERATION_TAKES_TWO_FILES: ({ operation }) =>
    `Die Operation ${operation} nimmt die signierte Datei und, wo die Signatur daneben liegt, das Signierte.`,
  STAMP_FOR_PADES: () => 'visibleSignature, signatureNote, signaturePage und signatureImage gibt es nur für PAdES.',
  FIELD_FOR_PADES: () => 'signatureField und certification gibt es nur für PAdES.',
  PAGE_BESIDE_FIELD: () => 'signaturePage passt nicht zu einem vorhandenen Feld, das seinen eigenen Platz hat.',
  FORMAT_WITHOUT_OPERATION: ({ format, operation }) => `${format} kennt die Operation ${operation} nicht.`,
  TARGET_FOR_COUNTERSIGN: () => 'targetSignature gibt es nur für die Operation countersign.',
  OPERATION_WITHOUT_PACKAGING: ({ operation }) =>
    `Die Operation ${operation} nimmt keine Verpackung: Sie bleibt, wie sie in der Datei ist.`,
  COUNTERSIGN_LEVEL_B: () => 'Gegensignaturen werden auf Stufe B erstellt.',
  FORMAT_WITHOUT_PACKAGING: ({ format, packaging }) => `${format} kennt die Verpackung ${packaging} nicht.`,
  CONTAINER_SIGNATURE_FOR_ASIC: () => 'containerSignature gibt es nur für ASiC_S und ASiC_E.',
  OPERATION_WITHOUT_CONTAINER_SIGNATURE: ({ operation }) =>
    `Die Operation ${operation} nimmt kein containerSignature: Die Signatur ist von der Art, die der Container hat.`,
  STAMP_OPTIONS_FOR_PADES: () => 'signatureRect, signatureAnchor und stampTemplate gibt es nur für PAdES.',
  STAMP_PLACE_TWICE: () => 'signatureRect und signatureAnchor sagen beide, wo: Senden Sie nur eines.',
  PAGE_BESIDE_STAMP_PLACE: () => 'signaturePage passt nicht zu einem Stempel, dessen Platz anders angegeben ist.',
  STAMP_PLACE_BESIDE_FIELD: () =>
    'signatureRect und signatureAnchor passen nicht zu einem vorhandenen Feld, das seinen Platz hat.',
  STAMP_SHOWS_NOTHING: () =>
    'Der Stempel würde nichts zeigen: Er besteht aus einer Notiz oder einem Bild, die nicht gesendet wurden.',
  STAMP_RECT_MALFORMED: () =>
    'signatureRect muss page,x,y,width,height sein: eine Seitenzahl oder last, dann Punkte wie 72.5, keiner unter 0.',
  STAMP_ANCHOR_BLANK: () => 'signatureAnchor darf nicht leer sein.',
  STAMP_TEMPLATE_NO_JSON: () => 'stampTemplate muss JSON sein.',
  FIELD_MISSING: ({ field }) => `Das Feld ${field} fehlt.`,
  FIELD_NOT_ONCE: ({ field }) => `Das Feld ${field} muss einmal und als reiner Text gesendet werden.`,
  FIELD_CHARACTERS_FORBIDDEN: ({ field }) => `Das Feld ${field} enthält Zeichen, die nicht erlaubt sind.`,
  FIELD_TOO_LARGE: ({ field, bytes }) => `Das Feld ${field} ist größer als die erlaubten ${bytes} Byte.`,
  FILES_TOO_LARGE: ({ bytes }) => `Die Dateien sind zusammen größer als die erlaubten ${bytes} Byte.`,
  UPLOAD_TOO_LARGE: ({ bytes }) => `Die Sendung ist größer als die erlaubten ${bytes} Byte.`,
  BODY_TOO_LARGE: ({ bytes }) => `Die Anfrage ist größer als die erlaubten ${bytes} Byte.`,
  IMAGE_KIND_UNKNOWN: () => 'signatureImage muss ein Bild als PNG oder JPEG sein.',
  IMAGE_TOO_MANY_PIXELS: () => 'signatureImage darf höchstens 10.000 Pixel je Seite und 25 Millionen insgesamt haben.',
  IDEMPOTENCY_KEY_OF_OTHER_KIND: () => 'Der Idempotency-Key wurde für einen Auftrag anderer Art verwendet.',
  FORMAT_NOT_MADE_HERE: ({ format }) => `Diese Station kann keine Signaturen im Format ${format} erstellen.`,
  FORMAT_NOT_RAISED_HERE: ({ format }) => `Diese Station kann Signaturen im Format ${format} nicht anheben.`,
  ASIC_S_ONE_DOCUMENT: () => 'ASiC-S enthält ein Dokument; nehmen Sie ASiC_E für mehrere.',
  CONTAINER_TOO_MANY_DOCUMENTS: () => 'Das sind zu viele Dokumente für einen Container.',
  XADES_WITHOUT_PACKAGING: ({ packaging }) => `XAdES kennt die Verpackung ${packaging} nicht.`,
};
