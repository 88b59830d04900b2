import type { pathPhrases as english } from '../../en/phrases/path-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pathPhrases: PhrasesOf<typeof english> = {
  'The CRL is malformed': 'La lista de revocación está mal formada',
  'The CRLs at hand are for some reasons of revocation only':
    'Las listas de revocación disponibles son solo para algunos motivos',
  'The CRL is not signed by the issuer or its delegate':
    'La lista de revocación no está firmada por el emisor ni por su delegado',
  'The CRL is signed by a delegate that was revoked':
    'La lista de revocación está firmada por un delegado que fue revocado',
  'The CRL has a critical extension that is not understood':
    'La lista de revocación tiene una extensión crítica que no se entiende',
  'removeFromCRL in a complete CRL': 'removeFromCRL en una lista de revocación completa',
  'No certificate at that index': 'No hay certificado en esa posición',
  'there is none': 'no hay ninguno',
  'there is none of after {time}': 'no hay ninguno posterior a {time}',
  'The OCSP response is not signed by the issuer or its delegate':
    'La respuesta OCSP no está firmada por el emisor ni por su delegado',
  'The OCSP response is signed by a delegate that was revoked':
    'La respuesta OCSP está firmada por un delegado que fue revocado',
  'The OCSP response is about another certificate with this number':
    'La respuesta OCSP es sobre otro certificado con este número',
  'The OCSP response is malformed': 'La respuesta OCSP está mal formada',
  'The OCSP response has a critical extension that is not understood':
    'La respuesta OCSP tiene una extensión crítica que no se entiende',
  'The OCSP responder does not know the certificate': 'El servicio OCSP no conoce el certificado',
  'The OCSP response of {time} is signed with a certificate that was not in date then':
    'La respuesta OCSP de {time} está firmada con un certificado que no era válido entonces',
  'The signature of the OCSP response is wrong': 'La firma de la respuesta OCSP es incorrecta',
  'its path does not reach a configured trust anchor at {time} ({code})':
    'su cadena no llega en {time} a un ancla de confianza configurada ({code})',
  'its path is not good at {time} ({code})': 'su cadena no es buena en {time} ({code})',
  'it is a trust anchor itself, so that nobody can say that it is not revoked':
    'es ella misma un ancla de confianza, así que nadie puede decir que no esté revocada',
  'Revoked at {time}, reason {code}.': 'Revocado el {time}, motivo {code}.',
  'Not vouched for since {time}.': 'Sin garantía desde el {time}.',
  'In the document: OCSP response of {time}.': 'En el documento: respuesta OCSP de {time}.',
  'In the document: CRL of {time}.': 'En el documento: lista de revocación de {time}.',
  'Present on this station: OCSP response of {time}.': 'Presente en esta estación: respuesta OCSP de {time}.',
  'Present on this station: CRL of {time}.': 'Presente en esta estación: lista de revocación de {time}.',
  'No CRL or OCSP response for this certificate': 'No hay lista de revocación ni respuesta OCSP para este certificado',
  'The OCSP response of {time} does not cover the time': 'La respuesta OCSP de {time} no cubre el momento',
  'The CRL of {time} does not cover the time': 'La lista de revocación de {time} no cubre el momento',
};
