import type { DeskTexts } from './desk-texts.ts';

const documents = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);
const signedDocuments = (count: number): string => `${documents(count)} ${count === 1 ? 'signé' : 'signés'}`;
const wait = (count: number): string => `${documents(count)} ${count === 1 ? 'attend' : 'attendent'}`;

export const french: DeskTexts = {
  open: 'Ouvrir Signing Station',
  showLogs: 'Montrer le dossier des journaux',
  copyReport: 'Copier un rapport pour l’assistance',
  forgetPins: 'Oublier les codes PIN gardés ici',
  startAtLogin: 'Démarrer à l’ouverture de session',
  quit: 'Quitter',
  waits: (count) => `${wait(count)} quelque chose de vous`,
  inProgress: (count) => `${documents(count)} en cours`,
  forApproval: (count) => ({
    title: `${wait(count)} votre approbation`,
    body: 'Un programme demande des signatures. Regardez-les d’abord.',
  }),
  signed: (count) => ({ title: signedDocuments(count), body: 'La signature est terminée.' }),
  failed: (count, signed) => ({
    title: `${documents(count)} ${count === 1 ? 'n’a pas pu être signé' : 'n’ont pas pu être signés'}`,
    body: signed === 0 ? 'La liste des documents dit pourquoi.' : `${signedDocuments(signed)}.`,
  }),
};
