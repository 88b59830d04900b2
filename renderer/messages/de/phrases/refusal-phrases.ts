import type { refusalPhrases as english } from '../../en/phrases/refusal-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const refusalPhrases: PhrasesOf<typeof english> = {
  'The configuration cannot be used.': 'Die Einstellungen sind nicht brauchbar.',
  '{key} (from {what}): {reason}': '{key} ({what}): {reason}',
  '{key} (from {what}): {reason}; given was {value}': '{key} ({what}): {reason}; angegeben ist {value}',
  '{key} (from {what}) is not a configuration key. Did you mean {nearest}?':
    '{key} ({what}) ist keine Einstellung. Ist {nearest} gemeint?',
  'The environment variable {name} is not a setting. Did you mean Authentication__Enabled?':
    'Die Umgebungsvariable {name} ist keine Einstellung. Ist Authentication__Enabled gemeint?',
  '--{name} is not an argument. Did you mean --{nearest}?': '--{name} ist kein Argument. Ist --{nearest} gemeint?',
  'An argument belongs to no setting. Settings are written --Section:Key=value; a value with blanks needs quotes.':
    'Ein Argument gehört zu keiner Einstellung. Einstellungen schreibt man --Section:Key=value; ein Wert mit Leerzeichen braucht Anführungszeichen.',
  '{key} (from {what}) is given more than once, with different values.':
    '{key} (aus {what}) ist mehr als einmal angegeben, mit verschiedenen Werten.',
  '--config is given more than once.': '--config ist mehr als einmal angegeben.',
  '--config needs the path of a JSON file.': '--config braucht den Pfad einer JSON-Datei.',
  'The configuration file {file} does not exist.': 'Die Konfigurationsdatei {file} gibt es nicht.',
  'The configuration file {file} cannot be read: {reason}.':
    'Die Konfigurationsdatei {file} kann nicht gelesen werden: {reason}.',
  'it is not a JSON object': 'sie ist kein JSON-Objekt',
  'Server:LocalUsers own is there on Linux only; other systems need Server:LocalUsers any.':
    'Server:LocalUsers own gibt es nur unter Linux; andere Systeme brauchen Server:LocalUsers any.',
  'Database:ConnectionString is needed with Database:Provider postgres.':
    'Mit Database:Provider postgres wird Database:ConnectionString gebraucht.',
  'Timestamping:AlternativeUrls are asked after Timestamping:Url, which is not set.':
    'Timestamping:AlternativeUrls werden nach Timestamping:Url gefragt, und die ist nicht gesetzt.',
  'ValidationData:GracePeriod is not below Signing:MaxWait: every job for LT would fail while it waits.':
    'ValidationData:GracePeriod liegt nicht unter Signing:MaxWait: Jeder Auftrag für LT würde beim Warten scheitern.',
  'SigningJobRetry:MaxBackoffMilliseconds is below SigningJobRetry:InitialBackoffMilliseconds.':
    'SigningJobRetry:MaxBackoffMilliseconds liegt unter SigningJobRetry:InitialBackoffMilliseconds.',
  'ProviderId {provider} is used by more than one signing provider.': 'ProviderId {provider} haben mehrere Anbieter.',
  '{reason}, but Authentication:Enabled is false. Set Authentication:Enabled to true and make an API key, or, where something in front of the station checks every caller, set Server:DangerouslyAllowUnauthenticatedAccess.':
    '{reason}, aber Authentication:Enabled ist false. Setzen Sie Authentication:Enabled auf true und erstellen Sie einen API-Schlüssel, oder setzen Sie, wo etwas vor der Station jeden Aufrufer prüft, Server:DangerouslyAllowUnauthenticatedAccess.',
  'Server:Host {host} can be reached from other machines': 'Server:Host {host} ist von anderen Rechnern aus erreichbar',
  'Server:Host {host} can be reached from other machines, and nothing encrypts what they send. Set Server:Tls:Certificate and Server:Tls:Key, or name what ends TLS in front of the station in Server:TrustedProxies.':
    'Server:Host {host} ist von anderen Rechnern aus erreichbar, und nichts verschlüsselt, was diese senden. Setzen Sie Server:Tls:Certificate und Server:Tls:Key, oder nennen Sie in Server:TrustedProxies, was TLS vor der Station beendet.',
  'The {part} is shared ({section}:Provider {provider})':
    'Andere Stationen können mitbenutzen, was {section}:Provider {provider} nennt ({part})',
  'Roles has worker and no token-host: a worker signs with the tokens of its own host. Add token-host, or leave worker out.':
    'Roles hat worker ohne token-host: Ein Worker signiert mit den Token seines eigenen Rechners. Fügen Sie token-host hinzu, oder lassen Sie worker weg.',
  'Roles has token-host and no worker: no other host could sign with its keys. Add worker, or leave token-host out.':
    'Roles hat token-host ohne worker: Kein anderer Rechner könnte mit seinen Schlüsseln signieren. Fügen Sie worker hinzu, oder lassen Sie token-host weg.',
  '{file} belongs to another user of this machine, who can change it.':
    '{file} gehört einem anderen Benutzer dieses Rechners, der es ändern kann.',
  '{file} can be changed by other users of this machine. Close it to them: chmod go-w "{path}"':
    '{file} kann von anderen Benutzern dieses Rechners geändert werden. Schließen Sie diese aus: chmod go-w "{path}"',
  '{file} can be written by all users of this machine, who can put another folder in place of what the station keeps below it. Close it to them: chmod o-w "{path}"':
    'Alle Benutzer dieses Rechners können in {file} schreiben und das, was die Station darunter hält, durch einen anderen Ordner ersetzen. Schließen Sie diese aus: chmod o-w "{path}"',
  'The secret {file} is open to other users of this machine. Close it to them: chmod 600 "{path}"':
    'Das Geheimnis {file} steht anderen Benutzern dieses Rechners offen. Schließen Sie diese aus: chmod 600 "{path}"',
  'Storage:Bucket or Storage:Endpoint is set, but Storage:Provider is local: no document would go there.':
    'Storage:Bucket oder Storage:Endpoint ist gesetzt, aber Storage:Provider ist local: Kein Dokument käme dorthin.',
  'Storage:Bucket is needed with Storage:Provider s3.': 'Mit Storage:Provider s3 wird Storage:Bucket gebraucht.',
  'Storage:Region is needed for AWS; other stores need Storage:Endpoint.':
    'Für AWS wird Storage:Region gebraucht; andere Speicher brauchen Storage:Endpoint.',
  'Storage:Endpoint is not an address such as https://host:port.':
    'Storage:Endpoint ist keine Adresse wie https://host:port.',
  'Storage:Endpoint is neither http nor https.': 'Storage:Endpoint ist weder http noch https.',
  'Storage:Endpoint bears credentials; they belong into the secrets of Storage:AccessKeyIdSecretName.':
    'Storage:Endpoint trägt Anmeldedaten; sie gehören in die Geheimnisse von Storage:AccessKeyIdSecretName.',
  'Storage:Endpoint sends documents to {host} in clear; Production needs https beyond this machine.':
    'Storage:Endpoint sendet Dokumente unverschlüsselt an {host}; Production braucht jenseits dieses Rechners https.',
  'Broker:Url or Broker:Username is set, but Broker:Provider is embedded: no message would go there.':
    'Broker:Url oder Broker:Username ist gesetzt, aber Broker:Provider ist embedded: Keine Nachricht käme dorthin.',
  'Broker:Url is needed with Broker:Provider rabbitmq.': 'Mit Broker:Provider rabbitmq wird Broker:Url gebraucht.',
  'Broker:Username is needed with Broker:Provider rabbitmq.':
    'Mit Broker:Provider rabbitmq wird Broker:Username gebraucht.',
  'Broker:Url is not an address such as amqps://host:5671/vhost.':
    'Broker:Url ist keine Adresse wie amqps://host:5671/vhost.',
  'Broker:Url is neither amqp nor amqps.': 'Broker:Url ist weder amqp noch amqps.',
  'Broker:Url bears credentials; the user belongs into Broker:Username, the password into the secret of Broker:PasswordSecretName.':
    'Broker:Url trägt Anmeldedaten; der Benutzer gehört in Broker:Username, das Passwort in das Geheimnis von Broker:PasswordSecretName.',
  'Broker:Url has parameters after a question mark, of which none would be used.':
    'Broker:Url hat Parameter hinter einem Fragezeichen, von denen keiner verwendet würde.',
  'Broker:Url sends the password to {host} in clear; Production needs amqps beyond this machine.':
    'Broker:Url sendet das Passwort unverschlüsselt an {host}; Production braucht jenseits dieses Rechners amqps.',
  'an address that begins with http:// or https://': 'nötig ist eine Adresse, die mit http:// oder https:// beginnt',
  'an address that begins with http://': 'nötig ist eine Adresse, die mit http:// beginnt',
  'a whole number and a unit: 90s, 30m, 24h or 7d': 'nötig ist eine ganze Zahl mit Einheit: 90s, 30m, 24h oder 7d',
  'not a tenant id': 'keine Kennung eines Mandanten',
  'an origin is scheme://host or scheme://host:port, without a path':
    'ein Ursprung ist scheme://host oder scheme://host:port, ohne Pfad',
  'a host name without port; * is not allowed': 'nötig ist ein Rechnername ohne Port; * ist nicht erlaubt',
  'an address, or a network such as 10.0.0.0/8': 'nötig ist eine Adresse oder ein Netz wie 10.0.0.0/8',
  'up to 50 letters, digits, - and _': 'bis zu 50 Buchstaben, Ziffern, - und _',
  'an object identifier such as 1.2.3': 'nötig ist ein Objektbezeichner wie 1.2.3',
  'a user name without a colon': 'nötig ist ein Benutzername ohne Doppelpunkt',
  'a country code such as DE': 'nötig ist ein Ländercode wie DE',
  'a proxy without user and password, which have settings of their own: ProxyUsername and, by the name of a secret, ProxyPasswordSecretName':
    'nötig ist ein Proxy ohne Benutzer und Passwort: diese haben eigene Einstellungen, ProxyUsername und, mit dem Namen eines Geheimnisses, ProxyPasswordSecretName',
  'Timestamping:Url holds several addresses. Leave one there; Timestamping:AlternativeUrls has the others.':
    'Timestamping:Url enthält mehrere Adressen. Lassen Sie dort eine; die anderen gehören in Timestamping:AlternativeUrls.',
  'Timestamping:PasswordSecretName names a password and Timestamping:Username no user: the password would never be sent. Set the user name, or take the name of the password away.':
    'Timestamping:PasswordSecretName nennt ein Passwort und Timestamping:Username keinen Benutzer: Das Passwort würde nie gesendet. Setzen Sie den Benutzernamen, oder nehmen Sie den Namen des Passworts weg.',
  'Timestamping:Username is set and an address of the authority begins with http: the password would go over the network in clear. Use an address with https.':
    'Timestamping:Username ist gesetzt, und eine Adresse der Zeitstempelstelle beginnt mit http: Das Passwort ginge unverschlüsselt über das Netz. Verwenden Sie eine Adresse mit https.',
  'WatchedFolders need the role api, which accepts documents.':
    'WatchedFolders brauchen die Rolle api, die Dokumente annimmt.',
  'WatchedFolders: the name {name} is used more than once.':
    'WatchedFolders: Der Name {name} kommt mehr als einmal vor.',
  'WatchedFolders {name}: {key} lies in In, so that its files would be signed again.':
    'WatchedFolders {name}: {key} liegt in In, sodass seine Dateien noch einmal signiert würden.',
  'WatchedFolders {name}: Out, Done and Failed have to be three folders.':
    'WatchedFolders {name}: Out, Done und Failed müssen drei Ordner sein.',
  'WatchedFolders {name}: {key} holds files of the station itself, or lies among them.':
    'WatchedFolders {name}: {key} enthält Dateien der Station selbst oder liegt unter ihnen.',
  'WatchedFolders {one} and {other}: one In lies in the other, so that documents would belong to both.':
    'WatchedFolders {one} und {other}: Ein In liegt im anderen, sodass Dokumente zu beiden gehören würden.',
  'WatchedFolders {one} and {other} feed each other without an end.':
    'WatchedFolders {one} und {other} füttern einander ohne Ende.',
  'The database was written by another build of this program (migration {migration} has another text there). Start that build, or put back a backup from before it.':
    'Die Datenbank wurde von einem anderen Bau dieses Programms geschrieben (die Migration {migration} hat dort einen anderen Text). Starten Sie diesen, oder legen Sie eine Sicherung von davor zurück.',
  'The database was written by a newer version of this program (migration {migration}). Start that version, or put back a backup from before it.':
    'Die Datenbank stammt von einer neueren Version dieses Programms (Migration {migration}). Starten Sie diese Version, oder spielen Sie eine Sicherung von vorher zurück.',
};
