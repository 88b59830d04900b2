import type { pfxPhrases as english } from '../../en/phrases/pfx-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pfxPhrases: PhrasesOf<typeof english> = {
  'The file is not a valid PFX file': 'El archivo no es un archivo PFX válido',
  'A PFX file larger than {count} bytes is not read': 'No se lee un archivo PFX de más de {count} bytes',
  'Not version 3': 'No es la versión 3',
  'Files protected by public keys are not supported': 'No se admiten archivos protegidos con claves públicas',
  'Content type {oid} is not supported': 'No se admite el tipo de contenido {oid}',
  'The password is wrong or the file was changed': 'La contraseña es incorrecta o el archivo se modificó',
  'The password does not decrypt the file': 'La contraseña no descifra el archivo',
  'The key length of the MAC is missing or too large': 'La longitud de clave del MAC falta o es demasiado grande',
  'The MAC algorithm {oid} is not supported': 'No se admite el algoritmo MAC {oid}',
  'The file asks for {count} iterations': 'El archivo pide {count} iteraciones',
  'Encryption {oid} is not supported': 'No se admite el cifrado {oid}',
  'Cipher {oid} is not supported': 'No se admite el algoritmo de cifrado {oid}',
  'Key derivation {oid} is not supported': 'No se admite la derivación de clave {oid}',
  'The pseudo-random function of PBKDF2 is not supported': 'No se admite la función pseudoaleatoria de PBKDF2',
  'The hash {hash} is not supported': 'No se admite el algoritmo de resumen {hash}',
  'An algorithm lacks its parameters': 'A un algoritmo le faltan sus parámetros',
  'The IV has a wrong length': 'El vector de inicialización tiene una longitud incorrecta',
  'Bags are nested too deeply': 'Hay contenedores (SafeBag) demasiado anidados',
};
