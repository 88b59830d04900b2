import type { pdfReadingPhrases as english } from '../../en/phrases/pdf-reading-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pdfReadingPhrases: PhrasesOf<typeof english> = {
  'it is no PDF, which begins with %PDF-': 'es ist kein PDF, das mit %PDF- beginnt',
  'bytes before the header': 'vor dem Anfang stehen fremde Bytes',
  'bytes after the end-of-file marker at byte {position}': 'nach der Endmarke bei Byte {position} folgen Bytes',
  'no startxref at the end of the file': 'am Ende der Datei fehlt startxref',
  '{what} at byte {position}': '{what} bei Byte {position}',
  "'{word}' expected": '„{word}“ erwartet',
  'object expected': 'Objekt erwartet',
  'dictionary expected': 'Wörterbuch erwartet',
  'dictionary key expected': 'Schlüssel eines Wörterbuchs erwartet',
  'trailer dictionary expected': 'Wörterbuch am Dateiende (Trailer) erwartet',
  'integer expected': 'ganze Zahl erwartet',
  'end of line expected after stream': 'Zeilenende nach „stream“ erwartet',
  'malformed number': 'fehlerhafte Zahl',
  'number out of range': 'Zahl außerhalb ihres Bereichs',
  'unterminated string': 'Zeichenkette ohne Ende',
  'unterminated hex string': 'hexadezimale Zeichenkette ohne Ende',
  'not a hexadecimal digit': 'keine Hexadezimalziffer',
  'nested too deeply': 'zu tief verschachtelt',
  'object too long': 'zu langes Objekt',
  'too many objects': 'zu viele Objekte',
  'too many revisions': 'zu viele Fassungen',
  '{count} bytes at byte {position} reach beyond the document':
    '{count} Bytes ab Byte {position} reichen über das Dokument hinaus',
  'the document ended early at byte {position}': 'das Dokument endete zu früh bei Byte {position}',
  'offset {position} lies outside the document': 'Position {position} liegt außerhalb des Dokuments',
  'the entry {key} is not an offset': 'der Eintrag {key} ist keine Position',
  'no cross-reference section': 'kein Querverweisabschnitt',
  'the chain of cross-reference sections is a loop': 'die Kette der Querverweisabschnitte ist ein Kreis',
  'cross-reference table reaches beyond the document': 'die Querverweistabelle reicht über das Dokument hinaus',
  'malformed cross-reference entry': 'fehlerhafter Querverweiseintrag',
  'cross-reference entry too large': 'zu großer Querverweiseintrag',
  'overlapping cross-reference subsections': 'überlappende Teile eines Querverweisabschnitts',
  'malformed cross-reference stream': 'fehlerhafter Querverweisstrom',
  'cross-reference stream without a direct length': 'Querverweisstrom ohne direkte Längenangabe',
  '{what} (cross-reference section at byte {position})': '{what} (Querverweisabschnitt bei Byte {position})',
  'its trailer names a key twice': 'sein Trailer nennt einen Schlüssel zweimal',
  'its {key} is not written as an integer': 'sein Eintrag {key} ist nicht als ganze Zahl geschrieben',
  'its stream names filters that not all readers know': 'sein Datenstrom nennt Filter, die nicht alle Leser kennen',
  'a stream of objects names filters that not all readers know':
    'ein Datenstrom mit Objekten nennt Filter, die nicht alle Leser kennen',
  'it claims to be linearized as it is, but has updates':
    'es gibt an, so wie es ist linearisiert zu sein, hat aber Nachträge',
  'its linearization dictionary names a key twice': 'sein Linearisierungs-Wörterbuch nennt einen Schlüssel zweimal',
  'it claims to be linearized, but another cross-reference section stands first':
    'es gibt an, linearisiert zu sein, aber ein anderer Querverweisabschnitt steht vorne',
  'its linearization dictionary claims another number of pages':
    'sein Linearisierungs-Wörterbuch gibt eine andere Seitenzahl an',
  'its linearization dictionary names another first page':
    'sein Linearisierungs-Wörterbuch nennt eine andere erste Seite',
  'page {page} is cut to a part that lies beside it':
    'Seite {page} ist auf einen Teil zugeschnitten, der neben ihr liegt',
  'its Size is no number of objects': 'sein Eintrag Size ist keine Anzahl von Objekten',
  'its last startxref is not followed by blanks and a number':
    'sein letztes startxref steht nicht vor Leerzeichen und einer Zahl',
  'its Size is {size}, but objects up to {number} are listed':
    'sein Eintrag Size ist {size}, aber es sind Objekte bis {number} aufgezählt',
  'its stream has another generation than 0': 'sein Datenstrom hat eine andere Generation als 0',
  'its subsections do not follow each other by object number':
    'seine Teile folgen nicht nach Objektnummern aufeinander',
  'it has entries of an unknown type': 'er hat Einträge einer unbekannten Art',
  'it lists object 0, which does not exist, as an object': 'er führt Objekt 0, das es nicht gibt, als Objekt auf',
  'its first entry is the free one of object 0, but is said to be of object 1':
    'sein erster Eintrag ist der freie von Objekt 0, soll aber der von Objekt 1 sein',
  'the cross-reference stream at byte {position} bears the number {number}, which is beyond Size':
    'der Querverweisstrom bei Byte {position} trägt die Nummer {number}, die über Size hinausgeht',
  'the cross-reference stream at byte {position} bears the number {number} of another object':
    'der Querverweisstrom bei Byte {position} trägt die Nummer {number} eines anderen Objekts',
  'object {number} is not where it is said to be': 'Objekt {number} ist nicht, wo es sein soll',
  'object {number} is not at byte {position}': 'Objekt {number} ist nicht bei Byte {position}',
  'object {number} needs itself to be read': 'Objekt {number} braucht sich selbst, um gelesen zu werden',
  'object {number} is referred to and not there, and some readers then take object {other} from another place':
    'Objekt {number} wird genannt und ist nicht da; manche Leser nehmen dann Objekt {other} von anderer Stelle',
  'object {number} names a key twice': 'Objekt {number} nennt einen Schlüssel zweimal',
  'object {number} is not in object stream {stream}': 'Objekt {number} ist nicht im Objektstrom {stream}',
  'object {number} is not an object stream': 'Objekt {number} ist kein Objektstrom',
  'object stream {number} is missing': 'Objektstrom {number} fehlt',
  'malformed object stream': 'fehlerhafter Objektstrom',
  'one object stands for two things': 'ein Objekt steht für zwei Dinge',
  'generation number too large': 'zu große Generationsnummer',
  'references that lead nowhere': 'Verweise, die nirgendwohin führen',
  'foreign bytes between the last cross-reference section and startxref':
    'fremde Bytes zwischen dem letzten Querverweisabschnitt und startxref',
  'the end of revision {number} is unknown': 'das Ende der Fassung {number} ist unbekannt',
  'no document catalog': 'kein Dokumentkatalog',
  'no page tree': 'kein Seitenbaum',
  'page tree too deep': 'zu tiefer Seitenbaum',
  'malformed page tree node': 'fehlerhafter Knoten des Seitenbaums',
  'a page tree node that is not a dictionary': 'ein Knoten des Seitenbaums, der kein Wörterbuch ist',
  'a page tree node that occurs twice': 'ein Knoten des Seitenbaums, der zweimal vorkommt',
  'a page that is not an indirect object': 'eine Seite, die kein indirektes Objekt ist',
  'the contents of page {page} do not have the length that they claim':
    'der Inhalt von Seite {page} hat nicht die Länge, die er angibt',
  'the contents of page {page} name filters that not all readers know':
    'der Inhalt von Seite {page} nennt Filter, die nicht alle Leser kennen',
  'the contents of page {page} are an array within an array': 'der Inhalt von Seite {page} ist ein Feld in einem Feld',
  'a drawing does not have the length that it claims': 'eine Zeichnung hat nicht die Länge, die sie angibt',
  'a drawing among the resources of a page has no box':
    'eine Zeichnung unter den Ressourcen einer Seite hat keinen Rahmen (BBox)',
  'a drawing names filters that not all readers know': 'eine Zeichnung nennt Filter, die nicht alle Leser kennen',
  'the contents of page {page} list something else than streams':
    'der Inhalt von Seite {page} zählt etwas anderes als Datenströme auf',
  'the contents of page {page} hold data that cannot be decoded':
    'der Inhalt von Seite {page} hat Daten, die sich nicht dekodieren lassen',
  'the contents of page {page} are made of what not all readers read alike':
    'der Inhalt von Seite {page} besteht aus Angaben, die nicht alle Leser gleich lesen',
  'a drawing holds data that cannot be decoded': 'eine Zeichnung hat Daten, die sich nicht dekodieren lassen',
  'a drawing is made of what not all readers read alike':
    'eine Zeichnung besteht aus Angaben, die nicht alle Leser gleich lesen',
  'an entry {key} of what a page is drawn with is not taken alike by all readers':
    'was eine Seite zeichnet, hat einen Eintrag {key}, den nicht alle Leser gleich verstehen',
  'object {number} is named by another generation than its own':
    'Objekt {number} wird mit einer anderen Generation als der eigenen genannt',
  'object {number} is reached by a reference to a reference':
    'Objekt {number} wird über einen Verweis auf einen Verweis erreicht',
  'object {number} has a unit of no size': 'Objekt {number} hat eine Einheit ohne Größe',
  'object {number} is the root of the page tree and has a parent':
    'Objekt {number} ist die Wurzel des Seitenbaums und hat einen übergeordneten Knoten',
  'object {number} lies in the page tree and calls another node its parent':
    'Objekt {number} liegt im Seitenbaum und nennt einen anderen Knoten übergeordnet',
  'object {number} is a page of another type': 'Objekt {number} ist eine Seite mit anderem Typ',
  'object {number} is a node of the page tree of another type':
    'Objekt {number} ist ein Knoten des Seitenbaums mit anderem Typ',
  'object {number} does not have as many pages as it counts': 'Objekt {number} hat nicht so viele Seiten, wie es zählt',
  'object {number} writes its {key} as null': 'Objekt {number} schreibt seinen Eintrag {key} als null',
  'object {number} is turned by something else than right angles':
    'Objekt {number} ist um etwas anderes als rechte Winkel gedreht',
  'object {number} has a size that is not written as a rectangle':
    'Objekt {number} hat eine Größe, die nicht als Rechteck geschrieben ist',
  'a stream is too large to be looked through': 'ein Datenstrom ist zu groß, um durchgesehen zu werden',
  'too much content on one page': 'zu viel Inhalt auf einer Seite',
  'too many operations': 'zu viele Operationen',
  'too many operands': 'zu viele Operanden',
  'operands without an operator': 'Operanden ohne Operator',
  'a reference among operands': 'ein Verweis unter Operanden',
  'malformed operator': 'fehlerhafter Operator',
  'reading the document takes too much work': 'das Dokument zu lesen braucht zu viel Arbeit',
  'stream without a length': 'Datenstrom ohne Länge',
  'streams expand too far': 'Datenströme werden beim Entpacken zu groß',
  'a stream expands too far': 'ein Datenstrom wird beim Entpacken zu groß',
  'a stream whose data lies in another file': 'ein Datenstrom, dessen Daten in einer anderen Datei liegen',
  'a stream that must be read uses an unknown filter':
    'ein Datenstrom, der gelesen werden muss, verwendet einen unbekannten Filter',
  'a filter that is not a name': 'ein Filter, der kein Name ist',
  'too many filters on one stream': 'zu viele Filter an einem Datenstrom',
  'damaged Flate data': 'beschädigte Flate-Daten',
  'damaged LZW data': 'beschädigte LZW-Daten',
  'damaged ASCII85 data': 'beschädigte ASCII85-Daten',
  'damaged ASCIIHex data': 'beschädigte ASCIIHex-Daten',
  'TIFF predictor with other than 8 bits': 'TIFF-Prädiktor mit anderen als 8 Bit',
  'unknown predictor': 'unbekannter Prädiktor',
  'predictor parameter {key} out of range': 'Parameter {key} des Prädiktors außerhalb seines Bereichs',
  'unknown PNG row filter': 'unbekannter PNG-Zeilenfilter',
  'the document is encrypted by a method that is not known':
    'das Dokument ist mit einem unbekannten Verfahren verschlüsselt',
  'the document is encrypted for the holders of certain certificates':
    'das Dokument ist für die Inhaber bestimmter Zertifikate verschlüsselt',
  'the document is encrypted by a security handler that is not known':
    'das Dokument ist mit einem unbekannten Sicherheitsmodul verschlüsselt',
  'the document is encrypted by a version of the algorithms that is not known':
    'das Dokument ist mit einer unbekannten Version der Verfahren verschlüsselt',
  'the document can only be opened with a password': 'das Dokument kann nur mit einem Passwort geöffnet werden',
  'the permissions of the encrypted document are not those it was encrypted with':
    'die Rechte des verschlüsselten Dokuments sind nicht die, mit denen es verschlüsselt wurde',
  'its permissions forbid {what}, and a new signature field needs both':
    'seine Rechte verbieten {what}, und ein neues Signaturfeld braucht beides',
  'changing the document (bit 4)': 'das Ändern des Dokuments (Bit 4)',
  'annotations and filling in forms (bit 6)': 'Anmerkungen und das Ausfüllen von Formularen (Bit 6)',
  'changing the document (bit 4) and annotations and filling in forms (bit 6)':
    'das Ändern des Dokuments (Bit 4) sowie Anmerkungen und das Ausfüllen von Formularen (Bit 6)',
  'encrypted data of a length that AES never gives': 'verschlüsselte Daten einer Länge, die AES nie ergibt',
  'encrypted data without its padding': 'verschlüsselte Daten ohne ihre Auffüllung (Padding)',
  'a crypt filter that the document does not define': 'ein Verschlüsselungsfilter, den das Dokument nicht festlegt',
  'an encryption dictionary without its version': 'ein Verschlüsselungswörterbuch ohne seine Version',
  'an encryption dictionary whose versions do not fit each other':
    'ein Verschlüsselungswörterbuch, dessen Versionen nicht zueinander passen',
  'an encryption dictionary out of bounds': 'ein Verschlüsselungswörterbuch außerhalb seiner Grenzen',
  'an encryption dictionary that names a key twice':
    'ein Verschlüsselungswörterbuch, das einen Schlüssel zweimal nennt',
  'a stream in the encryption dictionary': 'ein Datenstrom im Verschlüsselungswörterbuch',
  'the entry {key} of the encryption dictionary is malformed':
    'der Eintrag {key} des Verschlüsselungswörterbuchs ist fehlerhaft',
  'malformed permissions': 'fehlerhafte Rechte',
  'the encryption changes from one revision of the document to another':
    'die Verschlüsselung wechselt von einer Fassung des Dokuments zur anderen',
  'the encryption changes from one cross-reference section to another':
    'die Verschlüsselung wechselt von einem Querverweisabschnitt zum anderen',
  'no encryption dictionary where one is named': 'kein Verschlüsselungswörterbuch, wo eines genannt ist',
  'a document security store that is no dictionary': 'ein Speicher für Prüfdaten (DSS), der kein Wörterbuch ist',
  'a document security store whose {key} are no array':
    'ein Speicher für Prüfdaten (DSS), dessen {key} keine Liste sind',
};
