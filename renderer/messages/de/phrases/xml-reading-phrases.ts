import type { xmlReadingPhrases as english } from '../../en/phrases/xml-reading-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const xmlReadingPhrases: PhrasesOf<typeof english> = {
  'documents with a document type declaration are not read':
    'Dokumente mit einer Dokumenttypdeklaration werden nicht gelesen',
  'there is no complete document element': 'ein vollständiges Dokumentelement fehlt',
  'more than one document element': 'mehr als ein Dokumentelement',
  'text outside of the document element': 'Text außerhalb des Dokumentelements',
  'text between elements': 'Text zwischen Elementen',
  'the document ends within an element': 'das Dokument endet mitten in einem Element',
  'the document is larger than {count} bytes': 'das Dokument ist größer als {count} Bytes',
  'the document has more than {count} nodes': 'das Dokument hat mehr als {count} Knoten',
  'it would take more memory than there is for it; at most {count} MB are taken':
    'es bräuchte mehr Speicher, als dafür da ist; genommen werden höchstens {count} MB',
  'elements are nested deeper than {count}': 'Elemente sind tiefer verschachtelt als {count} Ebenen',
  'an element has more than {count} attributes': 'ein Element hat mehr als {count} Attribute',
  'more than {count} namespaces are in scope': 'mehr als {count} Namensräume gelten zugleich',
  'a name is longer than {count} bytes': 'ein Name ist länger als {count} Bytes',
  'a name is broken, or there is none where one belongs': 'ein Name ist fehlerhaft oder fehlt, wo einer stehen muss',
  'an element {name} holds more than plain text': 'ein Element {name} enthält mehr als einfachen Text',
  'a start tag does not end': 'ein Start-Tag endet nicht',
  'an end tag without a start tag': 'ein End-Tag ohne Start-Tag',
  'an end tag with another name than its start tag': 'ein End-Tag mit anderem Namen als sein Start-Tag',
  'an end tag does not end after its name': 'ein End-Tag endet nicht nach seinem Namen',
  'no space before an attribute': 'kein Leerzeichen vor einem Attribut',
  'an attribute without a value': 'ein Attribut ohne Wert',
  'an attribute stands twice in a start tag': 'ein Attribut steht zweimal in einem Start-Tag',
  'the value of an attribute is not quoted': 'der Wert eines Attributs steht nicht in Anführungszeichen',
  'a `<` in the value of an attribute': 'ein „<“ im Wert eines Attributs',
  'a character that XML does not have': 'ein Zeichen, das es in XML nicht gibt',
  'a reference to an entity or character that XML does not have':
    'ein Verweis auf eine Entität oder ein Zeichen, das es in XML nicht gibt',
  'the end of a CDATA section in text': 'das Ende eines CDATA-Abschnitts im Text',
  'a comment, CDATA section or processing instruction does not end':
    'ein Kommentar, CDATA-Abschnitt oder eine Verarbeitungsanweisung endet nicht',
  'two hyphens in a comment': 'zwei Bindestriche in einem Kommentar',
  'a declaration that is none of XML': 'eine Deklaration, die es in XML nicht gibt',
  'a processing instruction with a reserved name': 'eine Verarbeitungsanweisung mit vorbehaltenem Namen',
  'a processing instruction without space after its name':
    'eine Verarbeitungsanweisung ohne Leerzeichen nach ihrem Namen',
  'a prefix is not declared': 'ein Präfix ist nicht deklariert',
  'a prefix is undeclared': 'die Deklaration eines Präfixes wird aufgehoben',
  'the namespace of declarations is declared': 'der Namensraum der Deklarationen wird deklariert',
  'the xml namespace is bound to another prefix': 'der Namensraum von xml ist an ein anderes Präfix gebunden',
  'the name of a namespace is no URI': 'der Name eines Namensraums ist keine URI',
  'a namespace URI is relative': 'die URI eines Namensraums ist relativ',
  'a second byte order mark': 'eine zweite Bytereihenfolge-Marke (BOM)',
  'the bytes are not of the encoding that the document declares':
    'die Bytes sind nicht in der Kodierung, die das Dokument angibt',
  'the document is in UTF-32 or another encoding that is not supported':
    'das Dokument ist in UTF-32 oder einer anderen Kodierung, die nicht unterstützt wird',
  'the XML declaration is broken or not of version 1.0':
    'die XML-Deklaration ist fehlerhaft oder nicht von Version 1.0',
  'the encoding that the document declares is not supported or not its own':
    'die Kodierung, die das Dokument angibt, wird nicht unterstützt oder ist nicht seine',
  'the document is not valid UTF-16': 'das Dokument ist kein gültiges UTF-16',
  'a signature method has parameters that it must not have':
    'ein Signaturverfahren hat Parameter, die es nicht haben darf',
  'a canonicalization has parameters that it must not have':
    'eine Kanonisierung hat Parameter, die sie nicht haben darf',
  'the parameters of RSA-PSS are broken': 'die Parameter von RSA-PSS sind fehlerhaft',
  'a parameter of RSA-PSS occurs twice': 'ein Parameter von RSA-PSS kommt zweimal vor',
  'a parameter of RSA-PSS is no number': 'ein Parameter von RSA-PSS ist keine Zahl',
  'the list has too many services': 'die Liste hat zu viele Dienste',
  'the list has too many providers': 'die Liste hat zu viele Anbieter',
  'an identity has too many parts': 'eine Identität hat zu viele Teile',
  'something is named in too many languages': 'etwas ist in zu vielen Sprachen benannt',
  'the list names too many addresses': 'die Liste nennt zu viele Adressen',
  'a pointer says too much about its list': 'ein Verweis sagt zu viel über seine Liste',
  'a service has too long a history': 'die Vorgeschichte eines Dienstes ist zu lang',
  'it is no trusted list': 'es ist keine Vertrauensliste',
  'the list is of another version than 5': 'die Liste hat eine andere Version als 5',
  'the sequence number is none': 'die laufende Nummer ist keine',
  'the list points to too many lists': 'die Liste verweist auf zu viele Listen',
  'there are several elements {name}': 'es gibt mehrere Elemente {name}',
  'an element {name} is missing': 'ein Element {name} fehlt',
  'an element {name} is no date and time': 'ein Element {name} ist keine Zeitangabe',
  'The manifest has another root element.': 'Das Manifest hat ein anderes Wurzelelement.',
  'SigReference must come first.': 'SigReference muss zuerst kommen.',
  'Extensions must come last.': 'Erweiterungen müssen zuletzt kommen.',
  'The manifest references no data object.': 'Das Manifest verweist auf kein Datenobjekt.',
  'The manifest references a data object twice.': 'Das Manifest verweist zweimal auf ein Datenobjekt.',
  'A DataObjectReference is incomplete.': 'Eine DataObjectReference ist unvollständig.',
  'A DataObjectReference has an element that does not belong there.':
    'Eine DataObjectReference hat ein Element, das nicht dorthin gehört.',
  'The manifest has an element where a DataObjectReference should be.':
    'Im Manifest steht ein Element, wo eine DataObjectReference stehen muss.',
  'A DigestValue is not a digest by its DigestMethod.': 'Ein DigestValue ist kein Hashwert nach seiner DigestMethod.',
  'A reference has no URI.': 'Ein Verweis hat keine URI.',
  'A URI is not percent-encoded UTF-8.': 'Eine URI ist kein prozentkodiertes UTF-8.',
  'The manifest has an extension that must be understood and is not known.':
    'Das Manifest hat eine Erweiterung, die verstanden werden muss und nicht bekannt ist.',
  'stampTemplate: {detail}.': 'stampTemplate: {detail}.',
  '{name} is there more than once': '{name} ist mehr als einmal da',
  'it is not in UTF-8': 'es ist nicht in UTF-8',
};
