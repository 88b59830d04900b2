import type { doctorSecretPhrases as english } from '../../en/phrases/doctor-secret-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorSecretPhrases: PhrasesOf<typeof english> = {
  'The PFX file {file} does not exist.': 'El archivo PFX {file} no existe.',
  'Put it there, or correct Signing:Pfx:Path.': 'Póngalo ahí, o corrija Signing:Pfx:Path.',
  'The PFX file {file} is a folder.': 'El archivo PFX {file} es una carpeta.',
  'The PFX file {file} cannot be read by the user that the station runs as.':
    'El usuario con el que funciona la estación no puede leer el archivo PFX {file}.',
  'Give the path of a PFX file that this user may read.':
    'Indique la ruta de un archivo PFX que este usuario pueda leer.',
  'The file {file} is not a PFX (PKCS#12) file.': 'El archivo {file} no es un archivo PFX (PKCS#12).',
  'Export key and certificate together as PKCS#12 (.pfx or .p12); PEM files and bare certificates do not do.':
    'Exporte clave y certificado juntos como PKCS#12 (.pfx o .p12); no sirven archivos PEM ni certificados sueltos.',
  'The PFX file {file} is damaged, or protected in a way that this station does not know.':
    'El archivo PFX {file} está dañado, o protegido de un modo que esta estación no conoce.',
  'Export key and certificate once more, with AES-256 where there is a choice.':
    'Exporte de nuevo clave y certificado, con AES-256 si se puede elegir.',
  'The PFX file {file} does not open with the configured password.':
    'El archivo PFX {file} no se abre con la contraseña configurada.',
  'The PFX file {file} holds no signing certificate.': 'El archivo PFX {file} no contiene ningún certificado de firma.',
  'Set the secret {secret} to the password that was given when the file was exported; blanks and capitals count.':
    'Ponga en el secreto {secret} la contraseña que se dio al exportar el archivo; cuentan espacios y mayúsculas.',
  PIN: 'PIN',
  password: 'contraseña',
  'The file with the {what} (secret {secret}) cannot be read or is no text.':
    'El archivo con el valor «{what}» (secreto {secret}) no se puede leer o no es texto.',
  'Give the user that the station runs as the right to read it, and keep nothing but the secret in it.':
    'Dé al usuario de la estación permiso para leerlo, y no guarde en él nada más que el secreto.',
  'The {what} is not configured (secret {secret}).': '«{what}» sin configurar (secreto {secret}).',
  'The {what} is not configured.': '«{what}» sin configurar.',
  'Set PinSecretName of the provider, and the secret of that name.':
    'Ponga PinSecretName del proveedor, y el secreto de ese nombre.',
  'Write it into the file {file}, which only the user that the station runs as may read, or set the variable {variable} where the station is started.':
    'Escríbalo en el archivo {file}, que solo pueda leer el usuario de la estación, o ponga la variable {variable} donde se inicia la estación.',
  'The PIN of the token {token} is entered on its reader, so that nothing is signed unattended.':
    'El PIN del token {token} se introduce en su lector, así que nada se firma sin vigilancia.',
  'Be at the reader when its display asks, or use a reader without keys.':
    'Esté ante el lector cuando su pantalla pregunte, o use un lector sin teclas.',
  'The PIN of the token {token} is entered on its reader, which a provider that works unattended never asks.':
    'El PIN del token {token} se introduce en su lector, al que un proveedor desatendido nunca pregunta.',
  'Configure the token as the SmartCard provider, or use a reader without keys.':
    'Configure el token como proveedor SmartCard, o use un lector sin teclas.',
  'The PIN of the token {token} is locked.': 'El PIN del token {token} está bloqueado.',
  'Unlock it with the PUK in the software of the token.': 'Desbloquéelo con el PUK en el software del token.',
  'One more wrong PIN locks the token {token}, so that the station does not log in.':
    'Un PIN erróneo más bloquea el token {token}, así que la estación no inicia sesión.',
  'Log in once with the right PIN in the software of the token, which gives all tries back.':
    'Inicie sesión una vez con el PIN correcto en el software del token, lo que devuelve todos los intentos.',
  'Log in once with the right PIN in the software of the token, which gives all tries back, or make sure that the configured one is right, and {what}.':
    'Inicie sesión una vez con el PIN correcto en el software del token, lo que devuelve todos los intentos, o asegúrese de que el configurado es correcto, y {what}.',
  'A wrong PIN was given to the token {token}, so that the station does not log in.':
    'Se dio un PIN erróneo al token {token}, así que la estación no inicia sesión.',
  'The token {token} wants its PIN changed before it is used.':
    'El token {token} exige cambiar el PIN antes de usarse.',
  'Change it with the software of the token, then set the new one as the secret of the provider.':
    'Cámbielo con el software del token, y ponga el nuevo como secreto del proveedor.',
  'The token {token} says that it has no PIN yet.': 'El token {token} dice que aún no tiene PIN.',
  'Set one with the software of the token.': 'Ponga uno con el software del token.',
  'The file {file}, in which the station remembers which PINs were refused, cannot be read, so that it tries none.':
    'El archivo {file}, donde la estación recuerda los PIN rechazados, no se puede leer, así que no prueba ninguno.',
  'Make sure that the configured PIN is right, for instance with the software of the token, then remove the file.':
    'Asegúrese de que el PIN configurado es correcto, por ejemplo con el software del token, y quite el archivo.',
  'permit one more try with token unlock-guard --provider {provider}':
    'permita un intento más con token unlock-guard --provider {provider}',
  'Set the secret {secret} to the right PIN.': 'Ponga en el secreto {secret} el PIN correcto.',
  'Set the secret {secret} to the right PIN, or {what}.': 'Ponga en el secreto {secret} el PIN correcto, o {what}.',
  'Set the secret {secret} to the right PIN, and {what}.': 'Ponga en el secreto {secret} el PIN correcto, y {what}.',
  'The token {token} refused the configured PIN before; it is not tried again.':
    'El token {token} ya rechazó el PIN configurado; no se prueba de nuevo.',
  'Logins to the token {token} broke off before they were answered; the PIN is not tried again.':
    'Los inicios de sesión en el token {token} se cortaron antes de la respuesta; el PIN no se prueba de nuevo.',
  'Wait until the TPM gives tries back by itself, or clear its lock with tpm2_dictionarylockout --clear-lockout.':
    'Espere a que el TPM devuelva intentos por sí mismo, o quite el bloqueo con tpm2_dictionarylockout --clear-lockout.',
  'The token {token} said that its PIN is locked, whether the configured one is right or wrong.':
    'El token {token} dijo que su PIN está bloqueado, sea correcto o no el configurado.',
  'The TPM behind the token {token} takes no PIN at present: too many wrong ones were given to it.':
    'El TPM que hay detrás del token {token} no acepta ningún PIN por ahora: se le dieron demasiados erróneos.',
  'Two wrong PINs were given to the token {token}, so that the station does not try the configured one by itself.':
    'Se dieron dos PIN erróneos al token {token}, así que la estación no prueba el configurado por sí misma.',
  'Make sure that it is right, and {what}.': 'Asegúrese de que es correcto, y {what}.',
  'The configured PIN begins or ends with a blank, a line end or a character that nobody sees, which counts as part of it.':
    'El PIN configurado empieza o acaba con un espacio, un fin de línea o un carácter invisible, que cuenta como parte de él.',
  'Write the secret {secret} anew without it, unless the PIN has it.':
    'Escriba de nuevo el secreto {secret} sin ello, salvo que el PIN lo tenga.',
  'The file {file} with the {what} is a link to {path}, which does not exist.':
    'El archivo {file} con el valor «{what}» es un enlace a {path}, que no existe.',
  'Put the secret there, or a file in the place of the link.':
    'Ponga el secreto allí, o un archivo en lugar del enlace.',
  'The configured PIN is empty: its file or variable is there, and nothing is in it.':
    'El PIN configurado está vacío: su archivo o variable existe, y no contiene nada.',
  'The configured PIN is too short for the token {token}.':
    'El PIN configurado es demasiado corto para el token {token}.',
  'The configured PIN is too long for the token {token}.':
    'El PIN configurado es demasiado largo para el token {token}.',
  'Set the secret {secret} to the PIN of this token.': 'Ponga en el secreto {secret} el PIN de este token.',
  'The configured PIN has quotation marks around it, a name before it or a second line, which count as part of it.':
    'El PIN configurado lleva comillas, un nombre delante o una segunda línea, que cuentan como parte de él.',
  'Write nothing but the PIN into the secret {secret}, unless the PIN has them.':
    'Escriba solo el PIN en el secreto {secret}, salvo que eso forme parte del PIN.',
  'Move the file {file} to {path}: only a file of that name is read.':
    'Mueva el archivo {file} a {path}: solo se lee un archivo con ese nombre.',
};
