import { counterOf } from '../../messages/count.ts';
import type { PinTexts } from './pin-texts.ts';

const { count, digits } = counterOf('fr');
const documents = (number: number): string => count(number, 'document', 'documents');

export const french: PinTexts = {
  title: 'Saisir le code PIN',
  documents,
  question: (number) => (number === 1 ? 'Signer ce document ?' : `Signer ces ${documents(number)} ?`),
  onReader: (number) => `Sur le lecteur : ses touches prennent le code PIN pour ${documents(number)}.`,
  once: (number) => `1 code PIN pour ${documents(number)}.`,
  single: 'Un code PIN pour ce document.',
  each: (number) => `Un code PIN pour chaque document (règle de la carte) ; ${digits(number)} en attente.`,
  signsWith: 'Signe avec',
  token: 'Jeton',
  noToken: 'aucun dans le lecteur',
  whatIsSigned: 'Ce qui est signé, et rien d’autre',
  behind: (number) => (number === 1 ? '1 autre attend derrière.' : `${digits(number)} autres attendent derrière.`),
  givenBy: (caller) => `déposé par ${caller}`,
  length: (min, max) => (min === max ? `${digits(min)} caractères` : `${digits(min)} à ${digits(max)} caractères`),
  bytes: (number) => count(number, 'octet', 'octets'),
  empty: 'Saisissez d’abord le code PIN.',
  tooShort: 'C’est trop court pour ce jeton. Il n’a pas été essayé.',
  tooLong: 'C’est trop long pour ce jeton. Il n’a pas été essayé.',
  fewTries: 'De faux codes PIN ont été saisis : il reste peu d’essais.',
  lastTry: 'Il ne reste qu’un essai. Un faux code PIN bloque le jeton.',
  locked: 'Le jeton est bloqué. Débloquez-le avec son code PUK et le programme de son fabricant.',
  sign: 'Signer',
  haveReaderAsk: 'Saisir sur le lecteur',
  later: 'Plus tard',
  close: 'Fermer',
  doNotSign: 'Ne pas signer',
  cancelForGood: 'Annuler pour de bon',
  useLastTry: 'Utiliser le dernier essai',
  goBack: 'Revenir',
  isLastTryMeant: 'Si ce code PIN est faux, le jeton se bloque. Utiliser le dernier essai ?',
  nothingWaits: 'Rien n’attend de code PIN.',
  atReader: 'Saisissez le code PIN sur le lecteur',
  asksFor: (number) => `Il le demande pour ${documents(number)}.`,
  closeWindow: 'Fermer cette fenêtre',
  timeOver: 'Le temps est écoulé',
  readerGaveUp: 'Le lecteur n’attend plus. Retirez la carte et remettez-la : il demandera de nouveau.',
};
