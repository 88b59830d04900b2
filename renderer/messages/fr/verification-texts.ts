import type * as english from '../en/verification-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** Words of the page that checks signatures. */
export const verifyTexts: Texts<typeof english.verifyTexts> = {
  title: 'Vérifier une signature',
  lead: 'Le fichier est vérifié sur cette station et n’est pas conservé.',
  dropTitle: 'Déposez des fichiers signés ici',
  dropHint: 'PDF, XML, .p7m, .p7s, .asics, .asice ou tout autre fichier ; les signatures avec leurs originaux',
  choose: 'Choisir des fichiers signés',
  original: 'Document original',
  originalHint: 'Nécessaire seulement quand la signature est dans un fichier à part, séparé du document.',
  chooseOriginal: 'Choisir l’original',
  otherOriginal:
    'La signature ne correspond pas à ce document. Si elle est d’un autre, enlevez celui-ci et choisissez l’autre.',
  check: 'Vérifier la signature',
  checking: 'Vérification',
  another: 'Vérifier un autre fichier',
  kinds: {
    PDF: 'PDF',
    XML: 'XML',
    CMS: 'Signature CMS',
    ASiC_S: 'Conteneur ASiC-S',
    ASiC_E: 'Conteneur ASiC-E',
    TimestampToken: 'Horodatage',
    PlainFile: 'Fichier simple',
    Unknown: '',
  },
  unsigned: 'Ce fichier n’est pas signé',
  contents: 'Fichiers du conteneur',
  fileSigned: 'signé',
  fileUnsigned: 'non signé',
  resultFor: (name) => `Résultat pour ${name}`,
  several: (number) => `${count(number, 'fichier vérifié', 'fichiers vérifiés')} :`,
  verdicts: {
    VALID: 'Valide',
    INVALID: 'Non valide',
    INDETERMINATE: 'Non confirmée',
    unsigned: 'Non signé',
    failed: 'Non vérifié',
  },
  counted: {
    VALID: (number) => count(number, 'valide', 'valides'),
    INVALID: (number) => count(number, 'non valide', 'non valides'),
    INDETERMINATE: (number) => count(number, 'non confirmé', 'non confirmés'),
    unsigned: (number) => count(number, 'non signé', 'non signés'),
    failed: (number) => count(number, 'non vérifié', 'non vérifiés'),
    running: (number) => count(number, 'en cours', 'en cours'),
  },
};

/** Words of the report that is handed over with a file. */
export const handOverTexts: Texts<typeof english.handOverTexts> = {
  print: 'Imprimer le rapport',
  json: 'Enregistrer en JSON',
  pdf: 'Enregistrer en PDF',
  sign: 'Signer le rapport',
  title: (name) => `Rapport : ${name}`,
  several: (number) => `${String(number)} fichiers`,
  pageOf: (name, page, pages) => `${name} · page ${String(page)} sur ${String(pages)}`,
  file: 'Fichier',
  sha256: 'SHA-256',
  noHash: 'non calculé : la page n’est pas ouverte sur cette machine ou en TLS, ou le fichier est très grand',
  time: 'Heure de la signature',
  made: (at, station, format) =>
    `Vérifié le ${format(at)} par la station de signature ${station}. Le verdict vaut pour cet instant et pour le fichier avec ce SHA-256.`,
};

/** Words for when something was signed, and what proves it. */
export const timeTexts: Texts<typeof english.timeTexts> = {
  claimed: 'selon le signataire',
  proven: 'Prouvé par un horodatage',
  provenBy: (when) => `existait le ${when}`,
  goodUntil: 'Preuve valable jusqu’au',
  timestamps: 'Horodatages',
  others: 'Horodatages à côté des signatures',
  unknownAuthority: 'autorité inconnue',
  unreadable: 'son heure est illisible',
  kinds: {
    ContentTimestamp: 'Du contenu',
    AllDataObjectsTimestamp: 'De toutes les données signées',
    IndividualDataObjectsTimestamp: 'D’une partie des données signées',
    SignatureTimestamp: 'De la signature',
    SigAndRefsTimestamp: 'De la signature et de ses références',
    RefsOnlyTimestamp: 'De références',
    ArchiveTimestamp: 'Horodatage d’archivage',
    DocumentTimestamp: 'Du document',
    ContainerTimestamp: 'Du conteneur',
  },
};
