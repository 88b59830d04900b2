import type * as english from '../en/station-texts.ts';
import type { Texts } from '../texts.ts';

/** What people read about the stations that share the work. */
export const stationTexts: Texts<typeof english.stationTexts> = {
  title: 'Stations',
  lead: 'Toutes les stations qui partagent la base de données : lesquelles tournent, depuis quand et avec quels fournisseurs.',
  open: 'Toutes les stations',
  states: { running: 'En marche', silent: 'Sans nouvelles', stopped: 'Arrêtée' },
  isThis: 'celle-ci',
  since: 'Démarrée',
  lastSeen: 'Dernier signe',
  stopped: 'Arrêtée',
  version: 'Version',
  roles: 'Travail',
  roleNames: {
    api: 'reçoit les demandes',
    publisher: 'transmet les tâches',
    worker: 'signe',
    'token-host': 'détient les clés',
  },
  noProviders: 'Aucun fournisseur propre.',
  providers: (name) => `Fournisseurs de ${name}`,
  silentHint: 'Elle s’est arrêtée ou n’atteint pas la base de données. Son travail continue ailleurs, ou à son retour.',
  none: 'Aucune station connue',
  noneHint: 'Une station apparaît ici dans la demi-minute qui suit son démarrage.',
};
