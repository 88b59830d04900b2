import { z } from 'zod';
import { SignatureProfile } from '../vocabulary/signature-formats.ts';

export const LEVEL_OBSTACLES = ['NoTimestampAuthority', 'NoEvidence'] as const;

export const LevelView = z.object({
  profile: SignatureProfile,
  isOffered: z
    .boolean()
    .describe('Whether this station is set up for it; whether a job reaches it, its evidence decides'),
  obstacle: z.enum(LEVEL_OBSTACLES).nullable().describe('What is not set up; null where it is offered'),
});
/** A level of signatures, and whether it makes sense to ask for it here. */
export type LevelView = z.infer<typeof LevelView>;
