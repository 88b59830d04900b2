import type { SentencesOf } from '../../sentence-texts.ts';
import type { accessSentences as english } from '../../../../service/contract/vocabulary/sentences/access-sentences.ts';

export const accessSentences: SentencesOf<typeof english> = {
  API_KEY_NEEDED: () => 'Envoyez une clé d’API valable : `Authorization: ApiKey <key>` ou `X-Api-Key: <key>`.',
  API_KEY_NOT_IN_FORCE: () =>
    'La clé d’API envoyée est inconnue ou a été révoquée. Cette station n’en demande pas : envoyez une clé valable, ou aucune.',
  API_KEY_OF_OTHER_TENANT: () => 'La clé d’API appartient à un autre mandant.',
  API_KEY_WITHOUT_PERMISSION: ({ permission }) => `Il manque à la clé d’API le droit ${permission}.`,
  API_KEY_UNKNOWN: () => 'Il n’y a pas de clé d’API en vigueur avec cet identifiant.',
  DECIDED_AT_STATION: () => 'Une personne en décide à la page d’approbation, ouverte sur cette machine ou par TLS.',
  OTHER_USER_OF_MACHINE: () => 'Les requêtes d’autres utilisateurs de cette machine sont refusées.',
  NOTHING_AT_ADDRESS: () => 'Il n’y a rien à cette adresse.',
  PROVIDER_UNKNOWN: () => 'Il n’y a pas de fournisseur de clés avec cet identifiant.',
  CERTIFICATE_UNKNOWN: () => 'Aucun fournisseur ne montre de certificat avec cet identifiant.',
  PROCESS_UNKNOWN: () => 'Cette station n’a pas de processus de ce nom.',
  DISK_FULL: () => 'Il n’y a plus de place sur le disque de la station.',
  TOO_MANY_FILES_OPEN: () => 'La station a trop de fichiers ouverts ; réessayez dans un instant.',
  REQUEST_UNREADABLE: () => 'La requête ne peut pas être lue.',
  TOO_MANY_UPLOADS: () => 'Trop d’envois sont en cours à la fois ; réessayez dans un instant.',
  TOO_MANY_VERIFIED_AT_ONCE: () => 'Trop de documents sont vérifiés à la fois ; réessayez dans un instant.',
  TOO_MANY_WAIT_FOR_VERIFIER: () => 'Trop de documents attendent déjà leur vérification.',
  TOO_MANY_EVENT_STREAMS: () => 'Trop de flux d’événements sont ouverts.',
  DATABASE_UNREACHABLE: () => 'La base de données est injoignable.',
  DISK_REFUSED: () => 'Le disque a refusé de garder ce qui était écrit. La station s’arrête.',
  DATABASE_DAMAGED: () =>
    'La base de données est endommagée. La station s’arrête. Gardez une copie de station.db et des fichiers à côté, puis remettez une sauvegarde de tous, comme docs/operating.md le dit.',
  PROCESS_GONE: () => 'Le processus interrogé n’est plus là ; il est redémarré.',
  PROCESS_SILENT: () => 'Le processus interrogé n’a pas répondu à temps.',
  FILE_OPERATION_REFUSED: ({ code }) => `La machine a refusé un accès à un fichier (${code}).`,
  FAILED_UNEXPECTEDLY: () => 'Un échec inattendu est survenu.',
  PROGRAM_FILES_UNREADABLE: () => 'Les fichiers du programme n’ont pas pu être lus ; redémarrez la station.',
};
