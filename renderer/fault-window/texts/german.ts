import type { FaultTexts } from './fault-texts.ts';

export const german: FaultTexts = {
  kinds: {
    'starting-again': {
      title: 'Die Station ist ausgefallen',
      lead: 'Sie wird beendet und startet gleich von selbst neu.',
    },
    'failed-often': {
      title: 'Die Station fällt immer wieder aus',
      lead: 'Sie ist in zehn Minuten mehrmals ausgefallen und wird nicht mehr von selbst gestartet. In ihrem Protokoll steht, wo.',
    },
    'not-started': {
      title: 'Die Station konnte nicht starten',
      lead: 'Solange das so ist, wird nichts signiert.',
    },
    'runs-already': {
      title: 'Die Station läuft bereits',
      lead: 'Sie wurde ohne dieses Fenster gestartet. Ihre Seite lässt sich im Browser öffnen.',
    },
    'no-page': {
      title: 'Die Station kann ihre Seite nicht zeigen',
      lead: 'Die Seite ließ sich nicht laden oder brach immer wieder ab. Die Station ist beendet.',
    },
  },
  kept: 'Eingereichte Dokumente bleiben erhalten. Was gerade signiert wurde, wird beim nächsten Start wieder aufgenommen.',
  again: 'Noch einmal versuchen',
  page: 'Ihre Seite im Browser öffnen',
  report: 'Bericht für den Support kopieren',
  logs: 'Ordner der Protokolle öffnen',
  quit: 'Beenden',
  opened: 'Ihre Seite ist im Browser geöffnet. Dieses Fenster kann geschlossen werden.',
  copied:
    'Der Bericht ist in der Zwischenablage. Er nennt keine Dokumente und keine Menschen; lesen Sie ihn, bevor Sie ihn senden.',
  failed: 'Das hat nicht geklappt.',
  ending: 'Einen Moment …',
};
