import type { SentencesOf } from '../../sentence-texts.ts';
import type { orderSentences as english } from '../../../../service/contract/vocabulary/sentences/order-sentences.ts';

export const orderSentences: SentencesOf<typeof english> = {
  FILE_FIELD_MISSING: () => 'Le champ file manque.',
  FILE_EMPTY: () => 'Le fichier est vide.',
  FORMAT_TAKES_ONE_FILE: ({ format }) => `${format} accepte un seul fichier ; seul ASiC_E en accepte plusieurs.`,
  FILE_NAMES_EQUAL: () => 'Les fichiers d’une demande doivent porter des noms différents.',
  CONTAINER_TAKES_NO_FILES: () => 'Un conteneur signé accepte une signature de plus, mais aucun autre fichier.',
  OPERATION_TAKES_TWO_FILES: ({ operation }) =>
    `L’opération ${operation} prend le fichier signé et, si la signature est détachée, ce sur quoi elle porte.`,
  STAMP_FOR_PADES: () => 'visibleSignature, signatureNote, signaturePage et signatureImage n’existent que pour PAdES.',
  FIELD_FOR_PADES: () => 'signatureField et certification n’existent que pour PAdES.',
  PAGE_BESIDE_FIELD: () => 'signaturePage ne va pas avec un champ existant, qui a sa propre place.',
  FORMAT_WITHOUT_OPERATION: ({ format, operation }) => `${format} ne connaît pas l’opération ${operation}.`,
  TARGET_FOR_COUNTERSIGN: () => 'targetSignature n’existe que pour l’opération countersign.',
  OPERATION_WITHOUT_PACKAGING: ({ operation }) =>
    `L’opération ${operation} ne prend pas d’emballage : il reste tel qu’il est dans le fichier.`,
  COUNTERSIGN_LEVEL_B: () => 'Les contresignatures se font au niveau B.',
  FORMAT_WITHOUT_PACKAGING: ({ format, packaging }) => `${format} ne connaît pas l’emballage ${packaging}.`,
  CONTAINER_SIGNATURE_FOR_ASIC: () => 'containerSignature n’existe que pour ASiC_S et ASiC_E.',
  OPERATION_WITHOUT_CONTAINER_SIGNATURE: ({ operation }) =>
    `L’opération ${operation} ne prend pas containerSignature : la signature est de la sorte qu’a le conteneur.`,
  STAMP_OPTIONS_FOR_PADES: () => 'signatureRect, signatureAnchor et stampTemplate n’existent que pour PAdES.',
  STAMP_PLACE_TWICE: () => 'signatureRect et signatureAnchor disent tous deux où : n’envoyez que l’un.',
  PAGE_BESIDE_STAMP_PLACE: () => 'signaturePage ne va pas avec un tampon dont la place est dite autrement.',
  STAMP_PLACE_BESIDE_FIELD: () =>
    'signatureRect et signatureAnchor ne vont pas avec un champ existant, qui a sa place.',
  STAMP_SHOWS_NOTHING: () =>
    'Le tampon ne montrerait rien : ses parties sont une note ou une image qui n’ont pas été envoyées.',
  STAMP_RECT_MALFORMED: () =>
    'signatureRect doit être page,x,y,width,height : un numéro de page ou last, puis des points comme 72.5, aucun sous 0.',
  STAMP_ANCHOR_BLANK: () => 'signatureAnchor ne doit pas être vide.',
  STAMP_TEMPLATE_NO_JSON: () => 'stampTemplate doit être du JSON.',
  FIELD_MISSING: ({ field }) => `Le champ ${field} manque.`,
  FIELD_NOT_ONCE: ({ field }) => `Le champ ${field} doit être envoyé une fois, en texte simple.`,
  FIELD_CHARACTERS_FORBIDDEN: ({ field }) => `Le champ ${field} contient des caractères interdits.`,
  FIELD_TOO_LARGE: ({ field, bytes }) => `Le champ ${field} dépasse les ${bytes} octets permis.`,
  FILES_TOO_LARGE: ({ bytes }) => `Les fichiers dépassent ensemble les ${bytes} octets permis.`,
  UPLOAD_TOO_LARGE: ({ bytes }) => `L’envoi dépasse les ${bytes} octets permis.`,
  BODY_TOO_LARGE: ({ bytes }) => `La requête dépasse les ${bytes} octets permis.`,
  IMAGE_KIND_UNKNOWN: () => 'signatureImage doit être une image PNG ou JPEG.',
  IMAGE_TOO_MANY_PIXELS: () => 'signatureImage a au plus 10 000 pixels par côté et 25 millions en tout.',
  IDEMPOTENCY_KEY_OF_OTHER_KIND: () => 'L’Idempotency-Key a servi à une demande d’une autre sorte.',
  FORMAT_NOT_MADE_HERE: ({ format }) => `Cette station ne peut pas faire de signatures ${format}.`,
  FORMAT_NOT_RAISED_HERE: ({ format }) => `Cette station ne peut pas rehausser de signatures ${format}.`,
  ASIC_S_ONE_DOCUMENT: () => 'ASiC-S contient un seul document ; prenez ASiC_E pour plusieurs.',
  CONTAINER_TOO_MANY_DOCUMENTS: () => 'Il y a trop de documents pour un conteneur.',
  XADES_WITHOUT_PACKAGING: ({ packaging }) => `XAdES ne connaît pas l’emballage ${packaging}.`,
};
