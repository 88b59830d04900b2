import type { IForbiddenRuleType } from 'dependency-cruiser';
import { pageRooms } from './page-rooms.ts';
import { programRooms } from './program-rooms.ts';
import type { Area, Permissions, Room, TestPermissions } from './room.ts';
import { serviceRooms } from './service-rooms.ts';
import { testPermissions } from './test-permissions.ts';
import { toolRooms, toolSettings } from './tool-rooms.ts';

/** All there is to say about who may import what. */
export interface House {
  readonly rooms: readonly Room[];
  readonly tests: readonly TestPermissions[];
}

export const areas: readonly Area[] = [...serviceRooms, ...programRooms, ...pageRooms, ...toolRooms];
export const house: House = {
  rooms: [...areas.flatMap((area) => area.rooms), ...toolSettings],
  tests: testPermissions,
};

export const TEST_FILES = '[.](test|suite)[.]ts$|^e2e/';

/** The entries of a list in a permission. */
export function entries(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).filter((entry) => entry !== '');
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** A pattern for the files of a place: those of its subfolders too, but not those which are rooms of their own. */
export function filesOf(place: string, { rooms }: House): string {
  if (isFile(place)) return `^${literally(place)}$`;
  const within = rooms
    .filter((room) => room.place.startsWith(`${place}/`))
    .map((room) => literally(room.place.slice(place.length + 1)));
  return within.length === 0 ? `^${literally(place)}/` : `^${literally(place)}/(?!(${within.join('|')})(/|$))`;
}

export const isFile = (place: string): boolean => /[.](ts|js|mjs|svelte)$/.test(place);

/** Patterns of what a permission opens, as dependency-cruiser names the ends of imports. */
export function patternsOf(permissions: Permissions, whole: House): string[] {
  return [
    ...entries(permissions.rooms).map((place) => filesOf(place, whole)),
    ...Object.keys(permissions.files ?? {}).map((file) => `^${literally(file)}$`),
    ...entries(permissions.trees).map((folder) => `^${literally(folder)}/`),
    ...entries(permissions.node).map(nodeModule),
    ...entries(permissions.npm).map(npmPackage),
  ];
}

export const nodeModule = (name: string): string => `^(node:)?${literally(name)}$`;

/** A package, or the one that holds its types (`@types/scope__name` for `@scope/name`). */
export function npmPackage(name: string): string {
  const types = name.replace(/^@/, '').replace('/', '__');
  return `^node_modules/(${literally(name)}|@types/${literally(types)})/`;
}

/** The rules of dependency-cruiser: for every room and all tests of an area, everything that is not allowed is forbidden. */
export function layerRules(whole: House): IForbiddenRuleType[] {
  const ofRooms = whole.rooms.map((room): IForbiddenRuleType => ({
    name: `may import: ${room.place}`,
    severity: 'error',
    from: { path: filesOf(room.place, whole), pathNot: TEST_FILES },
    to: { pathNot: [filesOf(room.place, whole), ...patternsOf(room, whole)] },
  }));
  const ofTests = whole.tests.map((tests): IForbiddenRuleType => ({
    name: `tests may import: ${tests.of}`,
    severity: 'error',
    from: { path: tests.of === 'e2e' ? '^e2e/' : `^${tests.of}/.*[.](test|suite)[.]ts$` },
    to: { pathNot: patternsOf(tests, whole) },
  }));
  return [...ofRooms, ...ofTests, ...rulesForAll];
}

const rulesForAll: IForbiddenRuleType[] = [
  {
    name: 'production knows no tests',
    severity: 'error',
    from: { pathNot: TEST_FILES },
    to: { path: TEST_FILES },
  },
  {
    name: 'production needs no development packages',
    comment: 'Electron comes with the packaged program.',
    severity: 'error',
    from: { path: '^(main|service|worker|native)/', pathNot: TEST_FILES },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/electron/' },
  },
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports lead somewhere', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'no orphans',
    severity: 'error',
    from: { orphan: true },
    to: {},
  },
  {
    name: 'no vague folders',
    comment: 'Name the thing, not its role as leftovers.',
    severity: 'error',
    from: { path: '/(utils?|helpers?|common|shared|misc|lib)/' },
    to: {},
  },
];
