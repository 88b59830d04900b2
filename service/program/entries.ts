import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Scripts and folders that the station's processes are made of; absolute paths. */
export interface StationEntries {
  readonly worker: string;
  readonly publisher: string;
  readonly tokenHost: string;
  readonly doctor: string;
  readonly verifier: string;
  readonly timestampClient: string;
  readonly trustedLists: string;
  /** A thread of the host, not a process. */
  readonly checkpointThread: string;
  readonly renderer: string;
  readonly sqliteMigrations: string;
  readonly postgresMigrations: string;
}

/** Where the processes' scripts are for the entry script at `file`: beside it in `dist/`, or the root of the checkout. */
export function entryFolder(file: string): string {
  return file.endsWith('.ts') ? path.resolve(path.dirname(file), '..') : path.dirname(file);
}

/** `folder` is the built `dist/`, or the root of a checkout: then the sources are run as they are. */
export function stationEntries(folder: string): StationEntries {
  const at = (...parts: string[]): string => path.join(folder, ...parts);
  if (existsSync(at('worker.js'))) {
    return {
      worker: at('worker.js'),
      publisher: at('publisher.js'),
      tokenHost: at('token-host.js'),
      doctor: at('doctor.js'),
      verifier: at('verifier.js'),
      timestampClient: at('timestamp-client.js'),
      trustedLists: at('trusted-lists.js'),
      checkpointThread: at('checkpoint-thread.js'),
      renderer: at('renderer'),
      sqliteMigrations: at('migrations', 'sqlite'),
      postgresMigrations: at('migrations', 'postgres'),
    };
  }
  return {
    worker: at('worker', 'main.ts'),
    publisher: at('service', 'outbox', 'main.ts'),
    tokenHost: at('native', 'host', 'main.ts'),
    doctor: at('native', 'doctor', 'main.ts'),
    verifier: at('service', 'verification', 'verifier', 'main.ts'),
    timestampClient: at('service', 'timestamping', 'main.ts'),
    trustedLists: at('service', 'trust', 'lists', 'main.ts'),
    checkpointThread: at('service', 'persistence', 'sqlite', 'checkpoints', 'checkpoint-thread.ts'),
    renderer: at('dist', 'renderer'),
    sqliteMigrations: at('service', 'persistence', 'sqlite', 'migrations'),
    postgresMigrations: at('service', 'persistence', 'postgres', 'migrations'),
  };
}

/**
 * The environment of a station whose configuration names none: a server package says it in its `package.json`, a checkout
 * is for development.
 */
export function defaultEnvironment(folder: string): string {
  const file = path.join(folder, '..', 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const isNamed = typeof manifest === 'object' && manifest !== null && 'defaultEnvironment' in manifest;
  return isNamed && typeof manifest.defaultEnvironment === 'string' ? manifest.defaultEnvironment : 'Development';
}
