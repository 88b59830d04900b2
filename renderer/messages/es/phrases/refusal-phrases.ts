import type { refusalPhrases as english } from '../../en/phrases/refusal-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const refusalPhrases: PhrasesOf<typeof english> = {
  'The configuration cannot be used.': 'La configuración no se puede usar.',
  '{key} (from {what}): {reason}': '{key} ({what}): {reason}',
  '{key} (from {what}): {reason}; given was {value}': '{key} ({what}): {reason}; el valor indicado es {value}',
  '{key} (from {what}) is not a configuration key. Did you mean {nearest}?':
    '{key} ({what}) no es un parámetro. ¿Se refiere a {nearest}?',
  'The environment variable {name} is not a setting. Did you mean Authentication__Enabled?':
    'La variable de entorno {name} no es un parámetro. ¿Se refiere a Authentication__Enabled?',
  '--{name} is not an argument. Did you mean --{nearest}?': '--{name} no es un argumento. ¿Se refiere a --{nearest}?',
  'An argument belongs to no setting. Settings are written --Section:Key=value; a value with blanks needs quotes.':
    'Un argumento no pertenece a ningún parámetro. Los parámetros se escriben --Section:Key=value; un valor con espacios necesita comillas.',
  '{key} (from {what}) is given more than once, with different values.':
    '{key} (de {what}) se indica más de una vez, con valores distintos.',
  '--config is given more than once.': '--config se indica más de una vez.',
  '--config needs the path of a JSON file.': '--config necesita la ruta de un archivo JSON.',
  'The configuration file {file} does not exist.': 'El archivo de configuración {file} no existe.',
  'The configuration file {file} cannot be read: {reason}.':
    'El archivo de configuración {file} no se puede leer: {reason}.',
  'it is not a JSON object': 'no es un objeto JSON',
  'Server:LocalUsers own is there on Linux only; other systems need Server:LocalUsers any.':
    'Server:LocalUsers own solo existe en Linux; los demás sistemas necesitan Server:LocalUsers any.',
  'Database:ConnectionString is needed with Database:Provider postgres.':
    'Con Database:Provider postgres hace falta Database:ConnectionString.',
  'Timestamping:AlternativeUrls are asked after Timestamping:Url, which is not set.':
    'Timestamping:AlternativeUrls se consultan después de Timestamping:Url, que no está definida.',
  'ValidationData:GracePeriod is not below Signing:MaxWait: every job for LT would fail while it waits.':
    'ValidationData:GracePeriod no es menor que Signing:MaxWait: todo trabajo para LT fallaría mientras espera.',
  'SigningJobRetry:MaxBackoffMilliseconds is below SigningJobRetry:InitialBackoffMilliseconds.':
    'SigningJobRetry:MaxBackoffMilliseconds es menor que SigningJobRetry:InitialBackoffMilliseconds.',
  'ProviderId {provider} is used by more than one signing provider.':
    'ProviderId {provider} lo usan varios proveedores.',
  '{reason}, but Authentication:Enabled is false. Set Authentication:Enabled to true and make an API key, or, where something in front of the station checks every caller, set Server:DangerouslyAllowUnauthenticatedAccess.':
    '{reason}, pero Authentication:Enabled es false. Ponga Authentication:Enabled en true y cree una clave de API o, si algo delante de la estación comprueba a cada llamante, defina Server:DangerouslyAllowUnauthenticatedAccess.',
  'Server:Host {host} can be reached from other machines': 'Server:Host {host} es accesible desde otros equipos',
  'Server:Host {host} can be reached from other machines, and nothing encrypts what they send. Set Server:Tls:Certificate and Server:Tls:Key, or name what ends TLS in front of the station in Server:TrustedProxies.':
    'Server:Host {host} es accesible desde otros equipos, y nada cifra lo que envían. Defina Server:Tls:Certificate y Server:Tls:Key, o nombre en Server:TrustedProxies lo que termina TLS delante de la estación.',
  'The {part} is shared ({section}:Provider {provider})':
    'Otras estaciones pueden usar lo que nombra {section}:Provider {provider} ({part})',
  'Roles has worker and no token-host: a worker signs with the tokens of its own host. Add token-host, or leave worker out.':
    'Roles tiene worker sin token-host: un worker firma con los tokens de su propio equipo. Añada token-host o quite worker.',
  'Roles has token-host and no worker: no other host could sign with its keys. Add worker, or leave token-host out.':
    'Roles tiene token-host sin worker: ningún otro equipo podría firmar con sus claves. Añada worker o quite token-host.',
  '{file} belongs to another user of this machine, who can change it.':
    '{file} pertenece a otro usuario de este equipo, que puede cambiarlo.',
  '{file} can be changed by other users of this machine. Close it to them: chmod go-w "{path}"':
    '{file} lo pueden cambiar otros usuarios de este equipo. Ciérrelo para ellos: chmod go-w "{path}"',
  '{file} can be written by all users of this machine, who can put another folder in place of what the station keeps below it. Close it to them: chmod o-w "{path}"':
    'Todos los usuarios de este equipo pueden escribir en {file} y poner otra carpeta en el lugar de lo que la estación guarda debajo. Ciérrelo para ellos: chmod o-w "{path}"',
  'The secret {file} is open to other users of this machine. Close it to them: chmod 600 "{path}"':
    'El secreto {file} está abierto a otros usuarios de este equipo. Ciérrelo para ellos: chmod 600 "{path}"',
  'Storage:Bucket or Storage:Endpoint is set, but Storage:Provider is local: no document would go there.':
    'Storage:Bucket o Storage:Endpoint está definido, pero Storage:Provider es local: ningún documento iría allí.',
  'Storage:Bucket is needed with Storage:Provider s3.': 'Con Storage:Provider s3 hace falta Storage:Bucket.',
  'Storage:Region is needed for AWS; other stores need Storage:Endpoint.':
    'Para AWS hace falta Storage:Region; otros almacenes necesitan Storage:Endpoint.',
  'Storage:Endpoint is not an address such as https://host:port.':
    'Storage:Endpoint no es una dirección como https://host:port.',
  'Storage:Endpoint is neither http nor https.': 'Storage:Endpoint no es ni http ni https.',
  'Storage:Endpoint bears credentials; they belong into the secrets of Storage:AccessKeyIdSecretName.':
    'Storage:Endpoint lleva credenciales; su lugar son los secretos de Storage:AccessKeyIdSecretName.',
  'Storage:Endpoint sends documents to {host} in clear; Production needs https beyond this machine.':
    'Storage:Endpoint envía documentos sin cifrar a {host}; Production necesita https fuera de este equipo.',
  'Broker:Url or Broker:Username is set, but Broker:Provider is embedded: no message would go there.':
    'Broker:Url o Broker:Username está definido, pero Broker:Provider es embedded: ningún mensaje iría allí.',
  'Broker:Url is needed with Broker:Provider rabbitmq.': 'Con Broker:Provider rabbitmq hace falta Broker:Url.',
  'Broker:Username is needed with Broker:Provider rabbitmq.':
    'Con Broker:Provider rabbitmq hace falta Broker:Username.',
  'Broker:Url is not an address such as amqps://host:5671/vhost.':
    'Broker:Url no es una dirección como amqps://host:5671/vhost.',
  'Broker:Url is neither amqp nor amqps.': 'Broker:Url no es ni amqp ni amqps.',
  'Broker:Url bears credentials; the user belongs into Broker:Username, the password into the secret of Broker:PasswordSecretName.':
    'Broker:Url lleva credenciales; el usuario va en Broker:Username y la contraseña en el secreto de Broker:PasswordSecretName.',
  'Broker:Url has parameters after a question mark, of which none would be used.':
    'Broker:Url tiene parámetros tras un signo de interrogación, de los que no se usaría ninguno.',
  'Broker:Url sends the password to {host} in clear; Production needs amqps beyond this machine.':
    'Broker:Url envía la contraseña sin cifrar a {host}; Production necesita amqps fuera de este equipo.',
  'an address that begins with http:// or https://': 'hace falta una dirección que empiece por http:// o https://',
  'an address that begins with http://': 'hace falta una dirección que empiece por http://',
  'a whole number and a unit: 90s, 30m, 24h or 7d': 'hace falta un número entero y una unidad: 90s, 30m, 24h o 7d',
  'not a tenant id': 'no es un identificador de inquilino',
  'an origin is scheme://host or scheme://host:port, without a path':
    'un origen es scheme://host o scheme://host:port, sin ruta',
  'a host name without port; * is not allowed': 'hace falta un nombre de host sin puerto; * no se permite',
  'an address, or a network such as 10.0.0.0/8': 'hace falta una dirección o una red como 10.0.0.0/8',
  'up to 50 letters, digits, - and _': 'hasta 50 letras, cifras, - y _',
  'an object identifier such as 1.2.3': 'hace falta un identificador de objeto como 1.2.3',
  'a user name without a colon': 'hace falta un nombre de usuario sin dos puntos',
  'a country code such as DE': 'hace falta un código de país como DE',
  'a proxy without user and password, which have settings of their own: ProxyUsername and, by the name of a secret, ProxyPasswordSecretName':
    'hace falta un proxy sin usuario ni contraseña, que tienen ajustes propios: ProxyUsername y, con el nombre de un secreto, ProxyPasswordSecretName',
  'Timestamping:Url holds several addresses. Leave one there; Timestamping:AlternativeUrls has the others.':
    'Timestamping:Url contiene varias direcciones. Deje una; las demás van en Timestamping:AlternativeUrls.',
  'Timestamping:PasswordSecretName names a password and Timestamping:Username no user: the password would never be sent. Set the user name, or take the name of the password away.':
    'Timestamping:PasswordSecretName nombra una contraseña y Timestamping:Username ningún usuario: la contraseña nunca se enviaría. Defina el nombre de usuario o quite el nombre de la contraseña.',
  'Timestamping:Username is set and an address of the authority begins with http: the password would go over the network in clear. Use an address with https.':
    'Timestamping:Username está definido y una dirección de la autoridad empieza por http: la contraseña iría sin cifrar por la red. Use una dirección con https.',
  'WatchedFolders need the role api, which accepts documents.':
    'WatchedFolders necesita el rol api, que acepta documentos.',
  'WatchedFolders: the name {name} is used more than once.': 'WatchedFolders: el nombre {name} se usa más de una vez.',
  'WatchedFolders {name}: {key} lies in In, so that its files would be signed again.':
    'WatchedFolders {name}: {key} está dentro de In, así que sus archivos se firmarían otra vez.',
  'WatchedFolders {name}: Out, Done and Failed have to be three folders.':
    'WatchedFolders {name}: Out, Done y Failed tienen que ser tres carpetas.',
  'WatchedFolders {name}: {key} holds files of the station itself, or lies among them.':
    'WatchedFolders {name}: {key} contiene archivos de la propia estación o está entre ellos.',
  'WatchedFolders {one} and {other}: one In lies in the other, so that documents would belong to both.':
    'WatchedFolders {one} y {other}: un In está dentro del otro, así que los documentos serían de ambos.',
  'WatchedFolders {one} and {other} feed each other without an end.':
    'WatchedFolders {one} y {other} se alimentan entre sí sin fin.',
  'The database was written by another build of this program (migration {migration} has another text there). Start that build, or put back a backup from before it.':
    'La base de datos fue escrita por otra compilación de este programa (la migración {migration} tiene allí otro texto). Inicie esa, o reponga una copia de seguridad de antes.',
  'The database was written by a newer version of this program (migration {migration}). Start that version, or put back a backup from before it.':
    'La base de datos la escribió una versión más reciente de este programa (migración {migration}). Inicie esa versión o restaure una copia de seguridad anterior.',
};
