import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from '../../service/config/configuration.ts';
import { syncFolder } from '../../service/files/durable-file.ts';
import { createFileSecretStore, secretFileName } from '../../service/secrets/file/file-secret-store.ts';
import type { SystemVault } from '../pins/kept-pins.ts';

/** How a file is called while it is looked at for the last time. Nobody writes a password under this name. */
const LEAVING = '.leaving';

/** What the person says to the files with passwords that were found. */
export type KeepingAnswer = 'keep' | 'leave';

export interface KeptSecretsParts {
  readonly configuration: Configuration;
  readonly vault: SystemVault;
  /** Asks once what is to become of these files. */
  readonly ask: (files: readonly string[]) => Promise<KeepingAnswer>;
  /** Whether the person has said before that files stay, and the place to remember it. */
  readonly choice: { isLeave(): boolean; rememberLeave(): void };
}

export interface KeptSecrets {
  /** `SERVICE_SECRET_*` variables, for the station's environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Files of secrets that were kept and can't be opened any more: they have to be made anew. */
  readonly lost: readonly string[];
}

/**
 * The passwords of database, broker, bucket and timestamp authority (PINs of tokens are the PIN window's). A file with one
 * is moved into the system's key store when the person agrees; only what could be read back again is deleted. What stands in a
 * file counts before what is kept: whoever changes a password writes a new file.
 */
export async function openKeptSecrets(parts: KeptSecretsParts): Promise<KeptSecrets> {
  const { vault } = parts;
  const isProtected = (await vault.protection()) === 'protected';
  const folder = folderOf(parts.configuration);
  const files = createFileSecretStore(folder);
  const found = new Map<string, string>();
  for (const name of storageSecretNames(parts.configuration)) {
    bringBack(path.join(folder, secretFileName(name)));
    const value = await files.read(name).catch(() => undefined);
    if (value !== undefined) found.set(secretFileName(name), value);
  }
  if (isProtected && found.size > 0 && (await isToBeKept(parts, [...found.keys()]))) {
    for (const file of await moveIntoVault(parts, found)) found.delete(file);
  }
  return openSealed(vault, isProtected, found);
}

/** The names of secrets with which the station reaches its servers. */
function storageSecretNames({ Database, Broker, Storage, Timestamping }: Configuration): string[] {
  return [
    Database.PasswordSecretName,
    Broker.PasswordSecretName,
    Storage.AccessKeyIdSecretName,
    Storage.SecretAccessKeySecretName,
    Storage.SessionTokenSecretName,
    Timestamping.PasswordSecretName ?? 'Timestamping:Password',
  ];
}

function folderOf({ Data }: Configuration): string {
  return path.join(Data.Directory, 'secrets');
}

async function isToBeKept({ ask, choice, vault }: KeptSecretsParts, files: readonly string[]): Promise<boolean> {
  if (choice.isLeave()) return false;
  if ((await ask(files)) === 'keep') return true;
  choice.rememberLeave();
  // An older value of what stays in its file is of no use to anybody.
  const others = Object.entries(vault.read()).filter(([file]) => !files.includes(file));
  vault.write(Object.fromEntries(others));
  return false;
}

/** The files that are gone now, since what they held is sealed and opens again. */
async function moveIntoVault(
  { vault, configuration }: KeptSecretsParts,
  found: ReadonlyMap<string, string>,
): Promise<string[]> {
  const sealed = { ...vault.read() };
  for (const [file, value] of found) sealed[file] = await vault.seal(value);
  vault.write(sealed);
  const kept = vault.read();
  const folder = folderOf(configuration);
  const moved: string[] = [];
  for (const [file, value] of found) {
    if ((await vault.unseal(kept[file] ?? '').catch(() => undefined)) !== value) continue;
    if (await removeUnlessRewritten(folder, file, value)) moved.push(file);
  }
  syncFolder(folder);
  return moved;
}

/**
 * Whether the file is gone. It may have been written anew since it was read, and then holds the only copy of what counts: it
 * is taken out of everybody's way first, and read once more there.
 */
async function removeUnlessRewritten(folder: string, file: string, value: string): Promise<boolean> {
  const place = path.join(folder, file);
  renameSync(place, place + LEAVING);
  const lastLook = createFileSecretStore(folder, (name) => name + LEAVING);
  if ((await lastLook.read(file).catch(() => undefined)) !== value) {
    bringBack(place);
    return false;
  }
  rmSync(place + LEAVING);
  return !existsSync(place);
}

/** Under its own name again, unless there is a newer one by now: after a look that showed another value, or was cut off. */
function bringBack(place: string): void {
  if (existsSync(place)) rmSync(place + LEAVING, { force: true });
  else if (existsSync(place + LEAVING)) renameSync(place + LEAVING, place);
}

async function openSealed(
  vault: SystemVault,
  isProtected: boolean,
  inFiles: ReadonlyMap<string, string>,
): Promise<KeptSecrets> {
  const variables: Record<string, string> = {};
  const lost: string[] = [];
  for (const [file, sealed] of Object.entries(vault.read())) {
    if (inFiles.has(file)) continue;
    const value = isProtected ? await vault.unseal(sealed).catch(() => undefined) : undefined;
    if (value === undefined) lost.push(file);
    else variables[file] = value;
  }
  return { variables, lost };
}
