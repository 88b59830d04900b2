import type { zipPhrases as english } from '../../en/phrases/zip-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const zipPhrases: PhrasesOf<typeof english> = {
  'There is no end of central directory record that reaches to the end.':
    'No hay registro de fin del directorio central que llegue hasta el final.',
  'The central directory {what}.': 'El directorio central {what}.',
  'holds more than its entries': 'contiene más que sus entradas',
  'has fewer entries than it says': 'tiene menos entradas de las que dice',
  'has something else among its entries': 'tiene otra cosa entre sus entradas',
  'has an entry that goes beyond it': 'tiene una entrada que pasa de su final',
  'The central directory does not end where the end record begins.':
    'El directorio central no termina donde empieza el registro de fin.',
  'The central directory is too large.': 'El directorio central es demasiado grande.',
  'An entry has a name of more bytes or folders than are looked through.':
    'Una entrada tiene un nombre de más bytes o carpetas de los que se examinan.',
  'An entry is encrypted.': 'Una entrada está cifrada.',
  'An entry has flags that are not known.': 'Una entrada tiene indicadores desconocidos.',
  'An extra field of an entry says anew what kind of file it is.':
    'Un campo adicional de una entrada dice de nuevo qué clase de archivo es.',
  'An entry needs version {number} of ZIP to be unpacked.':
    'Una entrada necesita la versión {number} de ZIP para extraerse.',
  'An entry is compressed by method {number}.': 'Una entrada está comprimida con el método {number}.',
  'An entry is a link or another special file.': 'Una entrada es un enlace u otro archivo especial.',
  'An entry lies on another disk.': 'Una entrada está en otro disco.',
  'A stored entry has two sizes.': 'Una entrada sin comprimir tiene dos tamaños.',
  'A folder has content.': 'Una carpeta tiene contenido.',
  'The container is one part of several.': 'El contenedor es una parte de varias.',
  "The container's Zip64 data is wrong: {what}.": 'Los datos Zip64 del contenedor son incorrectos: {what}.',
  'the locator points elsewhere': 'el localizador apunta a otro sitio',
  'the Zip64 end record is not what the locator says': 'el registro de fin Zip64 no es lo que dice el localizador',
  'the end record points to a Zip64 record that is not there':
    'el registro de fin apunta a un registro Zip64 que no está',
  'the end record and the Zip64 end record differ': 'el registro de fin y el de Zip64 difieren',
  'A Zip64 field has other values than the header points to.':
    'Un campo Zip64 tiene otros valores que aquellos a los que remite la cabecera.',
  'A 64-bit size or offset is out of range.': 'Un tamaño o una posición de 64 bits está fuera de rango.',
  'An entry is longer than its headers say.': 'Una entrada es más larga de lo que dicen sus cabeceras.',
  'An entry is shorter than its headers say.': 'Una entrada es más corta de lo que dicen sus cabeceras.',
  'The data of an entry is damaged.': 'Los datos de una entrada están dañados.',
  'The compressed data of an entry is damaged.': 'Los datos comprimidos de una entrada están dañados.',
  'An entry has bytes after the end of its compressed data.':
    'Una entrada tiene bytes tras el final de sus datos comprimidos.',
  'An entry is too large for what it is.': 'Una entrada es demasiado grande para lo que es.',
  'The container ends within an entry.': 'El contenedor termina dentro de una entrada.',
  'A name has characters beyond ASCII and is not marked as UTF-8.':
    'Un nombre tiene caracteres fuera de ASCII y no está marcado como UTF-8.',
  'A name is not UTF-8.': 'Un nombre no es UTF-8.',
  "An entry's name {what}.": 'El nombre de una entrada {what}.',
  'has a control character or a backslash': 'tiene un carácter de control o una barra invertida',
  'has a character that changes the direction of writing': 'tiene un carácter que cambia la dirección de escritura',
  'has more marks on one letter than any language': 'tiene más signos sobre una letra que ningún idioma',
  'begins with a drive letter': 'empieza con una letra de unidad',
  'is absolute or has an empty part': 'es absoluto o tiene una parte vacía',
  'has a part that leads elsewhere': 'tiene una parte que lleva a otro sitio',
  'is like META-INF but not the same': 'se parece a META-INF pero no es igual',
  'Two entries have the same name, or names that many machines take for one.':
    'Dos entradas tienen el mismo nombre, o nombres que muchas máquinas toman por uno.',
  'The extra field of an entry {what}.': 'El campo adicional de una entrada {what}.',
  'ends within a field': 'termina dentro de un campo',
  'has a field that goes beyond it': 'tiene un campo que pasa de su final',
  'has a field twice': 'tiene un campo repetido',
  'gives the entry another name': 'da a la entrada otro nombre',
  'The local header of an entry {what}.': 'La cabecera local de una entrada {what}.',
  'is not where it should be': 'no está donde debe',
  'has another name': 'tiene otro nombre',
  'has other flags': 'tiene otros indicadores',
  'has another method': 'tiene otro método',
  'has another CRC': 'tiene otro CRC',
  'has other sizes': 'tiene otros tamaños',
  'A data descriptor says something else than the directory.':
    'Un descriptor de datos dice otra cosa que el directorio.',
  'Two entries share bytes, or one reaches into the directory.':
    'Dos entradas comparten bytes, o una entra en el directorio.',
  'There are bytes that belong to no entry.': 'Hay bytes que no pertenecen a ninguna entrada.',
  'There are too many entries.': 'Hay demasiadas entradas.',
  'There would be too many entries.': 'Habría demasiadas entradas.',
  'An entry becomes more than {count} times as large.': 'Una entrada se hace más de {count} veces mayor.',
  'The entries together become too large.': 'Las entradas juntas resultan demasiado grandes.',
  'An entry would move beyond what its record in the directory can say.':
    'Una entrada quedaría más allá de lo que puede decir su registro en el directorio.',
  'The container became shorter while it was read.': 'El contenedor se acortó mientras se leía.',
};
