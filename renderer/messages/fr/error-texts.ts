import type * as english from '../en/error-texts.ts';
import type { Texts } from '../texts.ts';

/** What each error code means for the person at the desk, and what to do about it. */
export const errorTexts: Texts<typeof english.errorTexts> = {
  SIGNATURE_REQUEST_INVALID: {
    title: 'La station n’a pas pu accepter cette demande',
    advice: 'Vérifiez le fichier (il ne doit pas être vide) et les options, puis réessayez.',
  },
  SIGNATURE_FORMAT_UNSUPPORTED: {
    title: 'Ce format de signature ne peut pas être utilisé ici',
    advice: 'Choisissez un autre format pour ce fichier.',
  },
  SIGNATURE_PROFILE_UNSUPPORTED: {
    title: 'Ce niveau de signature ne peut pas être utilisé ici',
    advice:
      'Choisissez le niveau B sous « Plus d’options », ou demandez à votre administrateur de configurer le niveau voulu.',
  },
  SIGNING_PROVIDER_UNAVAILABLE: {
    title: 'La carte ou le magasin de clés n’est pas disponible',
    advice:
      'Vérifiez que la carte ou le jeton USB est branché, puis réessayez. La page Fournisseurs montre ce qui manque.',
  },
  SIGNING_CERTIFICATE_NOT_FOUND: {
    title: 'Le certificat choisi n’est plus là',
    advice: 'Insérez la carte qui le porte, ou choisissez un autre certificat.',
  },
  SIGNING_CERTIFICATE_EXPIRED: {
    title: 'Le certificat n’est pas valide aujourd’hui',
    advice: 'Choisissez un autre certificat, ou faites renouveler celui-ci par son émetteur.',
  },
  SIGNATURE_INPUT_NOT_FOUND: {
    title: 'La station ne connaît pas ce document',
    advice: 'Le lien est peut-être ancien ou appartient à quelqu’un d’autre. Cherchez le document dans la liste.',
  },
  SIGNATURE_OUTPUT_NOT_FOUND: {
    title: 'Il n’y a pas encore de fichier signé',
    advice:
      'Attendez que le document soit terminé. S’il l’est, le fichier a pu être supprimé par les règles de conservation.',
  },
  SIGNATURE_NOT_CANCELLABLE: {
    title: 'Trop tard pour annuler',
    advice: 'La signature a déjà commencé. Attendez le résultat ; rien ne vous oblige à utiliser le fichier signé.',
  },
  SIGNATURE_NOT_RETRYABLE: {
    title: 'Ce document ne peut pas être réessayé',
    advice: 'Un autre essai est peut-être en cours, ou le document a été supprimé : renvoyez-le dans ce cas.',
  },
  SIGNATURE_NOT_RENEWABLE: {
    title: 'La signature ne peut pas être renouvelée maintenant',
    advice:
      'Un autre renouvellement est en cours, ou le fichier a déjà ce niveau. Attendez, ou demandez le niveau LTA.',
  },
  APPROVAL_NOT_SHOWN: {
    title: 'Regardez d’abord le document',
    advice: 'Un document s’approuve après avoir été montré. Ouvrez-le, attendez de le voir, puis signez.',
  },
  APPROVAL_HASH_MISMATCH: {
    title: 'Ce n’est pas le document qui a été montré',
    advice: 'Rien n’a été signé. Refusez-le, et demandez à l’expéditeur de le renvoyer.',
  },
  APPROVAL_NOT_PENDING: {
    title: 'Personne n’a à approuver ce document maintenant',
    advice: 'Il a pu être signé, refusé ou annulé entre-temps. Regardez à nouveau la liste.',
  },
  APPROVAL_REQUIRED: {
    title: 'Quelqu’un doit approuver le document',
    advice: 'Il attend qu’une personne à la station l’ait regardé et accepté.',
  },
  APPROVAL_REFUSED: {
    title: 'Refusé à la station',
    advice: 'Une personne l’a regardé et n’a pas voulu signer. Demandez-lui pourquoi avant de le renvoyer.',
  },
  APPROVAL_EXPIRED: {
    title: 'Personne ne l’a approuvé à temps',
    advice: 'Renvoyez-le quand quelqu’un est à la station.',
  },
  SIGNATURE_ALREADY_COMPLETED: {
    title: 'Ce document est déjà signé',
    advice: 'Téléchargez plutôt le fichier signé.',
  },
  SIGNING_OPERATION_FAILED: {
    title: 'La signature n’a pas fonctionné',
    advice: 'Lisez la raison ci-dessous avant de réessayer.',
  },
  SIGNING_PROVIDER_UNSUPPORTED: {
    title: 'Aucune clé capable de signer ici n’est choisie',
    advice: 'Choisissez un certificat, au besoin d’un autre fournisseur. Le motif ci-dessous dit ce qui l’empêche.',
  },
  TIMESTAMP_AUTHORITY_UNAVAILABLE: {
    title: 'Aucun service d’horodatage n’est configuré',
    advice:
      'Les niveaux T, LT et LTA en demandent un. Signez au niveau B, ou demandez à votre administrateur de configurer un service d’horodatage.',
  },
  TIMESTAMP_OPERATION_FAILED: {
    title: 'Le service d’horodatage n’a pas répondu à la demande',
    advice: 'La station a essayé plusieurs fois. Vérifiez la connexion réseau et réessayez plus tard.',
  },
  SIGNATURE_VALIDATION_DATA_UNAVAILABLE: {
    title: 'La preuve que le certificat n’est pas révoqué manque',
    advice:
      'Les niveaux LT et LTA en ont besoin. Signez au niveau B ou T, ou demandez à votre administrateur de fournir les preuves.',
  },
  AUTHENTICATION_REQUIRED: {
    title: 'Cette station demande une clé d’API',
    advice: 'Saisissez votre clé sous Paramètres, Accès.',
  },
  PERMISSION_DENIED: {
    title: 'Votre clé d’API ne le permet pas',
    advice: 'Demandez à votre administrateur une clé avec cette autorisation, et saisissez-la sous Paramètres, Accès.',
  },
  REQUEST_ORIGIN_FORBIDDEN: {
    title: 'La station a refusé la demande à cause de son origine',
    advice: 'Ouvrez la station à sa propre adresse, par exemple http://127.0.0.1:5080.',
  },
  CERTIFICATE_NOT_FOUND: {
    title: 'Le certificat est introuvable',
    advice: 'Insérez la carte qui le porte et actualisez la liste.',
  },
  PROVIDER_NOT_FOUND: {
    title: 'Le fournisseur est introuvable',
    advice: 'Il a pu être retiré de la configuration. Actualisez la liste.',
  },
  ROUTE_NOT_FOUND: {
    title: 'La station ne connaît pas cette adresse',
    advice: 'Rechargez la page. Si cela persiste, la page et la station sont de versions différentes.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'La station ne le permet pas ici',
    advice: 'Rechargez la page. Si cela persiste, la page et la station sont de versions différentes.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'La station est occupée ou pas encore démarrée',
    advice: 'Attendez quelques secondes et réessayez. Les Paramètres montrent quelle partie n’est pas prête.',
  },
};

