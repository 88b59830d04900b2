import type { SentencesOf } from '../../sentence-texts.ts';
import type { signingSentences as english } from '../../../../service/contract/vocabulary/sentences/signing-sentences.ts';

const UNCHANGED = 'Rien n’a été stocké ; le document est tel qu’il était.';
/** A refusal of a document with its code and what exactly was found. */
const refusal =
  (words: string, code: string) =>
  ({ detail }: { detail: string }): string =>
    `${words} (${code} : ${detail}).`;
const because = (detail: string): string => (detail === '' ? '.' : ` (${detail}).`);
const wouldBreak = (name: string): string =>
  `(${name}) ; une autre signature enveloppée (« enveloped ») la briserait. Contresignez-le (« countersign »), ou signez ` +
  'avec l’emballage « enveloping » ou « detached », ou dans un conteneur (ASiC). Rien n’a été stocké.';

export const signingSentences: SentencesOf<typeof english> = {
  PDF_HEADER_MISSING: refusal('Le fichier n’est pas un PDF', 'PDF_HEADER_MISSING'),
  PDF_STRUCTURE_INVALID: refusal(
    'Le PDF est abîmé et n’est pas réparé, car cela changerait le document',
    'PDF_STRUCTURE_INVALID',
  ),
  PDF_STRUCTURE_AMBIGUOUS: refusal(
    'Le PDF est abîmé de sorte que des programmes qui le réparent peuvent montrer une autre page que d’autres',
    'PDF_STRUCTURE_AMBIGUOUS',
  ),
  PDF_BYTES_UNACCOUNTED: refusal(
    'Le PDF a des octets étrangers avant son début ou après sa fin',
    'PDF_BYTES_UNACCOUNTED',
  ),
  PDF_ENCRYPTED: refusal(
    'Le PDF est chiffré de sorte que la station ne peut pas l’ouvrir ; enlevez la protection et renvoyez-le',
    'PDF_ENCRYPTED',
  ),
  PDF_PERMISSION_DENIED: refusal(
    'Le PDF est protégé contre les modifications par son propriétaire',
    'PDF_PERMISSION_DENIED',
  ),
  PDF_LIMIT_EXCEEDED: refusal('Le PDF dépasse ce qui se lit sans danger', 'PDF_LIMIT_EXCEEDED'),
  PDF_FILTER_UNSUPPORTED: refusal(
    'Le PDF utilise une compression qui n’est pas prise en charge',
    'PDF_FILTER_UNSUPPORTED',
  ),
  PDF_PAGE_NOT_FOUND: refusal('Le PDF n’a pas la page demandée', 'PDF_PAGE_NOT_FOUND'),
  PDF_NO_ROOM_FOR_STAMP: refusal(
    'La page n’a pas de place libre assez grande pour un tampon lisible',
    'PDF_NO_ROOM_FOR_STAMP',
  ),
  PDF_STAMP_OUTSIDE_PAGE: refusal('La place demandée pour le tampon n’est pas dans la page', 'PDF_STAMP_OUTSIDE_PAGE'),
  PDF_STAMP_OVER_FIELD: refusal(
    'La place demandée pour le tampon est sur un champ de formulaire',
    'PDF_STAMP_OVER_FIELD',
  ),
  PDF_STAMP_OVER_STAMP: refusal(
    'La place demandée pour le tampon est sur celui d’une signature antérieure',
    'PDF_STAMP_OVER_STAMP',
  ),
  PDF_STAMP_HIDES_SIGNED: refusal(
    'Le tampon cacherait ce que couvrent des signatures antérieures',
    'PDF_STAMP_HIDES_SIGNED',
  ),
  PDF_STAMP_TOO_SMALL: refusal('Ce que dit le tampon n’est pas lisible dans la taille demandée', 'PDF_STAMP_TOO_SMALL'),
  PDF_ANCHOR_NOT_FOUND: refusal(
    'Le texte près duquel le tampon doit se trouver n’est pas dans le document',
    'PDF_ANCHOR_NOT_FOUND',
  ),
  PDF_STAMP_IMAGE_INVALID: refusal('L’image du tampon n’est pas utilisable', 'PDF_STAMP_IMAGE_INVALID'),
  PDF_SIGNING_FORBIDDEN: refusal(
    'Une signature antérieure du PDF interdit d’autres signatures',
    'PDF_SIGNING_FORBIDDEN',
  ),
  PDF_FIELD_NOT_FOUND: refusal('Le PDF n’a pas de champ de signature vide du nom demandé', 'PDF_FIELD_NOT_FOUND'),
  PDF_FIELD_UNUSABLE: refusal('Le champ de signature demandé ne peut pas être signé', 'PDF_FIELD_UNUSABLE'),
  PDF_SEED_VALUE_UNMET: refusal(
    'L’auteur du document a lié le champ de signature demandé à une autre sorte de signature',
    'PDF_SEED_VALUE_UNMET',
  ),
  PDF_CERTIFICATION_LATE: refusal('Le PDF est déjà signé et ne peut donc plus être certifié', 'PDF_CERTIFICATION_LATE'),
  PDF_CONTENTS_TOO_SMALL: refusal(
    'La signature est plus grande que la place qui lui est réservée',
    'PDF_CONTENTS_TOO_SMALL',
  ),
  PDF_FILE_TOO_LARGE: refusal(
    'Le PDF est trop grand pour sa sorte de table de références croisées',
    'PDF_FILE_TOO_LARGE',
  ),
  XML_DOCTYPE_FORBIDDEN: refusal(
    'Le document XML a une déclaration de type (DOCTYPE), que du XML signé ne doit pas avoir ; enlevez-la',
    'XML_DOCTYPE_FORBIDDEN',
  ),
  XML_ENCODING_UNSUPPORTED: refusal(
    'L’encodage du document XML n’est pas pris en charge ; envoyez-le en UTF-8',
    'XML_ENCODING_UNSUPPORTED',
  ),
  XML_STRUCTURE_INVALID: refusal(
    'Le document n’est pas du XML bien formé ; les emballages « enveloping » et « detached » prennent tout fichier',
    'XML_STRUCTURE_INVALID',
  ),
  XML_LIMIT_EXCEEDED: refusal('Le document XML dépasse ce qui se lit sans danger', 'XML_LIMIT_EXCEEDED'),
  XML_CANONICALIZATION_FAILED: refusal(
    'Le document XML n’a pas de forme canonique, sans laquelle il ne peut pas être signé',
    'XML_CANONICALIZATION_FAILED',
  ),
  FILE_IS_NO_XML: ({ detail }) =>
    `Le fichier n’est pas du XML ; les emballages « enveloping » et « detached » prennent tout fichier (${detail}).`,
  XML_UNFINISHED_SIGNATURE: () =>
    'Le document contient une signature jamais finie et passerait pour toujours pour brisé. Finissez-la ou enlevez-la, ' +
    'ou signez avec l’emballage « enveloping » ou « detached ». Rien n’a été stocké.',
  XML_IS_SIGNATURE: ({ name }) => `Le document est une signature ${wouldBreak(name)}`,
  XML_SIGNED_AS_A_WHOLE: ({ name }) => `Le document porte une signature qui le couvre en entier ${wouldBreak(name)}`,
  NEW_SIGNATURE_WOULD_NOT_HOLD: ({ detail }) =>
    `La nouvelle signature ne tiendrait pas dans le document fini${because(detail)} ${UNCHANGED}`,
  EARLIER_SIGNATURE_WOULD_NOT_HOLD: ({ name, detail }) =>
    `La signature antérieure ${name} ne tiendrait plus${because(detail)} ${UNCHANGED}`,
  DOCUMENT_TAKES_TOO_MUCH_WORK: () =>
    'Lire le document et vérifier ses signatures demande plus de travail qu’un document ne doit en coûter : il contient un nombre ' +
    'extrême de parties ou des parties enchevêtrées (champs, objets, éléments, révisions, certificats ou signatures). Rien n’a été ' +
    'enregistré. Produisez le document à nouveau, par exemple en imprimant un PDF dans un fichier, ou divisez-le ; ou signez-le ' +
    'comme fichier quelconque (CAdES, ou XAdES avec l’emballage « detached »).',
  WORKER_DIED_TOO_OFTEN: () => 'Le processus de signature est mort trop souvent sur ce document.',
  DOCUMENT_CHANGED_MEANWHILE: () => 'Le document a changé pendant qu’il était signé.',
  LEVEL_NOT_MADE: ({ format, levels }) =>
    `Cette version de la station ne fait des signatures ${format} qu’au niveau ${levels}.`,
  FORMAT_NOT_SIGNED: ({ format }) => `Cette version de la station ne sait pas signer ${format}.`,
  SIGNATURE_FITS_NO_CERTIFICATE: ({ faults }) =>
    `La signature finie ne correspond pas au certificat choisi (${faults}) ; rien n’a été stocké.`,
  TARGET_SIGNATURE_UNNAMED: ({ names }) =>
    `Le fichier contient plusieurs signatures : targetSignature est l’une de ${names}, comme le rapport les nomme.`,
  TARGET_SIGNATURE_UNKNOWN: ({ names }) =>
    `Aucune signature du fichier n’est seule à porter ce nom : targetSignature est l’une de ${names}, comme le rapport les nomme.`,
  RAISED_CONTAINER_WOULD_NOT_HOLD: () =>
    'Une signature ne tiendrait plus dans le conteneur rehaussé. Rien n’a été stocké.',
  RAISED_DOCUMENT_WOULD_NOT_HOLD: ({ name }) =>
    `La signature ${name} ne tiendrait plus dans le document rehaussé. Rien n’a été stocké.`,
  CONTAINER_FILES_TOO_LARGE: () =>
    'Les fichiers compressés du conteneur sont trop grands pour le niveau LTA avec XAdES ; signez avec containerSignature CAdES, ou au niveau LT.',
  GRACE_PERIOD_LASTS: ({ since, until }) => `Le délai de grâce après ${since} dure jusqu’à ${until}.`,
  EVIDENCE_TOO_LARGE: ({ format, size, most }) =>
    `Les données de révocation font ${size} Mo, et une signature en ${format} est relue avec ${most} Mo au plus. Signez en PDF, au niveau T ou là où les autorités répondent par OCSP.`,
  VALIDATION_DATA_TOO_MUCH_WORK: () => 'Trouver les données de révocation demande plus de travail que permis.',
  SIGNATURE_CERTIFICATE_UNREADABLE: () => 'Un certificat de la signature ne peut pas être lu.',
  TIMESTAMP_CLIENT_SILENT: () => 'Le processus d’horodatage n’a pas répondu ; il est redémarré.',
  TIMESTAMP_NOT_KEPT: () => 'Il n’y a pas d’horodatage de ces octets à réutiliser.',
};
