import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruiseImports } from './cruise-imports.ts';
import { withFolderTable } from './folder-table.ts';
import {
  filesWithoutRoom,
  foldersWithoutLine,
  type Manifest,
  missingModules,
  missingPlaces,
  unusedPermissions,
} from './out-of-date.ts';
import { areas, house, layerRules } from './rules.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Folders with code that is made or fetched, not written here. */
const NOT_WRITTEN_HERE = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

/** Checks all imports of the project, the list of permissions itself and the table of folders; `--write` makes it. */
async function main(args: readonly string[]): Promise<void> {
  const places = readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !NOT_WRITTEN_HERE.has(name))
    .filter((entry) => entry.isDirectory() || /[.](ts|js|mjs)$/.test(entry.name))
    .map(({ name }) => name);
  const cruised = await cruiseImports(root, places, layerRules(house));
  const faults = [
    ...cruised.faults.map(({ rule, from, to }) => `${from} -> ${to} (${rule})`),
    ...missingPlaces(root, house),
    ...missingModules(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest, house),
    ...unusedPermissions(cruised, house),
    ...filesWithoutRoom(cruised, house),
    ...foldersWithoutLine(cruised, house),
    ...tableFaults(args.includes('--write')),
  ];
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) {
    process.stderr.write(`\n${faults.length} faults. Who may import what is said in resources/layers/*-rooms.ts.\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${cruised.files.length} files, ${cruised.imports.length} imports: none is forbidden.\n`);
}

function tableFaults(write: boolean): string[] {
  const file = path.join(root, 'docs/architecture.md');
  const page = readFileSync(file, 'utf8');
  const made = withFolderTable(page, areas);
  if (made === page) return [];
  if (!write) return ['The table of folders in docs/architecture.md is out of date: npm run layers -- --write'];
  writeFileSync(file, made);
  return [];
}

await main(process.argv.slice(2));
