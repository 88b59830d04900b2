import type * as english from '../en/evidence-texts.ts';
import type { Texts } from '../texts.ts';
import { count, form } from './count.ts';

const files = (number: number): string => count(number, 'fichier', 'fichiers');

/** What people read about files of level LTA and how long their evidence lasts. */
export const evidenceTexts: Texts<typeof english.evidenceTexts> = {
  title: 'Preuves durables',
  lead: 'Fichiers conservés de niveau LTA. Renouvelez-les avant la fin de leurs preuves : un nouvel horodatage d’archive est ajouté, les signatures restent telles quelles.',
  open: 'Preuves durables',
  document: 'Document',
  format: 'Format',
  goodUntil: 'Valable jusqu’au',
  completed: 'Fait',
  renewal: 'Renouvellement',
  action: 'Action',
  statuses: {
    Created: 'Reçu',
    Queued: 'Demandé',
    Processing: 'En cours',
    RetryScheduled: 'Sera réessayé',
    Completed: 'Renouvelé',
    Failed: 'En échec',
    Rejected: 'Rejeté',
    Cancelled: 'Annulé',
  },
  waits: 'Aucun essai n’est consommé : le renouvellement reprend de lui-même dès que cela a changé.',
  whyOf: (name) => `Renouvellement de ${name}`,
  closeWhy: 'Fermer la raison',
  filter: 'Fin des preuves',
  any: 'Quelle que soit la fin',
  within: { '30': 'Fin dans les 30 jours', '90': 'Fin dans les 90 jours', '365': 'Fin dans l’année' },
  ended: (date) => `terminé le ${date}`,
  renew: 'Renouveler',
  renewOf: (name) => `Renouveler ${name}`,
  renewAll: (days) => `Renouveler tout ce qui finit dans les ${days} jours`,
  notHere: 'Un envoi étendu : remettez le fichier pour le renouveler',
  none: 'Aucun fichier de niveau LTA n’est conservé',
  noneHint: 'Signez ou étendez un document au niveau LTA : il est listé ici avec la fin de ses preuves.',
  noMatch: 'Aucune preuve ne finit si tôt',
  noMatchHint: 'Choisissez une durée plus longue pour en voir plus.',
  requested: ({ requested, skipped, isComplete }) =>
    [
      `Renouvellement de ${files(requested.length)} demandé`,
      ...(skipped.length > 0 ? [`${files(skipped.length)} ${form(skipped.length, 'ignoré', 'ignorés')}`] : []),
      ...(isComplete ? [] : ['d’autres sont à renouveler : demandez à nouveau']),
    ].join(', '),
  oneRequested: (name) => `Renouvellement de ${name} demandé`,
};
