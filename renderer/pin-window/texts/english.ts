import { counterOf } from '../../messages/count.ts';
import type { PinTexts } from './pin-texts.ts';

const { count, digits } = counterOf('en');
const documents = (number: number): string => count(number, 'document', 'documents');

export const english: PinTexts = {
  title: 'Enter the PIN',
  documents,
  question: (number) => (number === 1 ? 'Sign this document?' : `Sign these ${documents(number)}?`),
  onReader: (number) => `On the reader: its keys take the PIN for ${documents(number)}.`,
  once: (number) => `1 PIN for ${documents(number)}.`,
  single: 'A PIN for this document.',
  each: (number) => `A PIN for each document (the card’s rule); ${digits(number)} wait.`,
  signsWith: 'Signs with',
  token: 'Token',
  noToken: 'none is in the reader',
  whatIsSigned: 'What this signs, and nothing else',
  behind: (number) => `${digits(number)} more wait behind.`,
  givenBy: (caller) => `given in by ${caller}`,
  length: (min, max) => (min === max ? `${digits(min)} characters` : `${digits(min)} to ${digits(max)} characters`),
  bytes: (number) => count(number, 'byte', 'bytes'),
  empty: 'Type the PIN first.',
  tooShort: 'That is too short for this token. It was not tried.',
  tooLong: 'That is too long for this token. It was not tried.',
  fewTries: 'Wrong PINs were entered: few tries are left.',
  lastTry: 'Only one try is left. A wrong PIN locks the token.',
  locked: 'The token is locked. Unlock it with its PUK and its maker’s program.',
  sign: 'Sign',
  haveReaderAsk: 'Have the reader ask',
  later: 'Later',
  close: 'Close',
  doNotSign: 'Do not sign',
  cancelForGood: 'Cancel them for good',
  useLastTry: 'Use the last try',
  goBack: 'Go back',
  isLastTryMeant: 'If this PIN is wrong, the token is locked. Use the last try?',
  nothingWaits: 'Nothing waits for a PIN.',
  atReader: 'Type the PIN on the reader',
  asksFor: (number) => `It asks for ${documents(number)}.`,
  closeWindow: 'Close this window',
  timeOver: 'Time is over',
  readerGaveUp: 'The reader has given up by now. Take the card out and put it in: then it asks again.',
};
