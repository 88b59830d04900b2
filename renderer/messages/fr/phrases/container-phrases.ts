import type { containerPhrases as english } from '../../en/phrases/container-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const containerPhrases: PhrasesOf<typeof english> = {
  'There is no mimetype.': 'L’entrée mimetype manque.',
  'The first entry is not the mimetype.': 'La première entrée n’est pas mimetype.',
  'The mimetype is compressed, or its header has more than it may have.':
    'L’entrée mimetype est compressée, ou son en-tête contient plus qu’il n’est permis.',
  'The mimetype is not that of {format}.': 'L’entrée mimetype n’est pas celle de {format}.',
  "The container's comment names another media type than {format}.":
    'Le commentaire du conteneur nomme un autre type de média que {format}.',
  'The signature is over some of the data objects only.': 'La signature ne couvre qu’une partie des objets de données.',
  'There is no signature in the container.': 'Il n’y a pas de signature dans le conteneur.',
  'The container holds a timestamp and no signature.': 'Le conteneur contient un horodatage et pas de signature.',
  '{file} names a timestamp that is not there.': '{file} nomme un horodatage qui n’est pas là.',
  'There are more than {count} timestamps over manifests.': 'Il y a plus de {count} horodatages sur des manifestes.',
  '{file} lists files that are not there as they were when the timestamp was made.':
    '{file} énumère des fichiers qui ne sont plus là tels qu’au moment de l’horodatage.',
  'It lists files that are not there as they were when the timestamp was made.':
    'Elle énumère des fichiers qui ne sont plus là tels qu’au moment de l’horodatage.',
  'It is missing.': 'Il manque.',
  'Its digest algorithm is not known.': 'Son algorithme de hachage n’est pas connu.',
  'It is not what was signed.': 'Ce n’est pas ce qui a été signé.',
  'Its digest algorithm is broken.': 'Son algorithme de hachage est cassé.',
  'It names a signature that is not there.': 'Il nomme une signature qui n’est pas là.',
  'There is a data object that no signature is over.': 'Un objet de données n’est couvert par aucune signature.',
  'There is a file in META-INF that does not belong there, and no signature is over it.':
    'Il y a dans META-INF un fichier qui n’y a pas sa place et qu’aucune signature ne couvre.',
  'There is no data object.': 'Il n’y a pas d’objet de données.',
  'There is a signature that no manifest names.': 'Une signature n’est nommée par aucun manifeste.',
  'The data object does not lie at the root.': 'L’objet de données n’est pas à la racine.',
  'There is more than the one data object that is signed.': 'Il y a plus que le seul objet de données signé.',
  'There is a signature or a manifest beside the one signature.':
    'Il y a une signature ou un manifeste à côté de l’unique signature.',
  'There is no {file}.': '{file} manque.',
  'The signature cannot be read.': 'La signature ne peut pas être lue.',
  'It is not detached.': 'Elle n’est pas détachée.',
  'There is no signature in it.': 'Il n’y a pas de signature dedans.',
};
