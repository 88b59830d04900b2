import type { pdfPhrases as english } from '../../en/phrases/pdf-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pdfPhrases: PhrasesOf<typeof english> = {
  'The signature dictionary names a key twice.': 'Das Signaturwörterbuch nennt einen Schlüssel zweimal.',
  'The signature has no contents written in hexadecimal digits.':
    'Die Signatur hat keinen Inhalt in Hexadezimalziffern.',
  'The byte range is not two ranges of direct numbers that begin at the first byte.':
    'Der Bytebereich besteht nicht aus zwei Bereichen direkter Zahlen ab dem ersten Byte.',
  'The byte range leaves out more, less or other bytes than the contents of the signature.':
    'Der Bytebereich lässt mehr, weniger oder andere Bytes aus als den Inhalt der Signatur.',
  'The byte range does not end where a revision of the document ends.':
    'Der Bytebereich endet nicht, wo eine Fassung des Dokuments endet.',
  'The signature is not part of the revision that it covers.':
    'Die Signatur gehört nicht zu der Fassung, die sie umfasst.',
  'A later revision dropped the signature: the form of the document does not show it any more.':
    'Eine spätere Revision hat die Signatur herausgenommen: Das Formular des Dokuments zeigt sie nicht mehr.',
  'When this signature was made, an earlier one had been dropped from the document.':
    'Als diese Signatur entstand, war eine frühere aus dem Dokument genommen worden.',
  'The document was certified after it had been signed.': 'Das Dokument wurde zertifiziert, nachdem es signiert war.',
  'The certification is not the one that the document names.':
    'Die Zertifizierung ist nicht die, die das Dokument nennt.',
  'Changed after signing: {detail}.': 'Nach der Signatur geändert: {detail}.',
  'The signature is of a kind that holds a digest, and holds none.':
    'Die Signatur ist von einer Art, die einen Hashwert enthält, und enthält keinen.',
  'The document timestamp cannot be read.': 'Der Dokumentzeitstempel kann nicht gelesen werden.',
  'The document timestamp is of other bytes.': 'Der Dokumentzeitstempel gilt für andere Bytes.',
  'The document timestamp is not intact.': 'Der Dokumentzeitstempel ist nicht unverletzt.',
  'A signature that covers nothing has no digest': 'Eine Signatur, die nichts umfasst, hat keinen Hashwert',
  'The document is encrypted and cannot be checked.': 'Das Dokument ist verschlüsselt und kann nicht geprüft werden.',
  'The document is encrypted and cannot be opened, but its bytes are not those that were signed.':
    'Das Dokument ist verschlüsselt und nicht zu öffnen, aber seine Bytes sind nicht die signierten.',
  'the cross-reference sections do not follow each other':
    'die Querverweisabschnitte des Dokuments folgen nicht aufeinander',
  'An appended part has no recognizable end.': 'Ein angehängter Teil hat kein erkennbares Ende.',
  'An appended part has two cross-reference sections.': 'Ein angehängter Teil hat zwei Querverweisabschnitte.',
  'An appended part has hidden cross-reference data.': 'Ein angehängter Teil hat versteckte Querverweisdaten.',
  'Object {number} is not where the appended part says.': 'Objekt {number} ist nicht, wo der angehängte Teil sagt.',
  'An appended part has more than one end.': 'Ein angehängter Teil hat mehr als ein Ende.',
  'Bytes that belong to no listed object were appended.':
    'Es wurden Bytes angehängt, die zu keinem genannten Objekt gehören.',
  'Object {number} was appended with repeated keys.': 'Objekt {number} wurde mit wiederholten Schlüsseln angehängt.',
  'An appended part has a second cross-reference stream.': 'Ein angehängter Teil hat einen zweiten Querverweisstrom.',
  'Object stream {number} is malformed.': 'Objektstrom {number} ist fehlerhaft.',
  'Object {number} was appended in object stream {stream} without being listed.':
    'Objekt {number} wurde im Objektstrom {stream} angehängt, ohne genannt zu sein.',
  'An appended part has no proper end.': 'Ein angehängter Teil hat kein richtiges Ende.',
  'Bytes stand between a cross-reference section and its end.':
    'Zwischen einem Querverweisabschnitt und seinem Ende stehen Bytes.',
  'Object {number} is said to lie in a later part of the document.':
    'Objekt {number} soll in einem späteren Teil des Dokuments liegen.',
  '{detail} (at byte {position})': '{detail} (bei Byte {position})',
  'The signature dictionary was replaced after signing.': 'Das Signaturwörterbuch wurde nach der Signatur ersetzt.',
  'A page shows the signature, but the form of the document does not list its field: many programs do not name it.':
    'Eine Seite zeigt die Signatur, aber das Formular des Dokuments führt ihr Feld nicht auf: Viele Programme nennen sie nicht.',
  'More than one form field shows this signature.': 'Mehr als ein Formularfeld zeigt diese Signatur.',
  'Two signatures claim to cover the same bytes.': 'Zwei Signaturen wollen dieselben Bytes umfassen.',
  'The rules of the signature for later changes are malformed.':
    'Die Regeln der Signatur für spätere Änderungen sind fehlerhaft.',
  'The revision that the signature covers does not contain this signature field.':
    'Die Fassung, die die Signatur umfasst, enthält dieses Signaturfeld nicht.',
  'The document cannot be read, and nothing in it looks like a signature: {detail}.':
    'Das Dokument kann nicht gelesen werden, und nichts darin sieht wie eine Signatur aus: {detail}.',
  'The document cannot be read: {detail}.': 'Das Dokument kann nicht gelesen werden: {detail}.',
  'The document carries usage rights for a reader program, but no signature.':
    'Das Dokument trägt Nutzungsrechte für ein Anzeigeprogramm, aber keine Signatur.',
  'The document contains timestamps but no signature.': 'Das Dokument enthält Zeitstempel, aber keine Signatur.',
  'The document was signed, and no form shows the signature any more.':
    'Das Dokument war signiert, und kein Formular zeigt die Signatur noch.',
  'The document contains no signature.': 'Das Dokument enthält keine Signatur.',
  'an appended table has entries of 19 bytes': 'eine angehängte Tabelle hat Einträge von 19 Bytes',
  'Programs that repair the document may show something else than what was signed: {cause}.':
    'Programme, die das Dokument reparieren, können etwas anderes zeigen, als signiert wurde: {cause}.',
  'Bytes follow the last end-of-file marker.': 'Nach der letzten Endmarke folgen Bytes.',
  'The signature is of a kind that cannot be judged here.':
    'Die Signatur ist von einer Art, die hier nicht beurteilt werden kann.',
  'A signature is of a kind that cannot be judged here.':
    'Eine Signatur ist von einer Art, die hier nicht beurteilt werden kann.',
  'the stream at byte {position} runs beyond the end of its revision':
    'der Datenstrom bei Byte {position} reicht über das Ende seiner Fassung',
};
