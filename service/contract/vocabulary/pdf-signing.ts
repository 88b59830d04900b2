import { z } from 'zod';

/**
 * What a certifying signature (ISO 32000-2 clause 12.8.2.2, DocMDP) lets others change afterwards: nothing, filling in
 * forms and signing, or also annotations. Further signatures need one of the latter two.
 */
export const CERTIFICATIONS = ['NoChanges', 'FillForms', 'Annotate'] as const;
export const Certification = z.enum(CERTIFICATIONS);
export type Certification = z.infer<typeof Certification>;

/** Longest full name of a signature field that is taken, in characters. */
export const MAX_FIELD_NAME_LENGTH = 200;
