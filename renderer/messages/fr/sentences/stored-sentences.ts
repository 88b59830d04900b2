import type { SentencesOf } from '../../sentence-texts.ts';
import type { storedSentences as english } from '../../../../service/contract/vocabulary/sentences/stored-sentences.ts';
import { statusName, waitName } from '../../sentence-words.ts';

export const storedSentences: SentencesOf<typeof english> = {
  REQUEST_UNKNOWN: () => 'Il n’y a pas de demande de signature avec cet identifiant.',
  REQUEST_WITHOUT_DOCUMENT: ({ number }) => `La demande n’a pas de document ${number}.`,
  DOCUMENT_DELETED: () => 'Le document a été supprimé après sa durée de conservation.',
  DOCUMENT_MISSING: () => 'Le document manque dans le stockage.',
  DOCUMENT_NOT_ACCEPTED_ONE: () =>
    'Le document stocké n’est pas celui qui a été accepté : son SHA-256 diffère de celui qui est noté.',
  DOCUMENT_NOT_RECEIVED_ONE: () => 'Le document stocké n’est pas celui qui a été reçu ; renvoyez-le.',
  DOCUMENT_NO_LONGER_STORED: () => 'Le document n’est plus stocké : renvoyez-le.',
  INPUT_GONE: () => 'Le document d’origine n’est plus dans le stockage.',
  OUTPUT_NOT_YET: ({ status }) => `La demande est dans l’état « ${statusName(status)} » ; il n’y a pas de résultat.`,
  OUTPUT_DELETED: () => 'Le fichier signé a été supprimé après sa durée de conservation.',
  OUTPUT_MISSING: () => 'Le fichier signé manque dans le stockage.',
  OUTPUT_NOT_SIGNED_ONE: () =>
    'Le fichier stocké n’est pas celui qui a été signé : son SHA-256 diffère de celui qui est noté.',
  OUTPUT_NOT_SIGNED_ONE_OF: ({ id }) =>
    `Le fichier stocké de la demande ${id} n’est pas celui qui a été signé : son SHA-256 diffère de celui qui est noté.`,
  OUTPUT_NOT_RECORDED_ONE: () => 'Le fichier stocké n’est pas celui qui est noté.',
  STAGED_SIGNATURE_GONE: () => 'La signature mise de côté n’est plus dans le stockage.',
  NOT_CANCELLABLE: ({ status }) => `La demande est dans l’état « ${statusName(status)} » et ne peut plus être annulée.`,
  RETRY_COMPLETED: () => 'La demande est terminée : il n’y a rien à refaire.',
  RETRY_NOT_FAILED: ({ status }) =>
    `La demande est dans l’état « ${statusName(status)} » ; on ne refait que ce qui a échoué.`,
  RETRIED_AND_COMPLETED: ({ id }) => `La demande a été refaite, et ${id} est terminée.`,
  RETRIED_ALREADY: ({ id, status }) => `La demande est déjà refaite : ${id} (« ${statusName(status)} »).`,
  RENEWAL_LEVEL_LOWER: ({ present, wanted }) =>
    `La signature est de niveau ${present} ; elle n’est pas ramenée au niveau ${wanted}.`,
  RENEWAL_DOCUMENT_GONE: () =>
    'Le document sur lequel porte la signature n’est plus stocké : envoyez les deux pour les rehausser.',
  RENEWAL_FILE_GONE: () => 'Le fichier n’est plus stocké.',
  RENEWAL_UNDER_WAY: ({ id }) => `La signature est en cours de renouvellement : ${id} n’est pas finie.`,
  REQUEST_ARCHIVED: ({ id }) =>
    `L’Idempotency-Key a servi à ${id}, qui s’est terminée il y a longtemps et se trouve dans l’archive.`,
  BATCH_UNKNOWN: () => 'Il n’y a pas de lot avec cet identifiant.',
  BATCH_REQUEST_UNKNOWN: () => 'Une demande du lot n’existe pas.',
  BATCH_WITHOUT_SIGNED: () => 'Aucun document du lot n’a de fichier signé.',
  APPROVAL_REFUSED_BY_PERSON: () => 'Une personne à la station a refusé de signer le document.',
  APPROVAL_NOT_IN_TIME: () => 'Personne à la station n’a approuvé le document à temps (Approvals:ExpireAfter).',
  APPROVAL_NEEDED: () => 'Une personne à la station doit voir et approuver le document.',
  APPROVED_DOCUMENT_OTHER: () => 'Le document stocké n’est pas celui qui a été approuvé.',
  APPROVAL_NOT_WAITED_FOR: ({ id, status }) =>
    `La demande ${id} est dans l’état « ${statusName(status)} » et n’attend aucune approbation.`,
  APPROVAL_BY_OWN_KEY: () => 'La clé d’API qui a remis un document ne peut pas l’approuver.',
  SHOWN_IS_OTHER: ({ id }) => `Ce qui a été montré n’est pas ce que ${id} signerait.`,
  SHOWN_NOT_WHOLE: ({ id }) => `Tout ${id} n’a pas été montré avant l’approbation.`,
  WAIT_TOO_LONG: ({ waitReason }) =>
    `Ce que le document attendait n’est pas venu à temps : ${waitName(waitReason)} (Signing:MaxWait).`,
};
