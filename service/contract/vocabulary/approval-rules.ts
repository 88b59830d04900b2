import { z } from 'zod';

/** Whether a person at the station has to agree before what a program gave in is signed. */
export const APPROVAL_RULES = [
  /** Nobody is asked: whoever set the key or the program up has agreed for good. */
  'Never',
  /** Each document is shown to a person and approved by itself. */
  'Always',
  /** The documents of one batch are approved together, once one of them was shown. */
  'OncePerBatch',
  /** As Always, and the person may let the same key go on for at most 100 documents or 15 minutes. */
  'Limited',
] as const;
export const ApprovalRule = z.enum(APPROVAL_RULES);
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** Most documents that are approved at once, or let pass after one approval. */
export const MAX_APPROVED_DOCUMENTS = 100;
/** How long an approval holds, and how long documents may be let pass after one. */
export const APPROVAL_MINUTES = 15;
