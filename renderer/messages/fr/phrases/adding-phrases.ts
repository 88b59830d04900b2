import type { addingPhrases as english } from '../../en/phrases/adding-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const addingPhrases: PhrasesOf<typeof english> = {
  'The signature cannot be raised: {reason}.': 'La signature ne peut pas être élevée : {reason}.',
  'The signature cannot be added: in the finished {file} {reason}. Nothing was stored; the file is as it was.':
    'La signature ne peut pas être ajoutée ; dans le fichier fini ({file}) : {reason}. Rien n’a été stocké ; le fichier est tel qu’il était.',
  'No signature can be added to the file: {reason}.': 'Aucune signature ne peut être ajoutée au fichier : {reason}.',
  'it is a timestamp of something else than was asked for':
    'c’est un horodatage d’autre chose que ce qui était demandé',
  'it is no timestamp token': 'ce n’est pas un jeton d’horodatage',
  'no file can be put into a container that is signed': 'aucun fichier ne peut être mis dans un conteneur signé',
  'it holds no signature over a file': 'il ne contient pas de signature d’un fichier',
  'a timestamp beside its signature is over that as it is':
    'un horodatage à côté de sa signature la couvre telle qu’elle est',
  'its signature is not detached': 'sa signature n’est pas détachée',
  'it holds no signature': 'il ne contient pas de signature',
  '{name} has another root element than {other} has': '{name} a un autre élément racine que {other}',
  'its entries are not those that were written': 'ses entrées ne sont pas celles qui ont été écrites',
  '{name} is not what was written': '{name} n’est pas ce qui a été écrit',
  'The finished container does not hold ({codes}); nothing was stored.':
    'Le conteneur fini ne tient pas ({codes}) ; rien n’a été stocké.',
  'a timestamp beside them is over the signatures as they are':
    'un horodatage à côté d’elles couvre les signatures telles qu’elles sont',
  'the container holds no signature': 'le conteneur ne contient pas de signature',
  'what {name} is over cannot be told': 'ce que couvre {name} ne peut être dit',
  'the new signature does not hold ({codes})': 'la nouvelle signature ne tient pas ({codes})',
  'the entries are not in their order': 'les entrées ne sont pas dans leur ordre',
  '{name} is not as it was': '{name} n’est pas tel qu’il était',
  'an earlier signature is not as it was': 'une signature antérieure n’est pas telle qu’elle était',
  'the signature {name}, made before, would no longer hold': 'la signature antérieure {name} ne tiendrait plus',
  'The manifest does not say what it should.': 'Le manifeste ne dit pas ce qu’il doit.',
  'it is broken already ({codes})': 'il est déjà brisé ({codes})',
  'it holds no file that could be signed': 'il ne contient aucun fichier qui puisse être signé',
  'a file that was signed is not in it': 'un fichier qui a été signé n’y est pas',
  'it is not marked as {kind} has to be ({codes})': 'il n’est pas marqué comme {kind} doit l’être ({codes})',
  'a file lies in it that none of its signatures is over, so that it was put there afterwards':
    'il contient un fichier qu’aucune de ses signatures ne couvre, qui y a donc été mis après',
  'its signature bears {count} counter-signatures, and more are not looked at':
    'sa signature porte {count} contre-signatures, et davantage ne sont pas examinées',
  'it bears this counter-signature already': 'il porte déjà cette contre-signature',
  'it does not have one signature more': 'il n’a pas une signature de plus',
  'the counter-signature does not hold': 'la contre-signature ne tient pas',
  'an earlier signature changed': 'une signature antérieure a changé',
  'an earlier attribute changed': 'un attribut antérieur a changé',
  'it has an archive timestamp of an older kind, which further evidence would break':
    'il a un horodatage d’archive d’un genre ancien, que d’autres preuves briseraient',
  'an archive timestamp of an older kind is over it, and a signer lacks a timestamp or an archive timestamp':
    'un horodatage d’archive d’un genre ancien la couvre, et il manque à un signataire un horodatage ou un horodatage d’archive',
  'an attribute of it holds several archive timestamps': 'un de ses attributs contient plusieurs horodatages d’archive',
  'its content is not a document': 'son contenu n’est pas un document',
  'it bears no signature ({codes})': 'il ne porte pas de signature ({codes})',
  'it is no CMS signature ({codes})': 'ce n’est pas une signature CMS ({codes})',
  'it is a signature written as {kind} text; what something can be added to is its binary form (DER)':
    'c’est une signature écrite en texte {kind} ; c’est à sa forme binaire (DER) que l’on peut ajouter quelque chose',
  'it has an archive timestamp of an older kind, which one more signature would break':
    'il a un horodatage d’archive d’un genre ancien, qu’une signature de plus briserait',
  'this certificate has signed the same content in this very second already; one signature is enough':
    'ce certificat a déjà signé le même contenu dans cette même seconde ; une signature suffit',
  'it is detached, and the document that it is over was not given along':
    'elle est détachée, et le document qu’elle couvre n’a pas été donné avec',
  'the document changed while it was signed': 'le document a changé pendant qu’il était signé',
  'the document bears no signature': 'le document ne porte pas de signature',
  'the signature {name} does not hold ({codes})': 'la signature {name} ne tient pas ({codes})',
  'the signature {name} is not even of level B ({codes})': 'la signature {name} n’est pas même de niveau B ({codes})',
  'it is of level {level} already': 'il est déjà de niveau {level}',
  'the certificate of the signature {name} ended on {time}, before any timestamp of it':
    'le certificat de la signature {name} a pris fin le {time}, avant tout horodatage de celle-ci',
  'its file is too large': 'son fichier est trop grand',
  'the value of its signature has no identifier of its own, by which a counter-signature names it':
    'la valeur de sa signature n’a pas d’identifiant propre, par lequel une contre-signature la nomme',
  'its signature is no XAdES of version 1.3.2': 'sa signature n’est pas du XAdES de version 1.3.2',
  'it has a reference with a transform that is not known': 'il a une référence avec une transformation inconnue',
  "The device's certificate or signature is unusable: {detail}":
    'Le certificat ou la signature de l’appareil n’est pas utilisable : {detail}',
  "The device's certificate is unusable: {detail}": 'Le certificat de l’appareil n’est pas utilisable : {detail}',
  'Its check ended with {codes}.': 'Sa vérification s’est terminée par {codes}.',
  'it has a reference whose transforms have no meaning':
    'il a une référence dont les transformations n’ont pas de sens',
  'the counter-signature does not hold ({codes})': 'la contre-signature ne tient pas ({codes})',
  'there are other signatures than before': 'il y a d’autres signatures qu’avant',
  'it is no XAdES signature of version 1.3.2': 'ce n’est pas une signature XAdES de version 1.3.2',
  'its properties stand nowhere': 'ses propriétés ne se trouvent nulle part',
  'its unsigned properties leave no place for more': 'ses propriétés non signées ne laissent pas de place à d’autres',
  'its signature is over the whole file, in which it is alone':
    'sa signature couvre tout le fichier, où elle est seule',
  'its signatures are over different things': 'ses signatures couvrent des choses différentes',
  'its signature is over nothing': 'sa signature ne couvre rien',
  'it is over several files beside it': 'elle couvre plusieurs fichiers à côté d’elle',
  'its signature is over a list of things (ds:Manifest)': 'sa signature couvre une liste (ds:Manifest)',
  'what its signature is over is not known': 'ce que couvre sa signature n’est pas connu',
  'its signature transforms what it is over by {algorithm}':
    'sa signature transforme ce qu’elle couvre par {algorithm}',
  'it is larger than the {size} MB that a signature in XML is made around; sign it detached, or as CAdES or ASiC':
    'il est plus grand que les {size} Mo autour desquels une signature XML se fait ; signez-le détaché, ou en CAdES ou ASiC',
};
