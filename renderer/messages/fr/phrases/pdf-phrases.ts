import type { pdfPhrases as english } from '../../en/phrases/pdf-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pdfPhrases: PhrasesOf<typeof english> = {
  'The signature dictionary names a key twice.': 'Le dictionnaire de signature nomme une clé deux fois.',
  'The signature has no contents written in hexadecimal digits.':
    'La signature n’a pas de contenu en chiffres hexadécimaux.',
  'The byte range is not two ranges of direct numbers that begin at the first byte.':
    'La plage d’octets n’est pas faite de deux plages de nombres directs à partir du premier octet.',
  'The byte range leaves out more, less or other bytes than the contents of the signature.':
    'La plage d’octets omet plus, moins ou d’autres octets que le contenu de la signature.',
  'The byte range does not end where a revision of the document ends.':
    'La plage d’octets ne finit pas où finit une révision du document.',
  'The signature is not part of the revision that it covers.':
    'La signature ne fait pas partie de la révision qu’elle couvre.',
  'A later revision dropped the signature: the form of the document does not show it any more.':
    'Une révision ultérieure a retiré la signature : le formulaire du document ne la montre plus.',
  'When this signature was made, an earlier one had been dropped from the document.':
    'Quand cette signature a été faite, une signature antérieure avait été retirée du document.',
  'The document was certified after it had been signed.': 'Le document a été certifié après avoir été signé.',
  'The certification is not the one that the document names.':
    'La certification n’est pas celle que le document nomme.',
  'Changed after signing: {detail}.': 'Modifié après la signature : {detail}.',
  'The signature is of a kind that holds a digest, and holds none.':
    'La signature est d’un type qui contient une empreinte, et n’en contient pas.',
  'The document timestamp cannot be read.': 'L’horodatage du document ne peut pas être lu.',
  'The document timestamp is of other bytes.': 'L’horodatage du document porte sur d’autres octets.',
  'The document timestamp is not intact.': 'L’horodatage du document n’est pas intact.',
  'A signature that covers nothing has no digest': 'Une signature qui ne couvre rien n’a pas d’empreinte',
  'The document is encrypted and cannot be checked.': 'Le document est chiffré et ne peut pas être vérifié.',
  'The document is encrypted and cannot be opened, but its bytes are not those that were signed.':
    'Le document est chiffré et ne s’ouvre pas, mais ses octets ne sont pas ceux qui ont été signés.',
  'the cross-reference sections do not follow each other':
    'les sections de références croisées du document ne se suivent pas',
  'An appended part has no recognizable end.': 'Une partie ajoutée n’a pas de fin reconnaissable.',
  'An appended part has two cross-reference sections.': 'Une partie ajoutée a deux sections de références croisées.',
  'An appended part has hidden cross-reference data.': 'Une partie ajoutée a des références croisées cachées.',
  'Object {number} is not where the appended part says.': 'L’objet {number} n’est pas où la partie ajoutée le dit.',
  'An appended part has more than one end.': 'Une partie ajoutée a plus d’une fin.',
  'Bytes that belong to no listed object were appended.':
    'Des octets qui n’appartiennent à aucun objet listé ont été ajoutés.',
  'Object {number} was appended with repeated keys.': 'L’objet {number} a été ajouté avec des clés répétées.',
  'An appended part has a second cross-reference stream.':
    'Une partie ajoutée a un second flux de références croisées.',
  'Object stream {number} is malformed.': 'Le flux d’objets {number} est mal formé.',
  'Object {number} was appended in object stream {stream} without being listed.':
    'L’objet {number} a été ajouté dans le flux {stream} sans être listé.',
  'An appended part has no proper end.': 'Une partie ajoutée n’a pas de fin correcte.',
  'Bytes stand between a cross-reference section and its end.':
    'Des octets se trouvent entre une section de références croisées et sa fin.',
  'Object {number} is said to lie in a later part of the document.':
    'L’objet {number} est dit se trouver dans une partie ultérieure du document.',
  '{detail} (at byte {position})': '{detail} (à l’octet {position})',
  'The signature dictionary was replaced after signing.':
    'Le dictionnaire de signature a été remplacé après la signature.',
  'A page shows the signature, but the form of the document does not list its field: many programs do not name it.':
    'Une page montre la signature, mais le formulaire du document n’énumère pas son champ : beaucoup de programmes ne la nomment pas.',
  'More than one form field shows this signature.': 'Plus d’un champ de formulaire montre cette signature.',
  'Two signatures claim to cover the same bytes.': 'Deux signatures prétendent couvrir les mêmes octets.',
  'The rules of the signature for later changes are malformed.':
    'Les règles de la signature pour les modifications ultérieures sont mal formées.',
  'The revision that the signature covers does not contain this signature field.':
    'La révision que la signature couvre ne contient pas ce champ de signature.',
  'The document cannot be read, and nothing in it looks like a signature: {detail}.':
    'Le document ne peut pas être lu, et rien n’y ressemble à une signature : {detail}.',
  'The document cannot be read: {detail}.': 'Le document ne peut pas être lu : {detail}.',
  'The document carries usage rights for a reader program, but no signature.':
    'Le document porte des droits d’usage pour un lecteur, mais pas de signature.',
  'The document contains timestamps but no signature.': 'Le document contient des horodatages mais pas de signature.',
  'The document was signed, and no form shows the signature any more.':
    'Le document était signé, et aucun formulaire ne montre plus la signature.',
  'The document contains no signature.': 'Le document ne contient pas de signature.',
  'an appended table has entries of 19 bytes': 'une table ajoutée a des entrées de 19 octets',
  'Programs that repair the document may show something else than what was signed: {cause}.':
    'Les programmes qui réparent le document peuvent montrer autre chose que ce qui a été signé : {cause}.',
  'Bytes follow the last end-of-file marker.': 'Des octets suivent la dernière marque de fin de fichier.',
  'The signature is of a kind that cannot be judged here.': 'La signature est d’un type qui ne peut pas être jugé ici.',
  'A signature is of a kind that cannot be judged here.': 'Une signature est d’un type qui ne peut pas être jugé ici.',
  'the stream at byte {position} runs beyond the end of its revision':
    'le flux à l’octet {position} dépasse la fin de sa révision',
};
