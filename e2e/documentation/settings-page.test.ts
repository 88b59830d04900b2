import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { allKeys, keyTree } from '../../service/config/configuration-keys.ts';
import { ConfigurationSchema } from '../../service/config/settings-schema.ts';
import { SETTING_MEANINGS } from './setting-meanings.ts';
import { settingsPage } from './settings-page.ts';

describe('docs/settings.md', () => {
  it('is what the schema says today: npm run settings writes it anew', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
    expect(page).toBe(settingsPage());
  });

  it('explains every key that the station knows, and no other', () => {
    // A list is known whole and by index; the page has the index of lists of sections and the name of the others.
    const keys = allKeys(keyTree(ConfigurationSchema))
      .map((key) => (key.endsWith(':0') ? key.slice(0, -2) : key))
      .filter((key) => key !== 'Signing:Pkcs11' && key !== 'WatchedFolders');
    expect(Object.keys(SETTING_MEANINGS).toSorted()).toEqual([...new Set(keys)].toSorted());
  });

  it('is formatted as all other pages are', async () => {
    const page = settingsPage();
    expect(page).toBe(await format(page, { parser: 'markdown', printWidth: 120, singleQuote: true }));
  });
});
