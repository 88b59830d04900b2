import { z } from 'zod';

/** What one configured timestamp authority said to a trial; no secret is in it. */
export const AuthorityTrial = z.object({
  /** Its address without user, password and query. */
  url: z.string(),
  ok: z.boolean(),
  /** What it is, or why it cannot be used. */
  sentence: z.string(),
  /** Subject of its certificate; null when it gave no timestamp. */
  authority: z.string().nullable(),
  /** Policy of the timestamp; null when it gave none. */
  policyOid: z.string().nullable(),
  milliseconds: z.number(),
});
export type AuthorityTrial = z.infer<typeof AuthorityTrial>;

/** In the order in which they are asked; `sentence` says what signing would meet. */
export const TimestampingTrial = z.object({
  ok: z.boolean(),
  sentence: z.string(),
  authorities: z.array(AuthorityTrial),
});
export type TimestampingTrial = z.infer<typeof TimestampingTrial>;
