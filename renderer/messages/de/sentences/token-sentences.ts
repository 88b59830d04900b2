import type { SentencesOf } from '../../sentence-texts.ts';
import type { tokenSentences as english } from '../../../../service/contract/vocabulary/sentences/token-sentences.ts';
import { deviceSentences } from './device-sentences.ts';

interface Permitted {
  readonly provider: string;
}
const orPermit = ({ provider }: Permitted): string =>
  provider === '' ? '' : `, oder erlauben Sie einen Versuch mit „token unlock-guard --provider ${provider}“`;
const refusedPin =
  (words: string) =>
  (permitted: Permitted): string =>
    `${words} Sie wird erst wieder versucht, wenn die PIN in der Konfiguration geändert ist${orPermit(permitted)}.`;
const takeOut = (permitted: Permitted): string =>
  `Gefragt wird erst wieder, wenn das Token herausgenommen und wieder eingesteckt wurde${orPermit(permitted)}.`;

export const tokenSentences: SentencesOf<typeof english> = {
  ...deviceSentences,
  PROVIDER_TYPE_NOT_CONFIGURED: ({ type }) => `Es ist kein Anbieter der Art ${type} eingerichtet.`,
  PROVIDER_TYPE_UNAVAILABLE: ({ type }) => `Der Anbieter ${type} ist jetzt nicht verfügbar.`,
  PROVIDER_NOT_CONFIGURED: () => 'Der Anbieter ist nicht eingerichtet.',
  PROVIDER_WITHOUT_MODULE: () => 'Kein Modul bedient den Anbieter.',
  THUMBPRINT_MALFORMED: () =>
    'certificateThumbprint ist kein Fingerabdruck (SHA-1 oder SHA-256) in Hexadezimalziffern.',
  CERTIFICATE_NOT_SHOWN_BY: ({ type }) =>
    `Kein Anbieter der Art ${type} zeigt ein Zertifikat mit diesem Fingerabdruck.`,
  CERTIFICATE_NOT_SHOWN: () => 'Kein Anbieter zeigt ein Zertifikat mit diesem Fingerabdruck.',
  CERTIFICATE_VALID_ONLY: ({ from, to }) => `Das Zertifikat gilt nur von ${from} bis ${to}.`,
  CERTIFICATES_SEVERAL: ({ count, type }) =>
    `Bei Anbietern der Art ${type} gibt es ${count} Zertifikate zum Signieren: Nennen Sie eines mit seinem Fingerabdruck.`,
  CERTIFICATE_NOT_ON_PROVIDER: ({ thumbprint }) => `Das Zertifikat ${thumbprint} wurde beim Anbieter nicht gefunden.`,
  CERTIFICATE_NONE_ON_PROVIDER: () => 'Beim Anbieter wurde kein Zertifikat zum Signieren gefunden.',
  DEVICE_BUSY: () => 'Das Gerät ist beschäftigt oder antwortet nicht.',
  TOKEN_HOST_STARTING: () => 'Der Prozess mit den Schlüsseln wird gerade gestartet.',
  TOKEN_HOST_UNHEARD: () => 'Der Prozess mit den Schlüsseln wird gerade gestartet oder antwortet jetzt nicht.',
  TOKEN_HOST_RESTARTING: () => 'Der Prozess mit den Schlüsseln wird gerade neu gestartet.',
  STATIONS_SEVERAL: ({ type }) =>
    `Mehrere Stationen haben Anbieter der Art ${type}: Nennen Sie das Zertifikat mit seinem Fingerabdruck.`,
  KEY_ELSEWHERE: () => 'Der Schlüssel ist an einer anderen Station, die den Auftrag übernimmt.',
  KEY_NOWHERE: () =>
    'Keine laufende Station zeigt das Zertifikat: Stecken Sie das Token ein, oder starten Sie die Station, die es hat.',
  KEY_NOT_SHOWN_NOW: ({ type }) =>
    `Kein Anbieter der Art ${type} zeigt jetzt ein Zertifikat zum Signieren, und mehrere Stationen könnten den Auftrag ` +
    'übernehmen: Stecken Sie das Token ein, oder nennen Sie das Zertifikat (certificateThumbprint).',
  PIN_NOT_ENTERED_FOR_DOCUMENT: () => 'Für dieses Dokument wurde die PIN nicht eingegeben.',
  PIN_FOR_OTHER_DOCUMENTS: () => 'Jetzt warten andere Dokumente auf die PIN: Sehen Sie sie noch einmal an.',
  PIN_REFUSED_NOT_TRIED: () => 'Das Token hat diese PIN schon abgelehnt. Sie wurde nicht noch einmal versucht.',
  PIN_NOT_HANDED_OVER: () => 'Die PIN konnte nicht übergeben werden.',
  PIN_LOCKED: () => 'Die PIN ist gesperrt: Entsperren Sie sie mit der PUK in der Software des Tokens.',
  PIN_LAST_TRY: () =>
    'Es bleibt nur ein Versuch für die PIN: Melden Sie sich einmal mit der Software des Tokens an, dann signieren Sie noch einmal.',
  PIN_WRONG_BEFORE: (permitted) =>
    `Zuvor wurde eine falsche PIN eingegeben: Melden Sie sich einmal mit der Software des Tokens an${orPermit(permitted)}; dann signieren Sie noch einmal.`,
  PIN_ON_READER_NEEDS_PERSON: () =>
    'Die PIN dieses Tokens wird am Leser eingegeben, wo jemand sein muss: Richten Sie es als Anbieter SmartCard ein.',
  PIN_ENTERED_BY_PERSON: () => 'Die PIN des Tokens gibt ein Mensch ein, der danach gefragt wird.',
  PIN_NOT_CONFIGURED: () => 'Die PIN des Tokens ist nicht eingerichtet.',
  PIN_UNREADABLE: ({ secret }) =>
    `Das Geheimnis ${secret} ist nicht lesbar: Geben Sie dem Benutzer, unter dem die Station läuft, das Recht, seine Datei zu lesen, und legen Sie darin nichts als das Geheimnis ab.`,
  PIN_EMPTY: () => 'Die eingerichtete PIN ist leer: Schreiben Sie die PIN in ihr Geheimnis.',
  PIN_TOO_SHORT: ({ min }) => `Die eingerichtete PIN ist zu kurz für das Token; es verlangt mindestens ${min} Zeichen.`,
  PIN_TOO_LONG: ({ max }) => `Die eingerichtete PIN ist zu lang für das Token; es nimmt höchstens ${max} Zeichen.`,
  PIN_OF_OTHER_PROVIDER: () =>
    'Ein anderer Anbieter ist an diesem Token mit einer anderen PIN angemeldet als der hier eingerichteten: Geben Sie beiden dieselbe PIN.',
  PIN_OUTCOME_UNKNOWN: refusedPin(
    'Anmeldungen mit dieser PIN brachen ab, bevor ihr Ergebnis bekannt war; sie kann richtig oder falsch sein.',
  ),
  PIN_SAID_LOCKED: refusedPin(
    'Das Token meldete, dass seine PIN gesperrt ist: Entsperren Sie sie zuerst mit der PUK in der Software des Tokens.',
  ),
  PIN_TO_CHANGE: refusedPin('Das Token will diese PIN geändert haben: Ändern Sie sie zuerst mit seiner Software.'),
  PIN_REFUSED_BEFORE: refusedPin('Das Token hat diese PIN schon abgelehnt.'),
  PIN_NOT_ENTERED_ON_READER: (permitted) => `Die PIN wurde am Leser nicht eingegeben. ${takeOut(permitted)}`,
  PIN_FAILED_ON_READER: ({ answer, ...permitted }) =>
    `Die Anmeldung am Leser ist fehlgeschlagen: falsche PIN, Abbruch oder Zeitablauf (${answer}). ${takeOut(permitted)}`,
  PIN_MEMORY_DAMAGED: ({ file }) =>
    `Das Gedächtnis des PIN-Schutzes ist nicht lesbar: Vergewissern Sie sich, dass die PIN stimmt, dann löschen Sie die Datei ${file}.`,
  PIN_MEMORY_NOT_KEPT: ({ folder }) =>
    `In ${folder}, wo festgehalten wird, welche PINs versucht wurden, lässt sich nichts schreiben: Sorgen Sie dafür, dass die Station dort schreiben darf und der Datenträger arbeitet. Bis dahin wird keine PIN versucht.`,
  CARD_OTHER_CERTIFICATE: () =>
    'Das gewünschte Zertifikat ist nicht auf dem eingesteckten Token: Im Leser ist eine andere Karte.',
  CARD_CERTIFICATE_REPLACED: () =>
    'Das Token hatte das gewünschte Zertifikat früher und hat es nicht mehr: Es wurde ersetzt. Nennen Sie das Zertifikat, das es jetzt hat.',
  CARD_UNNAMED: ({ name }) =>
    `Das Token zeigt vor der Anmeldung keine Zertifikate, und nichts sagt, dass es das des Anbieters ${name} ist: ` +
    'Setzen Sie dessen TokenSerial, damit die PIN an keine andere Karte geht.',
  CARD_OTHER_THAN_OPENED: ({ name }) =>
    `Im Leser ist eine andere Karte als die, die die PIN des Anbieters ${name} bisher geöffnet hat: ` +
    'Stecken Sie jene ein, oder nennen Sie das Zertifikat.',
  TOKEN_NOT_INSERTED: ({ name }) => `Für den Anbieter ${name} ist kein Token eingesteckt.`,
  TOKEN_NOT_AMONG: ({ name, count }) => `Das Token des Anbieters ${name} ist nicht unter den ${count} eingesteckten.`,
  TOKENS_SEVERAL: ({ name, count }) =>
    `${count} Tokens passen zum Anbieter ${name}: Entfernen Sie alle bis auf eines, oder nennen Sie eines mit seiner Seriennummer (TokenSerial).`,
  TOKEN_BUSY_LOGIN: () => 'Ein anderer Prozess meldet sich gerade an diesem Token an.',
  TOKEN_WITH_KEY_GONE: () => 'Das Token mit dem gewählten Schlüssel ist nicht mehr da.',
  TOKEN_CANNOT_SIGN_SO: () => 'Das Token kann mit diesem Schlüssel nicht signieren.',
  KEY_CANNOT_MAKE: ({ scheme, hash }) => `Der Schlüssel kann ${scheme} mit ${hash} nicht.`,
  KEY_WITHOUT_ALGORITHM: () => 'Das Gerät bietet für diesen Schlüssel kein Signaturverfahren an.',
  SIGNATURE_OF_DEVICE_WRONG: () =>
    'Das Gerät lieferte eine Signatur, die nicht zum Zertifikat passt; sie wurde verworfen.',
  MODULE_PATH_RELATIVE: () => 'Der Pfad des PKCS#11-Moduls muss vollständig und auf diesem Rechner sein.',
  MODULE_OF_OTHER_SYSTEM: () => 'Das PKCS#11-Modul ist keine Bibliothek für diese Art von System.',
  MODULE_OF_OTHER_PROCESSOR: ({ found, needed }) =>
    `Das PKCS#11-Modul ist für einen anderen Prozessor (${found === '' ? 'unbekannt' : found}, gebraucht wird ${needed}).`,
  MODULE_NOT_INSTALLED: () => 'Das PKCS#11-Modul (der Treiber des Tokens) ist nicht installiert.',
  MODULE_NOT_LOADED: () =>
    'Das PKCS#11-Modul konnte nicht geladen werden; vielleicht fehlt eine Bibliothek, die es braucht.',
  PFX_MISSING: () => 'Die PFX-Datei fehlt oder ist nicht lesbar.',
  PFX_WITHOUT_KEY: () => 'Die PFX-Datei enthält diesen Schlüssel nicht.',
  PFX_PASSWORD_MISSING: () => 'Das Kennwort der PFX-Datei ist nicht eingerichtet.',
  PFX_PASSWORD_EMPTY: () =>
    'Das eingerichtete Kennwort ist leer, und die PFX-Datei hat ein anderes: Schreiben Sie das Kennwort in sein Geheimnis.',
  PFX_PASSWORD_WRONG: () =>
    'Das Kennwort der PFX-Datei ist falsch. Es wird wieder versucht, wenn sich das Kennwort oder die Datei geändert hat.',
  PFX_UNUSABLE: ({ detail }) => `Die PFX-Datei ist nicht brauchbar (${detail}).`,
};
