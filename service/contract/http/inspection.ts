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

export const WARNING_KINDS = [
  'JavaScript',
  'Launch',
  'XFA',
  'HiddenLayers',
  'UnusedObjects',
  'EmbeddedFiles',
  'OverlappingFields',
  'NotExamined',
] as const;
export const WarningKind = z.enum(WARNING_KINDS);
export type WarningKind = z.infer<typeof WarningKind>;

/** Something in a PDF by which a person may see something else than what is signed. It forbids nothing. */
export const DocumentWarning = z.object({
  kind: WarningKind.describe('NotExamined: the document, or a part of it, could not be looked at'),
  count: z.int().min(1).describe('How often it was found'),
  detail: z.string().nullable(),
});
export type DocumentWarning = z.infer<typeof DocumentWarning>;

export const SignatureFieldFacts = z.object({
  name: z.string().describe('Full name, for `signatureField`'),
  isSigned: z.boolean(),
  page: z.int().nullable().describe('Counted from 1; null for a field that no page shows'),
});
/** A field of a PDF that is made for a signature. */
export type SignatureFieldFacts = z.infer<typeof SignatureFieldFacts>;

/** A file that came along with the one that is inspected. */
export const GivenOriginal = z.object({
  sha256: z.string(),
  isSigned: z.boolean().describe('An intact signature is over it'),
});
export type GivenOriginal = z.infer<typeof GivenOriginal>;

/** What a file is, told by its bytes. */
export const InspectionFacts = z.object({
  detected: z.enum(DETECTED_KINDS).describe('Unknown: the check ended before this was told'),
  isSigned: z
    .boolean()
    .describe('Signatures of a kind that is checked were found; timestamps and usage rights alone are none'),
  contents: z.array(InspectedFile).describe('The files in a container; empty for everything else'),
  originals: z.array(GivenOriginal).describe('The files that came along, in their order'),
  warnings: z.array(DocumentWarning).describe('Of a PDF: what a person who looks at it should know before signing'),
  pageCount: z.int().min(0).nullable().describe('Of a PDF whose pages can be counted; null for everything else'),
  signatureFields: z.array(SignatureFieldFacts).describe('Of a PDF: its signature fields, signed and empty'),
  explanation: z.string().nullable().describe('What the file is, in words, where its kind does not say it all'),
});
export type InspectionFacts = z.infer<typeof InspectionFacts>;

/** What is said of a file while nothing was found in it, but for its kind. */
export const PLAIN_FACTS = {
  isSigned: false,
  contents: [],
  originals: [],
  warnings: [],
  pageCount: null,
  signatureFields: [],
  explanation: null,
} satisfies Partial<InspectionFacts>;

export const Inspection = InspectionFacts.extend({
  report: VerificationReport.optional().describe('Absent for a file in which nothing can be verified'),
});
export type Inspection = z.infer<typeof Inspection>;
