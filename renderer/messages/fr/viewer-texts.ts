import type * as english from '../en/viewer-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

const times = (number: number): string => (number === 1 ? '' : ` (${digits(number)} fois)`);

/** Words of looking at a document. */
export const viewerTexts: Texts<typeof english.viewerTexts> = {
  view: 'Voir',
  viewInput: 'Voir tel qu’envoyé',
  viewOutput: 'Voir signé',
  viewOf: (label, name) => `${label} : ${name}`,
  close: 'Fermer le document',
  pages: 'Pages',
  page: 'Page',
  previous: 'Page précédente',
  next: 'Page suivante',
  of: (number) => (number === 0 ? 'ouverture' : `sur ${digits(number)}`),
  smaller: 'Plus petit',
  larger: 'Plus grand',
  keys: (name) => `${name}. Page haut et Page bas tournent les pages, plus et moins changent la taille.`,
  pageText: (page) => `Texte de la page ${String(page)} :`,
  picture: (name) => `L’image ${name}`,
  contents: 'Fichiers de ce conteneur',
  nothing: 'Un fichier de ce type n’est pas affiché ici. Son nom et son SHA-256 peuvent être comparés.',
  cut: 'Le texte est plus long que ce qui est affiché ici.',
  size: 'Taille',
  hash: 'SHA-256 de ce qui est affiché',
  noHash: 'indisponible : ce navigateur ne le calcule que pour les pages de cette machine ou en TLS',
  otherBytes:
    'Ce n’est pas le document que la station a enregistré : son SHA-256 diffère. Il n’est pas affiché et ne doit pas être signé.',
  faults: {
    password: 'Le PDF ne s’ouvre qu’avec un mot de passe, il n’est donc pas affiché ici.',
    damaged: 'Le PDF est endommagé et ne peut pas être affiché ici.',
  },
  inspecting: 'La station cherche ce qu’une page ne montre pas…',
  notInspected: 'La station n’a pas pu examiner ce document.',
  nothingFound: 'Ni signatures, ni scripts, ni calques cachés, ni fichiers incorporés trouvés.',
  signedBy: (name, verdict) => `Déjà signé par ${name}. ${verdict}.`,
  warnings: {
    JavaScript: (number) =>
      `Il contient des scripts${times(number)} : d’autres programmes peuvent montrer autre chose que ce que vous voyez ici.`,
    Launch: (number) => `Il peut lancer des programmes${times(number)}.`,
    XFA: () => 'Il contient un second formulaire (XFA) que d’autres programmes peuvent montrer au lieu de ces pages.',
    HiddenLayers: (number) =>
      `${count(number, 'calque est caché et peut être rendu visible', 'calques sont cachés et peuvent être rendus visibles')} plus tard.`,
    UnusedObjects: (number) =>
      `Il contient ${count(number, 'objet', 'objets')} qu’aucune page ne montre, dont des pages ou des contenus.`,
    EmbeddedFiles: (number) =>
      `Il contient ${count(number, 'fichier', 'fichiers')} que vous ne voyez pas ici mais signeriez aussi.`,
    OverlappingFields: (number) =>
      `${count(number, 'champ de formulaire recouvre un autre champ et peut', 'champs de formulaire recouvrent un autre champ et peuvent')} cacher ce qu’il dit.`,
    NotExamined: () => 'Tout n’a pas pu être examiné.',
  },
};
