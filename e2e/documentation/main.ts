import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientTypes } from './client-types.ts';
import { settingsPage } from './settings-page.ts';

/** `npm run settings`: writes `docs/settings.md` anew from the schema, and the client's types from the OpenAPI document. */
const ROOT = path.join(import.meta.dirname, '../..');
writeFileSync(path.join(ROOT, 'docs/settings.md'), settingsPage());
for (const [file, text] of await clientTypes()) writeFileSync(path.join(ROOT, file), text);
