import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ModuleNeed } from '../../service/contract/http/diagnosis.ts';
import { isAccessible } from './accessible.ts';

/** What decides whether a module finds what it needs. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Ids of this process: its user and its groups. */
  readonly userId: number | undefined;
  readonly groupIds: readonly number[];
  /** In front of /etc and /proc; empty but in tests. */
  readonly root: string;
}

export function theseSurroundings(environment: Surroundings['environment'], home: string): Surroundings {
  return { environment, home, userId: process.getuid?.(), groupIds: process.getgroups?.() ?? [], root: '' };
}

/**
 * What a module that does not start lacks outside of itself. Return values do not tell: openCryptoki calls a stopped
 * daemon "too little memory", SoftHSM and the TPM's module call missing settings a general error. Empty for modules
 * of which nothing is known.
 */
export function unmetNeeds(modulePath: string, surroundings: Surroundings): ModuleNeed[] {
  const name = path.basename(modulePath);
  if (/^(libopencryptoki|PKCS11_API)\.so/.test(name)) return openCryptokiNeeds(surroundings);
  if (isSoftHsm(name)) return softHsmNeeds(surroundings);
  return name.startsWith('libtpm2_pkcs11.') ? tpmNeeds(surroundings) : [];
}

/**
 * What a module lacks that started and shows no token: SoftHSM goes by a folder of its own, without a word, where its settings
 * name none.
 */
export function needsOfEmpty(modulePath: string, { slots }: Shown, surroundings: Surroundings): ModuleNeed[] {
  const hasToken = slots.some(({ token }) => token?.flags.includes('TOKEN_INITIALIZED') === true);
  if (hasToken || !isSoftHsm(path.basename(modulePath))) return [];
  const { file, folder } = softHsmSettings(surroundings);
  return folder === undefined ? [{ kind: 'settings', name: file }] : [];
}

interface Shown {
  readonly slots: readonly { readonly token: { readonly flags: readonly string[] } | null }[];
}

function isSoftHsm(name: string): boolean {
  return /^(lib)?softhsm2?/i.test(name);
}

function openCryptokiNeeds({ root, userId, groupIds }: Surroundings): ModuleNeed[] {
  const group = groupId(`${root}/etc/group`, 'pkcs11');
  const isMember = userId === 0 || group === undefined || groupIds.includes(group);
  return [
    ...(isMember ? [] : [{ kind: 'group', name: 'pkcs11' } as const]),
    ...(isRunning(`${root}/proc`, 'pkcsslotd') ? [] : [{ kind: 'daemon', name: 'pkcsslotd' } as const]),
  ];
}

function groupId(file: string, name: string): number | undefined {
  const line = textOf(file)
    ?.split('\n')
    .find((each) => each.startsWith(`${name}:`));
  return line === undefined ? undefined : Number(line.split(':')[2]);
}

function isRunning(proc: string, name: string): boolean {
  try {
    return readdirSync(proc).some((id) => /^\d+$/.test(id) && textOf(path.join(proc, id, 'comm'))?.trim() === name);
  } catch {
    // A system without /proc does not tell.
    return true;
  }
}

/** softhsm2.conf(5): the variable, then the user's file, then that of the system. */
function softHsmSettings({ environment, home, root }: Surroundings): { file: string; folder: string | undefined } {
  const named = environment['SOFTHSM2_CONF'];
  const usual = [path.join(home, '.config/softhsm2/softhsm2.conf'), `${root}/etc/softhsm/softhsm2.conf`];
  const file = named ?? usual.find((each) => textOf(each) !== undefined) ?? usual[0] ?? '';
  return { file, folder: /^\s*directories\.tokendir\s*=\s*(\S.*?)\s*$/m.exec(textOf(file) ?? '')?.[1] };
}

function softHsmNeeds(surroundings: Surroundings): ModuleNeed[] {
  const { file, folder } = softHsmSettings(surroundings);
  if (folder === undefined) return [{ kind: 'settings', name: file }];
  // Asked of a module that does not start: where all else is there, a line of its settings is what it does not take.
  return [isUsableFolder(folder) ? { kind: 'settings', name: file } : { kind: 'store', name: folder }];
}

/**
 * tpm2-pkcs11: its store is where the variable says, else the user's folder, else that of the system; its TPM is the one
 * that the variable names, else the device of this computer.
 */
function tpmNeeds({ environment, home, root }: Surroundings): ModuleNeed[] {
  const named = environment['TPM2_PKCS11_STORE'];
  const usual = [path.join(home, '.tpm2_pkcs11'), `${root}/etc/tpm2_pkcs11`];
  const folder = named ?? usual.find(isUsableFolder) ?? usual[0] ?? '';
  const store: ModuleNeed[] = isUsableFolder(folder) ? [] : [{ kind: 'store', name: folder }];
  return environment['TPM2_PKCS11_TCTI'] === undefined ? [...store, ...tpmDeviceNeeds(root)] : store;
}

/** Distributions give the device of the TPM to the group `tss`. */
function tpmDeviceNeeds(root: string): ModuleNeed[] {
  const devices = ['/dev/tpmrm0', '/dev/tpm0'].filter((each) => existsSync(root + each));
  if (devices.length === 0) return [{ kind: 'device', name: '/dev/tpmrm0' }];
  return devices.some((each) => isAccessible(root + each)) ? [] : [{ kind: 'group', name: 'tss' }];
}

function isUsableFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
