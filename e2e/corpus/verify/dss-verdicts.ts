import { z } from 'zod';
import { readManifest } from '../read-manifest.ts';

const DssTimestamp = z.object({
  time: z.string(),
  intact: z.boolean().nullish(),
  valid: z.boolean().nullish(),
});
const DssSignature = z.object({
  indication: z.string(),
  subIndication: z.string().nullable(),
  format: z.string().nullish(),
  sigIntact: z.boolean().nullish(),
  sigValid: z.boolean().nullish(),
  counter: z.boolean().nullish(),
  timestamps: z.array(DssTimestamp).nullish(),
});
const DssDocument = z.object({ signatures: z.array(DssSignature), docTimestamps: z.array(DssTimestamp).nullish() });
export type DssDocument = z.infer<typeof DssDocument>;
const DssLine = z.object({
  id: z.string(),
  document: DssDocument.nullish(),
  problem: z.unknown(),
});
export type DssVerdict = z.infer<typeof DssLine>;

/** What EU DSS said of each document, on one line each, by id; empty when nobody wrote it down. */
export function readDssVerdicts(folder: string): ReadonlyMap<string, DssVerdict> {
  return new Map(readManifest(folder, 'dss-verdicts.jsonl', DssLine).map((line) => [line.id, line]));
}

/** In one line. */
export function describeDssVerdict({ document, problem }: DssVerdict): string {
  if (document === null || document === undefined) return `could not: ${JSON.stringify(problem).slice(0, 200)}`;
  const texts = document.signatures.map(({ indication, subIndication, format, sigIntact, sigValid }) => {
    const arithmetic = sigIntact === true && sigValid === true ? 'intact' : 'NOT intact';
    return `${indication}${subIndication === null ? '' : `/${subIndication}`} ${format ?? ''} ${arithmetic}`;
  });
  return texts.length === 0 ? 'found no signature' : texts.join('; ');
}
