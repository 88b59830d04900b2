import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LeftOutModule, ModuleCandidate } from '../../service/contract/http/diagnosis.ts';
import type { Candidates } from '../../service/providers/token-host/doctor-protocol.ts';
import { inspectModuleFile } from '../pkcs11/module-file.ts';
import { expandPath, platformOf, type Machine } from './machine.ts';
import { OMITTED_MODULES, omittedModule } from './omitted-modules.ts';
import { registeredModules } from './p11-kit.ts';
import type { MiddlewareProduct } from './product.ts';
import { PRODUCTS, productOfFile } from './products.ts';

interface Sighting {
  readonly path: string;
  readonly foundBy: ModuleCandidate['foundBy'];
  readonly product: MiddlewareProduct | undefined;
}

/**
 * The PKCS#11 modules of a machine, each real file once, in the order in which they are to be tried: the configured one,
 * those registered with p11-kit, the first existing path of each known product, OpenSC after all others. Only file
 * headers are read. A configured module stands in the list whatever is wrong with it.
 */
export function findModules(configuredPath: string | null, machine: Machine): Candidates {
  const configured = configuredPath === null ? [] : [sighting(configuredPath, 'configuration')];
  const registered = registeredModules(machine).map((module) => sighting(module.path, 'p11-kit'));
  const omitted = registered.filter((each) => omittedModule(path.basename(each.path)) !== undefined);
  const others = [...registered.filter((each) => !omitted.includes(each)), ...knownModules(machine)];
  const openScLast = [
    ...others.filter((each) => each.product?.id !== 'opensc'),
    ...others.filter((each) => each.product?.id === 'opensc'),
  ];
  const found = distinct([...configured, ...openScLast]);
  return {
    candidates: found.map(({ seen, alsoAt }) => describe(seen, alsoAt, machine)),
    leftOut: leftOutModules(omitted, machine),
  };
}

function sighting(file: string, foundBy: Sighting['foundBy']): Sighting {
  return { path: file, foundBy, product: productOfFile(file) };
}

function knownModules(machine: Machine): Sighting[] {
  const platform = platformOf(machine);
  return PRODUCTS.flatMap((product) => {
    const paths = (product.paths[platform] ?? []).flatMap((pattern) => expandPath(pattern, machine));
    const first = paths.find((file) => existsSync(file));
    return first === undefined ? [] : [{ path: first, foundBy: 'known-path' as const, product }];
  });
}

/** The same file under several names (links, registrations) is one module: it must be loaded once only. */
function distinct(sightings: readonly Sighting[]): { readonly seen: Sighting; readonly alsoAt: string[] }[] {
  const files = new Map<string, { readonly seen: Sighting; readonly alsoAt: string[] }>();
  for (const seen of sightings) {
    const key = fileKey(seen.path);
    const known = files.get(key);
    if (known === undefined) files.set(key, { seen, alsoAt: [] });
    else if (known.seen.path !== seen.path && !known.alsoAt.includes(seen.path)) known.alsoAt.push(seen.path);
  }
  return [...files.values()];
}

function fileKey(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    // Some file systems of Windows number no files: there the resolved name has to do.
    return ino === 0n ? realpathSync.native(file) : `${dev}:${ino}`;
  } catch {
    return file;
  }
}

function describe({ path: file, foundBy, product }: Sighting, alsoAt: string[], machine: Machine): ModuleCandidate {
  const facts = inspectModuleFile(file, machine.architecture, machine.platform);
  return {
    path: file,
    productId: product?.id ?? null,
    product: product?.name ?? null,
    kind: product?.kind ?? 'unknown',
    foundBy,
    alsoAt,
    architectures: facts.architectures === null ? null : [...facts.architectures],
    outcome: facts.outcome,
  };
}

const LIBRARY_FOLDERS = {
  linux: ['/usr/lib', '/usr/lib64', '/usr/lib/{multiarch}', '/usr/lib/{multiarch}/pkcs11', '/usr/local/lib'],
  darwin: ['/usr/local/lib', '/opt/homebrew/lib'],
  win32: ['{system32}'],
} as const;

function leftOutModules(registered: readonly Sighting[], machine: Machine): LeftOutModule[] {
  const platform = platformOf(machine);
  const ending = { linux: 'so', darwin: 'dylib', win32: 'dll' }[platform];
  const folders = LIBRARY_FOLDERS[platform].flatMap((folder) => expandPath(folder, machine));
  const separator = platform === 'win32' ? '\\' : '/';
  const usual = OMITTED_MODULES.flatMap(({ fileNames }) => fileNames.map((name) => `${name}${ending}`))
    .flatMap((name) => folders.map((folder) => `${folder}${separator}${name}`))
    .filter((file) => existsSync(file));
  return [...new Set([...registered.map((each) => each.path), ...usual])].flatMap((file) => {
    const module = omittedModule(path.basename(file));
    return module === undefined ? [] : [{ path: file, product: module.product, reason: module.reason }];
  });
}
