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
    'runs-already': {
      title: 'The station is running already',
      lead: 'It was started without this window. Its page can be opened in the browser.',
    },
    'no-page': {
      title: 'The station cannot show its page',
      lead: 'The page could not be loaded, or ended again and again. The station has been stopped.',
    },
  },
  kept: 'Documents that were given in are kept. What was being signed is taken up again at the next start.',
  again: 'Try again',
  page: 'Open its page in the browser',
  report: 'Copy a report for the help desk',
  logs: 'Open the log folder',
  quit: 'Quit',
  opened: 'Its page is open in the browser. This window can be closed.',
  copied: 'The report is in the clipboard. It names no documents and no people; read it before you send it.',
  failed: 'That did not work.',
  ending: 'One moment …',
};
