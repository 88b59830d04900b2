import type * as english from '../en/verification-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

/** Words of a verification report. */
export const reportTexts: Texts<typeof english.reportTexts> = {
  VALID: {
    title: 'La signature est valide',
    lead: 'Le document est inchangé depuis la signature, et les contrôles du certificat ont réussi.',
  },
  validUnchecked:
    'Le document est inchangé depuis la signature, et le certificat mène à un émetteur de confiance. On ignore s’il a été révoqué.',
  INVALID: { title: 'La signature n’est pas valide', lead: 'Ne considérez pas ce document comme signé.' },
  INDETERMINATE: {
    title: 'La signature n’a pas pu être confirmée',
    lead: 'Rien ne la contredit, mais il manque un élément pour la confirmer.',
  },
  signedBy: 'Signé par',
  unknownSigner: 'inconnu',
  claimedTime: 'Heure selon le signataire',
  claimedHint: 'déclarée, non prouvée par un horodatage',
  noTime: 'non indiquée',
  covers: 'Couvre',
  coversAll: 'tout le document',
  coversPart: 'seulement une partie du document',
  coversRevision: 'la version signée ; signée à nouveau ensuite',
  coversContinued: 'la version signée ; le fichier a été continué ensuite',
  changes: 'Ce qui a été ajouté après la première signature',
  changeKinds: {
    ValidationData: 'Données de validation',
    DocumentData: 'Données du document',
    Signature: 'Signature',
    CoveringSignature: 'Signature par-dessus un autre contenu',
    FormFilling: 'Formulaire rempli',
    Annotation: 'Annotation',
    Unexplained: 'Inexpliqué',
    Forbidden: 'Modification interdite',
  },
  changePlace: (revision, page) =>
    page === null
      ? `partie ${String(revision)} du fichier`
      : `partie ${String(revision)} du fichier, page ${String(page)}`,
  changeSigned: (name) => `signé par ${name}`,
  changeUnsigned: 'couvert par aucune signature',
  level: 'Niveau atteint',
  unknownLevel: 'aucun',
  levelOfForm: (reached, form) => `${reached} (a la forme de ${form}, dont une partie ne tient pas)`,
  crypto: 'Signature',
  cryptoGood: 'correspond au document',
  cryptoBad: 'ne correspond pas au document',
  certificate: 'Certificat',
  certificateGood: 'tous les contrôles réussis',
  certificateUnchecked: 'valide, révocation non vérifiée',
  certificateBad: 'des contrôles ont échoué',
  issuer: 'Émis par',
  validity: 'Valide',
  validityRange: (from, to) => `du ${from} au ${to}`,
  revocation: 'État de révocation',
  revocations: {
    Good: 'non révoqué',
    Revoked: 'révoqué',
    OnHold: 'suspendu',
    Unknown: 'inconnu',
    NotChecked: 'non vérifié',
  },
  sources: {
    Offline: 'd’après les données conservées',
    Crl: 'd’après une liste de révocation',
    Ocsp: 'demandé en ligne',
    None: '',
  },
  listed: 'Listes de confiance',
  listedService: (territory, provider, service, type) =>
    `émis par un service de la liste de ${territory} : ${provider}, ${service} (${type})`,
  listedStatus: (status, from, at) => `${status} depuis le ${from}, au ${at}`,
  listedLater: (at) => `pas encore sur la liste le ${at}`,
  reasons: 'Pourquoi',
  cures: 'Ce que vous pouvez faire',
  severalSignatures: (number) => `Ce document a ${count(number, 'signature', 'signatures')}`,
  signatureNumber: (number) => `Signature ${digits(number)}`,
  counterSignatures: 'Contreseings',
  counterSignaturesHint: 'Ils signent cette signature. Ils ne décident rien sur elle ni sur le document.',
  counterSignatureNumber: (name) => `Contreseing ${name}`,
  serialNumber: 'Numéro de série',
  decides: 'La plus faible d’entre elles décide du verdict.',
  chain: 'Chaîne de certificats',
  fingerprint: 'Empreinte du certificat',
  limitations: 'Ce qui a été vérifié ou non',
  checkedAt: (when) => `Vérifié ${when}`,
  technical: 'Codes pour l’assistance',
  tones: { good: 'Réussi', bad: 'Problème', unclear: 'Incertain' },
};

/** Words of the page that checks signatures. */
export const verifyTexts: Texts<typeof english.verifyTexts> = {
  title: 'Vérifier une signature',
  lead: 'Le fichier est vérifié sur cette station et n’est pas conservé.',
  dropTitle: 'Déposez des fichiers signés ici',
  dropHint: 'PDF, XML, .p7m, .p7s, .asics, .asice ou tout autre fichier ; les signatures avec leurs originaux',
  choose: 'Choisir des fichiers signés',
  original: 'Document original',
  originalHint: 'Nécessaire seulement quand la signature est dans un fichier à part, séparé du document.',
  chooseOriginal: 'Choisir l’original',
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
  several: (number) => `${count(number, 'fichier vérifié', 'fichiers vérifiés')} :`,
  verdicts: {
    VALID: 'Valide',
    INVALID: 'Non valide',
    INDETERMINATE: 'Non confirmée',
    unsigned: 'Non signé',
    failed: 'Non vérifié',
  },
};

/** Words of the report that is handed over with a file. */
export const handOverTexts: Texts<typeof english.handOverTexts> = {
  print: 'Imprimer le rapport',
  json: 'Enregistrer en JSON',
  file: 'Fichier',
  sha256: 'SHA-256',
  noHash: 'non calculé : la page n’est pas ouverte sur cette machine ou en TLS, ou le fichier est très grand',
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
