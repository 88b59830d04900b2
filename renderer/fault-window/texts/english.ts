import type { FaultTexts } from './fault-texts.ts';

export const english: FaultTexts = {
  kinds: {
    'starting-again': {
      title: 'The station has failed',
      lead: 'It is stopped and starts again by itself in a moment.',
    },
    'failed-often': {
      title: 'The station fails again and again',
      lead: 'It failed several times within ten minutes and is not started again by itself. Its log says where it failed.',
    },
    'not-started': {
      title: 'The station could not start',
      lead: 'Nothing is signed while this is so.',
    },
    'no-page': {
      title: 'The station cannot show its page',
      lead: 'The page could not be loaded, or ended again and again. The station has been stopped.',
    },
  },
  kept: 'Documents that were given in are kept. What was being signed is taken up again at the next start.',
  again: 'Try again',
  report: 'Copy a report for the help desk',
  logs: 'Open the log folder',
  quit: 'Quit',
  copied: 'The report is in the clipboard. It names no documents and no people; read it before you send it.',
  failed: 'That did not work.',
  ending: 'One moment …',
};
