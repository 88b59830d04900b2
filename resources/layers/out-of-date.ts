import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { CruisedImports } from './cruise-imports.ts';
import type { Import, Permissions } from './room.ts';
import { TEST_FILES, entries, filesOf, type House, nodeModule, npmPackage } from './rules.ts';

/** Rooms whose packages are loaded at run time; the renderer's are built into its bundle. */
const PROCESSES = /^(main|service|worker|native)(\/|$)/;

/** Names of rooms, files and folders in the list that are not in the project: one sentence each. */
export function missingPlaces(root: string, house: House): string[] {
  const places = new Set(house.rooms.map(({ place }) => place));
  const there = (place: string): boolean => existsSync(path.join(root, place));
  return [
    ...[...places].filter((place) => !there(place)).map((place) => `There is no ${place}.`),
    ...[...house.rooms, ...house.tests].flatMap((permissions) => {
      const who = nameOf(permissions);
      return [
        ...entries(permissions.rooms)
          .filter((place) => !places.has(place))
          .map((place) => `${who} names ${place}, which is no room.`),
        ...[...Object.keys(permissions.files ?? {}), ...entries(permissions.trees)]
          .filter((place) => !there(place))
          .map((place) => `${who} names ${place}, which is not there.`),
      ];
    }),
  ];
}

/** What a package.json says of packages. */
export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Names in the list that are no modules of Node, and packages that are not installed where the room runs. */
export function missingModules({ dependencies, devDependencies }: Manifest, house: House): string[] {
  // Electron is what the packaged desktop program runs in.
  const atRunTime = new Set([...Object.keys(dependencies), 'electron']);
  const everywhere = new Set([...atRunTime, ...Object.keys(devDependencies)]);
  return [...house.rooms, ...house.tests].flatMap((permissions: Permissions & NamedPermissions) => {
    const packages = PROCESSES.test(permissions.place ?? '') ? atRunTime : everywhere;
    const unknown = [
      ...entries(permissions.node).filter((name) => !isBuiltin(name)),
      ...entries(permissions.npm).filter((name) => !packages.has(name)),
    ];
    return unknown.map((name) => `${nameOf(permissions)} names ${name}, which is not there at run time.`);
  });
}

/** Permissions that no import needs, and rooms without files: one sentence each. */
export function unusedPermissions({ files, imports }: CruisedImports, house: House): string[] {
  const test = new RegExp(TEST_FILES);
  const ofRooms = house.rooms.flatMap((room) => {
    const own = new RegExp(filesOf(room.place, house));
    if (!files.some((file) => own.test(file))) return [`${room.place} has no files.`];
    return unusedBy(
      room,
      imports.filter(({ from }) => own.test(from) && !test.test(from)),
      house,
    );
  });
  const ofTests = house.tests.flatMap((tests) =>
    unusedBy(
      tests,
      imports.filter(({ from }) => from.startsWith(`${tests.of}/`) && test.test(from)),
      house,
    ),
  );
  return [...ofRooms, ...ofTests];
}

function unusedBy(permissions: Permissions & NamedPermissions, imports: readonly Import[], house: House): string[] {
  const needed = (pattern: string): boolean => imports.some(({ to }) => new RegExp(pattern).test(to));
  const unused = [
    ...entries(permissions.rooms).filter((place) => !needed(filesOf(place, house))),
    ...Object.keys(permissions.files ?? {}).filter((file) => !needed(filesOf(file, house))),
    ...entries(permissions.trees).filter((folder) => !imports.some(({ to }) => to.startsWith(`${folder}/`))),
    ...entries(permissions.node).filter((name) => !needed(nodeModule(name))),
    ...entries(permissions.npm).filter((name) => !needed(npmPackage(name))),
  ];
  return unused.map((entry) => `${nameOf(permissions)} may import ${entry} and does not.`);
}

/** Files in no room: nothing would be said about their imports. */
export function filesWithoutRoom({ files }: CruisedImports, house: House): string[] {
  const test = new RegExp(TEST_FILES);
  const known = house.rooms.map(({ place }) => new RegExp(filesOf(place, house)));
  const tested = house.tests.map(({ of }) => `${of}/`);
  return files
    .filter((file) =>
      test.test(file) ? !tested.some((folder) => file.startsWith(folder)) : !known.some((own) => own.test(file)),
    )
    .map((file) => `${file} is in no room.`);
}

/**
 * Folders beside rooms that are none: they would be part of the room above, and whoever may import a port could import a
 * new driver of it. And folders that are said to be part of a room and are not.
 */
export function foldersWithoutLine({ files }: CruisedImports, { rooms }: House): string[] {
  const written = files.filter((file) => !new RegExp(TEST_FILES).test(file));
  const isRoom = (place: string): boolean => rooms.some((room) => room.place === place);
  return rooms.flatMap(({ place, folders }) => {
    const subfolders = foldersIn(place, written);
    const named = entries(folders);
    if (!subfolders.some((name) => isRoom(`${place}/${name}`))) {
      return named.map((name) => `${place} names ${name}, and no folder in it is a room.`);
    }
    return [
      ...subfolders
        .filter((name) => !named.includes(name) && !isRoom(`${place}/${name}`))
        .map((name) => `${place}/${name} has no line, and folders beside it have.`),
      ...named.filter((name) => !subfolders.includes(name)).map((name) => `There is no ${place}/${name}.`),
    ];
  });
}

function foldersIn(place: string, files: readonly string[]): string[] {
  const below = files.filter((file) => file.startsWith(`${place}/`)).map((file) => file.slice(place.length + 1));
  return [...new Set(below.filter((name) => name.includes('/')).map((name) => name.split('/')[0] ?? ''))];
}

interface NamedPermissions {
  readonly place?: string;
  readonly of?: string;
}

function nameOf({ place, of }: NamedPermissions): string {
  return place ?? `Tests of ${of ?? ''}`;
}
