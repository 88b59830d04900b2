import type { timestampingPhrases as english } from '../../en/phrases/timestamping-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const timestampingPhrases: PhrasesOf<typeof english> = {
  'The reply could not be read.': 'La réponse n’a pas pu être lue.',
  'it closed the connection': 'elle a fermé la connexion',
  'it announces an answer and gives none': 'elle annonce une réponse et n’en donne pas',
  'it gives no answer by HTTP': 'elle ne donne pas de réponse par HTTP',
  'it answers with what is no HTTP ({code})': 'elle répond par ce qui n’est pas du HTTP ({code})',
  'it did not answer within {milliseconds} ms': 'elle n’a pas répondu en {milliseconds} ms',
  'it cannot be reached ({code})': 'elle n’est pas joignable ({code})',
  "it cannot be reached ({code}; the system's own certificates cannot be read here)":
    'elle n’est pas joignable ({code} ; les certificats du système ne sont pas lisibles ici)',
  'its answer is longer than {count} bytes': 'sa réponse dépasse {count} octets',
  'it answers with a redirect (HTTP {status}), which is not followed':
    'elle répond par une redirection (HTTP {status}), qui n’est pas suivie',
  'it does not let this station in (HTTP {status})': 'elle ne laisse pas entrer cette station (HTTP {status})',
  'the proxy before it cannot be reached ({code})': 'le proxy devant elle n’est pas joignable ({code})',
  'the proxy before it does not let this station through (HTTP {status})':
    'le proxy devant elle ne laisse pas passer cette station (HTTP {status})',
  'the proxy before it refuses the way to it (HTTP {status})':
    'le proxy devant elle refuse le chemin vers elle (HTTP {status})',
  'the proxy before it gives no answer by HTTP': 'le proxy devant elle ne donne aucune réponse en HTTP',
  'it answers with HTTP {status}': 'elle répond avec HTTP {status}',
  'its answer is of type "{type}" and not {wanted}': 'sa réponse est du type « {type} » et non {wanted}',
  'the connection broke': 'la connexion s’est rompue',
  'its answer is no timestamp response': 'sa réponse n’est pas une réponse d’horodatage',
  'what it gave as a timestamp is no signed data': 'ce qu’elle a donné comme horodatage n’est pas des données signées',
  'what it signed is no timestamp': 'ce qu’elle a signé n’est pas un horodatage',
  'it refuses: {detail}': 'elle refuse : {detail}',
  'it grants a timestamp and gives none': 'elle accorde un horodatage et n’en donne pas',
  'its timestamp is over other bytes than it was asked for (wrong imprint)':
    'son horodatage porte sur d’autres octets que demandé (mauvaise empreinte)',
  'its timestamp lacks the nonce of the request': 'son horodatage n’a pas le nonce de la requête',
  'its timestamp belongs to another request (wrong nonce)':
    'son horodatage appartient à une autre requête (mauvais nonce)',
  'its policy is {policy}, and {wanted} was asked for': 'sa politique est {policy}, et {wanted} était demandée',
  'its timestamp has a critical extension that is not known here':
    'son horodatage a une extension critique inconnue ici',
  'its timestamp has not exactly one signer': 'son horodatage n’a pas exactement un signataire',
  'the signature of its timestamp does not hold ({codes})': 'la signature de son horodatage ne tient pas ({codes})',
  'its certificate cannot be read': 'son certificat ne peut pas être lu',
  'its certificate is not one for timestamps alone (critical extended key usage)':
    'son certificat n’est pas réservé aux horodatages (extended key usage critique)',
  'its certificate ended on {time}': 'son certificat a pris fin le {time}',
  'its certificate begins on {time} only': 'son certificat ne commence que le {time}',
  'Nothing was signed yet.': 'Rien n’a encore été signé.',
  'Nothing was signed.': 'Rien n’a été signé.',
  'The timestamp authority {url} works: {authority} gave a timestamp of {time}.':
    'L’autorité d’horodatage {url} fonctionne : {authority} a donné un horodatage du {time}.',
  'The timestamp authority {url} gave no timestamp: {detail}.':
    'L’autorité d’horodatage {url} n’a pas donné d’horodatage : {detail}.',
  'No timestamp authority gave a timestamp. {list}.': 'Aucune autorité d’horodatage n’a donné d’horodatage. {list}.',
  'Timestamping:Username is set, and the secret {secret} is not there or cannot be read.':
    'Timestamping:Username est réglé, et le secret {secret} n’est pas là ou illisible.',
  'The secret {secret} is set and Timestamping:Username is not: the password would never be sent. Set the user name, or take the secret away.':
    'Le secret {secret} est réglé et Timestamping:Username ne l’est pas : le mot de passe ne serait jamais envoyé. Définissez le nom d’utilisateur, ou retirez le secret.',
  'Timestamping:ProxyUsername is set, and the secret {secret} is not there or cannot be read.':
    'Timestamping:ProxyUsername est réglé, et le secret {secret} n’est pas là ou illisible.',
  'ValidationData:ProxyUsername is set, and the secret {secret} is not there or cannot be read':
    'ValidationData:ProxyUsername est réglé, et le secret {secret} n’est pas là ou illisible',
  'Timestamping:TrustedRoots: the file holds no certificate in PEM that can be read.':
    'Timestamping:TrustedRoots : le fichier ne contient aucun certificat PEM lisible.',
  'Timestamping:ClientCertificate: certificate and key cannot be used together ({code}).':
    'Timestamping:ClientCertificate : le certificat et la clé ne peuvent pas être utilisés ensemble ({code}).',
  '{setting}: the file {file} cannot be read.': '{setting} : le fichier {file} ne peut pas être lu.',
  'No timestamp authority is configured (Timestamping:Url).':
    'Aucune autorité d’horodatage n’est configurée (Timestamping:Url).',
  '{who}, serial number {serial}': '{who}, numéro de série {serial}',
  'No certificate path for {who}: {detail}.': 'Pas de chemin de certification pour {who} : {detail}.',
  'No revocation evidence for {who}: {detail}.': 'Pas de preuve de révocation pour {who} : {detail}.',
  'The certificate of {who} was revoked at {time}, reason {code}.':
    'Le certificat de {who} a été révoqué le {time}, motif {code}.',
  'And {count} more.': 'Et {count} autres.',
  'Newer revocation data is due by {time}.': 'Des données de révocation plus récentes sont attendues pour le {time}.',
  '{host} answers no readable {what}': '{host} ne répond rien de lisible ({what})',
  '{host} answers with the nonce of another request': '{host} répond avec le nonce d’une autre requête',
  '{host} answers about another certificate': '{host} répond sur un autre certificat',
  '{host} cannot be reached ({code})': '{host} n’est pas joignable ({code})',
  'The proxy answers {status} for {host}': 'Le mandataire répond {status} pour {host}',
  '{host} answers compressed': '{host} répond compressé',
  '{host} answers with what is no HTTP ({code})': '{host} répond par ce qui n’est pas du HTTP ({code})',
  '{host} announces answers and gives none': '{host} annonce des réponses et n’en donne pas',
  '{host} gives no answer by HTTP': '{host} ne donne pas de réponse par HTTP',
  '{host} answers in pieces of a few bytes': '{host} répond par morceaux de quelques octets',
  '{host} answers more than {count} bytes': '{host} répond plus de {count} octets',
  '{host} answers more than {count} bytes; set {key} higher to take them':
    '{host} répond plus de {count} octets ; augmentez {key} pour les accepter',
  '{host} redirects too often': '{host} redirige trop souvent',
  '{host} did not answer in time': '{host} n’a pas répondu à temps',
  'An address is malformed': 'Une adresse est mal formée',
  'Only http and https are asked, not {protocol}': 'Seuls http et https sont interrogés, pas {protocol}',
  'An address holds credentials': 'Une adresse contient des identifiants',
  '{host} redirects a request away': '{host} détourne une requête',
  '{host} is an inner address, which is asked only where ValidationData:InnerAddresses lists it':
    '{host} est une adresse interne, qui n’est interrogée que si ValidationData:InnerAddresses la liste',
  '{host} cannot be resolved': '{host} ne peut pas être résolu',
  "its timestamp says {time}, and the station's clock {now}: one of them is wrong by more than five minutes":
    'son horodatage dit {time}, et l’horloge de la station {now} : l’un des deux est faux de plus de cinq minutes',
  'No more than {count} requests are made at once; what was good is kept, so that asking again goes on from there':
    'Pas plus de {count} demandes à la fois ; ce qui était bon est gardé, une nouvelle demande continue donc de là',
  'No longer than {count} seconds are spent on asking at once; what was good is kept, so that asking again goes on from there':
    'Pas plus de {count} secondes de demandes à la fois ; ce qui était bon est gardé, une nouvelle demande continue donc de là',
};
