import type { pfxPhrases as english } from '../../en/phrases/pfx-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pfxPhrases: PhrasesOf<typeof english> = {
  'The file is not a valid PFX file': 'Die Datei ist keine gültige PFX-Datei',
  'A PFX file larger than {count} bytes is not read': 'Eine PFX-Datei von mehr als {count} Bytes wird nicht gelesen',
  'Not version 3': 'Nicht Version 3',
  'Files protected by public keys are not supported':
    'Mit öffentlichen Schlüsseln geschützte Dateien werden nicht unterstützt',
  'Content type {oid} is not supported': 'Der Inhaltstyp {oid} wird nicht unterstützt',
  'The password is wrong or the file was changed': 'Das Passwort ist falsch, oder die Datei wurde verändert',
  'The password does not decrypt the file': 'Das Passwort entschlüsselt die Datei nicht',
  'The key length of the MAC is missing or too large': 'Die Schlüssellänge des MAC fehlt oder ist zu groß',
  'The MAC algorithm {oid} is not supported': 'Das MAC-Verfahren {oid} wird nicht unterstützt',
  'The file asks for {count} iterations': 'Die Datei verlangt {count} Wiederholungen',
  'Encryption {oid} is not supported': 'Die Verschlüsselung {oid} wird nicht unterstützt',
  'Cipher {oid} is not supported': 'Das Chiffrierverfahren {oid} wird nicht unterstützt',
  'Key derivation {oid} is not supported': 'Die Schlüsselableitung {oid} wird nicht unterstützt',
  'The pseudo-random function of PBKDF2 is not supported':
    'Die Pseudozufallsfunktion von PBKDF2 wird nicht unterstützt',
  'The hash {hash} is not supported': 'Das Hashverfahren {hash} wird nicht unterstützt',
  'An algorithm lacks its parameters': 'Einem Verfahren fehlen seine Parameter',
  'The IV has a wrong length': 'Der Initialisierungsvektor hat eine falsche Länge',
  'Bags are nested too deeply': 'Behälter (SafeBag) sind zu tief verschachtelt',
};
