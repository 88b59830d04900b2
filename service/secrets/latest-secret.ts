import type { SecretStore } from './secret-store.ts';

/**
 * Reads a secret now, and answers with what reads it again for each who needs it: a changed one counts at once. While it is
 * not there or cannot be read (a file that is just being replaced, one that others may change) it stays what it was, and
 * `onUnreadable` is told once until it can be read again. The empty text is one that was never set. Rejects where the first
 * reading does; what it answers with never does.
 */
export async function latestSecret(
  secrets: SecretStore,
  name: string,
  onUnreadable: (sentence: string) => void,
): Promise<() => Promise<string>> {
  let known = (await secrets.read(name)) ?? '';
  let isTold = false;
  const tell = (why: string): void => {
    if (!isTold) onUnreadable(`The secret ${name} ${why}. What it was before goes on counting.`);
    isTold = true;
  };
  return async () => {
    try {
      const read = (await secrets.read(name)) ?? '';
      if (read === '' && known !== '') tell('is not set any more');
      else [known, isTold] = [read, false];
    } catch (fault) {
      tell(`cannot be read: ${fault instanceof Error ? fault.message.replace(/\.$/, '') : 'unknown reason'}`);
    }
    return known;
  };
}
