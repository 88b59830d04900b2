import type { SentencesOf } from '../../sentence-texts.ts';
import type { accessSentences as english } from '../../../../service/contract/vocabulary/sentences/access-sentences.ts';

export const accessSentences: SentencesOf<typeof english> = {
  API_KEY_NEEDED: () =>
    'Senden Sie einen gültigen API-Schlüssel als `Authorization: ApiKey <key>` oder `X-Api-Key: <key>`.',
  API_KEY_NOT_IN_FORCE: () =>
    'Der gesendete API-Schlüssel ist unbekannt oder wurde widerrufen. Diese Station braucht keinen: Senden Sie einen gültigen oder gar keinen.',
  API_KEY_OF_OTHER_TENANT: () => 'Der API-Schlüssel gehört zu einem anderen Mandanten.',
  API_KEY_WITHOUT_PERMISSION: ({ permission }) => `Dem API-Schlüssel fehlt das Recht ${permission}.`,
  API_KEY_UNKNOWN: () => 'Es gibt keinen gültigen API-Schlüssel mit dieser Kennung.',
  DECIDED_AT_STATION: () =>
    'Das entscheidet jemand auf der Seite zur Freigabe, geöffnet auf diesem Rechner oder über TLS.',
  OTHER_USER_OF_MACHINE: () => 'Anfragen anderer Benutzer dieses Rechners werden abgelehnt.',
  NOTHING_AT_ADDRESS: () => 'Unter dieser Adresse gibt es nichts.',
  PROVIDER_UNKNOWN: () => 'Es gibt keinen Anbieter von Schlüsseln mit dieser Kennung.',
  CERTIFICATE_UNKNOWN: () => 'Kein Anbieter zeigt ein Zertifikat mit dieser Kennung.',
  PROCESS_UNKNOWN: () => 'Diese Station hat keinen Prozess dieses Namens.',
  DISK_FULL: () => 'Auf dem Datenträger der Station ist kein Platz mehr.',
  TOO_MANY_FILES_OPEN: () => 'Die Station hat zu viele Dateien offen; versuchen Sie es gleich noch einmal.',
  REQUEST_UNREADABLE: () => 'Die Anfrage kann nicht gelesen werden.',
  TOO_MANY_UPLOADS: () => 'Zu viele Sendungen laufen gleichzeitig; versuchen Sie es gleich noch einmal.',
  TOO_MANY_VERIFIED_AT_ONCE: () =>
    'Zu viele Dokumente werden gleichzeitig geprüft; versuchen Sie es gleich noch einmal.',
  TOO_MANY_WAIT_FOR_VERIFIER: () => 'Es warten schon zu viele Dokumente auf ihre Prüfung.',
  TOO_MANY_EVENT_STREAMS: () => 'Zu viele Ereignisströme sind offen.',
  DATABASE_UNREACHABLE: () => 'Die Datenbank ist nicht erreichbar.',
  DISK_REFUSED: () => 'Der Datenträger hat Geschriebenes nicht behalten. Die Station endet.',
  DATABASE_DAMAGED: () =>
    'Die Datenbank ist beschädigt. Die Station endet. Bewahren Sie eine Kopie von station.db und den Dateien daneben auf, und legen Sie dann eine Sicherung von allen zurück, wie docs/operating.md es sagt.',
  PROCESS_GONE: () => 'Der befragte Prozess ist nicht mehr da; er wird neu gestartet.',
  PROCESS_SILENT: () => 'Der befragte Prozess hat nicht rechtzeitig geantwortet.',
  FILE_OPERATION_REFUSED: ({ code }) => `Der Rechner hat einen Dateizugriff verweigert (${code}).`,
  FAILED_UNEXPECTEDLY: () => 'Das ist unerwartet fehlgeschlagen.',
  PROGRAM_FILES_UNREADABLE: () =>
    'Die Dateien des Programms konnten nicht gelesen werden; starten Sie die Station neu.',
};
