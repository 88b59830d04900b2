import type * as english from '../en/console-texts.ts';
import type { Texts } from '../texts.ts';
import { digits } from './count.ts';

/** The dashboard. */
export const dashboardTexts: Texts<typeof english.dashboardTexts> = {
  title: 'Tableau de bord',
  lead: 'Ce que la station a fait et fait en ce moment.',
  completed: 'Signés',
  inProgress: 'En cours',
  failed: 'En échec',
  total: 'Tous les documents',
  lastHour: (number) => `${digits(number)} dans la dernière heure`,
  waitingSince: (when) => `Le plus ancien attend : ${when}`,
  nothingWaiting: 'Rien n’attend',
  median: (duration) => `En général ${duration} de la file à la signature`,
  noMedian: 'Aucune signature mesurée',
  byFormat: 'Par format',
  recent: 'Documents récents',
  all: 'Tous les documents',
  health: 'Fournisseurs',
  emptyTitle: 'Rien n’est encore signé',
  emptyHint: 'Déposez votre premier document sur la page Signer. Cela prend moins d’une minute.',
};

/** The list of documents. */
export const documentTexts: Texts<typeof english.documentTexts> = {
  title: 'Documents',
  lead: 'Tous les documents remis à cette station.',
  search: 'Chercher par nom de fichier, ID de corrélation ou ID',
  searchLabel: 'Chercher des documents',
  anyStatus: 'Tous les états',
  anyFormat: 'Tous les formats',
  status: 'État',
  format: 'Format',
  name: 'Document',
  created: 'Remis',
  note: 'Remarque',
  size: 'Taille',
  none: 'Aucun document',
  noneHint: 'Les documents que vous ou des programmes locaux signez apparaissent ici.',
  noMatch: 'Aucun document ne correspond',
  noMatchHint: 'Modifiez la recherche ou les filtres.',
  fresh: 'Des documents plus récents sont arrivés',
  showFresh: 'Les afficher',
};

/** The list of jobs. */
export const jobTexts: Texts<typeof english.jobTexts> = {
  title: 'Tâches',
  lead: 'Le travail de la station sur chaque document, pour les administrateurs.',
  document: 'Document',
  status: 'Tâche',
  request: 'État',
  groups: 'Où en sont les tâches',
  groupNames: {
    Queued: 'En attente',
    Processing: 'En signature',
    RetryScheduled: 'À réessayer',
    Failed: 'En échec, mises à l’écart',
  },
  attempt: 'Essai',
  lastError: 'Dernière erreur',
  created: 'Créée',
  duration: 'Durée',
  any: 'Tous les états',
  filter: 'État de la tâche',
  none: 'Aucune tâche',
  noneHint: 'Chaque document remis devient une tâche.',
  noMatchHint: 'Choisissez un autre état.',
  noMatch: 'Aucune tâche dans cet état',
};

/** The audit. */
export const auditTexts: Texts<typeof english.auditTexts> = {
  title: 'Journal',
  lead: 'Ce qui s’est passé, qui l’a fait et quand. Les entrées ne sont jamais modifiées.',
  when: 'Quand',
  from: 'Du',
  to: 'Au',
  csv: 'Enregistrer en CSV',
  json: 'Enregistrer en JSON',
  event: 'Événement',
  actor: 'Par',
  entity: 'Concerne',
  details: 'Détails',
  search: 'Chercher par auteur, ID ou ID de corrélation',
  searchLabel: 'Chercher dans le journal',
  any: 'Tous les événements',
  filter: 'Événement',
  none: 'Rien n’est encore enregistré',
  noneHint: 'La première demande de signature écrit les premières entrées.',
  noMatch: 'Aucune entrée ne correspond',
  noMatchHint: 'Modifiez la recherche ou l’événement.',
};
