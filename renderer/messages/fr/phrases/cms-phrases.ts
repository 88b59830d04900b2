import type { cmsPhrases as english } from '../../en/phrases/cms-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const cmsPhrases: PhrasesOf<typeof english> = {
  'plain data without a signature': 'de simples données sans signature',
  'an encrypted message ({type})': 'un message chiffré ({type})',
  'a digest without a signature (DigestedData)': 'une empreinte sans signature (DigestedData)',
  'authenticated data without a signature (AuthenticatedData)':
    'des données authentifiées sans signature (AuthenticatedData)',
  'compressed data without a signature (CompressedData)': 'des données compressées sans signature (CompressedData)',
  'without a signature': 'sans signature',
  'The file is empty.': 'Le fichier est vide.',
  'The file bears no signature: it is no CMS, which a CAdES signature is.':
    'Le fichier ne porte pas de signature : ce n’est pas du CMS, comme l’est une signature CAdES.',
  'The file is PEM text, but no signature in it can be read.':
    'Le fichier est du texte PEM, mais aucune signature n’y est lisible.',
  'The file is an S/MIME message. Convert it to DER: openssl cms -cmsout -inform SMIME -outform DER.':
    'Le fichier est un message S/MIME. Convertissez-le en DER : openssl cms -cmsout -inform SMIME -outform DER.',
  'The file is base64 text, but no signature in it can be read.':
    'Le fichier est du texte base64, mais aucune signature n’y est lisible.',
  'The file is a PDF: check it as PAdES.': 'Le fichier est un PDF : vérifiez-le comme PAdES.',
  'The file is XML: check it as XAdES.': 'Le fichier est du XML : vérifiez-le comme XAdES.',
  'The file is a ZIP container: check it as ASiC.': 'Le fichier est un conteneur ZIP : vérifiez-le comme ASiC.',
  'The file is CMS, but {what}.': 'Le fichier est du CMS, mais {what}.',
  'Timestamp, which is not relied on, of {time}.': 'Horodatage du {time}, auquel on ne se fie pas.',
  'The file is a timestamp of {time}, not a signature.': 'Le fichier est un horodatage du {time}, pas une signature.',
  'The file is {encoding} text, where its format demands bytes (DER); the signature in it was checked.':
    'Le fichier est du texte {encoding}, là où son format exige des octets (DER) ; la signature qu’il contient a été vérifiée.',
  'The signature is detached: its document is needed to check it.':
    'La signature est détachée : il faut son document pour la vérifier.',
  'The document given along is not the one inside the signature.':
    'Le document joint n’est pas celui que contient la signature.',
  'The file has no signer: nobody signed.': 'Le fichier n’a pas de signataire : personne n’a signé.',
  'The signature is intact and from a trusted certificate; the certificate is not bound by the signature.':
    'La signature est intacte et d’un certificat de confiance ; elle ne lie pas le certificat.',
  'The signature is intact; the certificate is not bound by the signature.':
    'La signature est intacte ; elle ne lie pas le certificat.',
  'It carries a counter-signature that cannot be judged.':
    'Elle porte une contre-signature qui ne peut pas être jugée.',
  'It carries a counter-signature by {signer}, which is broken.':
    'Elle porte une contre-signature de {signer}, qui est rompue.',
  'It carries a counter-signature by {signer}, which is intact and by itself {status}.':
    'Elle porte une contre-signature de {signer}, intacte et en elle-même {status}.',
  '{count} more were not looked at.': '{count} autres n’ont pas été examinées.',
  'An EC key of {bits} bits': 'Une clé EC de {bits} bits',
  'An RSA key of {bits} bits': 'Une clé RSA de {bits} bits',
  'An RSA key with an even modulus': 'Une clé RSA de module pair',
  'An RSA key with a small or even exponent': 'Une clé RSA d’exposant petit ou pair',
  'The mask of the signature is made with {mask}, its hash is {hash}.':
    'Le masque de la signature est fait avec {mask}, son hachage est {hash}.',
  'The salt of the signature is longer than its hash.': 'Le sel de la signature est plus long que son hachage.',
  'The signature names its certificate twice, and not the same one.':
    'La signature nomme deux fois son certificat, et pas le même.',
  'The timestamp cannot be read.': 'L’horodatage ne peut pas être lu.',
  'The timestamp is of other bytes.': 'L’horodatage porte sur d’autres octets.',
  'The timestamp is not intact.': 'L’horodatage n’est pas intact.',
  'The timestamp is not relied on and proves no time.': 'On ne se fie pas à l’horodatage ; il ne prouve aucune heure.',
  'It is not known here what the timestamp must be of.': 'On ne sait pas ici sur quoi l’horodatage doit porter.',
  'The timestamp is older than one that it is said to cover.':
    'L’horodatage est plus ancien qu’un autre qu’il est censé couvrir.',
  'Timestamp of {time}.': 'Horodatage du {time}.',
};
