import { z } from 'zod';
import { VerificationReport } from './verification.ts';

export const DETECTED_KINDS = [
  'PDF',
  'XML',
  'CMS',
  'ASiC_S',
  'ASiC_E',
  'TimestampToken',
  'PlainFile',
  'Unknown',
] as const;

export const InspectedFile = z.object({
  name: z.string(),
  size: z.int().min(0),
  role: z.enum(['Data', 'Signature', 'Other']),
  isSigned: z.boolean().describe('A signature in the container is over these bytes; what it is worth is in the report'),
});
export type InspectedFile = z.infer<typeof InspectedFile>;

/** What a file is, told by its bytes. */
export const InspectionFacts = z.object({
  detected: z.enum(DETECTED_KINDS).describe('Unknown: the check ended before this was told'),
  isSigned: z.boolean().describe('Signatures were found'),
  contents: z.array(InspectedFile).describe('The files in a container; empty for everything else'),
  explanation: z.string().nullable().describe('What the file is, in words, where its kind does not say it all'),
});
export type InspectionFacts = z.infer<typeof InspectionFacts>;

export const Inspection = InspectionFacts.extend({
  report: VerificationReport.optional().describe('Absent for a file in which nothing can be verified'),
});
export type Inspection = z.infer<typeof Inspection>;
