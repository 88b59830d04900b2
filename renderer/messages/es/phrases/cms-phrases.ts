import type { cmsPhrases as english } from '../../en/phrases/cms-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const cmsPhrases: PhrasesOf<typeof english> = {
  'plain data without a signature': 'datos simples sin firma',
  'an encrypted message ({type})': 'un mensaje cifrado ({type})',
  'a digest without a signature (DigestedData)': 'un resumen sin firma (DigestedData)',
  'authenticated data without a signature (AuthenticatedData)': 'datos autenticados sin firma (AuthenticatedData)',
  'compressed data without a signature (CompressedData)': 'datos comprimidos sin firma (CompressedData)',
  'without a signature': 'sin firma',
  'The file is empty.': 'El archivo está vacío.',
  'The file bears no signature: it is no CMS, which a CAdES signature is.':
    'El archivo no lleva firma: no es CMS, como lo es una firma CAdES.',
  'The file is PEM text, but no signature in it can be read.':
    'El archivo es texto PEM, pero no se puede leer ninguna firma en él.',
  'The file is an S/MIME message. Convert it to DER: openssl cms -cmsout -inform SMIME -outform DER.':
    'El archivo es un mensaje S/MIME. Conviértalo a DER: openssl cms -cmsout -inform SMIME -outform DER.',
  'The file is base64 text, but no signature in it can be read.':
    'El archivo es texto base64, pero no se puede leer ninguna firma en él.',
  'The file is a PDF: check it as PAdES.': 'El archivo es un PDF: compruébelo como PAdES.',
  'The file is XML: check it as XAdES.': 'El archivo es XML: compruébelo como XAdES.',
  'The file is a ZIP container: check it as ASiC.': 'El archivo es un contenedor ZIP: compruébelo como ASiC.',
  'The file is CMS, but {what}.': 'El archivo es CMS, pero {what}.',
  'Timestamp, which is not relied on, of {time}.': 'Sello de tiempo de {time}, que no se tiene en cuenta.',
  'The file is a timestamp of {time}, not a signature.': 'El archivo es un sello de tiempo de {time}, no una firma.',
  'The file is {encoding} text, where its format demands bytes (DER); the signature in it was checked.':
    'El archivo es texto {encoding}, donde su formato exige bytes (DER); se comprobó la firma que contiene.',
  'The signature is detached: its document is needed to check it.':
    'La firma está separada: hace falta su documento para comprobarla.',
  'The document given along is not the one inside the signature.':
    'El documento aportado no es el que contiene la firma.',
  'The file has no signer: nobody signed.': 'El archivo no tiene firmante: nadie firmó.',
  'The signature is intact and from a trusted certificate; the certificate is not bound by the signature.':
    'La firma está intacta y es de un certificado de confianza; la firma no vincula el certificado.',
  'The signature is intact; the certificate is not bound by the signature.':
    'La firma está intacta; no vincula el certificado.',
  'It carries a counter-signature that cannot be judged.': 'Lleva una contrafirma que no se puede juzgar.',
  'It carries a counter-signature by {signer}, which is broken.': 'Lleva una contrafirma de {signer}, que está rota.',
  'It carries a counter-signature by {signer}, which is intact and by itself {status}.':
    'Lleva una contrafirma de {signer}, intacta y por sí misma {status}.',
  '{count} more were not looked at.': '{count} más no se examinaron.',
  'An EC key of {bits} bits': 'Una clave EC de {bits} bits',
  'An RSA key of {bits} bits': 'Una clave RSA de {bits} bits',
  'An RSA key with an even modulus': 'Una clave RSA con módulo par',
  'An RSA key with a small or even exponent': 'Una clave RSA con exponente pequeño o par',
  'The mask of the signature is made with {mask}, its hash is {hash}.':
    'La máscara de la firma se hizo con {mask}, su hash es {hash}.',
  'The salt of the signature is longer than its hash.': 'La sal de la firma es más larga que su hash.',
  'The signature names its certificate twice, and not the same one.':
    'La firma nombra su certificado dos veces, y no el mismo.',
  'The timestamp cannot be read.': 'El sello de tiempo no se puede leer.',
  'The timestamp is of other bytes.': 'El sello de tiempo es de otros bytes.',
  'The timestamp is not intact.': 'El sello de tiempo no está intacto.',
  'The timestamp is not relied on and proves no time.':
    'El sello de tiempo no se tiene en cuenta y no prueba ninguna hora.',
  'It is not known here what the timestamp must be of.': 'Aquí no se sabe sobre qué debe ser el sello de tiempo.',
  'The timestamp is older than one that it is said to cover.':
    'El sello de tiempo es anterior a otro que debería cubrir.',
  'Timestamp of {time}.': 'Sello de tiempo de {time}.',
};
