import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expandPath, type Machine } from './machine.ts';

/** A module that a `*.module` file registers for every program of the machine. */
export interface RegisteredModule {
  readonly path: string;
  /** Higher goes first; default 0. */
  readonly priority: number;
}

/** Programs are named in `enable-in` and `disable-in` by the name of their executable. */
const PROGRAM_NAME = 'signing-station';

const SYSTEM_FOLDERS = {
  linux: ['/usr/share/p11-kit/modules', '/etc/pkcs11/modules'],
  darwin: [
    '/usr/local/share/p11-kit/modules',
    '/opt/homebrew/share/p11-kit/modules',
    '/usr/local/etc/pkcs11/modules',
    '/opt/homebrew/etc/pkcs11/modules',
  ],
} as const;

/** Where a module without a folder is looked for: p11-kit's own folder of modules on the usual distributions. */
const MODULE_FOLDERS = [
  '/usr/lib/{multiarch}/pkcs11',
  '/usr/lib64/pkcs11',
  '/usr/lib/pkcs11',
  '/usr/local/lib/pkcs11',
  '/opt/homebrew/lib/pkcs11',
];

/**
 * Modules registered with p11-kit (pkcs11.conf(5)) for this program, by priority. A file in a later folder overrides
 * single settings of one with the same name in an earlier folder. Stores of trust anchors and remote modules are left
 * out: the first hold no keys, the second are commands to run.
 */
export function registeredModules(machine: Machine): RegisteredModule[] {
  const files = new Map<string, ReadonlyMap<string, string>>();
  for (const folder of registrationFolders(machine)) {
    for (const name of moduleFiles(folder)) {
      files.set(name, new Map([...(files.get(name) ?? []), ...readSettings(path.join(folder, name))]));
    }
  }
  return [...files.values()]
    .filter(isForUs)
    .flatMap((settings) => {
      const module = settings.get('module') ?? '';
      const priority = Number(settings.get('priority') ?? 0);
      return module === '' ? [] : [{ path: locate(module, machine), priority: Number.isNaN(priority) ? 0 : priority }];
    })
    .toSorted((left, right) => right.priority - left.priority);
}

function registrationFolders(machine: Machine): string[] {
  if (machine.platform === 'win32') return [];
  const system = SYSTEM_FOLDERS[machine.platform === 'darwin' ? 'darwin' : 'linux'].map(
    (folder) => machine.root + folder,
  );
  const own = path.join(machine.home, '.config', 'pkcs11', 'modules');
  const global = readSettings(`${machine.root}/etc/pkcs11/pkcs11.conf`);
  switch (global.get('user-config')) {
    case 'none':
      return system;
    case 'only':
    case 'override':
      return [own];
    default:
      return [...system, own];
  }
}

function moduleFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.module'))
      .toSorted();
  } catch {
    return [];
  }
}

/** `name: value` lines; `#` begins a comment line. Empty for a file that cannot be read. */
function readSettings(file: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const line of readText(file).split(/\r?\n/)) {
    const match = /^\s*([^#:\s][^:]*?)\s*:\s*(.*?)\s*$/.exec(line);
    if (match !== null) settings.set((match[1] ?? '').toLowerCase(), match[2] ?? '');
  }
  return settings;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isForUs(settings: ReadonlyMap<string, string>): boolean {
  if (settings.get('trust-policy')?.toLowerCase() === 'yes' || settings.has('remote')) return false;
  const [enabled, disabled] = ['enable-in', 'disable-in'].map((key) => settings.get(key)?.split(/[\s,]+/));
  return (enabled?.includes(PROGRAM_NAME) ?? true) && disabled?.includes(PROGRAM_NAME) !== true;
}

function locate(module: string, machine: Machine): string {
  if (path.isAbsolute(module)) return machine.root + module;
  const places = MODULE_FOLDERS.flatMap((folder) => expandPath(folder, machine)).map((folder) =>
    path.join(folder, module),
  );
  return places.find((place) => existsSync(place)) ?? places[0] ?? module;
}
