import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../service/config/configuration.ts';
import type { Protection, SystemVault } from '../pins/kept-pins.ts';
import { openKeptSecrets, type KeepingAnswer, type KeptSecrets } from './kept-secrets.ts';

const DATABASE = 'SERVICE_SECRET_DATABASE_PASSWORD';
const BUCKET = 'SERVICE_SECRET_STORAGE_SECRETACCESSKEY';
const PIN = 'SERVICE_SECRET_SIGNING_SMARTCARD_PIN';

describe('kept passwords of servers', () => {
  let folder: string;
  let sealed: Readonly<Record<string, string>>;
  let protection: Protection;
  let isLeave: boolean;
  let asked: (readonly string[])[];
  let opens: (sealed: string) => string;
  const vault: SystemVault = {
    protection: () => Promise.resolve(protection),
    seal: (text) => Promise.resolve(`sealed ${text}`),
    unseal: (text) => new Promise((resolve) => resolve(opens(text))),
    read: () => sealed,
    write: (entries) => void (sealed = entries),
  };
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kept-secrets-'));
    mkdirSync(path.join(folder, 'secrets'), { mode: 0o700 });
    [sealed, protection, isLeave, asked] = [{}, 'protected', false, []];
    opens = (text) => text.slice('sealed '.length);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (name: string): string => path.join(folder, 'secrets', name);
  const put = (name: string, value: string): void => writeFileSync(fileOf(name), `${value}\n`, { mode: 0o600 });
  const open = (answer: KeepingAnswer): Promise<KeptSecrets> =>
    openKeptSecrets({
      configuration: loadConfiguration({ argv: [`--Data:Directory=${folder}`], env: {} }),
      vault,
      ask: (files) => {
        asked.push(files);
        return Promise.resolve(answer);
      },
      choice: { isLeave: () => isLeave, rememberLeave: () => void (isLeave = true) },
    });

  it('are moved out of their files once the person agrees, and opened at each start', async () => {
    put(DATABASE, 'one');
    put(BUCKET, 'two');
    put(PIN, '1234');
    const expected = { variables: { [DATABASE]: 'one', [BUCKET]: 'two' }, lost: [] };
    expect(await open('keep')).toEqual(expected);
    expect(asked).toEqual([[DATABASE, BUCKET]]);
    expect([DATABASE, BUCKET, PIN].map((name) => existsSync(fileOf(name)))).toEqual([false, false, true]);
    expect(await open('leave')).toEqual(expected);
    expect(asked, 'nothing is asked without a file').toHaveLength(1);
  });

  it('stay in their files where the person says so, who is asked once', async () => {
    put(DATABASE, 'one');
    sealed = { [DATABASE]: 'sealed older', [BUCKET]: 'sealed two' };
    expect(await open('leave')).toEqual({ variables: { [BUCKET]: 'two' }, lost: [] });
    expect(sealed).toEqual({ [BUCKET]: 'sealed two' });
    await open('keep');
    expect(asked).toHaveLength(1);
    expect(existsSync(fileOf(DATABASE))).toBe(true);
  });

  it('give way to a file that is newer, and take it in when agreed', async () => {
    sealed = { [DATABASE]: 'sealed older' };
    put(DATABASE, 'newer');
    expect(await open('keep')).toEqual({ variables: { [DATABASE]: 'newer' }, lost: [] });
  });

  it.each(['unprotected', 'unavailable'] as const)('are not kept where the key store is %s', async (found) => {
    protection = found;
    put(DATABASE, 'one');
    sealed = { [BUCKET]: 'sealed two' };
    expect(await open('keep')).toEqual({ variables: {}, lost: [BUCKET] });
    expect([asked.length, existsSync(fileOf(DATABASE))]).toEqual([0, true]);
  });

  it('keep a file that is written anew while it is moved', async () => {
    put(DATABASE, 'one');
    opens = (text) => {
      // Whoever changes the password does it in the moment in which the older one has been sealed.
      put(DATABASE, 'two');
      return text.slice('sealed '.length);
    };
    expect((await open('keep')).variables, 'the file counts').toEqual({});
    expect(readFileSync(fileOf(DATABASE), 'utf8')).toBe('two\n');
    expect(readdirSync(path.join(folder, 'secrets'))).toEqual([DATABASE]);
    opens = (text) => text.slice('sealed '.length);
    expect((await open('keep')).variables).toEqual({ [DATABASE]: 'two' });
  });

  it('find a file again that was being moved when the program ended, and nothing older than a newer one', async () => {
    put(DATABASE, 'one');
    renameSync(fileOf(DATABASE), `${fileOf(DATABASE)}.leaving`);
    expect((await open('leave')).variables).toEqual({});
    expect(readFileSync(fileOf(DATABASE), 'utf8')).toBe('one\n');
    writeFileSync(`${fileOf(DATABASE)}.leaving`, 'older\n', { mode: 0o600 });
    await open('leave');
    expect(readFileSync(fileOf(DATABASE), 'utf8')).toBe('one\n');
    expect(readdirSync(path.join(folder, 'secrets'))).toEqual([DATABASE]);
  });

  it('keep their file when what was sealed does not open again', async () => {
    put(DATABASE, 'one');
    opens = () => {
      throw new Error('The key ring was made anew.');
    };
    sealed = { [BUCKET]: 'sealed two' };
    expect(await open('keep')).toEqual({ variables: {}, lost: [BUCKET] });
    expect(existsSync(fileOf(DATABASE))).toBe(true);
  });
});
