import type { xmlPhrases as english } from '../../en/phrases/xml-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const xmlPhrases: PhrasesOf<typeof english> = {
  'The signature covers no content.': 'Die Signatur umfasst keinen Inhalt.',
  'A comment that nobody signed stands before or within a text of the signed content.':
    'Ein Kommentar, den niemand signiert hat, steht vor oder in einem Text des signierten Inhalts.',
  'Names in the signed content have a prefix, and nobody signed what it stands for.':
    'Namen im signierten Inhalt haben ein Präfix, und wofür es steht, hat niemand signiert.',
  'The signature covers only a part of the document.': 'Die Signatur umfasst nur einen Teil des Dokuments.',
  'Another signature holds content that this one does not cover.':
    'Eine andere Signatur enthält Inhalt, den diese nicht umfasst.',
  'A counter-signature does not sign this signature.': 'Eine Gegensignatur signiert diese Signatur nicht.',
  'The signature holds an object that it does not sign.': 'Die Signatur enthält ein Objekt, das sie nicht signiert.',
  'What the document says of a signed object is not signed.':
    'Was das Dokument über ein signiertes Objekt sagt, ist nicht signiert.',
  'Content that is not signed stands inside of the signature.': 'In der Signatur steht Inhalt, der nicht signiert ist.',
  'an element {name} does not have its structure': 'ein Element {name} hat nicht seinen Aufbau',
  'an element {name} has no attribute {attribute}': 'ein Element {name} hat kein Attribut {attribute}',
  'an element {name} does not hold base64': 'ein Element {name} enthält kein Base64',
  'The issuer or serial number that is signed beside the digest of the certificate is not its own.':
    'Der neben dem Hashwert des Zertifikats signierte Aussteller oder die Seriennummer ist nicht die seine.',
  'The signature has no signed properties.': 'Die Signatur hat keine signierten Eigenschaften.',
  'The signed properties are not those of this signature.':
    'Die signierten Eigenschaften sind nicht die dieser Signatur.',
  'a signature has more than {count} references': 'eine Signatur hat mehr als {count} Verweise',
  'A reference has a transform that is not known.': 'Ein Verweis hat eine Umwandlung, die nicht bekannt ist.',
  'The identifier of something signed occurs more than once.':
    'Die Kennung von etwas Signiertem kommt mehr als einmal vor.',
  'A reference points to nothing.': 'Ein Verweis zeigt auf nichts.',
  'A reference is an XPointer that is not known.': 'Ein Verweis ist ein XPointer, der nicht bekannt ist.',
  'A reference to a manifest points to something else.': 'Ein Verweis auf ein Manifest zeigt auf etwas anderes.',
  'A digest algorithm is not known.': 'Ein Hashverfahren ist nicht bekannt.',
  'A reference has a transform that does not go with its target.':
    'Ein Verweis hat eine Umwandlung, die nicht zu seinem Ziel passt.',
  'A reference selects nothing.': 'Ein Verweis wählt nichts aus.',
  'The key is to be fetched from somewhere else.': 'Der Schlüssel soll von anderswo geholt werden.',
  'In the key of the signature text stands between elements, or a certificate cannot be read.':
    'Im Schlüssel der Signatur steht Text zwischen Elementen, oder ein Zertifikat ist nicht lesbar.',
  'A digest or the value is more than one text.': 'Ein Hashwert oder der Signaturwert ist mehr als ein Text.',
  'An identifier of the signature occurs more than once.': 'Eine Kennung der Signatur kommt mehr als einmal vor.',
  'The canonicalization of the signature is not known.': 'Die Kanonisierung der Signatur ist nicht bekannt.',
  'The signature algorithm is not accepted.': 'Das Signaturverfahren wird nicht angenommen.',
  'the key holds something that does not belong to a key':
    'der Schlüssel enthält etwas, das nicht zu einem Schlüssel gehört',
  'a signature holds more than {count} certificates': 'eine Signatur enthält mehr als {count} Zertifikate',
  'None of the files given along is what the signature is over as "{name}".':
    'Keine der mitgegebenen Dateien ist, was die Signatur als „{name}“ umfasst.',
  'The original is not what the signature holds.': 'Das Original ist nicht, was die Signatur enthält.',
  'a signature refers to nothing': 'eine Signatur verweist auf nichts',
  'a list of transforms is empty': 'eine Liste von Umwandlungen ist leer',
  'a reference has more than {count} transforms': 'ein Verweis hat mehr als {count} Umwandlungen',
  'a signature has two sets of properties': 'eine Signatur hat zwei Sätze von Eigenschaften',
  'a signed property is unknown or there twice': 'eine signierte Eigenschaft ist unbekannt oder doppelt',
  'a serial number is not a number': 'eine Seriennummer ist keine Zahl',
  'the signing time is not a time': 'die Signierzeit ist keine Zeit',
  'the XML is larger than the {count} MB that a signature in XML is judged in':
    'das XML ist größer als die {count} MB, in denen eine Signatur in XML beurteilt wird',
  'the document contains more than {count} signatures': 'das Dokument enthält mehr als {count} Signaturen',
  'Signatures inside of a signature that are no counter-signatures of it were not evaluated.':
    'Signaturen in einer Signatur, die keine Gegensignaturen von ihr sind, wurden nicht ausgewertet.',
  'The signature claims a time at which its certificate was not valid.':
    'Die Signatur gibt eine Zeit an, zu der ihr Zertifikat nicht gültig war.',
  'The signature is written in a version of XAdES before 1.3.2, the one that EN 319 132-1 is about; its level is that of the properties with the same meaning.':
    'Die Signatur ist in einer Fassung von XAdES vor 1.3.2 geschrieben, um die es in EN 319 132-1 geht; ihre Stufe ist die der gleichbedeutenden Eigenschaften.',
};
