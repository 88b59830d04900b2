import type { reportPhrases as english } from '../../en/phrases/report-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const reportPhrases: PhrasesOf<typeof english> = {
  'The file is a ZIP archive that cannot be read, and names no signatures.':
    'Le fichier est une archive ZIP illisible, et ne nomme pas de signatures.',
  'The file is an office document with signatures of its own kind, which this station does not check.':
    'Le fichier est un document bureautique avec des signatures d’un type propre, que cette station ne vérifie pas.',
  'The file is a program for Android with signatures of its own kind, which this station does not check.':
    'Le fichier est un programme Android avec des signatures de son propre genre, que cette station ne vérifie pas.',
  'The file is a program for Java with signatures of its own kind, which this station does not check.':
    'Le fichier est un programme Java avec des signatures de son propre genre, que cette station ne vérifie pas.',
  'The file is a package with signatures of its own kind, which this station does not check.':
    'Le fichier est un paquet avec des signatures de son propre genre, que cette station ne vérifie pas.',
  'The file is a ZIP archive without signatures of the kinds that this station checks.':
    'Le fichier est une archive ZIP sans signatures des types que cette station vérifie.',
  'The file is a signed message (S/MIME). The signature is over its text and attachments; subject, sender, recipients and date are not signed.':
    'Le fichier est un message signé (S/MIME). La signature porte sur son texte et ses pièces jointes ; l’objet, l’expéditeur, les destinataires et la date ne sont pas signés.',
  'The file is a signed message (S/MIME) that is not built as its standard demands; it was not checked.':
    'Le fichier est un message signé (S/MIME) qui n’est pas construit comme sa norme l’exige ; il n’a pas été vérifié.',
  'The file is signed or encrypted with OpenPGP, which this station does not check.':
    'Le fichier est signé ou chiffré avec OpenPGP, que cette station ne vérifie pas.',
  'The file is a JSON Web Signature (JWS, JAdES), which this station does not check.':
    'Le fichier est une signature JSON (JWS, JAdES), que cette station ne vérifie pas.',
  'No signature is over a file that was given along, the one with the SHA-256 {digest}.':
    'Aucune signature ne couvre un des fichiers fournis, celui dont l’empreinte SHA-256 est {digest}.',
  'The file can be opened as a PDF, too, and nobody signed what that shows.':
    'Le fichier peut aussi être ouvert comme PDF, et personne n’a signé ce que celui-ci montre.',
  'The file can be opened as a ZIP archive, too, and nobody signed what is in that.':
    'Le fichier peut aussi être ouvert comme archive ZIP, et personne n’a signé ce qu’elle contient.',
  'The file is a web page (HTML), which bears no signature.':
    'Le fichier est une page web (HTML), qui ne porte pas de signature.',
  'The file is a message signed with OpenPGP, which this station does not check.':
    'Le fichier est un message signé avec OpenPGP, que cette station ne vérifie pas.',
  'The file is a message without a signature of the message as a whole.':
    'Le fichier est un message sans signature du message entier.',
  'The file is none of the kinds whose signatures this station checks.':
    'Le fichier n’est d’aucun des types dont cette station vérifie les signatures.',
  'The file is text that holds no signature.': 'Le fichier est du texte qui ne contient pas de signature.',
  'The file is {encoding} text with more in it than a signature: the rest is signed by nobody.':
    'Le fichier est du texte {encoding} qui contient plus qu’une signature : le reste n’est signé par personne.',
  'The file is {encoding} text, where its format demands bytes (DER); what it stands for was checked.':
    'Le fichier est du texte {encoding}, là où son format exige des octets (DER) ; ce qu’il représente a été vérifié.',
  'The PDF holds no signature.': 'Le PDF ne contient pas de signature.',
  'The XML holds no signature.': 'Le XML ne contient pas de signature.',
  'more than {count} objects': 'plus de {count} objets',
  'the bytes of the PDF that each signature covers, and every later change against the list of those that a signed PDF may undergo':
    'les octets du PDF que chaque signature couvre, et chaque modification ultérieure d’après la liste de celles qu’un PDF signé peut subir',
  'every reference of each signature, and whether the whole document is among what they cover':
    'chaque référence de chaque signature, et si le document entier est parmi ce qu’elles couvrent',
  'the digest of the signed content': 'l’empreinte du contenu signé',
  'the build of the container, and the digest of its data object, whose name is signed in a container with XAdES only':
    'la structure du conteneur, et l’empreinte de son objet de données, dont le nom n’est signé que dans un conteneur avec XAdES',
  'the build of the container, and the digests of all its data objects by what is signed':
    'la structure du conteneur, et les empreintes de tous ses objets de données d’après ce qui est signé',
  'Checked: signature value and signed attributes, {what}; the certificate path to the configured trust anchors, key usage, the revocation evidence present on this station and in the document, and its timestamps.':
    'Vérifié : la valeur de signature et les attributs signés, {what} ; le chemin de certification jusqu’aux ancres de confiance configurées, l’usage de la clé, les preuves de révocation présentes sur cette station et dans le document, et ses horodatages.',
  'A timestamp moves the time that certificates are judged at only where its authority leads to a configured trust anchor.':
    'Un horodatage ne déplace le moment auquel les certificats sont jugés que si son autorité mène à une ancre de confiance configurée.',
  'Not checked: evidence records, signature policies, live OCSP or CRL services, qualified status, and what the document means or shows.':
    'Non vérifié : les enregistrements de preuve, les politiques de signature, les services OCSP ou de révocation en ligne, le statut qualifié, et ce que le document signifie ou montre.',
  'Not checked: evidence records, signature policies, qualified status, and what the document means or shows.':
    'Non vérifié : les enregistrements de preuve, les politiques de signature, le statut qualifié, et ce que le document signifie ou montre.',
  "The claimed signing time is the signer's own word.":
    'L’heure de signature déclarée n’est que la parole du signataire.',
  'There is a signature of the form of level {form}; what holds of it comes to level {reached}.':
    'Une signature a la forme du niveau {form} ; ce qui en tient donne le niveau {reached}.',
  'Asked live: OCSP response of {time} from {host}.': 'Interrogé en ligne : réponse OCSP du {time} de {host}.',
  'Asked live: CRL of {time} from {host}.': 'Interrogé en ligne : liste de révocation du {time} de {host}.',
  'Asked earlier, and valid still: OCSP response of {time} from {host}.':
    'Interrogé auparavant, et encore valable : réponse OCSP du {time} de {host}.',
  'Asked earlier, and valid still: CRL of {time} from {host}.':
    'Interrogé auparavant, et encore valable : liste de révocation du {time} de {host}.',
  'Nothing was judged.': 'Rien n’a été jugé.',
  'Checking the document failed unexpectedly.': 'La vérification du document a échoué de façon inattendue.',
  'The document took too long to check.': 'La vérification du document a pris trop de temps.',
  'Checking the document needed more memory than it is allowed, or failed unexpectedly.':
    'La vérification du document demandait plus de mémoire qu’il n’est permis, ou a échoué de façon inattendue.',
  'The station is stopping.': 'La station s’arrête.',
  'Checking this document takes more work than one document may cost.':
    'La vérification de ce document demande plus de travail qu’un document ne peut en coûter.',
  'The stored file is not the one that was signed: its SHA-256 differs from the recorded one.':
    'Le fichier stocké n’est pas celui qui a été signé : son SHA-256 diffère de celui enregistré.',
};
