import type { refusalPhrases as english } from '../../en/phrases/refusal-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const refusalPhrases: PhrasesOf<typeof english> = {
  'The configuration cannot be used.': 'Les paramètres ne sont pas utilisables.',
  '{key} (from {what}): {reason}': '{key} ({what}) : {reason}',
  '{key} (from {what}): {reason}; given was {value}': '{key} ({what}) : {reason} ; la valeur indiquée est {value}',
  '{key} (from {what}) is not a configuration key. Did you mean {nearest}?':
    '{key} ({what}) n’est pas un paramètre. Est-ce {nearest} ?',
  'The environment variable {name} is not a setting. Did you mean Authentication__Enabled?':
    'La variable d’environnement {name} n’est pas un paramètre. Est-ce Authentication__Enabled ?',
  '--{name} is not an argument. Did you mean --{nearest}?': '--{name} n’est pas un argument. Est-ce --{nearest} ?',
  'An argument belongs to no setting. Settings are written --Section:Key=value; a value with blanks needs quotes.':
    'Un argument n’appartient à aucun paramètre. Les paramètres s’écrivent --Section:Key=value ; une valeur avec des espaces doit être entre guillemets.',
  '{key} (from {what}) is given more than once, with different values.':
    '{key} (de {what}) est indiqué plus d’une fois, avec des valeurs différentes.',
  '--config is given more than once.': '--config est indiqué plus d’une fois.',
  '--config needs the path of a JSON file.': '--config demande le chemin d’un fichier JSON.',
  'The configuration file {file} does not exist.': 'Le fichier de configuration {file} n’existe pas.',
  'The configuration file {file} cannot be read: {reason}.':
    'Le fichier de configuration {file} ne peut pas être lu : {reason}.',
  'it is not a JSON object': 'ce n’est pas un objet JSON',
  'Server:LocalUsers own is there on Linux only; other systems need Server:LocalUsers any.':
    'Server:LocalUsers own n’existe que sous Linux ; les autres systèmes demandent Server:LocalUsers any.',
  'Database:ConnectionString is needed with Database:Provider postgres.':
    'Avec Database:Provider postgres, il faut Database:ConnectionString.',
  'Timestamping:AlternativeUrls are asked after Timestamping:Url, which is not set.':
    'Timestamping:AlternativeUrls sont interrogées après Timestamping:Url, qui n’est pas définie.',
  'ValidationData:GracePeriod is not below Signing:MaxWait: every job for LT would fail while it waits.':
    'ValidationData:GracePeriod n’est pas inférieur à Signing:MaxWait : toute tâche pour LT échouerait pendant l’attente.',
  'SigningJobRetry:MaxBackoffMilliseconds is below SigningJobRetry:InitialBackoffMilliseconds.':
    'SigningJobRetry:MaxBackoffMilliseconds est inférieur à SigningJobRetry:InitialBackoffMilliseconds.',
  'ProviderId {provider} is used by more than one signing provider.':
    'ProviderId {provider} est celui de plusieurs fournisseurs.',
  '{reason}, but Authentication:Enabled is false. Set Authentication:Enabled to true and make an API key, or, where something in front of the station checks every caller, set Server:DangerouslyAllowUnauthenticatedAccess.':
    '{reason}, mais Authentication:Enabled vaut false. Mettez Authentication:Enabled à true et créez une clé d’API, ou, si quelque chose devant la station contrôle chaque appelant, définissez Server:DangerouslyAllowUnauthenticatedAccess.',
  'Server:Host {host} can be reached from other machines': 'Server:Host {host} est accessible depuis d’autres machines',
  'Server:Host {host} can be reached from other machines, and nothing encrypts what they send. Set Server:Tls:Certificate and Server:Tls:Key, or name what ends TLS in front of the station in Server:TrustedProxies.':
    'Server:Host {host} est accessible depuis d’autres machines, et rien ne chiffre ce qu’elles envoient. Définissez Server:Tls:Certificate et Server:Tls:Key, ou nommez dans Server:TrustedProxies ce qui termine TLS devant la station.',
  'The {part} is shared ({section}:Provider {provider})':
    'D’autres stations peuvent utiliser ce que nomme {section}:Provider {provider} ({part})',
  'Roles has worker and no token-host: a worker signs with the tokens of its own host. Add token-host, or leave worker out.':
    'Roles contient worker sans token-host : un worker signe avec les jetons de sa propre machine. Ajoutez token-host, ou retirez worker.',
  'Roles has token-host and no worker: no other host could sign with its keys. Add worker, or leave token-host out.':
    'Roles contient token-host sans worker : aucune autre machine ne pourrait signer avec ses clés. Ajoutez worker, ou retirez token-host.',
  '{file} belongs to another user of this machine, who can change it.':
    '{file} appartient à un autre utilisateur de cette machine, qui peut le modifier.',
  '{file} can be changed by other users of this machine. Close it to them: chmod go-w "{path}"':
    '{file} peut être modifié par d’autres utilisateurs de cette machine. Fermez-le-leur : chmod go-w "{path}"',
  '{file} can be written by all users of this machine, who can put another folder in place of what the station keeps below it. Close it to them: chmod o-w "{path}"':
    'Tous les utilisateurs de cette machine peuvent écrire dans {file} et mettre un autre dossier à la place de ce que la station garde en dessous. Fermez-le-leur : chmod o-w "{path}"',
  'The secret {file} is open to other users of this machine. Close it to them: chmod 600 "{path}"':
    'Le secret {file} est ouvert à d’autres utilisateurs de cette machine. Fermez-le-leur : chmod 600 "{path}"',
  'Storage:Bucket or Storage:Endpoint is set, but Storage:Provider is local: no document would go there.':
    'Storage:Bucket ou Storage:Endpoint est défini, mais Storage:Provider vaut local : aucun document n’irait là.',
  'Storage:Bucket is needed with Storage:Provider s3.': 'Avec Storage:Provider s3, il faut Storage:Bucket.',
  'Storage:Region is needed for AWS; other stores need Storage:Endpoint.':
    'Pour AWS, il faut Storage:Region ; les autres stockages demandent Storage:Endpoint.',
  'Storage:Endpoint is not an address such as https://host:port.':
    'Storage:Endpoint n’est pas une adresse comme https://host:port.',
  'Storage:Endpoint is neither http nor https.': 'Storage:Endpoint n’est ni http ni https.',
  'Storage:Endpoint bears credentials; they belong into the secrets of Storage:AccessKeyIdSecretName.':
    'Storage:Endpoint porte des identifiants ; leur place est dans les secrets de Storage:AccessKeyIdSecretName.',
  'Storage:Endpoint sends documents to {host} in clear; Production needs https beyond this machine.':
    'Storage:Endpoint envoie des documents en clair à {host} ; Production demande https au-delà de cette machine.',
  'Broker:Url or Broker:Username is set, but Broker:Provider is embedded: no message would go there.':
    'Broker:Url ou Broker:Username est défini, mais Broker:Provider vaut embedded : aucun message n’irait là.',
  'Broker:Url is needed with Broker:Provider rabbitmq.': 'Avec Broker:Provider rabbitmq, il faut Broker:Url.',
  'Broker:Username is needed with Broker:Provider rabbitmq.': 'Avec Broker:Provider rabbitmq, il faut Broker:Username.',
  'Broker:Url is not an address such as amqps://host:5671/vhost.':
    'Broker:Url n’est pas une adresse comme amqps://host:5671/vhost.',
  'Broker:Url is neither amqp nor amqps.': 'Broker:Url n’est ni amqp ni amqps.',
  'Broker:Url bears credentials; the user belongs into Broker:Username, the password into the secret of Broker:PasswordSecretName.':
    'Broker:Url porte des identifiants ; l’utilisateur a sa place dans Broker:Username, le mot de passe dans le secret de Broker:PasswordSecretName.',
  'Broker:Url has parameters after a question mark, of which none would be used.':
    'Broker:Url a des paramètres après un point d’interrogation, dont aucun ne serait utilisé.',
  'Broker:Url sends the password to {host} in clear; Production needs amqps beyond this machine.':
    'Broker:Url envoie le mot de passe en clair à {host} ; Production demande amqps au-delà de cette machine.',
  'an address that begins with http:// or https://': 'il faut une adresse qui commence par http:// ou https://',
  'an address that begins with http://': 'il faut une adresse qui commence par http://',
  'a whole number and a unit: 90s, 30m, 24h or 7d': 'il faut un nombre entier et une unité : 90s, 30m, 24h ou 7d',
  'not a tenant id': 'ce n’est pas un identifiant d’entité',
  'an origin is scheme://host or scheme://host:port, without a path':
    'une origine est scheme://host ou scheme://host:port, sans chemin',
  'a host name without port; * is not allowed': 'il faut un nom d’hôte sans port ; * n’est pas permis',
  'an address, or a network such as 10.0.0.0/8': 'il faut une adresse, ou un réseau comme 10.0.0.0/8',
  'up to 50 letters, digits, - and _': 'jusqu’à 50 lettres, chiffres, - et _',
  'an object identifier such as 1.2.3': 'il faut un identifiant d’objet comme 1.2.3',
  'a user name without a colon': 'il faut un nom d’utilisateur sans deux-points',
  'a country code such as DE': 'il faut un code de pays comme DE',
  'a proxy without user and password, which have settings of their own: ProxyUsername and, by the name of a secret, ProxyPasswordSecretName':
    'il faut un proxy sans utilisateur ni mot de passe, qui ont leurs propres paramètres : ProxyUsername et, par le nom d’un secret, ProxyPasswordSecretName',
  'Timestamping:Url holds several addresses. Leave one there; Timestamping:AlternativeUrls has the others.':
    'Timestamping:Url contient plusieurs adresses. Laissez-en une ; les autres vont dans Timestamping:AlternativeUrls.',
  'Timestamping:PasswordSecretName names a password and Timestamping:Username no user: the password would never be sent. Set the user name, or take the name of the password away.':
    'Timestamping:PasswordSecretName nomme un mot de passe et Timestamping:Username aucun utilisateur : le mot de passe ne serait jamais envoyé. Définissez le nom d’utilisateur, ou retirez le nom du mot de passe.',
  'Timestamping:Username is set and an address of the authority begins with http: the password would go over the network in clear. Use an address with https.':
    'Timestamping:Username est défini et une adresse de l’autorité commence par http : le mot de passe passerait en clair sur le réseau. Utilisez une adresse en https.',
  'WatchedFolders need the role api, which accepts documents.':
    'WatchedFolders demande le rôle api, qui accepte les documents.',
  'WatchedFolders: the name {name} is used more than once.': 'WatchedFolders : le nom {name} sert plus d’une fois.',
  'WatchedFolders {name}: {key} lies in In, so that its files would be signed again.':
    'WatchedFolders {name} : {key} se trouve dans In, si bien que ses fichiers seraient signés de nouveau.',
  'WatchedFolders {name}: Out, Done and Failed have to be three folders.':
    'WatchedFolders {name} : Out, Done et Failed doivent être trois dossiers.',
  'WatchedFolders {name}: {key} holds files of the station itself, or lies among them.':
    'WatchedFolders {name} : {key} contient des fichiers de la station elle-même, ou se trouve parmi eux.',
  'WatchedFolders {one} and {other}: one In lies in the other, so that documents would belong to both.':
    'WatchedFolders {one} et {other} : un In se trouve dans l’autre, si bien que les documents seraient aux deux.',
  'WatchedFolders {one} and {other} feed each other without an end.':
    'WatchedFolders {one} et {other} s’alimentent l’un l’autre sans fin.',
  'The database was written by another build of this program (migration {migration} has another text there). Start that build, or put back a backup from before it.':
    'La base de données a été écrite par une autre construction de ce programme (la migration {migration} y a un autre texte). Démarrez celle-là, ou remettez une sauvegarde d’avant.',
  'The database was written by a newer version of this program (migration {migration}). Start that version, or put back a backup from before it.':
    'La base de données a été écrite par une version plus récente de ce programme (migration {migration}). Démarrez cette version, ou remettez une sauvegarde antérieure.',
};
