import type { containerPhrases as english } from '../../en/phrases/container-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const containerPhrases: PhrasesOf<typeof english> = {
  'There is no mimetype.': 'Der Eintrag mimetype fehlt.',
  'The first entry is not the mimetype.': 'Der erste Eintrag ist nicht mimetype.',
  'The mimetype is compressed, or its header has more than it may have.':
    'Der Eintrag mimetype ist komprimiert, oder sein Kopf enthält mehr, als er darf.',
  'The mimetype is not that of {format}.': 'Der Eintrag mimetype ist nicht der von {format}.',
  "The container's comment names another media type than {format}.":
    'Der Kommentar des Containers nennt einen anderen Medientyp als {format}.',
  'The signature is over some of the data objects only.': 'Die Signatur umfasst nur einen Teil der Datenobjekte.',
  'There is no signature in the container.': 'Im Container ist keine Signatur.',
  'The container holds a timestamp and no signature.': 'Der Container enthält einen Zeitstempel und keine Signatur.',
  '{file} names a timestamp that is not there.': '{file} nennt einen Zeitstempel, der nicht da ist.',
  'There are more than {count} timestamps over manifests.': 'Es gibt mehr als {count} Zeitstempel über Manifesten.',
  '{file} lists files that are not there as they were when the timestamp was made.':
    '{file} zählt Dateien auf, die nicht mehr so da sind wie beim Anbringen des Zeitstempels.',
  'It lists files that are not there as they were when the timestamp was made.':
    'Sie zählt Dateien auf, die nicht mehr so da sind wie beim Anbringen des Zeitstempels.',
  'It is missing.': 'Sie fehlt.',
  'Its digest algorithm is not known.': 'Ihr Hashverfahren ist nicht bekannt.',
  'It is not what was signed.': 'Sie ist nicht das, was signiert wurde.',
  'Its digest algorithm is broken.': 'Ihr Hashverfahren ist gebrochen.',
  'It names a signature that is not there.': 'Sie nennt eine Signatur, die nicht da ist.',
  'There is a data object that no signature is over.': 'Ein Datenobjekt wird von keiner Signatur umfasst.',
  'There is a file in META-INF that does not belong there, and no signature is over it.':
    'In META-INF liegt eine Datei, die nicht dorthin gehört und von keiner Signatur umfasst wird.',
  'There is no data object.': 'Es gibt kein Datenobjekt.',
  'There is a signature that no manifest names.': 'Eine Signatur wird von keinem Manifest genannt.',
  'The data object does not lie at the root.': 'Das Datenobjekt liegt nicht im Wurzelverzeichnis.',
  'There is more than the one data object that is signed.': 'Es gibt mehr als das eine Datenobjekt, das signiert ist.',
  'There is a signature or a manifest beside the one signature.':
    'Neben der einen Signatur gibt es eine weitere oder ein Manifest.',
  'There is no {file}.': '{file} fehlt.',
  'The signature cannot be read.': 'Die Signatur kann nicht gelesen werden.',
  'It is not detached.': 'Sie ist nicht vom Inhalt getrennt.',
  'There is no signature in it.': 'Es ist keine Signatur darin.',
};
