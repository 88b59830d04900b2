import type * as english from '../en/station-texts.ts';
import type { Texts } from '../texts.ts';

/** What people read about the stations that share the work. */
export const stationTexts: Texts<typeof english.stationTexts> = {
  title: 'Stationen',
  lead: 'Alle Stationen, die sich die Datenbank teilen: welche laufen, seit wann und mit welchen Anbietern.',
  open: 'Alle Stationen',
  states: { running: 'Läuft', silent: 'Meldet sich nicht', stopped: 'Angehalten' },
  isThis: 'diese',
  since: 'Läuft: gestartet',
  lastSeen: 'Zuletzt gemeldet',
  stopped: 'Angehalten',
  version: 'Version',
  roles: 'Aufgaben',
  roleNames: {
    api: 'nimmt Anfragen an',
    publisher: 'gibt Aufträge weiter',
    worker: 'signiert',
    'token-host': 'hält Schlüssel',
  },
  noProviders: 'Keine eigenen Anbieter.',
  providers: (name) => `Anbieter von ${name}`,
  silentHint:
    'Sie wurde beendet oder erreicht die Datenbank nicht. Ihre Arbeit geht anderswo weiter, oder wenn sie zurück ist.',
  none: 'Keine Station bekannt',
  noneHint: 'Eine Station zeigt sich hier binnen einer halben Minute nach ihrem Start.',
};
