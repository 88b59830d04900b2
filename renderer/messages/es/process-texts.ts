import type * as english from '../en/process-texts.ts';
import type { Texts } from '../texts.ts';

/** What people read about the station's child processes. */
export const processTexts: Texts<typeof english.processTexts> = {
  title: 'Procesos',
  lead: 'La firma, la comprobación y los tokens funcionan por separado, para que si uno termina no arrastre nada más.',
  states: {
    running: 'En marcha',
    idle: 'Arranca si hace falta',
    restarting: 'Reiniciando',
    'given-up': 'Terminó repetidamente',
    stopped: 'Detenido',
  },
  start: 'Iniciar de nuevo',
  startNamed: (name) => `Iniciar de nuevo: ${name}`,
  started: (name) => `${name}: iniciado de nuevo.`,
  notRunning: (name) => `${name}: sigue sin funcionar.`,
  since: 'Cambió',
  names: {
    worker: 'Proceso de firma',
    publisher: 'Envío a la cola',
    verifier: 'Verificador',
    'timestamp-client': 'Cliente de sellos de tiempo',
  },
  tokenHost: (providers) => `Proceso de tokens: ${providers}`,
  endedBy: (signal) => `Terminó la última vez por ${signal}.`,
  endedWith: (exitCode) => `Terminó la última vez con el código de salida ${String(exitCode)}.`,
  notStarted: 'No se pudo iniciar.',
};
