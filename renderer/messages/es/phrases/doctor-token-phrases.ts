import type { doctorTokenPhrases as english } from '../../en/phrases/doctor-token-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorTokenPhrases: PhrasesOf<typeof english> = {
  '"{label}", serial number {serial}': '«{label}», número de serie {serial}',
  'The module {path} does not know the card in {slot}.': 'El módulo {path} no conoce la tarjeta en {slot}.',
  'Install the software of the issuer of the card, or turn the card round if it is in the wrong way.':
    'Instale el software del emisor de la tarjeta, o dele la vuelta si está al revés.',
  'The token in {slot} cannot be read ({error}).': 'El token en {slot} no se puede leer ({error}).',
  'Take it out, clean its contacts, insert it again, and try another reader.':
    'Sáquelo, limpie los contactos, insértelo de nuevo y pruebe otro lector.',
  'The token in the configured slot {slot} has not been initialised.':
    'El token de la ranura configurada {slot} no está inicializado.',
  'Set it up with the software of the token, or set SlotId to the slot of the one you mean.':
    'Prepárelo con el software del token, o ponga en SlotId la ranura del que quiere usar.',
  'The only token there is has not been initialised.': 'El único token que hay no está inicializado.',
  'Set it up with the software of the token: give it a label, a PIN, a key and a certificate.':
    'Prepárelo con el software del token: etiqueta, PIN, clave y certificado.',
  'No token has the configured label "{label}".': 'Ningún token tiene la etiqueta configurada «{label}».',
  'Insert that token, or set TokenLabel to one of those that are there: {labels}.':
    'Inserte ese token, o ponga en TokenLabel uno de los presentes: {labels}.',
  'No token has the configured serial number "{serial}".':
    'Ningún token tiene el número de serie configurado «{serial}».',
  'Insert that token, or set TokenSerial to one of those that are there: {serials}.':
    'Inserte ese token, o ponga en TokenSerial uno de los presentes: {serials}.',
  'No single token has both the configured label and the configured serial number.':
    'Ningún token tiene a la vez la etiqueta y el número de serie configurados.',
  'There is no such token in the configured slot {slot}.': 'No hay tal token en la ranura configurada {slot}.',
  'Set TokenLabel and TokenSerial to those of one token; in the slots are now: {slots}.':
    'Ponga TokenLabel y TokenSerial de un mismo token; en las ranuras hay ahora: {slots}.',
  'Set SlotId to a slot that has the token, now {slots}, or leave it out and set TokenSerial, as slot numbers change.':
    'Ponga en SlotId una ranura que tenga el token, ahora {slots}, u omítalo y ponga TokenSerial, pues los números cambian.',
  'The token {token} shows through the module {path}, which is not the configured one.':
    'El token {token} aparece por el módulo {path}, que no es el configurado.',
  'Set the ModulePath of the provider to that module if this is the token you mean.':
    'Ponga en ModulePath del proveedor ese módulo si es el token que quiere.',
  'There are {count} tokens that fit the settings of the provider: {list}.':
    'Hay {count} tokens que encajan con los ajustes del proveedor: {list}.',
  'Set TokenSerial to the serial number of the one you mean, or remove the others.':
    'Ponga en TokenSerial el número de serie del que quiere, o quite los demás.',
  'The token "{label}" shows through several modules: {modules}.':
    'El token «{label}» aparece por varios módulos: {modules}.',
  'Nothing needs to be done: it is listed once.': 'No hay que hacer nada: se muestra una vez.',
  'the card in the reader {name}': 'la tarjeta del lector {name}',
  'the token {token}': 'el token {token}',
  'The token {token} does not answer ({error}).': 'El token {token} no responde ({error}).',
  'The token {token} says that it failed its own test, and signs nothing.':
    'El token {token} dice que no ha superado su propia prueba, y no firma nada.',
  'Take it out and insert it again, or restart the HSM; if it still says so, have its maker replace it.':
    'Sáquelo e insértelo de nuevo, o reinicie el HSM; si lo sigue diciendo, haga que su fabricante lo sustituya.',
  'Take it out, clean its contacts, insert it again, and try another reader or port.':
    'Sáquelo, limpie los contactos, insértelo de nuevo y pruebe otro lector o puerto.',
  'The token {token} has no free session; other programs, or the running station, hold them all.':
    'El token {token} no tiene sesiones libres; otros programas, o la estación, las ocupan todas.',
  'Close other programs that use the token, or lower MaxConcurrentSessions of the provider.':
    'Cierre otros programas que usen el token, o baje MaxConcurrentSessions del proveedor.',
  'Another program seems to keep {what} to itself ({error}).': 'Otro programa parece reservarse {what} ({error}).',
  'Another program seems to keep {what} to itself.': 'Otro programa parece reservarse {what}.',
  'Close browsers and other signing programs that use it, then try again.':
    'Cierre navegadores y otros programas de firma que lo usen, y vuelva a intentarlo.',
  'The token {token} is write-protected, which does not matter for signing.':
    'El token {token} está protegido contra escritura, lo que no importa para firmar.',
  'Ask the issuer for a certificate that follows RFC 5280; the one on the token breaks it.':
    'Pida al emisor un certificado conforme a RFC 5280; el del token no lo es.',
  'Ask the issuer for a certificate that follows RFC 5280; the one in the file breaks it.':
    'Pida al emisor un certificado que cumpla la RFC 5280; el del archivo la incumple.',
  'The token {token} shows no signing certificate before a login.':
    'El token {token} no muestra ningún certificado de firma antes de iniciar sesión.',
  'The token {token} shows no signing certificate.': 'El token {token} no muestra ningún certificado de firma.',
  'The token {token} shows no keys before a login, so that nobody can see yet whether each certificate has one.':
    'El token {token} no muestra ninguna clave antes de iniciar sesión, así que aún nadie puede ver si cada certificado tiene una.',
  'Look at the list of certificates once the station is logged in: it says of each whether it can sign, and why not.':
    'Mire la lista de certificados cuando la estación haya iniciado sesión: dice de cada uno si puede firmar, y por qué no.',
  'Import the certificate that was issued for the key with the software of the token, unless it shows after a login.':
    'Importe el certificado emitido para la clave con el software del token, salvo que aparezca tras iniciar sesión.',
  'The certificate of an unnamed holder': 'El certificado de un titular sin nombre',
  'The certificate of {subject}': 'El certificado de {subject}',
  '{what} is valid from {time} only.': '{what} solo es válido desde {time}.',
  'Check the clock of this computer, or wait.': 'Compruebe el reloj de este equipo, o espere.',
  '{what} expired at {time}.': '{what} caducó el {time}.',
  'Have it renewed by its issuer, and check the clock.': 'Haga que el emisor lo renueve, y compruebe el reloj.',
  '{what} was issued for other purposes than documents (extended key usage), so that its signatures are not called valid.':
    '{what} se emitió para otros fines que los documentos (uso extendido de la clave), de modo que sus firmas no se dan por válidas.',
  '{what} has a key that the token does not let sign (CKA_SIGN).':
    '{what} tiene una clave a la que el token no deja firmar (CKA_SIGN).',
  'Make or import a key that may sign with the software of the token, or choose another certificate on it.':
    'Genere o importe con el software del token una clave que pueda firmar, o elija otro certificado en él.',
  '{what} may be used for {usages}, not for signatures.': '{what} puede usarse para {usages}, no para firmas.',
  'Choose a certificate for signatures, or order one from the issuer.':
    'Elija un certificado para firmas, o pida uno al emisor.',
  '{what} cannot be used: {detail}.': '{what} no se puede usar: {detail}.',
  'Have a certificate issued for an RSA key of 2048 bits or more, or for a P-256 key.':
    'Haga emitir un certificado para una clave RSA de 2048 bits o más, o para una clave P-256.',
  '{what} has a kind of key or a curve that this station cannot sign with.':
    '{what} tiene un tipo de clave o una curva con los que esta estación no puede firmar.',
  'Have a certificate issued for an RSA key, a P-256, P-384 or P-521 key, or an Ed25519 key.':
    'Haga emitir un certificado para una clave RSA, P-256, P-384, P-521 o Ed25519.',
  '{what} has a key of the kind {kind}, for which the module offers no signature mechanism.':
    '{what} tiene una clave del tipo {kind}, para la que el módulo no ofrece mecanismo de firma.',
  "Update the software of the token, or try the module of the token's maker instead of a general one.":
    'Actualice el software del token, o pruebe el módulo del fabricante en vez de uno general.',
  '{what} has no private key in the PFX file.': '{what} no tiene clave privada en el archivo PFX.',
  '{what} has no private key on the token that could be found.':
    '{what} no tiene en el token ninguna clave privada que se haya encontrado.',
  'Import the certificate to the token on which its key was made, with the same id as the key.':
    'Importe el certificado al token donde se creó su clave, con el mismo id que la clave.',
  '{what} has another id (CKA_ID) on the token than its key.':
    '{what} tiene en el token otro id (CKA_ID) que su clave.',
  'Give both the same id with the software of the token: this station finds the key all the same, other programs do not.':
    'Dé a ambos el mismo id con el software del token: esta estación encuentra la clave igualmente, otros programas no.',
};
