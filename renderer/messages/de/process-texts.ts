import type * as english from '../en/process-texts.ts';
import type { Texts } from '../texts.ts';

/** What people read about the station's child processes. */
export const processTexts: Texts<typeof english.processTexts> = {
  title: 'Prozesse',
  lead: 'Signieren, Prüfen und Token laufen für sich, damit einer, der endet, nichts anderes mitnimmt.',
  states: {
    running: 'Läuft',
    idle: 'Startet bei Bedarf',
    restarting: 'Startet neu',
    'given-up': 'Endete immer wieder',
    stopped: 'Angehalten',
  },
  start: 'Neu starten',
  startNamed: (name) => `${name} neu starten`,
  started: (name) => `${name} wurde neu gestartet.`,
  notRunning: (name) => `${name} läuft noch immer nicht.`,
  since: 'Geändert',
  names: {
    worker: 'Signaturprozess',
    publisher: 'Übergabe an die Warteschlange',
    verifier: 'Prüfprozess',
    'timestamp-client': 'Zeitstempel-Client',
  },
  tokenHost: (providers) => `Token-Prozess: ${providers}`,
  endedBy: (signal) => `Zuletzt beendet durch ${signal}.`,
  endedWith: (exitCode) => `Zuletzt beendet mit Code ${String(exitCode)}.`,
  notStarted: 'Er konnte nicht gestartet werden.',
};
