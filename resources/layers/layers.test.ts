import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CruisedImports, cruiseImports } from './cruise-imports.ts';
import { withFolderTable } from './folder-table.ts';
import { forbiddenImports, forbiddenToProduction, lawfulImports } from './forbidden-imports.suite.ts';
import {
  filesWithoutRoom,
  foldersWithoutLine,
  type Manifest,
  missingModules,
  missingPlaces,
  unusedPermissions,
} from './out-of-date.ts';
import type { Import, Room } from './room.ts';
import { areas, entries, filesOf, type House, house, layerRules } from './rules.ts';

const project = path.resolve(import.meta.dirname, '../..');
const PLANTED_FOLDERS = ['client', 'service', 'worker', 'native', 'main', 'renderer', 'resources', 'e2e'];

/** What the build makes lies in `dist`. */
const isFileOfProject = (to: string): boolean =>
  [...PLANTED_FOLDERS, 'dist'].some((folder) => to.startsWith(`${folder}/`));

interface Probe extends Import {
  readonly statement: string;
}

const FORMS = [
  (to: string) => `import '${to}';`,
  (to: string) => `import type {} from '${to}';`,
  (to: string) => `export * from '${to}';`,
  (to: string) => `export const later = (): Promise<unknown> => import('${to}');`,
  (to: string) => `export const later: unknown = require('${to}');`,
  (to: string) => `export const later: unknown = process.getBuiltinModule('${to}');`,
];
/** The last form is for Node's modules only. */
const FORMS_OF_FILES = FORMS.slice(0, -1);

/** Every import in one of the ways to write it; a component gets types, which its compiler drops, and values in turn. */
function probesOf(table: readonly (readonly [string, string])[]): Probe[] {
  return table.flatMap(([from, list], row) =>
    entries(list).map((target, index): Probe => {
      const ofProject = isFileOfProject(target);
      const specifier = ofProject ? relative(from, target) : target;
      const ofTypeScript = target.startsWith('node:') ? FORMS : FORMS_OF_FILES;
      const forms = from.endsWith('.ts') ? ofTypeScript : FORMS.slice(0, from.endsWith('.svelte') ? 2 : 1);
      const write = forms[(index + row) % forms.length] ?? FORMS[0];
      const statement = write?.(specifier).replace('later', `later${index}`) ?? '';
      return { from, to: ofProject ? target : target.replace(/^node:/, ''), statement };
    }),
  );
}

function relative(from: string, to: string): string {
  const result = path.posix.relative(path.posix.dirname(from), to);
  return result.startsWith('.') ? result : `./${result}`;
}

