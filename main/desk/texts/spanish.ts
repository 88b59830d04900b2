import type { DeskTexts } from './desk-texts.ts';

const documents = (count: number): string => (count === 1 ? '1 documento' : `${count} documentos`);
const signedDocuments = (count: number): string => `${documents(count)} ${count === 1 ? 'firmado' : 'firmados'}`;
const wait = (count: number): string => `${documents(count)} ${count === 1 ? 'espera' : 'esperan'}`;

export const spanish: DeskTexts = {
  open: 'Abrir Signing Station',
  showLogs: 'Mostrar la carpeta de registros',
  copyReport: 'Copiar un informe para el soporte',
  forgetPins: 'Olvidar los PIN guardados aquí',
  startAtLogin: 'Iniciar al abrir la sesión',
  quit: 'Salir',
  waits: (count) => `${wait(count)} algo de usted`,
  inProgress: (count) => `${documents(count)} en curso`,
  forApproval: (count) => ({
    title: `${wait(count)} su aprobación`,
    body: 'Un programa pide firmas. Mírelas primero.',
  }),
  signed: (count) => ({ title: signedDocuments(count), body: 'La firma ha terminado.' }),
  failed: (count, signed) => ({
    title: `${documents(count)} no se ${count === 1 ? 'pudo' : 'pudieron'} firmar`,
    body: signed === 0 ? 'La lista de documentos dice por qué.' : `${signedDocuments(signed)}.`,
  }),
};
