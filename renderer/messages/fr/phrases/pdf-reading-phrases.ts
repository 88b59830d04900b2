import type { pdfReadingPhrases as english } from '../../en/phrases/pdf-reading-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pdfReadingPhrases: PhrasesOf<typeof english> = {
  'it is no PDF, which begins with %PDF-': 'ce n’est pas un PDF, qui commence par %PDF-',
  'bytes before the header': 'des octets étrangers précèdent l’en-tête',
  'bytes after the end-of-file marker at byte {position}':
    'des octets suivent la marque de fin de fichier à l’octet {position}',
  'no startxref at the end of the file': 'startxref manque à la fin du fichier',
  '{what} at byte {position}': '{what} à l’octet {position}',
  "'{word}' expected": '« {word} » attendu',
  'object expected': 'objet attendu',
  'dictionary expected': 'dictionnaire attendu',
  'dictionary key expected': 'clé de dictionnaire attendue',
  'trailer dictionary expected': 'dictionnaire de fin de fichier (trailer) attendu',
  'integer expected': 'nombre entier attendu',
  'end of line expected after stream': 'fin de ligne attendue après « stream »',
  'malformed number': 'nombre mal formé',
  'number out of range': 'nombre hors limites',
  'unterminated string': 'chaîne sans fin',
  'unterminated hex string': 'chaîne hexadécimale sans fin',
  'not a hexadecimal digit': 'pas un chiffre hexadécimal',
  'nested too deeply': 'imbrication trop profonde',
  'object too long': 'objet trop long',
  'too many objects': 'trop d’objets',
  'too many revisions': 'trop de révisions',
  '{count} bytes at byte {position} reach beyond the document':
    '{count} octets à partir de l’octet {position} dépassent le document',
  'the document ended early at byte {position}': 'le document finit trop tôt à l’octet {position}',
  'offset {position} lies outside the document': 'la position {position} est en dehors du document',
  'the entry {key} is not an offset': 'l’entrée {key} n’est pas une position',
  'no cross-reference section': 'pas de section de références croisées',
  'the chain of cross-reference sections is a loop': 'la chaîne des sections de références croisées tourne en boucle',
  'cross-reference table reaches beyond the document': 'la table de références croisées dépasse le document',
  'malformed cross-reference entry': 'entrée de références croisées mal formée',
  'cross-reference entry too large': 'entrée de références croisées trop grande',
  'overlapping cross-reference subsections': 'des sous-sections de références croisées se chevauchent',
  'malformed cross-reference stream': 'flux de références croisées mal formé',
  'cross-reference stream without a direct length': 'flux de références croisées sans longueur directe',
  '{what} (cross-reference section at byte {position})': '{what} (section de références croisées à l’octet {position})',
  'its trailer names a key twice': 'son trailer nomme une clé deux fois',
  'its {key} is not written as an integer': 'son entrée {key} n’est pas écrite comme un nombre entier',
  'its stream names filters that not all readers know':
    'son flux nomme des filtres que tous les lecteurs ne connaissent pas',
  'a stream of objects names filters that not all readers know':
    'un flux d’objets nomme des filtres que tous les lecteurs ne connaissent pas',
  'it claims to be linearized as it is, but has updates':
    'il prétend être linéarisé tel qu’il est, mais il a des mises à jour',
  'its linearization dictionary names a key twice': 'son dictionnaire de linéarisation nomme une clé deux fois',
  'it claims to be linearized, but another cross-reference section stands first':
    'il prétend être linéarisé, mais une autre section de références croisées vient en premier',
  'its linearization dictionary claims another number of pages':
    'son dictionnaire de linéarisation indique un autre nombre de pages',
  'its linearization dictionary names another first page':
    'son dictionnaire de linéarisation nomme une autre première page',
  'page {page} is cut to a part that lies beside it':
    'la page {page} est rognée à une partie qui se trouve à côté d’elle',
  'its Size is no number of objects': 'son entrée Size n’est pas un nombre d’objets',
  'its last startxref is not followed by blanks and a number':
    'son dernier startxref n’est pas suivi de blancs et d’un nombre',
  'its Size is {size}, but objects up to {number} are listed':
    'son entrée Size est {size}, mais des objets jusqu’à {number} sont listés',
  'its stream has another generation than 0': 'son flux a une autre génération que 0',
  'its subsections do not follow each other by object number': 'ses sous-sections ne se suivent pas par numéro d’objet',
  'it has entries of an unknown type': 'elle a des entrées d’un type inconnu',
  'it lists object 0, which does not exist, as an object': 'elle liste comme objet l’objet 0, qui n’existe pas',
  'its first entry is the free one of object 0, but is said to be of object 1':
    'sa première entrée est l’entrée libre de l’objet 0, mais est donnée pour celle de l’objet 1',
  'the cross-reference stream at byte {position} bears the number {number}, which is beyond Size':
    'le flux de références croisées à l’octet {position} porte le numéro {number}, qui dépasse Size',
  'the cross-reference stream at byte {position} bears the number {number} of another object':
    'le flux de références croisées à l’octet {position} porte le numéro {number} d’un autre objet',
  'object {number} is not where it is said to be': 'l’objet {number} n’est pas où il devrait être',
  'object {number} is not at byte {position}': 'l’objet {number} n’est pas à l’octet {position}',
  'object {number} needs itself to be read': 'l’objet {number} a besoin de lui-même pour être lu',
  'object {number} is referred to and not there, and some readers then take object {other} from another place':
    'l’objet {number} est cité et absent, et certains lecteurs prennent alors l’objet {other} à un autre endroit',
  'object {number} names a key twice': 'l’objet {number} nomme une clé deux fois',
  'object {number} is not in object stream {stream}': 'l’objet {number} n’est pas dans le flux d’objets {stream}',
  'object {number} is not an object stream': 'l’objet {number} n’est pas un flux d’objets',
  'object stream {number} is missing': 'le flux d’objets {number} manque',
  'malformed object stream': 'flux d’objets mal formé',
  'one object stands for two things': 'un objet représente deux choses',
  'generation number too large': 'numéro de génération trop grand',
  'references that lead nowhere': 'des références qui ne mènent nulle part',
  'foreign bytes between the last cross-reference section and startxref':
    'des octets étrangers entre la dernière section de références croisées et startxref',
  'the end of revision {number} is unknown': 'la fin de la révision {number} est inconnue',
  'no document catalog': 'pas de catalogue du document',
  'no page tree': 'pas d’arbre de pages',
  'page tree too deep': 'arbre de pages trop profond',
  'malformed page tree node': 'nœud mal formé dans l’arbre de pages',
  'a page tree node that is not a dictionary': 'un nœud de l’arbre de pages qui n’est pas un dictionnaire',
  'a page tree node that occurs twice': 'un nœud de l’arbre de pages qui apparaît deux fois',
  'a page that is not an indirect object': 'une page qui n’est pas un objet indirect',
  'the contents of page {page} do not have the length that they claim':
    'le contenu de la page {page} n’a pas la longueur qu’il annonce',
  'the contents of page {page} name filters that not all readers know':
    'le contenu de la page {page} nomme des filtres que tous les lecteurs ne connaissent pas',
  'the contents of page {page} are an array within an array':
    'le contenu de la page {page} est un tableau dans un tableau',
  'a drawing does not have the length that it claims': 'un dessin n’a pas la longueur qu’il annonce',
  'a drawing among the resources of a page has no box':
    'un dessin parmi les ressources d’une page n’a pas de cadre (BBox)',
  'a drawing names filters that not all readers know':
    'un dessin nomme des filtres que tous les lecteurs ne connaissent pas',
  'the contents of page {page} list something else than streams':
    'le contenu de la page {page} énumère autre chose que des flux',
  'the contents of page {page} hold data that cannot be decoded':
    'le contenu de la page {page} a des données qui ne peuvent pas être décodées',
  'the contents of page {page} are made of what not all readers read alike':
    'le contenu de la page {page} est fait d’éléments que tous les lecteurs ne lisent pas de la même façon',
  'a drawing holds data that cannot be decoded': 'un dessin a des données qui ne peuvent pas être décodées',
  'a drawing is made of what not all readers read alike':
    'un dessin est fait d’éléments que tous les lecteurs ne lisent pas de la même façon',
  'an entry {key} of what a page is drawn with is not taken alike by all readers':
    'ce qui dessine une page a une entrée {key} que tous les lecteurs ne comprennent pas de la même façon',
  'object {number} is named by another generation than its own':
    'l’objet {number} est nommé avec une autre génération que la sienne',
  'object {number} is reached by a reference to a reference':
    'l’objet {number} est atteint par une référence à une référence',
  'object {number} has a unit of no size': 'l’objet {number} a une unité sans taille',
  'object {number} is the root of the page tree and has a parent':
    'l’objet {number} est la racine de l’arbre des pages et a un parent',
  'object {number} lies in the page tree and calls another node its parent':
    'l’objet {number} est dans l’arbre des pages et nomme un autre nœud comme parent',
  'object {number} is a page of another type': 'l’objet {number} est une page d’un autre type',
  'object {number} is a node of the page tree of another type':
    'l’objet {number} est un nœud de l’arbre des pages d’un autre type',
  'object {number} does not have as many pages as it counts':
    'l’objet {number} n’a pas autant de pages qu’il en compte',
  'object {number} writes its {key} as null': 'l’objet {number} écrit son entrée {key} comme null',
  'object {number} is turned by something else than right angles':
    'l’objet {number} est tourné autrement que par angles droits',
  'object {number} has a size that is not written as a rectangle':
    'l’objet {number} a une taille qui n’est pas écrite comme un rectangle',
  'a stream is too large to be looked through': 'un flux est trop grand pour être examiné',
  'too much content on one page': 'trop de contenu sur une page',
  'too many operations': 'trop d’opérations',
  'too many operands': 'trop d’opérandes',
  'operands without an operator': 'des opérandes sans opérateur',
  'a reference among operands': 'une référence parmi les opérandes',
  'malformed operator': 'opérateur mal formé',
  'reading the document takes too much work': 'lire le document demande trop de travail',
  'stream without a length': 'flux sans longueur',
  'streams expand too far': 'des flux deviennent trop grands une fois décompressés',
  'a stream expands too far': 'un flux devient trop grand une fois décompressé',
  'a stream whose data lies in another file': 'un flux dont les données sont dans un autre fichier',
  'a stream that must be read uses an unknown filter': 'un flux qui doit être lu utilise un filtre inconnu',
  'a filter that is not a name': 'un filtre qui n’est pas un nom',
  'too many filters on one stream': 'trop de filtres sur un flux',
  'damaged Flate data': 'données Flate endommagées',
  'damaged LZW data': 'données LZW endommagées',
  'damaged ASCII85 data': 'données ASCII85 endommagées',
  'damaged ASCIIHex data': 'données ASCIIHex endommagées',
  'TIFF predictor with other than 8 bits': 'prédicteur TIFF avec autre chose que 8 bits',
  'unknown predictor': 'prédicteur inconnu',
  'predictor parameter {key} out of range': 'paramètre {key} du prédicteur hors limites',
  'unknown PNG row filter': 'filtre de ligne PNG inconnu',
  'the document is encrypted by a method that is not known': 'le document est chiffré par une méthode inconnue',
  'the document is encrypted for the holders of certain certificates':
    'le document est chiffré pour les titulaires de certains certificats',
  'the document is encrypted by a security handler that is not known':
    'le document est chiffré par un gestionnaire de sécurité inconnu',
  'the document is encrypted by a version of the algorithms that is not known':
    'le document est chiffré par une version inconnue des algorithmes',
  'the document can only be opened with a password': 'le document ne s’ouvre qu’avec un mot de passe',
  'the permissions of the encrypted document are not those it was encrypted with':
    'les autorisations du document chiffré ne sont pas celles avec lesquelles il a été chiffré',
  'its permissions forbid {what}, and a new signature field needs both':
    'ses autorisations interdisent {what}, et un nouveau champ de signature a besoin des deux',
  'changing the document (bit 4)': 'la modification du document (bit 4)',
  'annotations and filling in forms (bit 6)': 'les annotations et le remplissage de formulaires (bit 6)',
  'changing the document (bit 4) and annotations and filling in forms (bit 6)':
    'la modification du document (bit 4) ainsi que les annotations et le remplissage de formulaires (bit 6)',
  'encrypted data of a length that AES never gives': 'des données chiffrées d’une longueur que AES ne donne jamais',
  'encrypted data without its padding': 'des données chiffrées sans leur remplissage (padding)',
  'a crypt filter that the document does not define': 'un filtre de chiffrement que le document ne définit pas',
  'an encryption dictionary without its version': 'un dictionnaire de chiffrement sans sa version',
  'an encryption dictionary whose versions do not fit each other':
    'un dictionnaire de chiffrement dont les versions ne s’accordent pas',
  'an encryption dictionary out of bounds': 'un dictionnaire de chiffrement hors limites',
  'an encryption dictionary that names a key twice': 'un dictionnaire de chiffrement qui nomme une clé deux fois',
  'a stream in the encryption dictionary': 'un flux dans le dictionnaire de chiffrement',
  'the entry {key} of the encryption dictionary is malformed':
    'l’entrée {key} du dictionnaire de chiffrement est mal formée',
  'malformed permissions': 'autorisations mal formées',
  'the encryption changes from one revision of the document to another':
    'le chiffrement change d’une révision du document à l’autre',
  'the encryption changes from one cross-reference section to another':
    'le chiffrement change d’une section de références croisées à l’autre',
  'no encryption dictionary where one is named': 'pas de dictionnaire de chiffrement là où il en est nommé un',
  'a document security store that is no dictionary':
    'un magasin de données de validation (DSS) qui n’est pas un dictionnaire',
  'a document security store whose {key} are no array':
    'un magasin de données de validation (DSS) dont {key} n’est pas un tableau',
};