/** Writes the probes into an empty copy of the house: their targets are there, and import nothing. */
function plant(root: string, probes: readonly Probe[]): void {
  const files = new Map<string, string[]>();
  for (const { from, to, statement } of probes) {
    files.set(from, [...(files.get(from) ?? []), statement]);
    if (isFileOfProject(to)) files.set(to, files.get(to) ?? []);
  }
  for (const [file, lines] of files) {
    const text = lines.join('\n');
    write(root, file, file.endsWith('.svelte') ? `<script lang="ts">\n${text}\n</script>\n` : `${text}\nexport {};\n`);
  }
  for (const { to } of probes.filter((probe) => existsSync(path.join(project, 'node_modules', probe.to)))) {
    write(root, `node_modules/${to}/package.json`, JSON.stringify({ name: to, version: '1.0.0', main: 'index.js' }));
    write(root, `node_modules/${to}/index.js`, 'export {};\n');
  }
  write(root, 'package.json', JSON.stringify({ name: 'planted', type: 'module' }));
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const probes = probesOf(forbiddenImports);
const ofProduction = probesOf(forbiddenToProduction);
const lawful = probesOf(lawfulImports);
const places = [...PLANTED_FOLDERS, 'eslint.config.js', 'playwright.config.ts', 'vite.config.ts', 'vitest.config.ts'];
let root = '';
let cruised: CruisedImports;

/** The rules that a planted import breaks. */
function faultsOf({ from, to }: Import, found: CruisedImports): string[] {
  const ends = new Set([to, `node:${to}`]);
  return found.faults
    .filter((fault) => fault.from === from && (ends.has(fault.to) || fault.to.startsWith(`node_modules/${to}/`)))
    .map(({ rule }) => rule);
}

const named = (all: readonly Import[]): string[] => all.map(({ from, to }) => `${from} -> ${to}`);

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'layers-'));
  plant(root, [...probes, ...ofProduction, ...lawful]);
  cruised = await cruiseImports(root, places, layerRules(house));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('who may import what', () => {
  test('every planted import is caught by the rule of its room', () => {
    const byRoom = (probe: Import): boolean =>
      faultsOf(probe, cruised).some((rule) => rule.includes('may import: ')) || probe.from === 'service/planted.ts';
    expect(named(probes.filter((probe) => !byRoom(probe)))).toEqual([]);
    expect(probes.length).toBeGreaterThan(300);
  });

  test('production code that imports tests is caught as such', () => {
    const caught = (probe: Import): boolean => faultsOf(probe, cruised).includes('production knows no tests');
    expect(named(ofProduction.filter((probe) => !caught(probe)))).toEqual([]);
  });

  test('lawful neighbours are let through', () => {
    const broken = lawful.filter((probe) => faultsOf(probe, cruised).some((rule) => !rule.includes('cycles')));
    expect(named(broken)).toEqual([]);
  });

  test('a file of no room is named', () => {
    expect(filesWithoutRoom(cruised, house)).toEqual(['service/planted.ts is in no room.']);
  });

  test('a folder beside rooms that is none itself is named: whoever may import the port could import a new driver', () => {
    const files = ['service/storage/local/a.ts', 'service/storage/tape/b.ts', 'service/storage/tape/deep/c.ts'];
    const found = { files: [...files, 'service/storage/tests/d.test.ts'], imports: [], faults: [] };
    const storage = { place: 'service/storage' };
    const rooms: Room[] = [storage, { place: 'service/storage/local' }];
    expect(foldersWithoutLine(found, { rooms, tests: [] })).toEqual([
      'service/storage/tape has no line, and folders beside it have.',
    ]);
    const named = [{ ...storage, folders: 'tape' }, ...rooms.slice(1)];
    expect(foldersWithoutLine(found, { rooms: named, tests: [] })).toEqual([]);
    const outdated = [{ ...storage, folders: 'tape disk' }, ...rooms.slice(1)];
    expect(foldersWithoutLine(found, { rooms: outdated, tests: [] })).toEqual(['There is no service/storage/disk.']);
    expect(foldersWithoutLine(found, { rooms: [storage], tests: [] })).toEqual([]);
  });

  test('every room and the tests of every area have planted imports', () => {
    const unprobed = house.rooms.filter(({ place }) => {
      const own = new RegExp(filesOf(place, house));
      return !probes.some(({ from }) => own.test(from));
    });
    expect(unprobed.map(({ place }) => place)).toEqual([]);
    const tested = house.tests.filter(({ of }) => !probes.some(({ from }) => from.startsWith(`${of}/`)));
    expect(tested).toEqual([]);
  });

  test('what is planted is in the project: no probe aims at a name of yesterday', () => {
    const targets = [...probes, ...ofProduction, ...lawful].map(({ to }) => to).filter(isFileOfProject);
    expect(targets.filter((file) => !file.startsWith('dist/') && !existsSync(path.join(project, file)))).toEqual([]);
  });

  test('a loosened permission lets its import through: nothing but the list holds it', async () => {
    const loosened: House = { rooms: house.rooms.map((room) => loosen(room)), tests: house.tests };
    const found = await cruiseImports(root, places, layerRules(loosened));
    const ofRooms = probes.filter(({ from }) => !/[.](test|suite)[.]ts$|^e2e\/|^service\/planted[.]ts$/.test(from));
    const held = ofRooms.filter((probe) => faultsOf(probe, found).some((rule) => rule.startsWith('may import: ')));
    expect(named(held)).toEqual([]);
  });
});

