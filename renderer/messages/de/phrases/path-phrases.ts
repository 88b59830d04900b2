import type { pathPhrases as english } from '../../en/phrases/path-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const pathPhrases: PhrasesOf<typeof english> = {
  'The CRL is malformed': 'Die Sperrliste ist fehlerhaft',
  'The CRLs at hand are for some reasons of revocation only':
    'Die vorliegenden Sperrlisten gelten nur für einige Gründe eines Widerrufs',
  'The CRL is not signed by the issuer or its delegate':
    'Die Sperrliste ist nicht vom Aussteller oder seinem Beauftragten signiert',
  'The CRL is signed by a delegate that was revoked':
    'Die Sperrliste ist von einem Beauftragten signiert, der widerrufen wurde',
  'The CRL has a critical extension that is not understood':
    'Die Sperrliste hat eine kritische Erweiterung, die nicht verstanden wird',
  'removeFromCRL in a complete CRL': 'removeFromCRL in einer vollständigen Sperrliste',
  'No certificate at that index': 'Kein Zertifikat an dieser Stelle',
  'there is none': 'es gibt keinen',
  'there is none of after {time}': 'es gibt keinen, der nach {time} entstand',
  'The OCSP response is not signed by the issuer or its delegate':
    'Die OCSP-Antwort ist nicht vom Aussteller oder seinem Beauftragten signiert',
  'The OCSP response is signed by a delegate that was revoked':
    'Die OCSP-Antwort ist von einem Beauftragten signiert, der widerrufen wurde',
  'The OCSP response is about another certificate with this number':
    'Die OCSP-Antwort gilt einem anderen Zertifikat mit dieser Nummer',
  'The OCSP response is malformed': 'Die OCSP-Antwort ist fehlerhaft',
  'The OCSP response has a critical extension that is not understood':
    'Die OCSP-Antwort hat eine kritische Erweiterung, die nicht verstanden wird',
  'The OCSP responder does not know the certificate': 'Der OCSP-Dienst kennt das Zertifikat nicht',
  'The OCSP response of {time} is signed with a certificate that was not in date then':
    'Die OCSP-Antwort von {time} ist mit einem Zertifikat signiert, das damals nicht gültig war',
  'The signature of the OCSP response is wrong': 'Die Signatur der OCSP-Antwort ist falsch',
  'its path does not reach a configured trust anchor at {time} ({code})':
    'sein Pfad führt zur Zeit {time} zu keinem eingerichteten Vertrauensanker ({code})',
  'its path is not good at {time} ({code})': 'sein Pfad ist zur Zeit {time} nicht gut ({code})',
  'it is a trust anchor itself, so that nobody can say that it is not revoked':
    'es ist selbst ein Vertrauensanker, sodass niemand sagen kann, dass es nicht widerrufen ist',
  'Revoked at {time}, reason {code}.': 'Widerrufen am {time}, Grund {code}.',
  'Not vouched for since {time}.': 'Nicht mehr verbürgt seit {time}.',
  'In the document: OCSP response of {time}.': 'Im Dokument: OCSP-Antwort von {time}.',
  'In the document: CRL of {time}.': 'Im Dokument: Sperrliste von {time}.',
  'Present on this station: OCSP response of {time}.': 'Auf dieser Station vorhanden: OCSP-Antwort von {time}.',
  'Present on this station: CRL of {time}.': 'Auf dieser Station vorhanden: Sperrliste von {time}.',
  'No CRL or OCSP response for this certificate': 'Keine Sperrliste und keine OCSP-Antwort zu diesem Zertifikat',
  'The OCSP response of {time} does not cover the time': 'Die OCSP-Antwort von {time} deckt die Zeit nicht ab',
  'The CRL of {time} does not cover the time': 'Die Sperrliste von {time} deckt die Zeit nicht ab',
};
