import { z } from 'zod';

/** Why a trusted list is not used. */
export const LIST_REFUSALS = [
  'LIST_UNREADABLE',
  'LIST_MALFORMED',
  'LIST_NOT_SIGNED',
  'LIST_SIGNED_SEVERAL_TIMES',
  'LIST_SIGNATURE_INVALID',
  'LIST_SIGNER_UNKNOWN',
  'LIST_PIVOT_MISSING',
  'LIST_OF_LISTS_MISSING',
  'LIST_SCHEME_UNKNOWN',
  'LIST_TERRITORY_UNKNOWN',
  'LIST_TERRITORY_WRONG',
  'LIST_NOT_YET_ISSUED',
  'LIST_EXPIRED',
  'LIST_CLOSED',
  'LIST_OLDER',
  'LIST_UNREACHABLE',
] as const;
export const ListRefusal = z.enum(LIST_REFUSALS);
export type ListRefusal = z.infer<typeof ListRefusal>;
