import type * as english from '../en/api-key-texts.ts';
import type { Texts } from '../texts.ts';

/** The texts of the part of Settings that manages API keys. */
export const apiKeyTexts: Texts<typeof english.apiKeyTexts> = {
  title: 'Clés d’API',
  lead: 'Chaque programme reçoit sa propre clé, pour qu’on puisse en révoquer une sans gêner les autres.',
  none: 'Aucune clé : les programmes de cet ordinateur n’en ont pas besoin tant qu’elles ne sont pas exigées.',
  list: 'Clés',
  make: 'Créer une clé',
  newTitle: 'Nouvelle clé d’API',
  name: 'Nom',
  namePlaceholder: 'Par exemple : Comptabilité',
  nameInvalid: 'Donnez à la clé un nom de 1 à 100 caractères.',
  allowed: 'Ce que la clé peut faire',
  approval: 'Avant la signature de ses documents',
  approvalAsStation: 'Comme la station est réglée (Approvals:Rule)',
  approvalRules: {
    Never: 'Personne n’est consulté',
    Always: 'Une personne approuve chaque document',
    OncePerBatch: 'Une personne approuve chaque lot une fois',
    Limited: 'Une personne approuve et peut laisser continuer pour 100 documents ou 15 minutes',
  },
  permissionsInvalid: 'Choisissez au moins une autorisation.',
  making: 'Création de la clé',
  abandon: 'Abandonner',
  permissions: {
    SignaturesCreate: { name: 'Signer des documents', hint: 'Remettre des documents à signer.' },
    SignaturesRead: {
      name: 'Lire les signatures',
      hint: 'Suivre les demandes et les tâches, récupérer et vérifier les fichiers signés.',
    },
    SignaturesCancel: {
      name: 'Annuler des signatures',
      hint: 'Annuler les demandes dont la signature n’a pas commencé.',
    },
    SignaturesApprove: {
      name: 'Approuver des signatures',
      hint: 'Voir ce que d’autres clés ont remis, et l’approuver ou le refuser sur la page À approuver.',
    },
    CertificatesRead: {
      name: 'Lire les certificats',
      hint: 'Voir les certificats utilisables pour signer ; données publiques seulement.',
    },
    ProvidersRead: {
      name: 'Lire les fournisseurs',
      hint: 'Voir quels cartes, jetons et magasins de clés sont configurés et fonctionnent.',
    },
    AuditRead: {
      name: 'Lire le journal',
      hint: 'Voir ce qui s’est passé, qui l’a fait et quand, et les mesures de la station.',
    },
    Verify: {
      name: 'Vérifier des signatures',
      hint: 'Faire vérifier des fichiers signés de toute origine ; ils ne sont pas conservés.',
    },
    Administer: {
      name: 'Administrer',
      hint: 'Créer et révoquer des clés d’API. Les autres autorisations ne sont pas comprises.',
    },
  },
  prefix: 'Préfixe',
  tenant: 'Entité',
  created: 'Créée',
  lastUsed: 'Dernière utilisation',
  revoked: 'Révoquée',
  inForce: 'En vigueur',
  ownKey: 'Utilisée par cette fenêtre',
  secretTitle: (name) => `Copiez la clé « ${name} » maintenant`,
  secretWarning:
    'Elle n’est affichée que cette fois. La station n’en garde pas de copie : si elle est perdue, révoquez-la et créez-en une autre.',
  secret: 'La clé',
  copy: 'Copier la clé',
  copied: 'Copié',
  copyFailed: 'La copie n’est pas permise ici. La clé est sélectionnée : copiez-la au clavier.',
  stored: 'Je l’ai conservée',
  revoke: 'Révoquer',
  revokeKey: (name) => `Révoquer ${name}`,
  revokeTitle: (name) => `Révoquer « ${name} » ?`,
  revokeWarning: 'Les programmes qui utilisent cette clé seront refusés dès lors. C’est irréversible.',
  revokeOwn: 'Cette fenêtre utilise cette clé. Il vous en faudra une autre pour continuer ici.',
  keep: 'Garder la clé',
  confirm: 'Révoquer la clé',
  revokedDone: (name) => `${name} : révoquée`,
  faults: {
    AUTHENTICATION_REQUIRED: {
      title: 'Gérer les clés d’API demande une clé d’API',
      advice:
        'Saisissez ci-dessus, sous Accès, une clé en vigueur avec l’autorisation Administrer. ' +
        'La première se crée avec la ligne de commande de la station : api-key create --name Me --permissions Administer',
    },
    PERMISSION_DENIED: {
      title: 'Votre clé d’API ne peut pas gérer les clés d’API',
      advice: 'Il faut une clé avec l’autorisation Administrer. Saisissez-la ci-dessus, sous Accès.',
    },
    SIGNATURE_REQUEST_INVALID: {
      title: 'La station n’a pas accepté',
      advice: 'Une clé demande un nom de 1 à 100 caractères et au moins une autorisation.',
    },
    ROUTE_NOT_FOUND: {
      title: 'Cette clé n’est plus en vigueur',
      advice: 'Quelqu’un d’autre l’a peut-être révoquée. Actualisez la liste.',
    },
  },
};
