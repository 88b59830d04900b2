import type { timestampingPhrases as english } from '../../en/phrases/timestamping-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const timestampingPhrases: PhrasesOf<typeof english> = {
  'The reply could not be read.': 'La respuesta no se pudo leer.',
  'it closed the connection': 'cerró la conexión',
  'it announces an answer and gives none': 'anuncia una respuesta y no da ninguna',
  'it gives no answer by HTTP': 'no da ninguna respuesta por HTTP',
  'it answers with what is no HTTP ({code})': 'responde con algo que no es HTTP ({code})',
  'it did not answer within {milliseconds} ms': 'no respondió en {milliseconds} ms',
  'it cannot be reached ({code})': 'no se puede alcanzar ({code})',
  "it cannot be reached ({code}; the system's own certificates cannot be read here)":
    'no se puede alcanzar ({code}; aquí no se pueden leer los certificados del sistema)',
  'its answer is longer than {count} bytes': 'su respuesta supera {count} bytes',
  'it answers with a redirect (HTTP {status}), which is not followed':
    'responde con una redirección (HTTP {status}), que no se sigue',
  'it does not let this station in (HTTP {status})': 'no deja entrar a esta estación (HTTP {status})',
  'the proxy before it cannot be reached ({code})': 'no se puede alcanzar el proxy que hay delante ({code})',
  'the proxy before it does not let this station through (HTTP {status})':
    'el proxy que hay delante no deja pasar a esta estación (HTTP {status})',
  'the proxy before it refuses the way to it (HTTP {status})':
    'el proxy que hay delante niega el paso hacia ella (HTTP {status})',
  'the proxy before it gives no answer by HTTP': 'el proxy que hay delante no responde por HTTP',
  'it answers with HTTP {status}': 'responde con HTTP {status}',
  'its answer is of type "{type}" and not {wanted}': 'su respuesta es del tipo «{type}» y no {wanted}',
  'the connection broke': 'se cortó la conexión',
  'its answer is no timestamp response': 'su respuesta no es una respuesta de sello de tiempo',
  'what it gave as a timestamp is no signed data': 'lo que dio como sello de tiempo no son datos firmados',
  'what it signed is no timestamp': 'lo que firmó no es un sello de tiempo',
  'it refuses: {detail}': 'rechaza: {detail}',
  'it grants a timestamp and gives none': 'concede un sello de tiempo y no da ninguno',
  'its timestamp is over other bytes than it was asked for (wrong imprint)':
    'su sello de tiempo es de otros bytes que los pedidos (huella incorrecta)',
  'its timestamp lacks the nonce of the request': 'a su sello de tiempo le falta el nonce de la petición',
  'its timestamp belongs to another request (wrong nonce)': 'su sello de tiempo es de otra petición (nonce incorrecto)',
  'its policy is {policy}, and {wanted} was asked for': 'su política es {policy}, y se pidió {wanted}',
  'its timestamp has a critical extension that is not known here':
    'su sello de tiempo tiene una extensión crítica desconocida aquí',
  'its timestamp has not exactly one signer': 'su sello de tiempo no tiene exactamente un firmante',
  'the signature of its timestamp does not hold ({codes})': 'la firma de su sello de tiempo no se sostiene ({codes})',
  'its certificate cannot be read': 'su certificado no se puede leer',
  'its certificate is not one for timestamps alone (critical extended key usage)':
    'su certificado no es solo para sellos de tiempo (extended key usage crítico)',
  'its certificate ended on {time}': 'su certificado terminó el {time}',
  'its certificate begins on {time} only': 'su certificado no empieza hasta {time}',
  'Nothing was signed yet.': 'Aún no se ha firmado nada.',
  'Nothing was signed.': 'No se firmó nada.',
  'The timestamp authority {url} works: {authority} gave a timestamp of {time}.':
    'La autoridad de sellado {url} funciona: {authority} dio un sello de tiempo de {time}.',
  'The timestamp authority {url} gave no timestamp: {detail}.':
    'La autoridad de sellado {url} no dio ningún sello de tiempo: {detail}.',
  'No timestamp authority gave a timestamp. {list}.': 'Ninguna autoridad de sellado dio un sello de tiempo. {list}.',
  'Timestamping:Username is set, and the secret {secret} is not there or cannot be read.':
    'Timestamping:Username está puesto, y el secreto {secret} no está o no se puede leer.',
  'The secret {secret} is set and Timestamping:Username is not: the password would never be sent. Set the user name, or take the secret away.':
    'El secreto {secret} está puesto y Timestamping:Username no: la contraseña nunca se enviaría. Defina el nombre de usuario o quite el secreto.',
  'Timestamping:ProxyUsername is set, and the secret {secret} is not there or cannot be read.':
    'Timestamping:ProxyUsername está puesto, y el secreto {secret} no está o no se puede leer.',
  'ValidationData:ProxyUsername is set, and the secret {secret} is not there or cannot be read':
    'ValidationData:ProxyUsername está puesto, y el secreto {secret} no está o no se puede leer',
  'Timestamping:TrustedRoots: the file holds no certificate in PEM that can be read.':
    'Timestamping:TrustedRoots: el archivo no contiene ningún certificado en PEM que se pueda leer.',
  'Timestamping:ClientCertificate: certificate and key cannot be used together ({code}).':
    'Timestamping:ClientCertificate: el certificado y la clave no se pueden usar juntos ({code}).',
  '{setting}: the file {file} cannot be read.': '{setting}: el archivo {file} no se puede leer.',
  'No timestamp authority is configured (Timestamping:Url).':
    'No hay autoridad de sellado configurada (Timestamping:Url).',
  '{who}, serial number {serial}': '{who}, número de serie {serial}',
  'No certificate path for {who}: {detail}.': 'No hay cadena de certificados para {who}: {detail}.',
  'No revocation evidence for {who}: {detail}.': 'No hay prueba de revocación para {who}: {detail}.',
  'The certificate of {who} was revoked at {time}, reason {code}.':
    'El certificado de {who} fue revocado el {time}, motivo {code}.',
  'And {count} more.': 'Y {count} más.',
  'Newer revocation data is due by {time}.': 'Se esperan datos de revocación más nuevos para {time}.',
  '{host} answers no readable {what}': '{host} no responde nada legible ({what})',
  '{host} answers with the nonce of another request': '{host} responde con el nonce de otra petición',
  '{host} answers about another certificate': '{host} responde sobre otro certificado',
  '{host} cannot be reached ({code})': '{host} no se puede alcanzar ({code})',
  'The proxy answers {status} for {host}': 'El proxy responde {status} para {host}',
  '{host} answers compressed': '{host} responde comprimido',
  '{host} answers with what is no HTTP ({code})': '{host} responde con algo que no es HTTP ({code})',
  '{host} announces answers and gives none': '{host} anuncia respuestas y no da ninguna',
  '{host} gives no answer by HTTP': '{host} no da ninguna respuesta por HTTP',
  '{host} answers in pieces of a few bytes': '{host} responde en trozos de pocos bytes',
  '{host} answers more than {count} bytes': '{host} responde más de {count} bytes',
  '{host} answers more than {count} bytes; set {key} higher to take them':
    '{host} responde más de {count} bytes; aumente {key} para aceptarlos',
  '{host} redirects too often': '{host} redirige demasiado',
  '{host} did not answer in time': '{host} no respondió a tiempo',
  'An address is malformed': 'Una dirección está mal formada',
  'Only http and https are asked, not {protocol}': 'Solo se consulta http y https, no {protocol}',
  'An address holds credentials': 'Una dirección contiene credenciales',
  '{host} redirects a request away': '{host} desvía una petición',
  '{host} is an inner address, which is asked only where ValidationData:InnerAddresses lists it':
    '{host} es una dirección interna, que solo se consulta si ValidationData:InnerAddresses la incluye',
  '{host} cannot be resolved': '{host} no se puede resolver',
  "its timestamp says {time}, and the station's clock {now}: one of them is wrong by more than five minutes":
    'su sello de tiempo dice {time}, y el reloj de la estación {now}: uno de los dos falla por más de cinco minutos',
  'No more than {count} requests are made at once; what was good is kept, so that asking again goes on from there':
    'No se hacen más de {count} peticiones a la vez; lo bueno se guarda, así que preguntar de nuevo sigue desde ahí',
  'No longer than {count} seconds are spent on asking at once; what was good is kept, so that asking again goes on from there':
    'No se pregunta más de {count} segundos seguidos; lo bueno se guarda, así que preguntar de nuevo sigue desde ahí',
};
