import type { changePhrases as english } from '../../en/phrases/change-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const changePhrases: PhrasesOf<typeof english> = {
  "the document's extensions changed": 'cambiaron las extensiones del documento',
  'extensions were declared': 'se declararon extensiones',
  "the document's version changed": 'cambió la versión del documento',
  'the document information was left out': 'se omitió la información del documento',
  'the document information was removed': 'se quitó la información del documento',
  "the document information's {key} changed": 'cambió {key} en la información del documento',
  'document information was added': 'se añadió información del documento',
  'the metadata was replaced by something else': 'los metadatos se sustituyeron por otra cosa',
  'metadata was changed': 'se cambiaron los metadatos',
  'the encryption changed': 'cambió el cifrado',
  "the trailer's {key} changed": 'cambió {key} en el final del archivo',
  "the identifier changed, which the document's keys depend on":
    'cambió el identificador, del que dependen las claves del documento',
  "the document's identifier changed": 'cambió el identificador del documento',
  'the document catalog was replaced': 'se sustituyó el catálogo del documento',
  'the document got a structure': 'el documento recibió una estructura',
  'the document got bookmarks': 'el documento recibió marcadores',
  'the document got attached files or named places': 'el documento recibió archivos adjuntos o lugares con nombre',
  'the document got named places': 'el documento recibió lugares con nombre',
  'the document got associated files': 'el documento recibió archivos asociados',
  'the document got numbers of its pages': 'el documento recibió números de página',
  'the document got a language': 'el documento recibió un idioma',
  'the document got another way to be opened': 'el documento se abre ahora de otro modo',
  'a certification was named': 'se inscribió una certificación',
  "the document's {key} changed": 'cambió {key} del documento',
  '{count} further changes are not listed': '{count} cambios más no se enumeran',
  'the signature in field "{field}" lies over {what}': 'la firma del campo «{field}» está sobre {what}',
  'the signature in field "{field}" lies over a place that cannot be told':
    'la firma del campo «{field}» está en un lugar que no se puede determinar',
  'a place that cannot be told': 'un lugar que no se puede determinar',
  'what the page shows': 'lo que muestra la página',
  'contents that cannot be read as a whole': 'un contenido que no se puede leer entero',
  'an earlier stamp or field': 'un sello o campo anterior',
  'object {number} was written once more in a way that some programs read differently':
    'se volvió a escribir el objeto {number} de un modo que algunos programas leen de otra manera',
  'object {number} was added, which nothing uses': 'se añadió el objeto {number}, que nada usa',
  'object {number} was removed': 'se quitó el objeto {number}',
  'object {number} was written again under another generation':
    'el objeto {number} se escribió de nuevo con otra generación',
  'object {number}, missing when it was signed, was supplied': 'se aportó el objeto {number}, que faltaba al firmar',
  'form field {name} was replaced': 'se sustituyó el campo de formulario {name}',
  'form field {name} was changed': 'se cambió el campo de formulario {name}',
  'form field {name} was filled in': 'se rellenó el campo de formulario {name}',
  'form field {name} was locked or unlocked': 'se bloqueó o desbloqueó el campo de formulario {name}',
  'field {name} was written once more and means the same':
    'el campo {name} se escribió de nuevo con el mismo significado',
  'a part of the page tree was given signature fields, which belong to pages':
    'una parte del árbol de páginas recibió campos de firma, que pertenecen a páginas',
  'signature field {name} was changed after it was signed': 'el campo de firma {name} se cambió después de firmarse',
  'signature field {name} was changed without being signed': 'el campo de firma {name} se cambió sin firmarse',
  'a document timestamp changed how signature field {name} looks':
    'un sello de tiempo del documento cambió el aspecto del campo de firma {name}',
  'the drawing in the empty signature field {name} was replaced':
    'se sustituyó el dibujo del campo de firma vacío {name}',
  'the form was removed': 'se quitó el formulario',
  "the form's XFA changed": 'cambió el XFA del formulario',
  "the form's signature flags were taken back": 'se retiraron las marcas de firma del formulario',
  "the form's {key} changed, by which a viewer draws existing fields anew":
    'cambió {key} del formulario, por lo que un visor dibuja de nuevo los campos existentes',
  "the form's {key} changed": 'cambió {key} del formulario',
  "the form's default resources changed": 'cambiaron los recursos predeterminados del formulario',
  "the form's default resources grew, by which a viewer draws existing fields anew":
    'crecieron los recursos predeterminados del formulario, por lo que un visor dibuja de nuevo los campos existentes',
  'default resources for new fields were added': 'se añadieron recursos predeterminados para campos nuevos',
  'default resources that no field is drawn with were replaced':
    'se sustituyeron recursos predeterminados con los que no se dibuja ningún campo',
  'a default appearance for new fields was added': 'se añadió un aspecto predeterminado para campos nuevos',
  'what existing fields are drawn with was supplied':
    'se aportó después aquello con lo que se dibujan campos existentes',
  'fields are shown by drawings that say the same as their values':
    'los campos se muestran con dibujos que dicen lo mismo que sus valores',
  'existing fields were made to show what had been drawn before, and not their values':
    'se hizo que campos existentes muestren lo que estaba dibujado antes, y no sus valores',
  'existing fields were made to be drawn anew': 'se hizo que los campos existentes se dibujen de nuevo',
  'whether existing fields are drawn anew was said in a way that readers take differently':
    'se indicó de un modo que los lectores entienden de distinta manera si los campos existentes se dibujan de nuevo',
  'whether fields are drawn anew was written down': 'se anotó si los campos se dibujan de nuevo',
  'form fields were removed, replaced or reordered': 'se quitaron, sustituyeron o reordenaron campos de formulario',
  'the form lists a signature now that a page alone had shown':
    'el formulario enumera ahora una firma que antes solo mostraba una página',
  'an empty signature field was added, which was signed later':
    'se añadió un campo de firma vacío, que se firmó después',
  'a form field was added': 'se añadió un campo de formulario',
  'a form field was added that is not a valid new signature':
    'se añadió un campo de formulario que no es una firma nueva válida',
  'object {number} ({kind}) was changed': 'se cambió el objeto {number} ({kind})',
  'object {number} ({kind}, used as {key}) was changed': 'se cambió el objeto {number} ({kind}, usado como {key})',
  'contents replaced': 'contenido sustituido',
  'fonts, images or other resources replaced': 'fuentes, imágenes u otros recursos sustituidos',
  'page size written with other digits': 'tamaño de página escrito con otras cifras',
  'page size changed': 'tamaño de página cambiado',
  'visible area changed': 'área visible cambiada',
  'page turned': 'página girada',
  'actions added': 'acciones añadidas',
  'page moved': 'página movida',
  'page {page}: {detail}': 'página {page}: {detail}',
  'page {page} was replaced': 'se sustituyó la página {page}',
  '{key} was added': 'se añadió {key}',
  'annotations replaced': 'anotaciones sustituidas',
  'an annotation was changed': 'se cambió una anotación',
  'an annotation was added': 'se añadió una anotación',
  'form fields were removed or reordered': 'se quitaron o reordenaron campos de formulario',
  'annotations were removed or reordered': 'se quitaron o reordenaron anotaciones',
  'form field "{name}" was drawn anew': 'el campo de formulario «{name}» se dibujó de nuevo',
  'object {number}, which nothing uses, was changed': 'se cambió el objeto {number}, que nada usa',
  'an unknown entry': 'una entrada desconocida',
  'an unknown entry of a signature': 'una entrada desconocida de una firma',
  'a {what} that is none': 'algo que no es «{what}»',
  'a list that is none': 'una lista que no lo es',
  'evidence that is no object of its own': 'pruebas que no son un objeto propio',
  'signature field "{name}" was added with a signature that cannot be judged':
    'se añadió el campo de firma «{name}» con una firma que no se puede juzgar',
  'signature field "{name}" was added with a signature that is not intact':
    'se añadió el campo de firma «{name}» con una firma que no está intacta',
  'signature field "{name}" was made of something else': 'el campo de firma «{name}» se hizo a partir de otra cosa',
  'the signature "{name}" was dropped': 'se retiró la firma «{name}»',
  'signature field "{name}" was signed': 'se firmó el campo de firma «{name}»',
  'signature field "{name}" is not one widget of its own': 'el campo de firma «{name}» no es un único campo propio',
  'signature field "{name}" has the name of another field': 'el campo de firma «{name}» tiene el nombre de otro campo',
  'signature field "{name}" is shown on a page, and not listed in the form':
    'el campo de firma «{name}» se muestra en una página y no figura en el formulario',
  'signature field "{name}" has another type': 'el campo de firma «{name}» es de otro tipo',
  'signature field "{name}" has an entry {key}': 'el campo de firma «{name}» tiene una entrada {key}',
  'signature field "{name}" takes the place of something else in the structure of the document':
    'el campo de firma «{name}» ocupa el lugar de otra cosa en la estructura del documento',
  'the document timestamp in signature field "{name}" could be made to show something':
    'el sello de tiempo del documento en el campo «{name}» podría mostrar algo',
  'the document timestamp in signature field "{name}" shows something':
    'el sello de tiempo del documento en el campo «{name}» muestra algo',
  'the store of validation data names other parts of the document':
    'el almacén de datos de validación nombra otras partes del documento',
  'the store of validation data has {what}': 'el almacén de datos de validación tiene {what}',
  'the store of validation data holds something else': 'el almacén de datos de validación contiene otra cosa',
  'validation data was added': 'se añadieron datos de validación',
  'validation data was replaced by other': 'los datos de validación se sustituyeron por otros',
  'validation data was removed': 'se quitaron datos de validación',
  'the structure got an element for a new signature': 'la estructura recibió un elemento para una firma nueva',
  '{detail}, with a text of its own': '{detail}, con un texto propio',
  'the document catalog, which is used as something else too, was replaced':
    'se sustituyó el catálogo del documento, que también sirve de otra cosa',
  'object {number}, which is also used as something else, was changed':
    'se cambió el objeto {number}, que también sirve de otra cosa',
  store: 'almacén',
  'list of signatures': 'lista de firmas',
  'entry of a signature': 'entrada de una firma',
};
