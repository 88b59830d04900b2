import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { secretFileName } from '../../service/secrets/file/file-secret-store.ts';
import { SECRET_VARIABLE_PREFIX } from '../../service/secrets/secret-names.ts';

/** What editors put behind the name of a text, unseen where the desktop hides it. */
const ENDING = /\.[A-Z]{1,6}$/;

/**
 * A file that was meant to be that of the secret and is not read: beside the folder of secrets, or in it with an ending,
 * in small letters or without the first words of its name. Null where there is none. Nothing is read but names.
 */
export async function misplacedSecret(name: string, secretsDirectory: string): Promise<string | null> {
  const wanted = secretFileName(name);
  const meant = [wanted, wanted.slice(SECRET_VARIABLE_PREFIX.length)];
  for (const folder of [secretsDirectory, path.dirname(secretsDirectory)]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const found = entries.find((entry) => {
      const isRead = folder === secretsDirectory && entry.name === wanted;
      return !isRead && entry.isFile() && meant.includes(entry.name.toUpperCase().replace(ENDING, ''));
    });
    if (found !== undefined) return path.join(folder, found.name);
  }
  return null;
}
