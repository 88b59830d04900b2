import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import { removeUnfinished, writeDurably } from '../../service/files/durable-file.ts';
import type { SystemVault, Protection } from '../pins/kept-pins.ts';

const Sealed = z.record(z.string(), z.base64());

/**
 * The system's key store, with what it has sealed in a file of this user alone. Linux without a key ring "encrypts" with
 * a key that stands in Chromium's source (`basic_text`), which protects nothing. Only after Electron's `ready`.
 */
export function openSystemVault(file: string): SystemVault {
  return {
    async protection(): Promise<Protection> {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'unavailable';
      if (process.platform !== 'linux') return 'protected';
      return ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend()) ? 'unprotected' : 'protected';
    },
    seal: async (text) => (await safeStorage.encryptStringAsync(text)).toString('base64'),
    unseal: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
    read() {
      try {
        return Sealed.parse(JSON.parse(readFileSync(file, 'utf8')));
      } catch {
        // None was kept, or nobody can say what stands there: the person is asked.
        return {};
      }
    },
    write(sealed) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      // What a crash has left would keep what the person may be taking back now.
      removeUnfinished(path.dirname(file), (name) => name === path.basename(file));
      writeDurably(file, JSON.stringify(sealed));
    },
  };
}
