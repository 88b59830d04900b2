import type * as english from '../en/process-texts.ts';
import type { Texts } from '../texts.ts';

/** What people read about the station's child processes. */
export const processTexts: Texts<typeof english.processTexts> = {
  title: 'Processus',
  lead: 'Signature, vérification et jetons tournent séparément, pour que l’arrêt de l’un n’emporte rien d’autre.',
  states: {
    running: 'En marche',
    idle: 'Démarre au besoin',
    restarting: 'Redémarre',
    'given-up': 'Arrêts répétés',
    stopped: 'Arrêté',
  },
  start: 'Redémarrer',
  startNamed: (name) => `Redémarrer ${name}`,
  started: (name) => `${name} : redémarré.`,
  notRunning: (name) => `${name} : toujours à l’arrêt.`,
  since: 'Changé',
  names: {
    worker: 'Processus de signature',
    publisher: 'Envoi vers la file',
    verifier: 'Vérificateur',
    'timestamp-client': 'Client d’horodatage',
  },
  tokenHost: (providers) => `Processus des jetons : ${providers}`,
  endedBy: (signal) => `Dernier arrêt par ${signal}.`,
  endedWith: (exitCode) => `Dernier arrêt avec le code ${String(exitCode)}.`,
  notStarted: 'Il n’a pas pu être démarré.',
};
