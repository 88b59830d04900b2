import { z } from 'zod';

export const SettingView = z.object({
  key: z.string().describe('As in the configuration file, its parts joined by colons'),
  value: z.string().nullable().describe('As it would be given on the command line; a list is joined by commas'),
  origin: z.string().describe('Where it was written: a file, a variable, an argument, or a default'),
});
/** A setting that this station works with; secrets are never in it. */
export type SettingView = z.infer<typeof SettingView>;
