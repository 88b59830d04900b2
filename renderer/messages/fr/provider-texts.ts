import type * as english from '../en/provider-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts: Texts<typeof english.certificateTexts> = {
  title: 'Certificats',
  lead: 'Tout ce avec quoi cette station peut signer. Seules des données publiques sont affichées.',
  issuedBy: (issuer) => `Émis par ${issuer}`,
  validUntil: (date) => `Valide jusqu’au ${date}`,
  expiresIn: (days) => (days < 1 ? 'Expire aujourd’hui' : `Expire dans ${count(days, 'jour', 'jours')}`),
  expired: (date) => `Expiré le ${date}`,
  validFrom: (date) => `Valide à partir du ${date}`,
  cannotSign: 'Ne peut pas signer',
  cannotSignUnknown: 'Ce certificat ne peut pas servir à signer.',
  canSign: 'Prêt à signer',
  setUp: 'Installer une carte ou un jeton, pas à pas',
  none: 'Aucun certificat trouvé',
  noneHint:
    'Insérez votre carte ou votre clé USB, puis actualisez. Si rien n’apparaît, la page Fournisseurs dit ce qui manque.',
  unusable: (number) => `${count(number, 'certificat ne peut', 'certificats ne peuvent')} pas signer`,
  noneUsable: 'Aucun de ces certificats ne peut signer pour le moment.',
  subject: 'Titulaire',
  issuer: 'Émetteur',
  serial: 'Numéro de série',
  validity: 'Validité',
  provider: 'Fournisseur',
  key: 'Clé',
  usage: 'Prévu pour',
  sha1: 'Empreinte SHA-1',
  sha256: 'Empreinte SHA-256',
  showDetails: 'Empreintes et détails',
};

/** The page of providers. */
export const providerTexts: Texts<typeof english.providerTexts> = {
  checkToken: 'Contrôler le jeton et son pilote',
  findOut: 'Chercher pourquoi',
  findOutAbout: (name) => `Chercher pourquoi : ${name}`,
  unnamed: { card: 'Carte à puce', demo: 'Identité de démonstration (pas pour de vrais documents)' },
  silent: (name) => `${name} ne montre aucun certificat.`,
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
  kind: 'Type',
  okDetail: 'Tout ce dont ce fournisseur a besoin est présent.',
};
