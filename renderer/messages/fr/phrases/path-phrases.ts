import type { pathPhrases as english } from '../../en/phrases/path-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pathPhrases: PhrasesOf<typeof english> = {
  'The CRL is malformed': 'La liste de révocation est mal formée',
  'The CRLs at hand are for some reasons of revocation only':
    'Les listes de révocation disponibles ne valent que pour certains motifs',
  'The CRL is not signed by the issuer or its delegate':
    'La liste de révocation n’est pas signée par l’émetteur ou son délégué',
  'The CRL is signed by a delegate that was revoked':
    'La liste de révocation est signée par un délégué qui a été révoqué',
  'The CRL has a critical extension that is not understood':
    'La liste de révocation a une extension critique qui n’est pas comprise',
  'removeFromCRL in a complete CRL': 'removeFromCRL dans une liste de révocation complète',
  'No certificate at that index': 'Pas de certificat à cet indice',
  'there is none': 'il n’y en a pas',
  'there is none of after {time}': 'il n’y en a pas d’après {time}',
  'The OCSP response is not signed by the issuer or its delegate':
    'La réponse OCSP n’est pas signée par l’émetteur ou son délégué',
  'The OCSP response is signed by a delegate that was revoked':
    'La réponse OCSP est signée par un délégué qui a été révoqué',
  'The OCSP response is about another certificate with this number':
    'La réponse OCSP concerne un autre certificat de ce numéro',
  'The OCSP response is malformed': 'La réponse OCSP est mal formée',
  'The OCSP response has a critical extension that is not understood':
    'La réponse OCSP a une extension critique qui n’est pas comprise',
  'The OCSP responder does not know the certificate': 'Le service OCSP ne connaît pas le certificat',
  'The OCSP response of {time} is signed with a certificate that was not in date then':
    'La réponse OCSP du {time} est signée avec un certificat qui n’était pas en cours de validité',
  'The signature of the OCSP response is wrong': 'La signature de la réponse OCSP est fausse',
  'its path does not reach a configured trust anchor at {time} ({code})':
    'son chemin n’atteint à {time} aucune ancre de confiance configurée ({code})',
  'its path is not good at {time} ({code})': 'son chemin n’est pas bon à {time} ({code})',
  'it is a trust anchor itself, so that nobody can say that it is not revoked':
    'c’est une ancre de confiance elle-même, personne ne peut donc dire qu’elle n’est pas révoquée',
  'Revoked at {time}, reason {code}.': 'Révoqué le {time}, motif {code}.',
  'Not vouched for since {time}.': 'N’est plus garanti depuis le {time}.',
  'In the document: OCSP response of {time}.': 'Dans le document : réponse OCSP du {time}.',
  'In the document: CRL of {time}.': 'Dans le document : liste de révocation du {time}.',
  'Present on this station: OCSP response of {time}.': 'Présente sur cette station : réponse OCSP du {time}.',
  'Present on this station: CRL of {time}.': 'Présente sur cette station : liste de révocation du {time}.',
  'No CRL or OCSP response for this certificate': 'Pas de liste de révocation ni de réponse OCSP pour ce certificat',
  'The OCSP response of {time} does not cover the time': 'La réponse OCSP du {time} ne couvre pas le moment voulu',
  'The CRL of {time} does not cover the time': 'La liste de révocation du {time} ne couvre pas le moment voulu',
};
