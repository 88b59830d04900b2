import type * as english from '../en/review-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits, documents, form } from './count.ts';

/** Words of the page where a person approves what programs gave in. */
export const reviewTexts: Texts<typeof english.reviewTexts> = {
  title: 'Approuver et signer',
  lead: 'Des programmes ont remis ces documents. Rien n’est signé avant que vous l’ayez vu et accepté.',
  emptyTitle: 'Rien ne vous attend',
  emptyHint: 'Quand un programme remet un document que vous devez approuver, il apparaît ici de lui-même.',
  waiting: (number) => `${documents(number)} à approuver`,
  list: 'Documents en attente',
  document: 'Le document',
  signing: 'Signer',
  program: 'Un programme de cet ordinateur',
  byFolder: (name) => `Dossier surveillé ${name}`,
  batch: (number) => `Lot de ${documents(number)}`,
  rules: {
    Never: 'Personne n’est consulté',
    Always: 'Chaque document est approuvé séparément',
    OncePerBatch: 'Un lot est approuvé en une fois',
    Limited: 'Vous pouvez laisser continuer un moment',
  },
  expires: 'Annulation',
  pages: (number) => count(number, 'page', 'pages'),
  seen: 'Vu',
  file: (number, of) => `Fichier ${digits(number)} sur ${digits(of)}`,
  next: 'Fichier suivant',
  signer: 'Signataire',
  onlySigner: 'Le seul certificat du fournisseur',
  serial: 'Numéro de série',
  level: 'Format et niveau',
  added: 'Ce qui est ajouté',
  over: (name) => `Une contresignature sur ${name}`,
  stamp: 'Tampon',
  noStamp: 'Aucun',
  stampAt: (place, note) => `${place}${note === null ? '' : ` : ${note}`}`,
  field: (name) => `Dans le champ ${name}`,
  caller: 'Remis par',
  pin: {
    waits: (why) =>
      `La clé ne peut pas être utilisée maintenant. ${why}. Ce que vous approuvez sera signé dès que possible.`,
    unknown:
      'La clé n’est pas là maintenant. Ce que vous approuvez sera signé quand elle le sera, dans les 15 minutes.',
  },
  sign: (number) => (number === 1 ? 'Signer ce document' : `Signer ${documents(number)}`),
  signHint: 'Ctrl+Entrée',
  notYet: 'Regardez d’abord le document.',
  notAllFiles: 'Regardez d’abord chacun de ses fichiers.',
  refuse: (number) => (number === 1 ? 'Refuser' : `Refuser ${documents(number)}`),
  allow: 'Laisser ce programme continuer : 100 documents ou 15 minutes, selon ce qui finit d’abord',
  approved: (number) => `${documents(number)} ${form(number, 'approuvé', 'approuvés')}`,
  refused: (number) => `${documents(number)} ${form(number, 'refusé', 'refusés')}`,
  notHere:
    'Les documents s’approuvent sur une page fournie par la station elle-même, sur cette machine ou en TLS, avec une clé qui peut approuver.',
};
