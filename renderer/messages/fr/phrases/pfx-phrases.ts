import type { pfxPhrases as english } from '../../en/phrases/pfx-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pfxPhrases: PhrasesOf<typeof english> = {
  'The file is not a valid PFX file': 'Le fichier n’est pas un fichier PFX valide',
  'A PFX file larger than {count} bytes is not read': 'Un fichier PFX de plus de {count} octets n’est pas lu',
  'Not version 3': 'Pas la version 3',
  'Files protected by public keys are not supported':
    'Les fichiers protégés par des clés publiques ne sont pas pris en charge',
  'Content type {oid} is not supported': 'Le type de contenu {oid} n’est pas pris en charge',
  'The password is wrong or the file was changed': 'Le mot de passe est faux ou le fichier a été modifié',
  'The password does not decrypt the file': 'Le mot de passe ne déchiffre pas le fichier',
  'The key length of the MAC is missing or too large': 'La longueur de clé du MAC manque ou est trop grande',
  'The MAC algorithm {oid} is not supported': 'L’algorithme MAC {oid} n’est pas pris en charge',
  'The file asks for {count} iterations': 'Le fichier demande {count} itérations',
  'Encryption {oid} is not supported': 'Le chiffrement {oid} n’est pas pris en charge',
  'Cipher {oid} is not supported': 'L’algorithme de chiffrement {oid} n’est pas pris en charge',
  'Key derivation {oid} is not supported': 'La dérivation de clé {oid} n’est pas prise en charge',
  'The pseudo-random function of PBKDF2 is not supported':
    'La fonction pseudo-aléatoire de PBKDF2 n’est pas prise en charge',
  'The hash {hash} is not supported': 'L’algorithme d’empreinte {hash} n’est pas pris en charge',
  'An algorithm lacks its parameters': 'Un algorithme n’a pas ses paramètres',
  'The IV has a wrong length': 'Le vecteur d’initialisation a une mauvaise longueur',
  'Bags are nested too deeply': 'Des conteneurs (SafeBag) sont trop imbriqués',
};
