import type { healthPhrases as english } from '../../en/phrases/health-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const healthPhrases: PhrasesOf<typeof english> = {
  'It was not started.': 'Il n’a pas été démarré.',
  'It is restarting.': 'Il redémarre.',
  'It ended again and again, and is tried every few minutes; the log says how it ends.':
    'Il s’est arrêté encore et encore, et est essayé toutes les quelques minutes ; le journal dit comment il finit.',
  'It is stopped.': 'Il est arrêté.',
  'A process ended again and again; see the settings page.':
    'Un processus s’est arrêté encore et encore ; voir la page des réglages.',
  '{count} processes ended again and again; see the settings page.':
    '{count} processus se sont arrêtés encore et encore ; voir la page des réglages.',
  'Unavailable: {commas}.': 'Indisponible : {commas}.',
  'Cannot sign now: {commas}.': 'Ne peut pas signer maintenant : {commas}.',
  'a provider of some tenants': 'un fournisseur de certains clients',
  'Not used: {list}': 'Pas utilisé : {list}',
  'and {count} more, see the log': 'et {count} autres, voir le journal',
  'trust anchor {file}: {reason}': 'ancre de confiance {file} : {reason}',
  'certificate {file}: {reason}': 'certificat {file} : {reason}',
  'CRL {file}: {reason}': 'liste de révocation {file} : {reason}',
  'OCSP response {file}: {reason}': 'réponse OCSP {file} : {reason}',
  'signer of trusted lists {file}: {reason}': 'signataire de listes de confiance {file} : {reason}',
  'trust anchor': 'ancre de confiance',
  certificate: 'certificat',
  CRL: 'liste de révocation',
  'OCSP response': 'réponse OCSP',
  'signer of trusted lists': 'signataire de listes de confiance',
  'the folder cannot be read ({code})': 'le dossier ne peut pas être lu ({code})',
  'it is not a file': 'ce n’est pas un fichier',
  'it is larger than 64 MiB': 'il dépasse 64 Mio',
  'its PEM text is not complete': 'son texte PEM n’est pas complet',
  'it is neither DER nor PEM': 'ce n’est ni du DER ni du PEM',
  'it cannot be read ({code})': 'il ne peut pas être lu ({code})',
  'it holds no answer': 'il ne contient pas de réponse',
  'it is no certificate: {detail}': 'ce n’est pas un certificat : {detail}',
  'it is no CRL: {detail}': 'ce n’est pas une liste de révocation : {detail}',
  'it is no OCSP response: {detail}': 'ce n’est pas une réponse OCSP : {detail}',
  'unknown fault': 'faute inconnue',
  'documents wait: {detail}': 'des documents attendent : {detail}',
  'a step failed, and is tried again; see the log': 'une étape a échoué, et est réessayée ; voir le journal',
  'a file or folder cannot be used ({code})': 'un fichier ou dossier ne peut pas être utilisé ({code})',
  '{folder} is not there': '{folder} n’est pas là',
  '{folder} can only be read: its file system is mounted so':
    '{folder} est en lecture seule : son système de fichiers est monté ainsi',
  '{folder} cannot be used ({code})': '{folder} ne peut pas être utilisé ({code})',
  'there is no space left for files in {folder}': 'il ne reste plus de place pour des fichiers dans {folder}',
  '{folder} belongs to another user of this machine.': '{folder} appartient à un autre utilisateur de cette machine.',
  '{folder} can be changed by any user of this machine. Close it: chmod o-w':
    '{folder} peut être modifié par tout utilisateur de cette machine. Fermez-le : chmod o-w',
  '{folder} is a link or no folder.': '{folder} est un lien ou n’est pas un dossier.',
  "{folder} is not this user's alone.": '{folder} n’est pas à cet utilisateur seul.',
  'The last renewal of {what} failed; it was requested once more.':
    'Le dernier renouvellement de {what} a échoué ; il a été redemandé.',
  'The evidence of {what} ends within {days} days though it was renewed lately: the certificate of the timestamp authority ends soon.':
    'Les preuves de {what} finissent dans {days} jours bien que renouvelées récemment : le certificat de l’autorité d’horodatage finit bientôt.',
  '{what} could not be renewed ({code}).': '{what} n’a pas pu être renouvelé ({code}).',
  'one signed file': 'un fichier signé',
  '{count} signed files': '{count} fichiers signés',
  'A health check failed.': 'Un contrôle a échoué.',
  'Everyone who reaches the station may use it without a key.':
    'Quiconque atteint la station peut l’utiliser sans clé.',
  'The worker process is {state}.': 'Le processus de travail est dans l’état {state}.',
  'The broker is closed.': 'Le courtier de messages est fermé.',
  'The connection to RabbitMQ is gone: {detail}.': 'La connexion à RabbitMQ est perdue : {detail}.',
  'There are {count} dead letters.': 'Il y a {count} messages non remis.',
  'Its pivot {name} is not at hand.': 'Son pivot {name} n’est pas disponible.',
  'Its pivot {name} is another list than was to be expected.': 'Son pivot {name} est une autre liste qu’attendu.',
  'It names too many pivots.': 'Elle nomme trop de pivots.',
  'It is no list of the lists.': 'Ce n’est pas une liste des listes.',
  'It is not of the Union.': 'Elle n’est pas de l’Union.',
  'It is signed by somebody who may not sign it.': 'Elle est signée par quelqu’un qui n’en a pas le droit.',
  'Its pivot {name} is signed by somebody who may not sign it.':
    'Son pivot {name} est signé par quelqu’un qui n’en a pas le droit.',
  'It is signed with a certificate that had ended before.':
    'Elle est signée avec un certificat qui avait pris fin avant.',
  'Its pivot {name} is signed with a certificate that had ended before.':
    'Son pivot {name} est signé avec un certificat qui avait pris fin avant.',
  'No list of the lists that is believed tells who may sign it.':
    'Aucune liste des listes crue ne dit qui peut la signer.',
  'It cannot be read.': 'Elle ne peut pas être lue.',
  'It has the number {number}, and number {last} was seen before.':
    'Elle a le numéro {number}, et le numéro {last} a déjà été vu.',
  'Its country is none.': 'Son pays n’en est pas un.',
  'It is no list of a country.': 'Ce n’est pas la liste d’un pays.',
  'It is of another country than {territory}.': 'Elle est d’un autre pays que {territory}.',
  'The list of the lists does not know its country.': 'La liste des listes ne connaît pas son pays.',
  'It cannot be fetched: {detail}.': 'Elle ne peut pas être récupérée : {detail}.',
  'It begins at {time}.': 'Elle commence le {time}.',
  'It was closed by its operator.': 'Elle a été fermée par son exploitant.',
  'A newer one was due at {time}.': 'Une plus récente était due le {time}.',
  'What the station kept of it was damaged. It is judged again at the next start.':
    'Ce que la station en gardait était abîmé. Elle est rejugée au prochain démarrage.',
  'The list of the lists is over.': 'La liste des listes est échue.',
  'The file is too large.': 'Le fichier est trop grand.',
  'It bears no signature.': 'Elle ne porte pas de signature.',
  'It bears more than the one signature of a list.': 'Elle porte plus que l’unique signature d’une liste.',
  'Its signature does not hold ({reason}).': 'Sa signature ne tient pas ({reason}).',
  'no signer': 'pas de signataire',
  'It is no trusted list: {detail}.': 'Ce n’est pas une liste de confiance : {detail}.',
  'Checking it takes more work than one list may cost.':
    'La vérifier demande plus de travail qu’une liste ne peut en coûter.',
  'It has not been needed yet, and starts with the first document.':
    'Il n’a pas encore servi, et démarre avec le premier document.',
  'Verification:RevocationMode is Online, and ValidationData:Online is off: no OCSP responder or list is asked, and a signature is VALID only by evidence in the folders or in its document.':
    'Verification:RevocationMode est Online, et ValidationData:Online est désactivé : aucun service OCSP ni aucune liste n’est interrogé, et une signature n’est VALID que par des preuves dans les dossiers ou dans le document.',
  'The folders hold none.': 'Les dossiers n’en contiennent aucune.',
  'Old audit events stay in the database.': 'Les anciens événements d’audit restent dans la base de données.',
  'Old requests stay in the database.': 'Les anciennes demandes restent dans la base de données.',
  'Old messages stay in the database.': 'Les anciens messages restent dans la base de données.',
  'Old files are not deleted.': 'Les anciens fichiers ne sont pas supprimés.',
  'What crashes left behind is not removed.': 'Ce que des arrêts brutaux ont laissé n’est pas retiré.',
  'A disk is full: make room on it.': 'Un disque est plein : faites-y de la place.',
  'A file or folder of the station cannot be changed: let its user write there.':
    'Un fichier ou un dossier de la station ne peut pas être modifié : laissez son utilisateur y écrire.',
  'The database lets nobody delete them: make the role signing_station_archive.':
    'La base de données ne laisse personne les supprimer : créez le rôle signing_station_archive.',
  'The archive is not as it was written: put it back from a copy (archive verify says where).':
    'L’archive n’est pas telle qu’elle a été écrite : restaurez-la d’une copie (archive verify dit où).',
  'The log says why.': 'Le journal dit pourquoi.',
  'It is tried again every few minutes.': 'Un nouvel essai a lieu toutes les quelques minutes.',
};