/** A room that may import all that is planted in it. */
function loosen(room: Room): Room {
  const own = new RegExp(filesOf(room.place, house));
  const targets = probes.filter(({ from }) => own.test(from)).map(({ to }) => to);
  const files = Object.fromEntries(targets.filter(isFileOfProject).map((file) => [file, 'loosened']));
  const others = targets.filter((to) => !isFileOfProject(to)).join(' ');
  return {
    ...room,
    files: { ...room.files, ...files },
    node: `${room.node ?? ''} ${others}`,
    npm: `${room.npm ?? ''} ${others}`,
  };
}

describe('the list of permissions', () => {
  test('names nothing that is not there', () => {
    expect(missingPlaces(project, house)).toEqual([]);
    const yesterday: House = {
      rooms: [
        { place: 'service/domain', rooms: 'service/gone service/contract', files: { 'service/gone.ts': 'gone' } },
        { place: 'service/contract' },
        { place: 'service/vanished' },
      ],
      tests: [{ of: 'service', trees: 'service nowhere' }],
    };
    expect(missingPlaces(project, yesterday)).toEqual([
      'There is no service/vanished.',
      'service/domain names service/gone, which is no room.',
      'service/domain names service/gone.ts, which is not there.',
      'Tests of service names nowhere, which is not there.',
    ]);
  });

  test('names no module that is not there when the program runs', () => {
    const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as Manifest;
    expect(missingModules(manifest, house)).toEqual([]);
    const loosened: House = {
      rooms: [
        { place: 'service/codecs', node: 'fs fss', npm: 'zod pdf-lib' },
        { place: 'vite.config.ts', npm: 'vite pino' },
      ],
      tests: [{ of: 'service', npm: 'pdf-lib pino' }],
    };
    expect(missingModules(manifest, loosened)).toEqual([
      'service/codecs names fss, which is not there at run time.',
      'service/codecs names pdf-lib, which is not there at run time.',
      'vite.config.ts names pino, which is not there at run time.',
      'Tests of service names pino, which is not there at run time.',
    ]);
  });

  test('keeps no permission that nobody needs', () => {
    const known: House = {
      rooms: [
        {
          place: 'service/a',
          rooms: 'service/b',
          node: 'fs path',
          npm: 'zod express',
          files: { 'service/c/d.ts': '' },
        },
        { place: 'service/b' },
        { place: 'service/c' },
      ],
      tests: [{ of: 'service', trees: 'service', node: 'os', npm: 'vitest' }],
    };
    const imports = [
      { from: 'service/a/one.ts', to: 'fs' },
      { from: 'service/a/one.test.ts', to: 'path' },
      { from: 'service/a/one.ts', to: 'node_modules/zod/index.d.ts' },
      { from: 'service/a/one.test.ts', to: 'service/b/two.ts' },
      { from: 'service/a/one.test.ts', to: 'node_modules/vitest/index.js' },
    ];
    const files = ['service/a/one.ts', 'service/a/one.test.ts', 'service/b/two.ts'];
    expect(unusedPermissions({ files, imports, faults: [] }, known)).toEqual([
      'service/a may import service/b and does not.',
      'service/a may import service/c/d.ts and does not.',
      'service/a may import path and does not.',
      'service/a may import express and does not.',
      'service/c has no files.',
      'Tests of service may import os and does not.',
    ]);
  });

  test('is what the table of folders says', () => {
    const page = readFileSync(path.join(project, 'docs/architecture.md'), 'utf8');
    expect(withFolderTable(page, areas)).toBe(page);
    const [first, ...others] = areas;
    if (first === undefined) throw new Error('There are no areas.');
    const loosened = [{ ...first, rooms: first.rooms.map((room) => ({ ...room, node: 'fs' })) }, ...others];
    expect(withFolderTable(page, loosened)).not.toBe(page);
    expect(() => withFolderTable('# Signing Station', areas)).toThrow('no marks');
  });
});
