import type { FaultTexts } from './fault-texts.ts';

export const french: FaultTexts = {
  kinds: {
    'starting-again': {
      title: 'La station est tombée en panne',
      lead: 'Elle s’arrête et redémarre d’elle-même dans un instant.',
    },
    'failed-often': {
      title: 'La station tombe en panne à plusieurs reprises',
      lead: 'Elle est tombée en panne plusieurs fois en dix minutes et ne redémarre plus d’elle-même. Son journal dit où.',
    },
    'not-started': {
      title: 'La station n’a pas pu démarrer',
      lead: 'Rien n’est signé tant qu’il en est ainsi.',
    },
    'runs-already': {
      title: 'La station fonctionne déjà',
      lead: 'Elle a été démarrée sans cette fenêtre. Sa page peut être ouverte dans le navigateur.',
    },
    'no-page': {
      title: 'La station ne peut pas afficher sa page',
      lead: 'La page n’a pas pu être chargée, ou s’est arrêtée à plusieurs reprises. La station a été arrêtée.',
    },
  },
  kept: 'Les documents remis sont gardés. Ce qui était en cours de signature est repris au prochain démarrage.',
  again: 'Réessayer',
  page: 'Ouvrir sa page dans le navigateur',
  report: 'Copier un rapport pour l’assistance',
  logs: 'Ouvrir le dossier des journaux',
  quit: 'Quitter',
  opened: 'Sa page est ouverte dans le navigateur. Cette fenêtre peut être fermée.',
  copied: 'Le rapport est dans le presse-papiers. Il ne nomme ni document ni personne ; lisez-le avant de l’envoyer.',
  failed: 'Cela n’a pas fonctionné.',
  ending: 'Un instant …',
};
