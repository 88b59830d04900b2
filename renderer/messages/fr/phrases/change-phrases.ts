import type { changePhrases as english } from '../../en/phrases/change-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const changePhrases: PhrasesOf<typeof english> = {
  "the document's extensions changed": 'les extensions du document ont changé',
  'extensions were declared': 'des extensions ont été déclarées',
  "the document's version changed": 'la version du document a changé',
  'the document information was left out': 'les informations du document ont été omises',
  'the document information was removed': 'les informations du document ont été supprimées',
  "the document information's {key} changed": '{key} dans les informations du document a changé',
  'document information was added': 'des informations du document ont été ajoutées',
  'the metadata was replaced by something else': 'les métadonnées ont été remplacées par autre chose',
  'metadata was changed': 'les métadonnées ont été modifiées',
  'the encryption changed': 'le chiffrement a changé',
  "the trailer's {key} changed": '{key} dans la fin de fichier a changé',
  "the identifier changed, which the document's keys depend on":
    'l’identifiant a changé, dont dépendent les clés du document',
  "the document's identifier changed": 'l’identifiant du document a changé',
  'the document catalog was replaced': 'le catalogue du document a été remplacé',
  'the document got a structure': 'le document a reçu une structure',
  'the document got bookmarks': 'le document a reçu des signets',
  'the document got attached files or named places': 'le document a reçu des fichiers joints ou des endroits nommés',
  'the document got named places': 'le document a reçu des endroits nommés',
  'the document got associated files': 'le document a reçu des fichiers associés',
  'the document got numbers of its pages': 'le document a reçu des numéros de page',
  'the document got a language': 'le document a reçu une langue',
  'the document got another way to be opened': 'le document s’ouvre désormais autrement',
  'a certification was named': 'une certification a été inscrite',
  "the document's {key} changed": '{key} du document a changé',
  '{count} further changes are not listed': '{count} autres modifications ne sont pas listées',
  'the signature in field "{field}" lies over {what}': 'la signature du champ « {field} » est posée sur {what}',
  'the signature in field "{field}" lies over a place that cannot be told':
    'la signature du champ « {field} » est à un endroit qui ne peut pas être déterminé',
  'a place that cannot be told': 'un endroit qui ne peut pas être déterminé',
  'what the page shows': 'ce que la page montre',
  'contents that cannot be read as a whole': 'un contenu qui ne peut pas être lu en entier',
  'an earlier stamp or field': 'un tampon ou un champ antérieur',
  'object {number} was written once more in a way that some programs read differently':
    'l’objet {number} a été récrit d’une façon que certains programmes lisent autrement',
  'object {number} was added, which nothing uses': 'l’objet {number} a été ajouté, que rien n’utilise',
  'object {number} was removed': 'l’objet {number} a été supprimé',
  'object {number} was written again under another generation':
    'l’objet {number} a été réécrit sous une autre génération',
  'object {number}, missing when it was signed, was supplied':
    'l’objet {number}, absent lors de la signature, a été fourni',
  'form field {name} was replaced': 'le champ de formulaire {name} a été remplacé',
  'form field {name} was changed': 'le champ de formulaire {name} a été modifié',
  'form field {name} was filled in': 'le champ de formulaire {name} a été rempli',
  'form field {name} was locked or unlocked': 'le champ de formulaire {name} a été verrouillé ou déverrouillé',
  'field {name} was written once more and means the same': 'le champ {name} a été réécrit avec le même sens',
  'a part of the page tree was given signature fields, which belong to pages':
    'une partie de l’arbre des pages a reçu des champs de signature, qui appartiennent à des pages',
  'signature field {name} was changed after it was signed':
    'le champ de signature {name} a été modifié après avoir été signé',
  'signature field {name} was changed without being signed':
    'le champ de signature {name} a été modifié sans être signé',
  'a document timestamp changed how signature field {name} looks':
    'un horodatage du document a changé l’aspect du champ de signature {name}',
  'the drawing in the empty signature field {name} was replaced':
    'le dessin du champ de signature vide {name} a été remplacé',
  'the form was removed': 'le formulaire a été supprimé',
  "the form's XFA changed": 'le XFA du formulaire a changé',
  "the form's signature flags were taken back": 'les marques de signature du formulaire ont été retirées',
  "the form's {key} changed, by which a viewer draws existing fields anew":
    '{key} du formulaire a changé, d’où un lecteur redessine les champs existants',
  "the form's {key} changed": '{key} du formulaire a changé',
  "the form's default resources changed": 'les ressources par défaut du formulaire ont changé',
  "the form's default resources grew, by which a viewer draws existing fields anew":
    'les ressources par défaut du formulaire ont grandi, d’où un lecteur redessine les champs existants',
  'default resources for new fields were added': 'des ressources par défaut pour de nouveaux champs ont été ajoutées',
  'default resources that no field is drawn with were replaced':
    'des ressources par défaut avec lesquelles aucun champ n’est dessiné ont été remplacées',
  'a default appearance for new fields was added': 'un aspect par défaut pour de nouveaux champs a été ajouté',
  'what existing fields are drawn with was supplied':
    'ce avec quoi des champs existants sont dessinés a été fourni après coup',
  'fields are shown by drawings that say the same as their values':
    'les champs sont montrés par des dessins qui disent la même chose que leurs valeurs',
  'existing fields were made to show what had been drawn before, and not their values':
    'des champs existants montrent désormais ce qui était dessiné auparavant, et non leurs valeurs',
  'existing fields were made to be drawn anew': 'les champs existants doivent être redessinés',
  'whether existing fields are drawn anew was said in a way that readers take differently':
    'il a été dit d’une façon que les lecteurs comprennent différemment si les champs existants sont redessinés',
  'whether fields are drawn anew was written down': 'il a été noté si les champs sont redessinés',
  'form fields were removed, replaced or reordered':
    'des champs de formulaire ont été supprimés, remplacés ou réordonnés',
  'the form lists a signature now that a page alone had shown':
    'le formulaire énumère maintenant une signature que seule une page montrait',
  'an empty signature field was added, which was signed later':
    'un champ de signature vide a été ajouté, qui a été signé plus tard',
  'a form field was added': 'un champ de formulaire a été ajouté',
  'a form field was added that is not a valid new signature':
    'un champ de formulaire a été ajouté qui n’est pas une nouvelle signature valide',
  'object {number} ({kind}) was changed': 'l’objet {number} ({kind}) a été modifié',
  'object {number} ({kind}, used as {key}) was changed': 'l’objet {number} ({kind}, utilisé comme {key}) a été modifié',
  'contents replaced': 'contenu remplacé',
  'fonts, images or other resources replaced': 'polices, images ou autres ressources remplacées',
  'page size written with other digits': 'taille de page écrite avec d’autres chiffres',
  'page size changed': 'taille de page modifiée',
  'visible area changed': 'zone visible modifiée',
  'page turned': 'page tournée',
  'actions added': 'actions ajoutées',
  'page moved': 'page déplacée',
  'page {page}: {detail}': 'page {page} : {detail}',
  'page {page} was replaced': 'la page {page} a été remplacée',
  '{key} was added': '{key} a été ajouté',
  'annotations replaced': 'annotations remplacées',
  'an annotation was changed': 'une annotation a été modifiée',
  'an annotation was added': 'une annotation a été ajoutée',
  'form fields were removed or reordered': 'des champs de formulaire ont été supprimés ou réordonnés',
  'annotations were removed or reordered': 'des annotations ont été supprimées ou réordonnées',
  'form field "{name}" was drawn anew': 'le champ de formulaire « {name} » a été redessiné',
  'object {number}, which nothing uses, was changed': 'l’objet {number}, que rien n’utilise, a été modifié',
  'an unknown entry': 'une entrée inconnue',
  'an unknown entry of a signature': 'une entrée inconnue d’une signature',
  'a {what} that is none': 'quelque chose à la place de « {what} »',
  'a list that is none': 'une liste qui n’en est pas une',
  'evidence that is no object of its own': 'des preuves qui ne sont pas un objet à part',
  'signature field "{name}" was added with a signature that cannot be judged':
    'le champ de signature « {name} » a été ajouté avec une signature qui ne peut pas être jugée',
  'signature field "{name}" was added with a signature that is not intact':
    'le champ de signature « {name} » a été ajouté avec une signature qui n’est pas intacte',
  'signature field "{name}" was made of something else': 'le champ de signature « {name} » a été fait d’autre chose',
  'the signature "{name}" was dropped': 'la signature « {name} » a été retirée',
  'signature field "{name}" was signed': 'le champ de signature « {name} » a été signé',
  'signature field "{name}" is not one widget of its own':
    'le champ de signature « {name} » n’est pas un seul champ à part',
  'signature field "{name}" has the name of another field':
    'le champ de signature « {name} » a le nom d’un autre champ',
  'signature field "{name}" is shown on a page, and not listed in the form':
    'le champ de signature « {name} » est montré sur une page et ne figure pas dans le formulaire',
  'signature field "{name}" has another type': 'le champ de signature « {name} » est d’un autre type',
  'signature field "{name}" has an entry {key}': 'le champ de signature « {name} » a une entrée {key}',
  'signature field "{name}" takes the place of something else in the structure of the document':
    'le champ de signature « {name} » prend la place d’autre chose dans la structure du document',
  'the document timestamp in signature field "{name}" could be made to show something':
    'l’horodatage du document dans le champ « {name} » pourrait montrer quelque chose',
  'the document timestamp in signature field "{name}" shows something':
    'l’horodatage du document dans le champ « {name} » montre quelque chose',
  'the store of validation data names other parts of the document':
    'le magasin de données de validation nomme d’autres parties du document',
  'the store of validation data has {what}': 'le magasin de données de validation a {what}',
  'the store of validation data holds something else': 'le magasin de données de validation contient autre chose',
  'validation data was added': 'des données de validation ont été ajoutées',
  'validation data was replaced by other': 'des données de validation ont été remplacées par d’autres',
  'validation data was removed': 'des données de validation ont été supprimées',
  'the structure got an element for a new signature': 'la structure a reçu un élément pour une nouvelle signature',
  '{detail}, with a text of its own': '{detail}, avec un texte à lui',
  'the document catalog, which is used as something else too, was replaced':
    'le catalogue du document, qui sert aussi à autre chose, a été remplacé',
  'object {number}, which is also used as something else, was changed':
    'l’objet {number}, qui sert aussi à autre chose, a été modifié',
  store: 'magasin',
  'list of signatures': 'liste des signatures',
  'entry of a signature': 'entrée d’une signature',
};
