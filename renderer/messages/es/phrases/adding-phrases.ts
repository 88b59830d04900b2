import type { addingPhrases as english } from '../../en/phrases/adding-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const addingPhrases: PhrasesOf<typeof english> = {
  'The signature cannot be raised: {reason}.': 'La firma no se puede elevar: {reason}.',
  'The signature cannot be added: in the finished {file} {reason}. Nothing was stored; the file is as it was.':
    'La firma no se puede añadir; en el archivo terminado ({file}): {reason}. No se guardó nada; el archivo está como estaba.',
  'No signature can be added to the file: {reason}.': 'No se puede añadir ninguna firma al archivo: {reason}.',
  'it is a timestamp of something else than was asked for': 'es un sello de tiempo de algo distinto de lo pedido',
  'it is no timestamp token': 'no es un sello de tiempo',
  'no file can be put into a container that is signed': 'no se puede poner ningún archivo en un contenedor firmado',
  'it holds no signature over a file': 'no contiene ninguna firma de un archivo',
  'a timestamp beside its signature is over that as it is':
    'un sello de tiempo junto a su firma la cubre tal como está',
  'its signature is not detached': 'su firma no está separada',
  'it holds no signature': 'no contiene ninguna firma',
  '{name} has another root element than {other} has': '{name} tiene otro elemento raíz que {other}',
  'its entries are not those that were written': 'sus entradas no son las que se escribieron',
  '{name} is not what was written': '{name} no es lo que se escribió',
  'The finished container does not hold ({codes}); nothing was stored.':
    'El contenedor terminado no es válido ({codes}); no se guardó nada.',
  'a timestamp beside them is over the signatures as they are':
    'un sello de tiempo junto a ellas cubre las firmas tal como están',
  'the container holds no signature': 'el contenedor no contiene ninguna firma',
  'what {name} is over cannot be told': 'no se puede saber qué cubre {name}',
  'the new signature does not hold ({codes})': 'la firma nueva no es válida ({codes})',
  'the entries are not in their order': 'las entradas no están en su orden',
  '{name} is not as it was': '{name} no está como estaba',
  'an earlier signature is not as it was': 'una firma anterior no está como estaba',
  'the signature {name}, made before, would no longer hold': 'la firma anterior {name} dejaría de ser válida',
  'The manifest does not say what it should.': 'El manifiesto no dice lo que debe.',
  'it is broken already ({codes})': 'ya está roto ({codes})',
  'it holds no file that could be signed': 'no contiene ningún archivo que se pueda firmar',
  'a file that was signed is not in it': 'un archivo que se firmó no está en él',
  'it is not marked as {kind} has to be ({codes})': 'no está marcado como {kind} debe estarlo ({codes})',
  'a file lies in it that none of its signatures is over, so that it was put there afterwards':
    'contiene un archivo que ninguna de sus firmas cubre, así que se puso después',
  'its signature bears {count} counter-signatures, and more are not looked at':
    'su firma lleva {count} contrafirmas, y no se miran más',
  'it bears this counter-signature already': 'ya lleva esta contrafirma',
  'it does not have one signature more': 'no tiene una firma más',
  'the counter-signature does not hold': 'la contrafirma no es válida',
  'an earlier signature changed': 'una firma anterior cambió',
  'an earlier attribute changed': 'un atributo anterior cambió',
  'it has an archive timestamp of an older kind, which further evidence would break':
    'tiene un sello de tiempo de archivo de un tipo antiguo, que otras pruebas romperían',
  'an archive timestamp of an older kind is over it, and a signer lacks a timestamp or an archive timestamp':
    'un sello de tiempo de archivo de un tipo antiguo la cubre, y a un firmante le falta un sello de tiempo o un sello de tiempo de archivo',
  'an attribute of it holds several archive timestamps': 'un atributo suyo contiene varios sellos de tiempo de archivo',
  'its content is not a document': 'su contenido no es un documento',
  'it bears no signature ({codes})': 'no lleva ninguna firma ({codes})',
  'it is no CMS signature ({codes})': 'no es una firma CMS ({codes})',
  'it is a signature written as {kind} text; what something can be added to is its binary form (DER)':
    'es una firma escrita como texto {kind}; solo a su forma binaria (DER) se le puede añadir algo',
  'it has an archive timestamp of an older kind, which one more signature would break':
    'tiene un sello de tiempo de archivo de un tipo antiguo, que una firma más rompería',
  'this certificate has signed the same content in this very second already; one signature is enough':
    'este certificado ya firmó el mismo contenido en este mismo segundo; basta una firma',
  'it is detached, and the document that it is over was not given along':
    'está separada, y el documento que cubre no se dio con ella',
  'the document changed while it was signed': 'el documento cambió mientras se firmaba',
  'the document bears no signature': 'el documento no lleva ninguna firma',
  'the signature {name} does not hold ({codes})': 'la firma {name} no se sostiene ({codes})',
  'the signature {name} is not even of level B ({codes})': 'la firma {name} no es ni siquiera de nivel B ({codes})',
  'it is of level {level} already': 'ya es de nivel {level}',
  'the certificate of the signature {name} ended on {time}, before any timestamp of it':
    'el certificado de la firma {name} terminó el {time}, antes de cualquier sello de tiempo suyo',
  'its file is too large': 'su archivo es demasiado grande',
  'the value of its signature has no identifier of its own, by which a counter-signature names it':
    'el valor de su firma no tiene identificador propio, con el que una contrafirma lo nombra',
  'its signature is no XAdES of version 1.3.2': 'su firma no es XAdES de la versión 1.3.2',
  'it has a reference with a transform that is not known': 'tiene una referencia con una transformación desconocida',
  "The device's certificate or signature is unusable: {detail}":
    'El certificado o la firma del dispositivo no se puede usar: {detail}',
  "The device's certificate is unusable: {detail}": 'El certificado del dispositivo no se puede usar: {detail}',
  'Its check ended with {codes}.': 'Su comprobación terminó con {codes}.',
  'it has a reference whose transforms have no meaning':
    'tiene una referencia cuyas transformaciones no tienen sentido',
  'the counter-signature does not hold ({codes})': 'la contrafirma no es válida ({codes})',
  'there are other signatures than before': 'hay otras firmas que antes',
  'it is no XAdES signature of version 1.3.2': 'no es una firma XAdES de la versión 1.3.2',
  'its properties stand nowhere': 'sus propiedades no están en ninguna parte',
  'its unsigned properties leave no place for more': 'sus propiedades no firmadas no dejan lugar para más',
  'its signature is over the whole file, in which it is alone': 'su firma cubre todo el archivo, en el que está sola',
  'its signatures are over different things': 'sus firmas cubren cosas distintas',
  'its signature is over nothing': 'su firma no cubre nada',
  'it is over several files beside it': 'cubre varios archivos junto a ella',
  'its signature is over a list of things (ds:Manifest)': 'su firma cubre una lista (ds:Manifest)',
  'what its signature is over is not known': 'no se sabe qué cubre su firma',
  'its signature transforms what it is over by {algorithm}': 'su firma transforma lo que cubre con {algorithm}',
  'it is larger than the {size} MB that a signature in XML is made around; sign it detached, or as CAdES or ASiC':
    'es mayor que los {size} MB alrededor de los que se hace una firma XML; fírmelo separado, o como CAdES o ASiC',
};
