import type { providerPhrases as english } from '../../en/phrases/provider-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const providerPhrases: PhrasesOf<typeof english> = {
  'Smart card middleware is being looked for.': 'Le logiciel de cartes à puce est recherché.',
  'No smart card middleware was found: install the software of the card. The diagnosis says more.':
    'Aucun logiciel de cartes à puce trouvé : installez le logiciel de la carte. Le diagnostic en dit plus.',
  '{name} is plugged in and its software is missing: install {products}.':
    '{name} est branché et son logiciel manque : installez {products}.',
  'No PKCS#11 module is configured for this provider: set its ModulePath.':
    'Aucun module PKCS#11 n’est configuré pour ce fournisseur : réglez son ModulePath.',
  'Modules are not detected in Production: set the ModulePath of this provider.':
    'Les modules ne sont pas détectés en Production : réglez le ModulePath de ce fournisseur.',
  'Not valid now.': 'Pas valide à présent.',
  'The process for this provider is being started.': 'Le processus de ce fournisseur démarre.',
  'It is not healthy.': 'Il ne va pas bien.',
  'There is no process for this provider.': 'Il n’y a pas de processus pour ce fournisseur.',
  'It cannot sign.': 'Il ne peut pas signer.',
  'It does not answer.': 'Pas de réponse.',
  'A certificate (SHA-256 {hash}...) cannot be read: {reason}.':
    'Un certificat (SHA-256 {hash}...) ne peut pas être lu : {reason}.',
  'it is not as certificates are': 'il n’est pas fait comme un certificat',
  'The key usage of the certificate does not allow signatures.':
    'L’usage de clé du certificat ne permet pas de signatures.',
  'Not valid before {time}.': 'Pas valide avant le {time}.',
  'Expired at {time}.': 'Expiré le {time}.',
  'It is not logged in.': 'Il n’est pas connecté.',
  'The RSA key has {bits} bits; signatures are accepted from {least} bits up.':
    'La clé RSA a {bits} bits ; les signatures sont acceptées à partir de {least} bits.',
  'Signatures with keys on an unknown curve are not accepted.':
    'Les signatures avec des clés sur une courbe inconnue ne sont pas acceptées.',
  'Signatures with keys on the curve {curve} are not accepted.':
    'Les signatures avec des clés sur la courbe {curve} ne sont pas acceptées.',
  'Keys of this kind cannot sign here.': 'Les clés de ce type ne peuvent pas signer ici.',
  'There is no private key for this certificate.': 'Il n’y a pas de clé privée pour ce certificat.',
  'The key beside this certificate belongs to another certificate.':
    'La clé à côté de ce certificat appartient à un autre.',
  'The token does not let this key sign.': 'Le jeton ne laisse pas cette clé signer.',
  'The token offers no signature algorithm for this key.':
    'Le jeton n’offre aucun algorithme de signature pour cette clé.',
  'The PIN is asked for when a document is to be signed.': 'Le PIN est demandé quand un document est à signer.',
  'The reader waits for a PIN.': 'Le lecteur attend un PIN.',
  'The reader asks for the PIN when a document is signed.': 'Le lecteur demande le PIN quand un document est signé.',
  'The file is not readable.': 'Le fichier n’est pas lisible.',
  'The PFX file is missing or not readable.': 'Le fichier PFX manque ou n’est pas lisible.',
};
