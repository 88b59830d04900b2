import type { xmlPhrases as english } from '../../en/phrases/xml-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const xmlPhrases: PhrasesOf<typeof english> = {
  'The signature covers no content.': 'La signature ne couvre aucun contenu.',
  'A comment that nobody signed stands before or within a text of the signed content.':
    'Un commentaire que personne n’a signé se trouve devant ou dans un texte du contenu signé.',
  'Names in the signed content have a prefix, and nobody signed what it stands for.':
    'Des noms du contenu signé ont un préfixe, et personne n’a signé ce qu’il désigne.',
  'The signature covers only a part of the document.': 'La signature ne couvre qu’une partie du document.',
  'Another signature holds content that this one does not cover.':
    'Une autre signature contient ce que celle-ci ne couvre pas.',
  'A counter-signature does not sign this signature.': 'Une contre-signature ne signe pas cette signature.',
  'The signature holds an object that it does not sign.': 'La signature contient un objet qu’elle ne signe pas.',
  'What the document says of a signed object is not signed.':
    'Ce que le document dit d’un objet signé n’est pas signé.',
  'Content that is not signed stands inside of the signature.': 'Du contenu non signé se trouve dans la signature.',
  'an element {name} does not have its structure': 'un élément {name} n’a pas sa structure',
  'an element {name} has no attribute {attribute}': 'un élément {name} n’a pas d’attribut {attribute}',
  'an element {name} does not hold base64': 'un élément {name} ne contient pas de base64',
  'The issuer or serial number that is signed beside the digest of the certificate is not its own.':
    'L’émetteur ou le numéro de série signé à côté de l’empreinte du certificat n’est pas le sien.',
  'The signature has no signed properties.': 'La signature n’a pas de propriétés signées.',
  'The signed properties are not those of this signature.':
    'Les propriétés signées ne sont pas celles de cette signature.',
  'a signature has more than {count} references': 'une signature a plus de {count} références',
  'A reference has a transform that is not known.': 'Une référence a une transformation qui n’est pas connue.',
  'The identifier of something signed occurs more than once.':
    'L’identifiant d’un élément signé apparaît plus d’une fois.',
  'A reference points to nothing.': 'Une référence ne désigne rien.',
  'A reference is an XPointer that is not known.': 'Une référence est un XPointer qui n’est pas connu.',
  'A reference to a manifest points to something else.': 'Une référence à un manifeste désigne autre chose.',
  'A digest algorithm is not known.': 'Un algorithme de hachage n’est pas connu.',
  'A reference has a transform that does not go with its target.':
    'Une référence a une transformation qui ne va pas avec sa cible.',
  'A reference selects nothing.': 'Une référence ne sélectionne rien.',
  'The key is to be fetched from somewhere else.': 'La clé doit être cherchée ailleurs.',
  'In the key of the signature text stands between elements, or a certificate cannot be read.':
    'Dans la clé de la signature, du texte se trouve entre des éléments, ou un certificat est illisible.',
  'A digest or the value is more than one text.':
    'Une empreinte ou la valeur de la signature est plus qu’un seul texte.',
  'An identifier of the signature occurs more than once.': 'Un identifiant de la signature apparaît plus d’une fois.',
  'The canonicalization of the signature is not known.': 'La canonicalisation de la signature n’est pas connue.',
  'The signature algorithm is not accepted.': 'L’algorithme de signature n’est pas accepté.',
  'the key holds something that does not belong to a key':
    'la clé contient quelque chose qui n’appartient pas à une clé',
  'a signature holds more than {count} certificates': 'une signature contient plus de {count} certificats',
  'None of the files given along is what the signature is over as "{name}".':
    'Aucun des fichiers fournis n’est ce que la signature couvre sous le nom de « {name} ».',
  'The original is not what the signature holds.': 'L’original n’est pas ce que la signature contient.',
  'a signature refers to nothing': 'une signature ne renvoie à rien',
  'a list of transforms is empty': 'une liste de transformations est vide',
  'a reference has more than {count} transforms': 'une référence a plus de {count} transformations',
  'a signature has two sets of properties': 'une signature a deux jeux de propriétés',
  'a signed property is unknown or there twice': 'une propriété signée est inconnue ou présente deux fois',
  'a serial number is not a number': 'un numéro de série n’est pas un nombre',
  'the signing time is not a time': 'l’heure de signature n’est pas une heure',
  'the XML is larger than the {count} MB that a signature in XML is judged in':
    'le XML dépasse les {count} Mo dans lesquels une signature XML est jugée',
  'the document contains more than {count} signatures': 'le document contient plus de {count} signatures',
  'Signatures inside of a signature that are no counter-signatures of it were not evaluated.':
    'Les signatures dans une signature qui n’en sont pas des contre-signatures n’ont pas été évaluées.',
  'The signature claims a time at which its certificate was not valid.':
    'La signature déclare un moment où son certificat n’était pas valide.',
  'The signature is written in a version of XAdES before 1.3.2, the one that EN 319 132-1 is about; its level is that of the properties with the same meaning.':
    'La signature est écrite dans une version de XAdES antérieure à 1.3.2, celle dont traite EN 319 132-1 ; son niveau est celui des propriétés de même sens.',
};
