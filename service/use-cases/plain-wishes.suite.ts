import type { OrderWishes } from './place-order.ts';

/** A PDF at level B, without a stamp. */
export const PLAIN_WISHES: OrderWishes = {
  format: 'PAdES',
  profile: 'B',
  operation: 'sign',
  packaging: null,
  targetSignature: null,
  containerSignature: null,
  visibleSignature: false,
  signatureNote: null,
  appearancePageNumber: null,
  signatureField: null,
  certification: null,
  stampOptions: null,
  hasImage: false,
};
