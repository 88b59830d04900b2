import type { SentencesOf } from '../../sentence-texts.ts';
import type { storedSentences as english } from '../../../../service/contract/vocabulary/sentences/stored-sentences.ts';
import { statusName, waitName } from '../../sentence-words.ts';

export const storedSentences: SentencesOf<typeof english> = {
  REQUEST_UNKNOWN: () => 'Es gibt keinen Signaturauftrag mit dieser Kennung.',
  REQUEST_WITHOUT_DOCUMENT: ({ number }) => `Der Auftrag hat kein Dokument ${number}.`,
  DOCUMENT_DELETED: () => 'Das Dokument wurde nach Ablauf seiner Aufbewahrungsfrist gelöscht.',
  DOCUMENT_MISSING: () => 'Das Dokument fehlt im Speicher.',
  DOCUMENT_NOT_ACCEPTED_ONE: () =>
    'Das gespeicherte Dokument ist nicht das angenommene: Sein SHA-256 weicht vom vermerkten ab.',
  DOCUMENT_NOT_RECEIVED_ONE: () => 'Das gespeicherte Dokument ist nicht das empfangene; senden Sie es noch einmal.',
  DOCUMENT_NO_LONGER_STORED: () => 'Das Dokument ist nicht mehr gespeichert: Senden Sie es noch einmal.',
  INPUT_GONE: () => 'Das Ausgangsdokument ist nicht mehr im Speicher.',
  OUTPUT_NOT_YET: ({ status }) => `Der Auftrag hat den Zustand „${statusName(status)}“; es gibt kein Ergebnis.`,
  OUTPUT_DELETED: () => 'Die signierte Datei wurde nach Ablauf ihrer Aufbewahrungsfrist gelöscht.',
  OUTPUT_MISSING: () => 'Die signierte Datei fehlt im Speicher.',
  OUTPUT_NOT_SIGNED_ONE: () => 'Die gespeicherte Datei ist nicht die signierte: Ihr SHA-256 weicht vom vermerkten ab.',
  OUTPUT_NOT_SIGNED_ONE_OF: ({ id }) =>
    `Die gespeicherte Datei des Auftrags ${id} ist nicht die signierte: Ihr SHA-256 weicht vom vermerkten ab.`,
  OUTPUT_NOT_RECORDED_ONE: () => 'Die gespeicherte Datei ist nicht die vermerkte.',
  STAGED_SIGNATURE_GONE: () => 'Die aufbewahrte Signatur ist nicht mehr im Speicher.',
  NOT_CANCELLABLE: ({ status }) =>
    `Der Auftrag hat den Zustand „${statusName(status)}“ und kann nicht mehr abgebrochen werden.`,
  RETRY_COMPLETED: () => 'Der Auftrag ist abgeschlossen: Es gibt nichts zu wiederholen.',
  RETRY_NOT_FAILED: ({ status }) =>
    `Der Auftrag hat den Zustand „${statusName(status)}“; wiederholt werden kann nur, was fehlgeschlagen ist.`,
  RETRIED_AND_COMPLETED: ({ id }) => `Der Auftrag wurde wiederholt, und ${id} ist abgeschlossen.`,
  RETRIED_ALREADY: ({ id, status }) => `Der Auftrag wird schon wiederholt: ${id} („${statusName(status)}“).`,
  RENEWAL_LEVEL_LOWER: ({ present, wanted }) =>
    `Die Signatur hat die Stufe ${present}; sie wird nicht auf ${wanted} gebracht.`,
  RENEWAL_DOCUMENT_GONE: () =>
    'Das Dokument, über dem die Signatur liegt, ist nicht mehr gespeichert: Senden Sie beide zum Anheben.',
  RENEWAL_FILE_GONE: () => 'Die Datei ist nicht mehr gespeichert.',
  RENEWAL_UNDER_WAY: ({ id }) => `Die Signatur wird gerade erneuert: ${id} ist nicht zu Ende.`,
  REQUEST_ARCHIVED: ({ id }) =>
    `Der Idempotency-Key wurde für ${id} verwendet; dieser Auftrag endete vor langer Zeit und liegt im Archiv.`,
  BATCH_UNKNOWN: () => 'Es gibt keinen Stapel mit dieser Kennung.',
  BATCH_REQUEST_UNKNOWN: () => 'Einen Auftrag des Stapels gibt es nicht.',
  BATCH_WITHOUT_SIGNED: () => 'Kein Dokument des Stapels hat eine signierte Datei.',
  APPROVAL_REFUSED_BY_PERSON: () => 'Jemand an der Station hat es abgelehnt, das Dokument zu signieren.',
  APPROVAL_NOT_IN_TIME: () =>
    'Niemand an der Station hat das Dokument rechtzeitig freigegeben (Approvals:ExpireAfter).',
  APPROVAL_NEEDED: () => 'Jemand an der Station muss das Dokument ansehen und freigeben.',
  APPROVED_DOCUMENT_OTHER: () => 'Das gespeicherte Dokument ist nicht das freigegebene.',
  APPROVAL_NOT_WAITED_FOR: ({ id, status }) =>
    `Der Auftrag ${id} hat den Zustand „${statusName(status)}“ und wartet auf keine Freigabe.`,
  APPROVAL_BY_OWN_KEY: () => 'Der API-Schlüssel, mit dem ein Dokument kam, kann es nicht freigeben.',
  SHOWN_IS_OTHER: ({ id }) => `Gezeigt wurde nicht das, was ${id} signieren würde.`,
  SHOWN_NOT_WHOLE: ({ id }) => `Von ${id} wurde vor der Freigabe nicht alles gezeigt.`,
  WAIT_TOO_LONG: ({ waitReason }) =>
    `Worauf das Dokument wartete, kam nicht rechtzeitig: ${waitName(waitReason)} (Signing:MaxWait).`,
};
