import { constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET_VARIABLE_PREFIX, secretVariableName } from '../secret-names.ts';
import type { SecretStore } from '../secret-store.ts';

/** Secrets are PINs, passwords and tokens; anything larger is the wrong file. */
const MAX_SECRET_BYTES = 16 * 1024;
const WRITABLE_BY_OTHERS = 0o022;

/** `Signing:SmartCard:Pin` -> `SERVICE_SECRET_SIGNING_SMARTCARD_PIN`: the file has the name of the variable. */
export function secretFileName(name: string): string {
  return SECRET_VARIABLE_PREFIX + secretVariableName(name);
}

/**
 * One file per secret in `directory` (UTF-8; one line end at the end is not part of the secret). Files are read at each
 * call, so that a changed secret counts at once. A missing file is undefined; an unreadable or oversized one throws, and so
 * does one that others can change: they would choose what is sent to the token. `fileName` says how the file of a secret is called.
 */
export function createFileSecretStore(directory: string, fileName = secretFileName): SecretStore {
  return {
    async read(name) {
      const bytes = await readSmallFile(join(directory, fileName(name)));
      return bytes === undefined ? undefined : withoutLineEnd(bytes);
    },
  };
}

async function readSmallFile(path: string): Promise<Buffer | undefined> {
  // Without O_NONBLOCK a pipe would keep the whole process waiting for whoever writes into it. Windows needs no such flag.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(undefinedWhenMissing);
  if (handle === undefined) return undefined;
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw new Error('What lies in the place of a secret file is no file.');
    const { size, mode } = status;
    if (process.platform !== 'win32' && (mode & WRITABLE_BY_OTHERS) !== 0) {
      throw new Error('A secret file can be changed by other users of this machine.');
    }
    if (size > MAX_SECRET_BYTES) throw new Error(`A secret file is larger than ${MAX_SECRET_BYTES} bytes.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function withoutLineEnd(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  bytes.fill(0);
  return text.replace(/\r?\n$/, '');
}
