import { z } from 'zod';
import { ApprovalRule } from '../vocabulary/approval-rules.ts';
import { Permission } from '../vocabulary/permissions.ts';

/** What is said of a new API key, over HTTP and on the command line. */
export const NewApiKey = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'must not hold control characters'),
  permissions: z
    .array(Permission)
    .min(1)
    .max(50)
    .transform((permissions) => [...new Set(permissions)]),
  approvalRule: ApprovalRule.nullable()
    .default(null)
    .describe('Whether a person has to approve what it gives in; null: as `Approvals:Rule` says'),
});

/** A key as it is listed: everything but its secret. */
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  tenantId: z.string(),
  permissions: z.array(z.string()),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  approvalRule: ApprovalRule.nullable().describe('null: as `Approvals:Rule` says'),
  lastUsedAt: z.iso.datetime().nullable().describe('When it was used last, give or take a minute'),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

/** The answer to making a key: the one place where it is said whole, `prefix.secret`. */
export const CreatedApiKey = ApiKeyView.extend({
  key: z.string().min(1).describe('The key itself; shown this once'),
});
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
