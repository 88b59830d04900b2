import { counterOf } from '../../messages/count.ts';
import type { PinTexts } from './pin-texts.ts';

const { count, digits } = counterOf('es');
const documents = (number: number): string => count(number, 'documento', 'documentos');

export const spanish: PinTexts = {
  title: 'Introducir el PIN',
  documents,
  question: (number) => (number === 1 ? '¿Firmar este documento?' : `¿Firmar estos ${documents(number)}?`),
  onReader: (number) => `En el lector: sus teclas reciben el PIN para ${documents(number)}.`,
  once: (number) => `1 PIN para ${documents(number)}.`,
  single: 'Un PIN para este documento.',
  each: (number) => `Un PIN para cada documento (regla de la tarjeta); ${digits(number)} en espera.`,
  signsWith: 'Firma con',
  token: 'Token',
  noToken: 'ninguno en el lector',
  whatIsSigned: 'Lo que se firma, y nada más',
  behind: (number) => (number === 1 ? '1 más espera detrás.' : `${digits(number)} más esperan detrás.`),
  givenBy: (caller) => `entregado por ${caller}`,
  length: (min, max) => (min === max ? `${digits(min)} caracteres` : `de ${digits(min)} a ${digits(max)} caracteres`),
  bytes: (number) => count(number, 'byte', 'bytes'),
  empty: 'Escriba primero el PIN.',
  tooShort: 'Es demasiado corto para este token. No se ha probado.',
  tooLong: 'Es demasiado largo para este token. No se ha probado.',
  fewTries: 'Se introdujeron PIN erróneos: quedan pocos intentos.',
  lastTry: 'Solo queda un intento. Un PIN erróneo bloquea el token.',
  locked: 'El token está bloqueado. Desbloquéelo con su PUK y el programa de su fabricante.',
  sign: 'Firmar',
  haveReaderAsk: 'Escribirlo en el lector',
  later: 'Más tarde',
  close: 'Cerrar',
  doNotSign: 'No firmar',
  cancelForGood: 'Cancelar para siempre',
  useLastTry: 'Usar el último intento',
  goBack: 'Volver',
  isLastTryMeant: 'Si este PIN es erróneo, el token se bloquea. ¿Usar el último intento?',
  nothingWaits: 'Nada espera un PIN.',
  atReader: 'Escriba el PIN en el lector',
  asksFor: (number) => `Lo pide para ${documents(number)}.`,
  closeWindow: 'Cerrar esta ventana',
  timeOver: 'Se acabó el tiempo',
  readerGaveUp: 'El lector ya no espera. Saque la tarjeta y vuelva a ponerla: entonces preguntará de nuevo.',
};
