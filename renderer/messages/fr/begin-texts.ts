import type * as english from '../en/begin-texts.ts';
import type { Texts } from '../texts.ts';

/** The page that leads to a first signature. */
export const beginTexts: Texts<typeof english.beginTexts> = {
  title: 'Commencer',
  lead: 'Essayez tout de suite, ou installez votre carte ou votre jeton.',
  tryDemo: 'Essayer avec l’identité de démonstration',
  demoHint: 'Elle signe tout de suite et n’a pas besoin de carte. Personne n’acceptera ses signatures.',
  useDemo: 'Signer avec l’identité de démonstration',
  noDemo: 'Cette station n’a pas d’identité de démonstration : elle est réglée pour de vraies signatures.',
  useToken: 'Utiliser ma carte ou mon jeton',
  tokenHint: 'Pas à pas, sans connexion : aucun code PIN n’est utilisé avant votre accord.',
  which: 'Lequel',
  looking: 'Recherche …',
  lookAgain: 'Regarder de nouveau',
  allThere: 'Tout est là.',
  firstIs: {
    reader: 'Commencez par le lecteur.',
    card: 'Commencez par la carte.',
    middleware: 'Commencez par le logiciel de la carte.',
    certificate: 'Commencez par le certificat et son code PIN.',
  },
  steps: {
    reader: 'Lecteur ou jeton USB',
    card: 'Carte ou jeton dedans',
    middleware: 'Logiciel de la carte (PKCS#11)',
    certificate: 'Certificat et code PIN',
  },
  states: {
    good: 'présent',
    warn: 'présent, avec une remarque',
    bad: 'manque',
    open: 'pas encore',
  },
  missing: {
    reader: 'Branchez un lecteur de cartes ou un jeton USB.',
    card: 'Mettez la carte dans le lecteur.',
    middleware: 'Installez le logiciel du fabricant de la carte.',
    certificate: 'Il apparaît quand le lecteur, la carte et le logiciel sont là.',
  },
  nameIt: 'Le nommer dans les réglages',
  nameItHint:
    'Aucune carte ni aucun jeton n’est encore réglé. Ajoutez ceci à config.json dans le dossier de données, puis redémarrez la station ; le programme de bureau demande le code PIN dans une fenêtre à lui.',
  testTitle: 'Une signature d’essai',
  testHint:
    'Signe un court texte avec le jeton. Il peut demander le code PIN, une fois ; un code faux coûte un essai et n’est pas essayé de nouveau.',
  signsAs: (name: string): string => `Signe en tant que ${name}`,
  agree: 'J’accepte que le jeton signe une fois, avec son code PIN',
  testNow: 'Faire une signature d’essai',
  signing: 'Signature en cours …',
  signed: (verdict: string): string => `Signé. La station juge : ${verdict}.`,
  notTrustedYet:
    'La signature est faite. Pour la confirmer, la station doit faire confiance à l’émetteur du certificat.',
  showIt: 'Montrer la demande',
  details: 'Tout ce qui a été regardé',
};
