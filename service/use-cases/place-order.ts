import type { Certification } from '../contract/vocabulary/pdf-signing.ts';
import type {
  ContainerSignature,
  Packaging,
  SignatureFormat,
  SignatureOperation,
  SignatureProfile,
} from '../contract/vocabulary/signature-formats.ts';
import type { StampOptions } from '../contract/vocabulary/stamp.ts';
import { checkFieldChoice, checkOperation, checkStamp, packagingFor } from './order-rules.ts';
import { checkStampOptions } from './stamp-options.ts';

/** What every way to ask for a signature says of it. */
interface OrderTerms {
  readonly format: SignatureFormat;
  readonly profile: SignatureProfile;
  readonly operation: SignatureOperation;
  readonly packaging: Packaging | null;
  /** By its name in a report. */
  readonly targetSignature: string | null;
  readonly containerSignature: ContainerSignature | null;
  readonly visibleSignature: boolean;
  readonly signatureNote: string | null;
  readonly signatureField: string | null;
  readonly certification: Certification | null;
  readonly stampOptions: StampOptions | null;
}

export interface OrderWishes extends OrderTerms {
  /** Null: none was named. */
  /** Null: none was named. */
  readonly appearancePageNumber: number | null;
  readonly hasImage: boolean;
}

declare const checked: unique symbol;

/** Terms that go together; `placeOrder` alone makes them, so that no way to ask can leave out a rule. */
export interface Order extends OrderTerms {
  readonly [checked]: true;
  readonly appearancePageNumber: number;
}

/**
 * What makes an order acceptable but its files, which `acceptOrder` looks at, and whether there is a key for it. Throws
 * SIGNATURE_REQUEST_INVALID and SIGNATURE_PROFILE_UNSUPPORTED.
 */
export function placeOrder({ appearancePageNumber, hasImage, ...terms }: OrderWishes): Order {
  const { format, operation, packaging, signatureNote, signatureField, certification, stampOptions } = terms;
  const isStamped = terms.visibleSignature || signatureNote !== null || hasImage;
  const [hasPage, hasField] = [appearancePageNumber !== null, signatureField !== null];
  checkOperation(terms);
  checkStamp(format, isStamped || hasPage);
  checkStampOptions(stampOptions, { format, hasPage, hasField, hasNote: signatureNote !== null, hasImage });
  checkFieldChoice(format, { hasField, isCertified: certification !== null, hasPage });
  return {
    ...terms,
    packaging: operation === 'sign' ? packagingFor(format, packaging) : null,
    visibleSignature: isStamped || stampOptions !== null,
    appearancePageNumber: appearancePageNumber ?? 1,
  } as Order;
}
