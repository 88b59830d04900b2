import type * as english from '../en/studio-texts.ts';
import type { Texts } from '../texts.ts';

export const studioTexts: Texts<typeof english.studioTexts> = {
  title: 'Placer le cachet',
  hint: 'Faites glisser le cachet, appuyez là où il doit aller, ou déplacez-le avec les flèches : Maj pour de plus grands pas, Alt pour sa taille. Il est dessiné tel qu’il sera signé ; seule son heure sera une autre.',
  unsure: 'Une partie de cette page n’a pas pu être examinée : vérifiez vous-même que le cachet ne cache rien.',
  last: 'Dernière page, quel que soit son numéro',
  stamp: 'Cachet',
  snap: 'Déplacer vers un espace libre',
  choose: 'Le placer ici',
  close: 'Fermer sans changement',
  position: (x, y, width, height) =>
    `${String(x)} mm de la gauche, ${String(y)} mm du bas, ${String(width)} × ${String(height)} mm.`,
  clashes: {
    outside: 'Il n’est pas entièrement sur la page.',
    stamp: 'Il recouvre un cachet antérieur, ce que la station refuse.',
    field: 'Il recouvre un champ de formulaire, ce que la station refuse.',
    signed: 'Il cache ce qui a déjà été signé, ce que la station refuse.',
    contents: 'Il recouvre du texte ou une image de la page.',
    small: 'Il est trop petit pour ce qu’il dit, ce que la station refuse.',
    other: 'La station refuse cet emplacement.',
  },
  stampPlace: 'Choisir son emplacement sur la page',
  stampPlacedOn: (page) => `À l’endroit choisi de la page ${String(page)}, sur chaque PDF de ce lot.`,
  stampPlacedOnLast: 'À l’endroit choisi de la dernière page, sur chaque PDF de ce lot.',
  stampAnywhere: 'Laisser la station trouver un endroit',
};
