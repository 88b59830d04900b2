import type { containerPhrases as english } from '../../en/phrases/container-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const containerPhrases: PhrasesOf<typeof english> = {
  'There is no mimetype.': 'Falta la entrada mimetype.',
  'The first entry is not the mimetype.': 'La primera entrada no es mimetype.',
  'The mimetype is compressed, or its header has more than it may have.':
    'La entrada mimetype está comprimida, o su cabecera contiene más de lo permitido.',
  'The mimetype is not that of {format}.': 'La entrada mimetype no es la de {format}.',
  "The container's comment names another media type than {format}.":
    'El comentario del contenedor indica otro tipo de medio que {format}.',
  'The signature is over some of the data objects only.': 'La firma cubre solo una parte de los objetos de datos.',
  'There is no signature in the container.': 'No hay ninguna firma en el contenedor.',
  'The container holds a timestamp and no signature.': 'El contenedor contiene un sello de tiempo y ninguna firma.',
  '{file} names a timestamp that is not there.': '{file} nombra un sello de tiempo que no está.',
  'There are more than {count} timestamps over manifests.': 'Hay más de {count} sellos de tiempo sobre manifiestos.',
  '{file} lists files that are not there as they were when the timestamp was made.':
    '{file} enumera archivos que no están como cuando se hizo el sello de tiempo.',
  'It lists files that are not there as they were when the timestamp was made.':
    'Enumera archivos que no están como cuando se hizo el sello de tiempo.',
  'It is missing.': 'Falta.',
  'Its digest algorithm is not known.': 'Su algoritmo de resumen no es conocido.',
  'It is not what was signed.': 'No es lo que se firmó.',
  'Its digest algorithm is broken.': 'Su algoritmo de resumen está roto.',
  'It names a signature that is not there.': 'Nombra una firma que no está.',
  'There is a data object that no signature is over.': 'Hay un objeto de datos que ninguna firma cubre.',
  'There is a file in META-INF that does not belong there, and no signature is over it.':
    'Hay en META-INF un archivo que no corresponde ahí y que ninguna firma cubre.',
  'There is no data object.': 'No hay ningún objeto de datos.',
  'There is a signature that no manifest names.': 'Hay una firma que ningún manifiesto nombra.',
  'The data object does not lie at the root.': 'El objeto de datos no está en la raíz.',
  'There is more than the one data object that is signed.': 'Hay más que el único objeto de datos firmado.',
  'There is a signature or a manifest beside the one signature.':
    'Hay una firma o un manifiesto además de la única firma.',
  'There is no {file}.': 'Falta {file}.',
  'The signature cannot be read.': 'La firma no se puede leer.',
  'It is not detached.': 'No está separada del contenido.',
  'There is no signature in it.': 'No hay ninguna firma en él.',
};
