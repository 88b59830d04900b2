import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');
const MODULES = path.join(ROOT, 'node_modules');

/** What has machine code is loaded from node_modules; the bundles hold everything else. As the desktop package has it. */
const MODULES_WITH_MACHINE_CODE = [
  'better-sqlite3/{package.json,LICENSE}',
  'better-sqlite3/lib/**/*.js',
  `better-sqlite3/prebuilds/linux-${process.arch}.node`,
  'pkcs11js/{package.json,LICENSE,index.js}',
  'pkcs11js/build/Release/pkcs11.node',
  'koffi/{package.json,LICENSE.txt,index.js,index.cjs,indirect.js,indirect.cjs}',
  'koffi/src/koffi/**/*.{js,cjs}',
  `@koromix/koffi-linux-${process.arch}/**/*`,
  'usb/{package.json,LICENSE}',
  'usb/dist/**/*.js',
  `usb/prebuilds/linux-${process.arch}/*`,
  'node-gyp-build/{package.json,LICENSE,index.js,node-gyp-build.js}',
];

/** The processes of a station without a window; chunks that none of them loads are left out. */
const ENTRIES = [
  'headless.js',
  'cli.js',
  'publisher.js',
  'verifier.js',
  'timestamp-client.js',
  'trusted-lists.js',
  'checkpoint-thread.js',
  'worker.js',
  'token-host.js',
  'doctor.js',
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** The version of the station. */
export function version(): string {
  return manifest(path.join(ROOT, 'package.json')).version;
}

function manifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** Lays out in an empty folder what is installed: the program, its Node, commands, samples, licences. */
export function arrangeProgram(folder: string): void {
  const { name, description, license } = manifest(path.join(ROOT, 'package.json'));
  // A package is for real signatures unless its configuration says otherwise; pages show its command line as it is called.
  const said = { defaultEnvironment: 'Production', commandLine: 'signing-station' };
  const own = { name, version: version(), description, license, type: 'module', ...said };
  write(folder, 'package.json', `${JSON.stringify(own, null, 2)}\n`);
  const tree = ['renderer/**/*', 'migrations/**/*', 'fonts/**/*'];
  for (const file of [...loaded(ENTRIES), ...filesOf(DIST, tree)]) copy(DIST, file, path.join(folder, 'dist'));
  for (const file of filesOf(MODULES, MODULES_WITH_MACHINE_CODE))
    copy(MODULES, file, path.join(folder, 'node_modules'));
  const node = path.join(MODULES, 'node/bin/node');
  mkdirSync(path.join(folder, 'bin'));
  cpSync(node, path.join(folder, 'bin/node'), { dereference: true });
  for (const file of filesOf(import.meta.dirname, ['server/signing-station*'])) {
    copy(path.join(import.meta.dirname, 'server'), path.basename(file), path.join(folder, 'bin'));
    chmodSync(path.join(folder, 'bin', path.basename(file)), 0o755);
  }
  for (const file of filesOf(ROOT, [
    'docs/*.md',
    'docs/pictures/*.png',
    'resources/deployment/{*.service,*.sql,alerts.yaml,single.json,servers.json}',
  ])) {
    copy(path.join(ROOT, path.dirname(file)), path.basename(file), path.join(folder, targetOf(file)));
  }
  writeLicences(folder, node);
}

function targetOf(file: string): string {
  return file.startsWith('docs/') ? path.dirname(file) : 'samples';
}

/** The scripts and whatever they load, at once or later. */
function loaded(entries: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(path.join(DIST, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) {
      visit(path.posix.join(path.posix.dirname(file), target));
    }
  };
  entries.forEach(visit);
  return [...found];
}

function filesOf(root: string, patterns: readonly string[]): readonly string[] {
  const found = globSync([...patterns], { cwd: root, withFileTypes: true });
  if (found.length === 0) throw new Error(`Nothing is there of ${patterns.join(', ')}: run npm run build first.`);
  return found
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function copy(from: string, file: string, to: string): void {
  const target = path.join(to, file);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(path.join(from, file), target, { dereference: true });
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** The build's lists of works of others, with this Node in the place of the desktop program's Electron. */
function writeLicences(folder: string, node: string): void {
  const { version: nodeVersion } = manifest(path.join(MODULES, 'node/package.json'));
  const [file] = globSync('node_modules/node-linux-*/LICENSE', { cwd: path.join(MODULES, 'node') });
  if (file === undefined) throw new Error('The licence of Node is not there.');
  const licence = readFileSync(path.join(MODULES, 'node', file), 'utf8').trim();
  const text = readFileSync(path.join(DIST, 'THIRD-PARTY.md'), 'utf8');
  write(folder, 'THIRD-PARTY.md', `${text}\n## Node.js ${nodeVersion}\n\nMIT\n\n\`\`\`text\n${licence}\n\`\`\`\n`);
  const bom = JSON.parse(readFileSync(path.join(DIST, 'sbom.cdx.json'), 'utf8')) as {
    components: { readonly name: string }[];
  };
  bom.components = bom.components.filter(({ name }) => name !== 'electron');
  const sha256 = createHash('sha256').update(readFileSync(node)).digest('hex');
  const own = {
    ...{ type: 'application', name: 'node', version: nodeVersion, purl: `pkg:generic/node@${nodeVersion}` },
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  };
  bom.components.push(own);
  write(folder, 'sbom.cdx.json', `${JSON.stringify(bom, null, 1)}\n`);
}
