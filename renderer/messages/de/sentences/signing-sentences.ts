import type { SentencesOf } from '../../sentence-texts.ts';
import type { signingSentences as english } from '../../../../service/contract/vocabulary/sentences/signing-sentences.ts';

const UNCHANGED = 'Nichts wurde gespeichert; das Dokument ist, wie es war.';
/** A refusal of a document with its code and what exactly was found. */
const refusal =
  (words: string, code: string) =>
  ({ detail }: { detail: string }): string =>
    `${words} (${code}: ${detail}).`;
const because = (detail: string): string => (detail === '' ? '.' : ` (${detail}).`);
const wouldBreak = (name: string): string =>
  `(${name}); eine weitere eingebettete Signatur („enveloped“) würde diese brechen. Signieren Sie gegen („countersign“), ` +
  'oder mit der Verpackung „enveloping“ oder „detached“, oder in einem Container (ASiC). Nichts wurde gespeichert.';

export const signingSentences: SentencesOf<typeof english> = {
  PDF_HEADER_MISSING: refusal('Die Datei ist kein PDF', 'PDF_HEADER_MISSING'),
  PDF_STRUCTURE_INVALID: refusal(
    'Das PDF ist beschädigt und wird nicht repariert, weil das das Dokument verändern würde',
    'PDF_STRUCTURE_INVALID',
  ),
  PDF_STRUCTURE_AMBIGUOUS: refusal(
    'Das PDF ist so beschädigt, dass Programme, die es reparieren, eine andere Seite zeigen können als andere',
    'PDF_STRUCTURE_AMBIGUOUS',
  ),
  PDF_BYTES_UNACCOUNTED: refusal(
    'Das PDF hat fremde Bytes vor seinem Anfang oder nach seinem Ende',
    'PDF_BYTES_UNACCOUNTED',
  ),
  PDF_ENCRYPTED: refusal(
    'Das PDF ist so verschlüsselt, dass die Station es nicht öffnen kann; entfernen Sie den Schutz und senden Sie es noch einmal',
    'PDF_ENCRYPTED',
  ),
  PDF_PERMISSION_DENIED: refusal(
    'Das PDF ist von seinem Eigentümer gegen Änderungen geschützt',
    'PDF_PERMISSION_DENIED',
  ),
  PDF_LIMIT_EXCEEDED: refusal('Das PDF überschreitet, was gefahrlos gelesen werden kann', 'PDF_LIMIT_EXCEEDED'),
  PDF_FILTER_UNSUPPORTED: refusal(
    'Das PDF verwendet eine Kompression, die nicht unterstützt wird',
    'PDF_FILTER_UNSUPPORTED',
  ),
  PDF_PAGE_NOT_FOUND: refusal('Das PDF hat die gewünschte Seite nicht', 'PDF_PAGE_NOT_FOUND'),
  PDF_NO_ROOM_FOR_STAMP: refusal(
    'Die Seite hat keinen freien Platz, der für einen lesbaren Stempel reicht',
    'PDF_NO_ROOM_FOR_STAMP',
  ),
  PDF_STAMP_OUTSIDE_PAGE: refusal(
    'Der gewünschte Platz des Stempels liegt nicht innerhalb der Seite',
    'PDF_STAMP_OUTSIDE_PAGE',
  ),
  PDF_STAMP_OVER_FIELD: refusal(
    'Der gewünschte Platz des Stempels liegt über einem Formularfeld',
    'PDF_STAMP_OVER_FIELD',
  ),
  PDF_STAMP_OVER_STAMP: refusal(
    'Der gewünschte Platz des Stempels liegt über dem Stempel einer früheren Signatur',
    'PDF_STAMP_OVER_STAMP',
  ),
  PDF_STAMP_HIDES_SIGNED: refusal(
    'Der Stempel würde verdecken, was frühere Signaturen abdecken',
    'PDF_STAMP_HIDES_SIGNED',
  ),
  PDF_STAMP_TOO_SMALL: refusal(
    'Was der Stempel sagt, ist in der gewünschten Größe nicht lesbar',
    'PDF_STAMP_TOO_SMALL',
  ),
  PDF_ANCHOR_NOT_FOUND: refusal(
    'Der Text, neben dem der Stempel stehen soll, kommt im Dokument nicht vor',
    'PDF_ANCHOR_NOT_FOUND',
  ),
  PDF_STAMP_IMAGE_INVALID: refusal('Das Bild für den Stempel ist nicht brauchbar', 'PDF_STAMP_IMAGE_INVALID'),
  PDF_SIGNING_FORBIDDEN: refusal('Eine frühere Signatur im PDF verbietet weitere Signaturen', 'PDF_SIGNING_FORBIDDEN'),
  PDF_FIELD_NOT_FOUND: refusal('Das PDF hat kein leeres Signaturfeld mit dem gewünschten Namen', 'PDF_FIELD_NOT_FOUND'),
  PDF_FIELD_UNUSABLE: refusal('Das gewünschte Signaturfeld kann nicht signiert werden', 'PDF_FIELD_UNUSABLE'),
  PDF_SEED_VALUE_UNMET: refusal(
    'Wer das Dokument erstellt hat, hat das gewünschte Signaturfeld an eine andere Art von Signatur gebunden',
    'PDF_SEED_VALUE_UNMET',
  ),
  PDF_CERTIFICATION_LATE: refusal(
    'Das PDF ist schon signiert und kann deshalb nicht mehr zertifiziert werden',
    'PDF_CERTIFICATION_LATE',
  ),
  PDF_CONTENTS_TOO_SMALL: refusal(
    'Die Signatur ist größer als der Platz, der für sie reserviert ist',
    'PDF_CONTENTS_TOO_SMALL',
  ),
  PDF_FILE_TOO_LARGE: refusal('Das PDF ist zu groß für seine Art von Querverweistabelle', 'PDF_FILE_TOO_LARGE'),
  XML_DOCTYPE_FORBIDDEN: refusal(
    'Das XML-Dokument hat eine Dokumenttypdeklaration (DOCTYPE), die signiertes XML nicht haben darf; entfernen Sie sie',
    'XML_DOCTYPE_FORBIDDEN',
  ),
  XML_ENCODING_UNSUPPORTED: refusal(
    'Die Kodierung des XML-Dokuments wird nicht unterstützt; senden Sie es in UTF-8',
    'XML_ENCODING_UNSUPPORTED',
  ),
  XML_STRUCTURE_INVALID: refusal(
    'Das Dokument ist kein wohlgeformtes XML; die Verpackungen „enveloping“ und „detached“ nehmen Dateien jeder Art',
    'XML_STRUCTURE_INVALID',
  ),
  XML_LIMIT_EXCEEDED: refusal(
    'Das XML-Dokument überschreitet, was gefahrlos gelesen werden kann',
    'XML_LIMIT_EXCEEDED',
  ),
  XML_CANONICALIZATION_FAILED: refusal(
    'Das XML-Dokument hat keine kanonische Form, ohne die es nicht signiert werden kann',
    'XML_CANONICALIZATION_FAILED',
  ),
  FILE_IS_NO_XML: ({ detail }) =>
    `Die Datei ist kein XML; die Verpackungen „enveloping“ und „detached“ nehmen Dateien jeder Art (${detail}).`,
  XML_UNFINISHED_SIGNATURE: () =>
    'Das Dokument enthält eine nie beendete Signatur und würde für immer als gebrochen gelten. Beenden oder entfernen ' +
    'Sie sie, oder signieren Sie mit der Verpackung „enveloping“ oder „detached“. Nichts wurde gespeichert.',
  XML_IS_SIGNATURE: ({ name }) => `Das Dokument ist eine Signatur ${wouldBreak(name)}`,
  XML_SIGNED_AS_A_WHOLE: ({ name }) => `Das Dokument trägt eine Signatur über sein Ganzes ${wouldBreak(name)}`,
  NEW_SIGNATURE_WOULD_NOT_HOLD: ({ detail }) =>
    `Die neue Signatur würde im fertigen Dokument nicht halten${because(detail)} ${UNCHANGED}`,
  EARLIER_SIGNATURE_WOULD_NOT_HOLD: ({ name, detail }) =>
    `Die frühere Signatur ${name} würde nicht mehr halten${because(detail)} ${UNCHANGED}`,
  DOCUMENT_TAKES_TOO_MUCH_WORK: () =>
    'Das Dokument zu lesen und seine Signaturen zu prüfen kostet mehr Arbeit, als ein Dokument kosten darf: Es enthält ' +
    'außerordentlich viele oder verflochtene Teile (Felder, Objekte, Elemente, Revisionen, Zertifikate oder Signaturen). Nichts ' +
    'wurde gespeichert. Erzeugen Sie das Dokument neu, ein PDF zum Beispiel durch Drucken in eine Datei, oder teilen Sie es; oder ' +
    'signieren Sie es als beliebige Datei (CAdES, oder XAdES mit der Verpackung „detached“).',
  WORKER_DIED_TOO_OFTEN: () => 'Der Signierprozess ist an diesem Dokument zu oft gestorben.',
  DOCUMENT_CHANGED_MEANWHILE: () => 'Das Dokument hat sich geändert, während es signiert wurde.',
  LEVEL_NOT_MADE: ({ format, levels }) =>
    `Diese Version der Station erstellt Signaturen im Format ${format} nur auf Stufe ${levels}.`,
  FORMAT_NOT_SIGNED: ({ format }) => `Diese Version der Station kann ${format} nicht signieren.`,
  SIGNATURE_FITS_NO_CERTIFICATE: ({ faults }) =>
    `Die fertige Signatur passt nicht zum gewählten Zertifikat (${faults}); nichts wurde gespeichert.`,
  TARGET_SIGNATURE_UNNAMED: ({ names }) =>
    `In der Datei sind mehrere Signaturen: targetSignature ist eine von ${names}, wie der Prüfbericht sie nennt.`,
  TARGET_SIGNATURE_UNKNOWN: ({ names }) =>
    `Keine Signatur der Datei heißt allein so: targetSignature ist eine von ${names}, wie der Prüfbericht sie nennt.`,
  RAISED_CONTAINER_WOULD_NOT_HOLD: () =>
    'Eine Signatur würde im angehobenen Container nicht mehr halten. Nichts wurde gespeichert.',
  RAISED_DOCUMENT_WOULD_NOT_HOLD: ({ name }) =>
    `Die Signatur ${name} würde im angehobenen Dokument nicht mehr halten. Nichts wurde gespeichert.`,
  CONTAINER_FILES_TOO_LARGE: () =>
    'Für die Stufe LTA mit XAdES sind die komprimierten Dateien des Containers zu groß; signieren Sie mit containerSignature CAdES oder auf Stufe LT.',
  GRACE_PERIOD_LASTS: ({ since, until }) => `Die Wartefrist nach ${since} dauert bis ${until}.`,
  EVIDENCE_TOO_LARGE: ({ format, size, most }) =>
    `Die Sperrnachweise umfassen ${size} MB, und eine Signatur in ${format} wird mit höchstens ${most} MB davon wieder gelesen. Signieren Sie als PDF, auf Stufe T oder wo die Zertifizierungsstellen über OCSP antworten.`,
  VALIDATION_DATA_TOO_MUCH_WORK: () => 'Die Sperrnachweise zu finden kostet mehr Arbeit als erlaubt.',
  SIGNATURE_CERTIFICATE_UNREADABLE: () => 'Ein Zertifikat der Signatur kann nicht gelesen werden.',
  TIMESTAMP_CLIENT_SILENT: () => 'Der Prozess für Zeitstempel hat nicht geantwortet; er wird neu gestartet.',
  TIMESTAMP_NOT_KEPT: () => 'Für diese Bytes gibt es keinen Zeitstempel, der noch einmal verwendet werden kann.',
};
