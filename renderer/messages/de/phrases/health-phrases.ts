import type { healthPhrases as english } from '../../en/phrases/health-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const healthPhrases: PhrasesOf<typeof english> = {
  'It was not started.': 'Er wurde nicht gestartet.',
  'It is restarting.': 'Er wird neu gestartet.',
  'It ended again and again, and is tried every few minutes; the log says how it ends.':
    'Er ist immer wieder zu Ende gegangen und wird alle paar Minuten versucht; das Protokoll sagt, wie er endet.',
  'It is stopped.': 'Er ist angehalten.',
  'A process ended again and again; see the settings page.':
    'Ein Prozess ist immer wieder zu Ende gegangen; siehe die Seite der Einstellungen.',
  '{count} processes ended again and again; see the settings page.':
    '{count} Prozesse sind immer wieder zu Ende gegangen; siehe die Seite der Einstellungen.',
  'Unavailable: {commas}.': 'Nicht verfügbar: {commas}.',
  'Cannot sign now: {commas}.': 'Kann jetzt nicht signieren: {commas}.',
  'a provider of some tenants': 'ein Anbieter einiger Mandanten',
  'Not used: {list}': 'Nicht verwendet: {list}',
  'and {count} more, see the log': 'und {count} weitere, siehe Protokoll',
  'trust anchor {file}: {reason}': 'Vertrauensanker {file}: {reason}',
  'certificate {file}: {reason}': 'Zertifikat {file}: {reason}',
  'CRL {file}: {reason}': 'Sperrliste {file}: {reason}',
  'OCSP response {file}: {reason}': 'OCSP-Antwort {file}: {reason}',
  'signer of trusted lists {file}: {reason}': 'Unterzeichner von Vertrauenslisten {file}: {reason}',
  'trust anchor': 'Vertrauensanker',
  certificate: 'Zertifikat',
  CRL: 'Sperrliste',
  'OCSP response': 'OCSP-Antwort',
  'signer of trusted lists': 'Unterzeichner von Vertrauenslisten',
  'the folder cannot be read ({code})': 'der Ordner kann nicht gelesen werden ({code})',
  'it is not a file': 'es ist keine Datei',
  'it is larger than 64 MiB': 'es ist größer als 64 MiB',
  'its PEM text is not complete': 'der PEM-Text ist nicht vollständig',
  'it is neither DER nor PEM': 'es ist weder DER noch PEM',
  'it cannot be read ({code})': 'es kann nicht gelesen werden ({code})',
  'it holds no answer': 'es enthält keine Antwort',
  'it is no certificate: {detail}': 'es ist kein Zertifikat: {detail}',
  'it is no CRL: {detail}': 'es ist keine Sperrliste: {detail}',
  'it is no OCSP response: {detail}': 'es ist keine OCSP-Antwort: {detail}',
  'unknown fault': 'unbekannter Fehler',
  'documents wait: {detail}': 'Dokumente warten: {detail}',
  'a step failed, and is tried again; see the log': 'ein Schritt ist gescheitert und wird wiederholt; siehe Protokoll',
  'a file or folder cannot be used ({code})': 'eine Datei oder ein Ordner ist nicht benutzbar ({code})',
  '{folder} is not there': '{folder} ist nicht da',
  '{folder} can only be read: its file system is mounted so':
    '{folder} lässt sich nur lesen: Das Dateisystem ist so eingehängt',
  '{folder} cannot be used ({code})': '{folder} ist nicht benutzbar ({code})',
  'there is no space left for files in {folder}': 'für Dateien in {folder} ist kein Platz mehr',
  '{folder} belongs to another user of this machine.': '{folder} gehört einem anderen Benutzer dieses Computers.',
  '{folder} can be changed by any user of this machine. Close it: chmod o-w':
    '{folder} kann von jedem Benutzer dieses Computers geändert werden. Schließen Sie ihn: chmod o-w',
  '{folder} is a link or no folder.': '{folder} ist ein Verweis oder kein Ordner.',
  "{folder} is not this user's alone.": '{folder} gehört nicht diesem Benutzer allein.',
  'The last renewal of {what} failed; it was requested once more.':
    'Die letzte Erneuerung von {what} ist gescheitert; sie wurde noch einmal angefordert.',
  'The evidence of {what} ends within {days} days though it was renewed lately: the certificate of the timestamp authority ends soon.':
    'Die Nachweise von {what} enden innerhalb von {days} Tagen, obwohl sie kürzlich erneuert wurden: Das Zertifikat der Zeitstempelstelle endet bald.',
  '{what} could not be renewed ({code}).': '{what} konnte nicht erneuert werden ({code}).',
  'one signed file': 'einer signierten Datei',
  '{count} signed files': '{count} signierten Dateien',
  'A health check failed.': 'Eine Prüfung ist gescheitert.',
  'Everyone who reaches the station may use it without a key.':
    'Wer die Station erreicht, darf sie ohne Schlüssel benutzen.',
  'The worker process is {state}.': 'Der Arbeitsprozess ist im Zustand {state}.',
  'The broker is closed.': 'Der Nachrichtendienst ist geschlossen.',
  'The connection to RabbitMQ is gone: {detail}.': 'Die Verbindung zu RabbitMQ ist weg: {detail}.',
  'There are {count} dead letters.': 'Es gibt {count} unzustellbare Nachrichten.',
  'Its pivot {name} is not at hand.': 'Ihr Bezugspunkt {name} liegt nicht vor.',
  'Its pivot {name} is another list than was to be expected.':
    'Ihr Bezugspunkt {name} ist eine andere Liste als erwartet.',
  'It names too many pivots.': 'Sie nennt zu viele Bezugspunkte.',
  'It is no list of the lists.': 'Sie ist keine Liste der Listen.',
  'It is not of the Union.': 'Sie ist nicht von der Union.',
  'It is signed by somebody who may not sign it.': 'Sie ist von jemandem signiert, der sie nicht signieren darf.',
  'Its pivot {name} is signed by somebody who may not sign it.':
    'Ihr Bezugspunkt {name} ist von jemandem signiert, der ihn nicht signieren darf.',
  'It is signed with a certificate that had ended before.':
    'Sie ist mit einem Zertifikat signiert, das vorher geendet hatte.',
  'Its pivot {name} is signed with a certificate that had ended before.':
    'Ihr Bezugspunkt {name} ist mit einem Zertifikat signiert, das vorher geendet hatte.',
  'No list of the lists that is believed tells who may sign it.':
    'Keine Liste der Listen, der geglaubt wird, sagt, wer sie signieren darf.',
  'It cannot be read.': 'Sie kann nicht gelesen werden.',
  'It has the number {number}, and number {last} was seen before.':
    'Sie hat die Nummer {number}, und Nummer {last} wurde schon gesehen.',
  'Its country is none.': 'Ihr Land ist keines.',
  'It is no list of a country.': 'Sie ist keine Liste eines Landes.',
  'It is of another country than {territory}.': 'Sie ist von einem anderen Land als {territory}.',
  'The list of the lists does not know its country.': 'Die Liste der Listen kennt ihr Land nicht.',
  'It cannot be fetched: {detail}.': 'Sie kann nicht geholt werden: {detail}.',
  'It begins at {time}.': 'Sie beginnt am {time}.',
  'It was closed by its operator.': 'Sie wurde von ihrem Betreiber geschlossen.',
  'A newer one was due at {time}.': 'Eine neuere war am {time} fällig.',
  'What the station kept of it was damaged. It is judged again at the next start.':
    'Was die Station davon behielt, war beschädigt. Beim nächsten Start wird sie neu beurteilt.',
  'The list of the lists is over.': 'Die Liste der Listen ist abgelaufen.',
  'The file is too large.': 'Die Datei ist zu groß.',
  'It bears no signature.': 'Sie trägt keine Signatur.',
  'It bears more than the one signature of a list.': 'Sie trägt mehr als die eine Signatur einer Liste.',
  'Its signature does not hold ({reason}).': 'Ihre Signatur hält nicht ({reason}).',
  'no signer': 'kein Unterzeichner',
  'It is no trusted list: {detail}.': 'Sie ist keine Vertrauensliste: {detail}.',
  'Checking it takes more work than one list may cost.':
    'Sie zu prüfen kostet mehr Arbeit, als eine Liste kosten darf.',
  'It has not been needed yet, and starts with the first document.':
    'Er wurde noch nicht gebraucht und startet mit dem ersten Dokument.',
  'Verification:RevocationMode is Online, and ValidationData:Online is off: no OCSP responder or list is asked, and a signature is VALID only by evidence in the folders or in its document.':
    'Verification:RevocationMode ist Online, und ValidationData:Online ist aus: Kein OCSP-Dienst und keine Sperrliste wird abgefragt, und eine Signatur ist nur durch Nachweise in den Ordnern oder im Dokument VALID.',
  'The folders hold none.': 'Die Ordner enthalten keine.',
  'Old audit events stay in the database.': 'Alte Protokolleinträge bleiben in der Datenbank.',
  'Old requests stay in the database.': 'Alte Aufträge bleiben in der Datenbank.',
  'Old messages stay in the database.': 'Alte Nachrichten bleiben in der Datenbank.',
  'Old files are not deleted.': 'Alte Dateien werden nicht gelöscht.',
  'What crashes left behind is not removed.': 'Was Abstürze hinterlassen haben, wird nicht entfernt.',
  'A disk is full: make room on it.': 'Ein Datenträger ist voll: Schaffen Sie Platz darauf.',
  'A file or folder of the station cannot be changed: let its user write there.':
    'Eine Datei oder ein Ordner der Station kann nicht geändert werden: Lassen Sie deren Benutzer dort schreiben.',
  'The database lets nobody delete them: make the role signing_station_archive.':
    'Die Datenbank lässt sie niemanden löschen: Legen Sie die Rolle signing_station_archive an.',
  'The archive is not as it was written: put it back from a copy (archive verify says where).':
    'Das Archiv ist nicht, wie es geschrieben wurde: Stellen Sie es aus einer Kopie wieder her (archive verify sagt, wo).',
  'The log says why.': 'Das Protokoll sagt, warum.',
  'It is tried again every few minutes.': 'Es wird alle paar Minuten wieder versucht.',
};
