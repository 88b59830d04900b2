import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsPage } from './settings-page.ts';

/** `npm run settings`: writes `docs/settings.md` anew from the schema. */
writeFileSync(path.join(import.meta.dirname, '../../docs/settings.md'), settingsPage());
