import type { xmlReadingPhrases as english } from '../../en/phrases/xml-reading-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const xmlReadingPhrases: PhrasesOf<typeof english> = {
  'documents with a document type declaration are not read':
    'les documents avec une déclaration de type de document ne sont pas lus',
  'there is no complete document element': 'il manque un élément racine complet',
  'more than one document element': 'plus d’un élément racine',
  'text outside of the document element': 'du texte hors de l’élément racine',
  'text between elements': 'du texte entre des éléments',
  'the document ends within an element': 'le document finit au milieu d’un élément',
  'the document is larger than {count} bytes': 'le document est plus grand que {count} octets',
  'the document has more than {count} nodes': 'le document a plus de {count} nœuds',
  'it would take more memory than there is for it; at most {count} MB are taken':
    'il faudrait plus de mémoire qu’il n’y en a pour cela ; {count} Mo au plus sont pris',
  'elements are nested deeper than {count}': 'des éléments sont imbriqués sur plus de {count} niveaux',
  'an element has more than {count} attributes': 'un élément a plus de {count} attributs',
  'more than {count} namespaces are in scope': 'plus de {count} espaces de noms sont en vigueur',
  'a name is longer than {count} bytes': 'un nom est plus long que {count} octets',
  'a name is broken, or there is none where one belongs': 'un nom est incorrect, ou manque là où il en faut un',
  'an element {name} holds more than plain text': 'un élément {name} contient plus que du texte simple',
  'a start tag does not end': 'une balise ouvrante ne finit pas',
  'an end tag without a start tag': 'une balise fermante sans balise ouvrante',
  'an end tag with another name than its start tag': 'une balise fermante d’un autre nom que sa balise ouvrante',
  'an end tag does not end after its name': 'une balise fermante ne finit pas après son nom',
  'no space before an attribute': 'pas d’espace avant un attribut',
  'an attribute without a value': 'un attribut sans valeur',
  'an attribute stands twice in a start tag': 'un attribut figure deux fois dans une balise ouvrante',
  'the value of an attribute is not quoted': 'la valeur d’un attribut n’est pas entre guillemets',
  'a `<` in the value of an attribute': 'un « < » dans la valeur d’un attribut',
  'a character that XML does not have': 'un caractère qui n’existe pas en XML',
  'a reference to an entity or character that XML does not have':
    'une référence à une entité ou à un caractère qui n’existe pas en XML',
  'the end of a CDATA section in text': 'la fin d’une section CDATA dans du texte',
  'a comment, CDATA section or processing instruction does not end':
    'un commentaire, une section CDATA ou une instruction de traitement ne finit pas',
  'two hyphens in a comment': 'deux tirets dans un commentaire',
  'a declaration that is none of XML': 'une déclaration qui n’existe pas en XML',
  'a processing instruction with a reserved name': 'une instruction de traitement au nom réservé',
  'a processing instruction without space after its name': 'une instruction de traitement sans espace après son nom',
  'a prefix is not declared': 'un préfixe n’est pas déclaré',
  'a prefix is undeclared': 'la déclaration d’un préfixe est annulée',
  'the namespace of declarations is declared': 'l’espace de noms des déclarations est déclaré',
  'the xml namespace is bound to another prefix': 'l’espace de noms xml est lié à un autre préfixe',
  'the name of a namespace is no URI': 'le nom d’un espace de noms n’est pas un URI',
  'a namespace URI is relative': 'l’URI d’un espace de noms est relatif',
  'a second byte order mark': 'une seconde marque d’ordre des octets (BOM)',
  'the bytes are not of the encoding that the document declares':
    'les octets ne sont pas dans l’encodage que le document déclare',
  'the document is in UTF-32 or another encoding that is not supported':
    'le document est en UTF-32 ou dans un autre encodage non pris en charge',
  'the XML declaration is broken or not of version 1.0':
    'la déclaration XML est incorrecte ou n’est pas de version 1.0',
  'the encoding that the document declares is not supported or not its own':
    'l’encodage que le document déclare n’est pas pris en charge ou n’est pas le sien',
  'the document is not valid UTF-16': 'le document n’est pas en UTF-16 valide',
  'a signature method has parameters that it must not have':
    'une méthode de signature a des paramètres qu’elle ne doit pas avoir',
  'a canonicalization has parameters that it must not have':
    'une canonisation a des paramètres qu’elle ne doit pas avoir',
  'the parameters of RSA-PSS are broken': 'les paramètres de RSA-PSS sont incorrects',
  'a parameter of RSA-PSS occurs twice': 'un paramètre de RSA-PSS apparaît deux fois',
  'a parameter of RSA-PSS is no number': 'un paramètre de RSA-PSS n’est pas un nombre',
  'the list has too many services': 'la liste a trop de services',
  'a service has too long a history': 'l’historique d’un service est trop long',
  'it is no trusted list': 'ce n’est pas une liste de confiance',
  'the list is of another version than 5': 'la liste est d’une autre version que 5',
  'the sequence number is none': 'le numéro de séquence n’en est pas un',
  'the list points to too many lists': 'la liste renvoie à trop de listes',
  'there are several elements {name}': 'il y a plusieurs éléments {name}',
  'an element {name} is missing': 'un élément {name} manque',
  'an element {name} is no date and time': 'un élément {name} n’est pas une date avec heure',
  'The manifest has another root element.': 'Le manifeste a un autre élément racine.',
  'SigReference must come first.': 'SigReference doit venir en premier.',
  'Extensions must come last.': 'Les extensions doivent venir en dernier.',
  'The manifest references no data object.': 'Le manifeste ne renvoie à aucun objet de données.',
  'The manifest references a data object twice.': 'Le manifeste renvoie deux fois à un objet de données.',
  'A DataObjectReference is incomplete.': 'Une DataObjectReference est incomplète.',
  'A DataObjectReference has an element that does not belong there.':
    'Une DataObjectReference a un élément qui n’y a pas sa place.',
  'The manifest has an element where a DataObjectReference should be.':
    'Le manifeste a un élément là où il faut une DataObjectReference.',
  'A DigestValue is not a digest by its DigestMethod.': 'Un DigestValue n’est pas une empreinte selon sa DigestMethod.',
  'A reference has no URI.': 'Une référence n’a pas d’URI.',
  'A URI is not percent-encoded UTF-8.': 'Un URI n’est pas de l’UTF-8 encodé en pourcentage.',
  'The manifest has an extension that must be understood and is not known.':
    'Le manifeste a une extension qui doit être comprise et n’est pas connue.',
  'stampTemplate: {detail}.': 'stampTemplate : {detail}.',
  '{name} is there more than once': '{name} figure plus d’une fois',
  'it is not in UTF-8': 'ce n’est pas en UTF-8',
};
