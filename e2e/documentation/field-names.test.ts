import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** Where a form, a command or a sentence about them says `signaturePage`, and what is said of it is `appearancePageNumber`. */
const DOORS = [
  'renderer/state/signing-form.ts',
  'service/command-line/command-fields.ts',
  'service/contract/http/signatures.ts',
  'service/http/operations/retry-operation.ts',
  'service/http/operations/stamp-preview-operation.ts',
  'service/http/uploads/create-form.ts',
];
const SENTENCES = '/sentences/order-sentences.ts';

/** The specification calls the page of the stamp by two names: one in forms, the other in the status and everywhere within. */
it('the page of the stamp is signaturePage in forms alone', () => {
  const files = globSync('{main,native,renderer,service,worker}/**/*.{ts,svelte}', { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.(?:test|suite|spec)\.ts$/.test(file) && !file.endsWith(SENTENCES))
    .filter((file) => /\bsignaturePage\b/.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(files.toSorted()).toEqual(DOORS);
});
