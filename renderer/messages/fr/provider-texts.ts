import type * as english from '../en/provider-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts: Texts<typeof english.certificateTexts> = {
  title: 'Certificats',
  issuedBy: (issuer) => `Émis par ${issuer}`,
  validUntil: (date) => `Valide jusqu’au ${date}`,
  expiresIn: (days) => (days < 1 ? 'Expire aujourd’hui' : `Expire dans ${count(days, 'jour', 'jours')}`),
  expired: (date) => `Expiré le ${date}`,
  validFrom: (date) => `Valide à partir du ${date}`,
  cannotSignUnknown: 'Ce certificat ne peut pas servir à signer.',
  setUp: 'Installer une carte ou un jeton, pas à pas',
  none: 'Aucun certificat trouvé',
  noneHint:
    'Insérez votre carte ou votre clé USB, puis actualisez. Si rien n’apparaît, la page Fournisseurs dit ce qui manque.',
  unusable: (number) => `${count(number, 'certificat ne peut', 'certificats ne peuvent')} pas signer`,
  noneUsable: 'Aucun de ces certificats ne peut signer pour le moment.',
};

/** The page of providers. */
export const providerTexts: Texts<typeof english.providerTexts> = {
  checkToken: 'Contrôler le jeton et son pilote',
  findOut: 'Chercher pourquoi',
  findOutAbout: (name) => `Chercher pourquoi : ${name}`,
  unnamed: { card: 'Carte à puce', demo: 'Identité de démonstration (pas pour de vrais documents)' },
  silent: (name) => `${name} ne montre aucun certificat.`,
};
