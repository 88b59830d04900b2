import { z } from 'zod';
import { readManifest } from '../read-manifest.ts';

const DssSignature = z.object({
  indication: z.string(),
  subIndication: z.string().nullable(),
  format: z.string().nullish(),
  sigIntact: z.boolean().nullish(),
  sigValid: z.boolean().nullish(),
});
const DssLine = z.object({
  id: z.string(),
  document: z.object({ signatures: z.array(DssSignature) }).nullish(),
  problem: z.unknown(),
});

/** What EU DSS said of each document, on one line each, by id; empty when nobody wrote it down. */
export function readDssVerdicts(folder: string): ReadonlyMap<string, string> {
  const lines = readManifest(folder, 'dss-verdicts.jsonl', DssLine);
  return new Map(lines.map((line) => [line.id, `DSS ${describe(line)}`]));
}

function describe({ document, problem }: z.infer<typeof DssLine>): string {
  if (document === null || document === undefined) return `could not: ${JSON.stringify(problem).slice(0, 200)}`;
  const texts = document.signatures.map(({ indication, subIndication, format, sigIntact, sigValid }) => {
    const arithmetic = sigIntact === true && sigValid === true ? 'intact' : 'NOT intact';
    return `${indication}${subIndication === null ? '' : `/${subIndication}`} ${format ?? ''} ${arithmetic}`;
  });
  return texts.length === 0 ? 'found no signature' : texts.join('; ');
}
