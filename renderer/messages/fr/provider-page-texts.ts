import type * as english from '../en/provider-page-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

export const certificatePageTexts: Texts<typeof english.certificatePageTexts> = {
  lead: 'Tout ce avec quoi cette station peut signer. Seules des données publiques sont affichées.',
  cannotSign: 'Ne peut pas signer',
  canSign: 'Prêt à signer',
  subject: 'Titulaire',
  issuer: 'Émetteur',
  serial: 'Numéro de série',
  validity: 'Validité',
  key: 'Clé',
  usage: 'Prévu pour',
  sha1: 'Empreinte SHA-1',
  sha256: 'Empreinte SHA-256',
  showDetails: 'Empreintes et détails',
};

export const providerPageTexts: Texts<typeof english.providerPageTexts> = {
  title: 'Fournisseurs',
  lead: 'Où se trouvent les clés : cartes, jetons et magasins de clés configurés pour cette station.',
  healthy: 'Prêt',
  degraded: 'Limité',
  unavailable: 'Indisponible',
  checkedAt: (when) => `Vérifié ${when}`,
  notChecked: 'La vérification ne se connecte pas au jeton et ne demande aucun code PIN.',
  certificates: (number) => (number === 0 ? 'Aucun ; chercher pourquoi' : count(number, 'certificat', 'certificats')),
  none: 'Aucun fournisseur n’est configuré',
  noneHint:
    'Un administrateur en ajoute un dans la configuration, par exemple Signing:SmartCard avec le chemin du module de la carte.',
  identifier: 'Identifiant',
  okDetail: 'Tout ce dont ce fournisseur a besoin est présent.',
};
