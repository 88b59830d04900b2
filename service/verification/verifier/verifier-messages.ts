import { z } from 'zod';
import { InspectionFacts } from '../../contract/http/inspection.ts';
import { StampPreview } from '../../contract/http/stamp-previews.ts';
import { StampOptions } from '../../contract/vocabulary/stamp.ts';
import { VerificationReport } from '../../contract/http/verification.ts';
import { SignatureFormat } from '../../contract/vocabulary/signature-formats.ts';
import { BytesSchema } from '../../processes/bytes-schema.ts';
import { REVOCATION_MODES } from '../../contract/vocabulary/revocation-modes.ts';

const DocumentInputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: BytesSchema }),
  z.object({ kind: z.literal('file'), path: z.string() }),
]);

const TrustSchema = z.object({
  trustAnchors: z.array(BytesSchema),
  intermediates: z.array(BytesSchema),
  crls: z.array(BytesSchema),
  ocspResponses: z.array(BytesSchema),
  /** Compact forms of trusted lists, which a verifier reads itself. */
  lists: z.object({ files: z.array(z.string()), areAnchors: z.boolean() }).nullable(),
});

const StampQuestionSchema = z.object({
  signerName: z.string(),
  identityNumber: z.string().nullable(),
  signatureNote: z.string().nullable(),
  appearancePageNumber: z.int(),
  options: StampOptions.nullable(),
  image: BytesSchema.nullable(),
});

/** Host to verifier. Trust is sent only when it differs from what this process was sent last. */
export const VerifierTask = z.object({
  format: SignatureFormat,
  document: DocumentInputSchema,
  original: DocumentInputSchema.nullable(),
  originals: z.array(DocumentInputSchema).nullable(),
  revocationMode: z.enum(REVOCATION_MODES),
  at: z.date(),
  trust: TrustSchema.nullable(),
  /** A stamp to be shown on the document, which is not judged then. */
  stamp: StampQuestionSchema.nullable(),
});
export type VerifierTask = z.infer<typeof VerifierTask>;

/** Verifier to host: the outcome of the one task it was given. */
export const VerifierAnswer = z.object({
  outcome: VerificationReport.omit({ source: true, signatureId: true }).extend({
    inspection: InspectionFacts.optional(),
    preview: z.union([StampPreview, z.object({ fault: z.string() })]).optional(),
  }),
  /** What the evidence at hand left open. */
  wanted: z.array(z.object({ certificates: z.array(BytesSchema), at: z.date() })).default([]),
  /** It holds so much memory that the next document should have another process. */
  isTooLarge: z.boolean().default(false),
});
export type VerifierAnswer = z.infer<typeof VerifierAnswer>;