/** Failures by where their cure lies, for codes that say too little. */
export const areaTexts: Texts<typeof english.areaTexts> = {
  document: {
    title: 'Ce document ne peut pas être signé tel quel',
    advice: 'Demandez-en une nouvelle copie, ou choisissez un autre format : CAdES et ASiC acceptent tout fichier.',
  },
  options: {
    title: 'Ces options ne conviennent pas au document',
    advice: 'Changez-les (format, page, texte ou image du tampon), puis réessayez.',
  },
  token: {
    title: 'La carte ou son logiciel n’a pas signé',
    advice: 'Vérifiez que la bonne carte est insérée, puis réessayez.',
  },
  pin: {
    title: 'Le code PIN n’a pas été accepté',
    advice: 'Faites-le corriger avant de réessayer : un PIN erroné ne doit pas être répété, il peut bloquer la carte.',
  },
  timestamp: {
    title: 'Le service d’horodatage n’a pas répondu à la demande',
    advice: 'Vérifiez la connexion réseau et réessayez plus tard, ou signez au niveau B.',
  },
  station: {
    title: 'La station n’a pas pu terminer',
    advice:
      'Réessayez. Si cela se reproduit, les Paramètres montrent ce qui ne fonctionne pas ; prévenez votre administrateur.',
  },
};

/** Faults that have no error code of the station. */
export const faultTexts: Texts<typeof english.faultTexts> = {
  network: {
    title: 'La station ne répond pas',
    advice: 'Vérifiez que la station de signature tourne sur cet ordinateur, puis réessayez.',
  },
  unexpected: {
    title: 'Quelque chose d’inattendu s’est produit',
    advice: 'Rechargez la page et réessayez. Si cela se reproduit, prévenez votre administrateur.',
  },
  unknownFailure: {
    title: 'La signature n’a pas fonctionné',
    advice: 'Réessayez. Si cela se reproduit, montrez la raison ci-dessous à votre administrateur.',
  },
  tooLarge: {
    title: 'Le fichier est trop grand pour cette station',
    advice: 'Choisissez un fichier plus petit, ou demandez à votre administrateur de relever la limite.',
  },
};
