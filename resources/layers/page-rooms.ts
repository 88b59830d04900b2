import type { Area } from './room.ts';

/** What asks the service from outside: the user interface and the client. */
export const pageRooms: readonly Area[] = [
  {
    folder: 'renderer',
    holds: 'Svelte user interface',
    rooms: [
      {
        place: 'renderer',
        rooms: 'renderer/components renderer/messages renderer/pages renderer/state renderer/styles',
        npm: 'svelte zod',
      },
      { place: 'renderer/api', rooms: 'service/contract', npm: 'zod' },
      {
        place: 'renderer/components',
        rooms: 'renderer/formatting renderer/messages renderer/paper renderer/state service/contract',
        npm: 'svelte',
      },
      { place: 'renderer/formatting', rooms: 'service/contract' },
      {
        place: 'renderer/messages',
        rooms: 'service/contract',
        files: { 'renderer/api/api-error.ts': 'an error of the service is put into words' },
      },
      {
        place: 'renderer/paper',
        rooms: 'renderer/formatting renderer/messages service/contract',
        note: 'The report that is handed over: pages and the host write the same one, so that nothing here knows a browser.',
      },
      {
        place: 'renderer/pages',
        rooms: `
        renderer/api renderer/components renderer/formatting renderer/messages renderer/paper renderer/state
        renderer/viewer service/contract`,
        npm: 'svelte dejavu-fonts-ttf',
      },
      {
        place: 'renderer/state',
        rooms: 'renderer/api renderer/formatting renderer/messages service/contract',
        npm: 'svelte',
        files: { 'main/ipc/desk-messages.ts': 'what the desktop program does for a page' },
      },
      {
        place: 'renderer/own-window',
        note: 'What the pages of the program itself have in common; it imports nothing.',
      },
      {
        place: 'renderer/fault-window',
        rooms: 'main/ipc renderer/own-window',
        files: {
          'renderer/messages/language.ts': 'which language is shown',
          'renderer/messages/phrase-book.ts': 'how sentences of the station are found',
          ...refusals('de', 'German'),
          ...refusals('es', 'Spanish'),
          ...refusals('fr', 'French'),
        },
        note: 'The page of a failure, which the program shows when the station cannot show anything any more.',
      },
      {
        place: 'renderer/pin-window',
        rooms: 'main/ipc renderer/own-window',
        files: {
          'renderer/formatting/bytes.ts': 'sizes, as the pages say them',
          'renderer/messages/count.ts': 'numbers and the forms of nouns beside them',
          'renderer/messages/station-words.ts': 'why a PIN was refused, as the station says it',
          'renderer/messages/de/sentences/token-sentences.ts': 'the same in German',
          'renderer/messages/es/sentences/token-sentences.ts': 'the same in Spanish',
          'renderer/messages/fr/sentences/token-sentences.ts': 'the same in French',
          'renderer/messages/language.ts': 'which language is shown',
        },
        note: 'The page of the PIN window, with no script of others; it sees the messages it speaks and nothing else.',
      },
      { place: 'renderer/styles' },
      {
        place: 'renderer/viewer',
        rooms: 'renderer/components renderer/formatting renderer/messages renderer/state service/contract',
        npm: 'svelte pdfjs-dist',
      },
    ],
  },
  {
    folder: 'client',
    holds: 'for programs that use a station: a typed client without dependencies, for Node and pages, with samples',
    rooms: [
      {
        place: 'client',
        note: 'Types of its own, made from the OpenAPI document: who takes the folder takes nothing else.',
      },
      { place: 'client/samples', rooms: 'client', node: 'fs fs/promises path' },
    ],
  },
];

/** The files with the words for a refusal of settings in one language. */
function refusals(code: string, language: string): Readonly<Record<string, string>> {
  const at = (name: string): string => `renderer/messages/${code}/phrases/${name}-phrases.ts`;
  return {
    [at('call')]: `what is wrong with a value, in ${language}`,
    [at('refusal')]: `why the station does not start, in ${language}`,
    [at('setting')]: `where a setting was written, in ${language}`,
  };
}
