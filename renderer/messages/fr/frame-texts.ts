import type * as english from '../en/frame-texts.ts';
import type { Texts } from '../texts.ts';
import { count, documents } from './count.ts';

/** The frame around every page. */
export const navigationTexts: Texts<typeof english.navigationTexts> = {
  label: 'Menu principal',
  open: 'Ouvrir le menu',
  close: 'Fermer le menu',
  sign: 'Signer',
  review: 'À approuver',
  toReview: (number) => `${documents(number)} à approuver`,
  documents: 'Documents',
  verify: 'Vérifier une signature',
  dashboard: 'Tableau de bord',
  certificates: 'Certificats',
  providers: 'Fournisseurs',
  jobs: 'Tâches',
  audit: 'Journal',
  settings: 'Paramètres',
  overview: 'Station',
  work: 'Travail',
  live: 'En direct',
  connecting: 'Connexion',
  liveHint: 'Les états sont mis à jour en direct',
  loading: 'Ouverture de la page',
  refused: 'Clé d’API requise',
  refusedHint: 'La station répond et demande une clé d’API, ou une autre',
  offlineHint: 'Pas de connexion à la station ; nouvel essai en cours',
  working: (number) => `${documents(number)} en cours`,
};

/** Buttons that stand on many pages. */
export const actionTexts: Texts<typeof english.actionTexts> = {
  retry: 'Réessayer',
  refresh: 'Actualiser',
  download: 'Télécharger',
  checkSignature: 'Vérifier la signature',
  details: 'Détails',
  remove: 'Retirer',
  cancel: 'Annuler la signature',
  dismiss: 'Masquer',
  copy: 'Copier',
  copied: 'Copié',
  save: 'Enregistrer',
  showMore: 'Afficher plus',
  backToSign: 'Signer des documents',
};

export const demoTexts: Texts<typeof english.demoTexts> = {
  badge: 'Démo',
  hint: 'Pour essayer seulement. Les signatures ainsi créées n’ont aucune valeur juridique.',
};

/** Words of long tables. */
export const tableTexts: Texts<typeof english.tableTexts> = {
  loading: 'Chargement d’autres lignes',
  loaded: (number, isAll) =>
    isAll
      ? count(number, 'ligne', 'lignes')
      : `${count(number, 'ligne chargée', 'lignes chargées')} ; faites défiler pour en voir plus`,
  scrollRegion: (name) => `${name}, tableau défilant`,
};

export const toastTexts: Texts<typeof english.toastTexts> = {
  region: 'Messages',
  downloadFailed: 'Le téléchargement n’a pas fonctionné',
};

/** The page of an address that is none. */
export const notFoundTexts: Texts<typeof english.notFoundTexts> = {
  heading: 'Page introuvable',
  title: 'Il n’y a rien ici',
  hint: 'L’adresse est peut-être ancienne ou mal saisie.',
};

/** Words that numbers and times need; the rest of their form is Unicode's (CLDR) for the locale. */
export const formattingTexts: Texts<typeof english.formattingTexts> = {
  locale: 'fr',
  justNow: 'à l’instant',
  soon: 'dans un instant',
  labelled: (label, value) => `${label} : ${value}`,
  bytes: (digits) => `${digits} octets`,
  sizes: ['Ko', 'Mo', 'Go', 'To'],
};
