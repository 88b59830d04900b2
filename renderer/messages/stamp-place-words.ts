import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { laterText } from './messages.ts';

type Placed = Pick<SignatureView, 'signatureField' | 'signatureAnchor' | 'signatureRect' | 'appearancePageNumber'>;

/** Where a request wants its stamp; its page number says nothing beside a place, a text or a field. */
export function stampPlaceOf(view: Placed): string {
  if (view.signatureField !== null) return laterText.signature.stampInField;
  if (view.signatureAnchor !== null) return laterText.signature.stampBeside(view.signatureAnchor);
  if (view.signatureRect === null) return laterText.signature.stampOn(view.appearancePageNumber);
  const page = Number.parseInt(view.signatureRect, 10);
  return Number.isNaN(page) ? laterText.signature.stampPlacedOnLast : laterText.signature.stampPlacedOn(page);
}
