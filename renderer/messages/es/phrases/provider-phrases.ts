import type { providerPhrases as english } from '../../en/phrases/provider-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const providerPhrases: PhrasesOf<typeof english> = {
  'Smart card middleware is being looked for.': 'Se está buscando el software de tarjetas.',
  'No smart card middleware was found: install the software of the card. The diagnosis says more.':
    'No se encontró software de tarjetas: instale el de la tarjeta. El diagnóstico dice más.',
  '{name} is plugged in and its software is missing: install {products}.':
    '{name} está conectado y falta su software: instale {products}.',
  'No PKCS#11 module is configured for this provider: set its ModulePath.':
    'No hay módulo PKCS#11 configurado para este proveedor: ponga su ModulePath.',
  'Modules are not detected in Production: set the ModulePath of this provider.':
    'En Production no se detectan módulos: ponga ModulePath de este proveedor.',
  'Not valid now.': 'No es válido ahora.',
  'The process for this provider is being started.': 'Se está iniciando el proceso de este proveedor.',
  'It is not healthy.': 'No está en buen estado.',
  'There is no process for this provider.': 'No hay proceso para este proveedor.',
  'It cannot sign.': 'No puede firmar.',
  'It does not answer.': 'No responde.',
  'A certificate (SHA-256 {hash}...) cannot be read: {reason}.':
    'Un certificado (SHA-256 {hash}...) no se puede leer: {reason}.',
  'it is not as certificates are': 'no es como son los certificados',
  'The key usage of the certificate does not allow signatures.': 'El uso de clave del certificado no permite firmas.',
  'Not valid before {time}.': 'No es válido antes de {time}.',
  'Expired at {time}.': 'Caducó el {time}.',
  'It is not logged in.': 'No ha iniciado sesión.',
  'The RSA key has {bits} bits; signatures are accepted from {least} bits up.':
    'La clave RSA tiene {bits} bits; se aceptan firmas desde {least} bits.',
  'Signatures with keys on an unknown curve are not accepted.':
    'No se aceptan firmas con claves en una curva desconocida.',
  'Signatures with keys on the curve {curve} are not accepted.': 'No se aceptan firmas con claves en la curva {curve}.',
  'Keys of this kind cannot sign here.': 'Las claves de este tipo no pueden firmar aquí.',
  'There is no private key for this certificate.': 'No hay clave privada para este certificado.',
  'The key beside this certificate belongs to another certificate.':
    'La clave junto a este certificado pertenece a otro.',
  'The token does not let this key sign.': 'El token no deja firmar a esta clave.',
  'The token offers no signature algorithm for this key.': 'El token no ofrece algoritmo de firma para esta clave.',
  'The PIN is asked for when a document is to be signed.': 'El PIN se pide cuando hay que firmar un documento.',
  'The reader waits for a PIN.': 'El lector espera un PIN.',
  'The reader asks for the PIN when a document is signed.': 'El lector pide el PIN cuando se firma un documento.',
  'The file is not readable.': 'El archivo no se puede leer.',
  'The PFX file is missing or not readable.': 'El archivo PFX falta o no se puede leer.',
};
