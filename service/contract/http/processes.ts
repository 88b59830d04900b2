import { z } from 'zod';

export const PROCESS_STATES = ['running', 'idle', 'restarting', 'given-up', 'stopped'] as const;

/** One child process of the station. */
export const ProcessView = z.object({
  id: z.string().describe('`worker`, `publisher`, `verifier`, `timestamp-client`, or `token-host:` and its providers'),
  state: z
    .enum(PROCESS_STATES)
    .describe(
      '`idle`: it is started when needed; `given-up`: it ended again and again, and is tried every five minutes',
    ),
  pid: z.int().nullable(),
  since: z.iso.datetime().describe('When it came into this state'),
  deathsInARow: z.int().describe('Ends that followed each other within seconds'),
  lastExit: z
    .object({ exitCode: z.int().nullable(), signal: z.string().nullable() })
    .nullable()
    .describe('How it ended last; neither code nor signal: it could not be started'),
});
export type ProcessView = z.infer<typeof ProcessView>;
