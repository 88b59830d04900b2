import type { DeskTexts } from './desk-texts.ts';

const documents = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);
const wait = (count: number): string => (count === 1 ? '1 document waits' : `${documents(count)} wait`);

export const english: DeskTexts = {
  open: 'Open Signing Station',
  showLogs: 'Show the log folder',
  copyReport: 'Copy a report for the help desk',
  forgetPins: 'Forget the PINs kept here',
  startAtLogin: 'Start when I log in',
  quit: 'Quit',
  waits: (count) => `${wait(count)} for you`,
  inProgress: (count) => `${documents(count)} in progress`,
  forApproval: (count) => ({
    title: `${wait(count)} for your approval`,
    body: 'A program asks for signatures. Look at them first.',
  }),
  signed: (count) => ({ title: `${documents(count)} signed`, body: 'Signing is done.' }),
  failed: (count, signed) => ({
    title: `${documents(count)} could not be signed`,
    body: signed === 0 ? 'The list of documents says why.' : `${documents(signed)} signed.`,
  }),
};
