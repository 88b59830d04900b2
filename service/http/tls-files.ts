import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureVersion } from 'node:tls';

export interface TlsSettings {
  /** Paths of PEM files: the certificate with its issuers, and its key. */
  readonly Certificate: string;
  readonly Key: string;
  readonly MinimumVersion: SecureVersion;
}

/** What a TLS server is made with. */
export interface TlsOptions {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly minVersion: SecureVersion;
}

/** A message for a person who has to mend the files; no part of the key is in it. */
export class TlsFilesUnusable extends Error {
  constructor(reason: string) {
    super(`The certificate and key of Server:Tls cannot be used: ${reason}.`);
    this.name = 'TlsFilesUnusable';
  }
}

const KEY_OPEN_TO_OTHERS = 0o027;

/** Reads both files. Throws TlsFilesUnusable when one cannot be read, they do not belong together, or the key lies open. */
export function readTlsFiles({ Certificate, Key, MinimumVersion }: TlsSettings): TlsOptions {
  const options = { cert: read(Certificate), key: read(Key), minVersion: MinimumVersion };
  if (process.platform !== 'win32' && (statSync(Key).mode & KEY_OPEN_TO_OTHERS) !== 0) {
    throw new TlsFilesUnusable(`other users of this machine can use the key; close it to them: chmod 600 "${Key}"`);
  }
  try {
    createSecureContext(options);
  } catch {
    throw new TlsFilesUnusable('they are no PEM certificate and unencrypted PEM key that belong together');
  }
  return options;
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new TlsFilesUnusable(`${file} cannot be read (${code})`);
  }
}

export interface TlsWatch {
  /** Looks at the files now; renewing tools write both one after the other, so a pair that does not fit waits. */
  look(): void;
  stop(): void;
}

const LOOK_MILLISECONDS = 10_000;

/** Hands new options on whenever the files have changed and fit; until then the old ones stay in use. */
export function watchTlsFiles(
  settings: TlsSettings,
  onChange: (options: TlsOptions) => void,
  onUnusable: (reason: string) => void,
): TlsWatch {
  let seen = state(settings);
  const look = (): void => {
    const now = state(settings);
    if (now === seen) return;
    seen = now;
    try {
      onChange(readTlsFiles(settings));
    } catch (error) {
      onUnusable(error instanceof Error ? error.message : 'unknown reason');
    }
  };
  const timer = setInterval(look, LOOK_MILLISECONDS).unref();
  return { look, stop: () => clearInterval(timer) };
}

/** Changes whenever one of the files was written or replaced. */
function state({ Certificate, Key }: TlsSettings): string {
  return [Certificate, Key]
    .map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }))
    .map((stats) => (stats === undefined ? '' : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')))
    .join('\n');
}
