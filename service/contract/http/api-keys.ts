import { z } from 'zod';
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
});
