import type { xmlPhrases as english } from '../../en/phrases/xml-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const xmlPhrases: PhrasesOf<typeof english> = {
  'The signature covers no content.': 'La firma no cubre ningún contenido.',
  'A comment that nobody signed stands before or within a text of the signed content.':
    'Un comentario que nadie ha firmado está delante o dentro de un texto del contenido firmado.',
  'Names in the signed content have a prefix, and nobody signed what it stands for.':
    'Hay nombres en el contenido firmado con un prefijo, y nadie firmó qué significa.',
  'The signature covers only a part of the document.': 'La firma cubre solo una parte del documento.',
  'Another signature holds content that this one does not cover.': 'Otra firma contiene algo que esta no cubre.',
  'A counter-signature does not sign this signature.': 'Una contrafirma no firma esta firma.',
  'The signature holds an object that it does not sign.': 'La firma contiene un objeto que no firma.',
  'What the document says of a signed object is not signed.':
    'Lo que el documento dice de un objeto firmado no está firmado.',
  'Content that is not signed stands inside of the signature.': 'Dentro de la firma hay contenido sin firmar.',
  'an element {name} does not have its structure': 'un elemento {name} no tiene su estructura',
  'an element {name} has no attribute {attribute}': 'un elemento {name} no tiene el atributo {attribute}',
  'an element {name} does not hold base64': 'un elemento {name} no contiene base64',
  'The issuer or serial number that is signed beside the digest of the certificate is not its own.':
    'El emisor o número de serie firmado junto al resumen del certificado no es el suyo.',
  'The signature has no signed properties.': 'La firma no tiene propiedades firmadas.',
  'The signed properties are not those of this signature.': 'Las propiedades firmadas no son las de esta firma.',
  'a signature has more than {count} references': 'una firma tiene más de {count} referencias',
  'A reference has a transform that is not known.': 'Una referencia tiene una transformación desconocida.',
  'The identifier of something signed occurs more than once.':
    'El identificador de algo firmado aparece más de una vez.',
  'A reference points to nothing.': 'Una referencia no apunta a nada.',
  'A reference is an XPointer that is not known.': 'Una referencia es un XPointer desconocido.',
  'A reference to a manifest points to something else.': 'Una referencia a un manifiesto apunta a otra cosa.',
  'A digest algorithm is not known.': 'Un algoritmo de resumen es desconocido.',
  'A reference has a transform that does not go with its target.':
    'Una referencia tiene una transformación que no va con su destino.',
  'A reference selects nothing.': 'Una referencia no selecciona nada.',
  'The key is to be fetched from somewhere else.': 'La clave debe buscarse en otra parte.',
  'In the key of the signature text stands between elements, or a certificate cannot be read.':
    'En la clave de la firma hay texto entre elementos, o un certificado no se puede leer.',
  'A digest or the value is more than one text.': 'Un resumen o el valor de la firma es más que un solo texto.',
  'An identifier of the signature occurs more than once.': 'Un identificador de la firma aparece más de una vez.',
  'The canonicalization of the signature is not known.': 'La canonicalización de la firma es desconocida.',
  'The signature algorithm is not accepted.': 'El algoritmo de firma no se acepta.',
  'the key holds something that does not belong to a key': 'la clave contiene algo que no pertenece a una clave',
  'a signature holds more than {count} certificates': 'una firma contiene más de {count} certificados',
  'None of the files given along is what the signature is over as "{name}".':
    'Ninguno de los archivos aportados es lo que la firma abarca como «{name}».',
  'The original is not what the signature holds.': 'El original no es lo que contiene la firma.',
  'a signature refers to nothing': 'una firma no remite a nada',
  'a list of transforms is empty': 'una lista de transformaciones está vacía',
  'a reference has more than {count} transforms': 'una referencia tiene más de {count} transformaciones',
  'a signature has two sets of properties': 'una firma tiene dos conjuntos de propiedades',
  'a signed property is unknown or there twice': 'una propiedad firmada es desconocida o está dos veces',
  'a serial number is not a number': 'un número de serie no es un número',
  'the signing time is not a time': 'la hora de firma no es una hora',
  'the XML is larger than the {count} MB that a signature in XML is judged in':
    'el XML supera los {count} MB en los que se juzga una firma XML',
  'the document contains more than {count} signatures': 'el documento contiene más de {count} firmas',
  'Signatures inside of a signature that are no counter-signatures of it were not evaluated.':
    'No se evaluaron las firmas dentro de una firma que no son contrafirmas suyas.',
  'The signature claims a time at which its certificate was not valid.':
    'La firma declara un momento en el que su certificado no era válido.',
  'The signature is written in a version of XAdES before 1.3.2, the one that EN 319 132-1 is about; its level is that of the properties with the same meaning.':
    'La firma está escrita en una versión de XAdES anterior a la 1.3.2, la que trata EN 319 132-1; su nivel es el de las propiedades del mismo significado.',
};
