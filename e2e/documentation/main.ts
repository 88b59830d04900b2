import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLIENT_TYPES_FILE, clientTypes } from './client-types.ts';
import { settingsPage } from './settings-page.ts';

/** `npm run settings`: writes `docs/settings.md` anew from the schema, and the client's types from the OpenAPI document. */
const ROOT = path.join(import.meta.dirname, '../..');
writeFileSync(path.join(ROOT, 'docs/settings.md'), settingsPage());
writeFileSync(path.join(ROOT, CLIENT_TYPES_FILE), await clientTypes());
