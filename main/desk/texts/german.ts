import type { DeskTexts } from './desk-texts.ts';

const documents = (count: number): string => (count === 1 ? '1 Dokument' : `${count} Dokumente`);
const wait = (count: number): string => `${documents(count)} ${count === 1 ? 'wartet' : 'warten'}`;

export const german: DeskTexts = {
  open: 'Signing Station öffnen',
  showLogs: 'Ordner der Protokolle zeigen',
  copyReport: 'Bericht für den Support kopieren',
  forgetPins: 'Hier gemerkte PINs vergessen',
  startAtLogin: 'Bei der Anmeldung starten',
  quit: 'Beenden',
  waits: (count) => `${wait(count)} auf Sie`,
  inProgress: (count) => `${documents(count)} in Arbeit`,
  forApproval: (count) => ({
    title: `${wait(count)} auf Ihre Freigabe`,
    body: 'Ein Programm bittet um Signaturen. Sehen Sie sie zuerst an.',
  }),
  signed: (count) => ({ title: `${documents(count)} signiert`, body: 'Das Signieren ist fertig.' }),
  failed: (count, signed) => ({
    title: `${documents(count)} ${count === 1 ? 'konnte' : 'konnten'} nicht signiert werden`,
    body: signed === 0 ? 'Die Liste der Dokumente sagt, warum.' : `${documents(signed)} signiert.`,
  }),
};
