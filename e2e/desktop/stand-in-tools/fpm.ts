import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Stands in for fpm, which electron-builder downloads: lays out what it is given (`from=to`, with `from/` for what lies in a
 * folder) and has dpkg-deb make a package of it, with the fields and scripts of its options. An option that it does not
 * know ends it, so that nothing electron-builder asks for is lost in silence.
 */
const FIELDS: Readonly<Record<string, string>> = {
  '--name': 'Package',
  '--version': 'Version',
  '--architecture': 'Architecture',
  '--maintainer': 'Maintainer',
  '--url': 'Homepage',
  '--deb-priority': 'Priority',
  '--category': 'Section',
  '--description': 'Description',
};
const SCRIPTS: Readonly<Record<string, string>> = { '--after-install': 'postinst', '--after-remove': 'postrm' };
const LISTS: Readonly<Record<string, string>> = { '-d': 'Depends', '--deb-recommends': 'Recommends' };
/** A vendor and a licence have no field in a package of Debian's; the rest is as it has to be. */
const WITHOUT_FIELD = new Set(['-s', '-t', '--vendor', '--license', '--deb-compression']);

interface Order {
  readonly fields: Map<string, string>;
  readonly scripts: Map<string, string>;
  readonly lists: Map<string, string[]>;
  readonly files: [from: string, to: string][];
  output: string;
}

function read(args: readonly string[]): Order {
  const order: Order = { fields: new Map(), scripts: new Map(), lists: new Map(), files: [], output: '' };
  for (let at = 0; at < args.length; at++) {
    const option = args[at] ?? '';
    if (option === '--force') continue;
    if (!option.startsWith('-')) {
      const [from = '', to = ''] = option.split('=');
      order.files.push([from, to]);
    } else take(order, option, args[++at] ?? '');
  }
  return order;
}

function take(order: Order, option: string, value: string): void {
  const [field, script, list] = [FIELDS[option], SCRIPTS[option], LISTS[option]];
  if (option === '--package') order.output = value;
  else if (field !== undefined) order.fields.set(field, value);
  else if (script !== undefined) order.scripts.set(script, value);
  else if (list !== undefined) order.lists.set(list, [...(order.lists.get(list) ?? []), value]);
  else if (!WITHOUT_FIELD.has(option)) throw new Error(`The stand-in for fpm does not know ${option}.`);
}

function pack(order: Order, root: string): void {
  for (const [from, to] of order.files) {
    const target = path.join(root, to);
    mkdirSync(path.dirname(target), { recursive: true });
    if (!statSync(from).isDirectory() && from.endsWith('/')) throw new Error(`${from} is no folder.`);
    cpSync(from, target, { recursive: true });
  }
  mkdirSync(path.join(root, 'DEBIAN'));
  for (const [name, file] of order.scripts) {
    writeFileSync(path.join(root, 'DEBIAN', name), readFileSync(file));
    chmodSync(path.join(root, 'DEBIAN', name), 0o755);
  }
  const lists = [...order.lists].map(([name, values]) => `${name}: ${values.join(', ')}`);
  const fields = [...order.fields].map(([name, value]) => `${name}: ${value.trim().replaceAll('\n', '\n ')}`);
  writeFileSync(path.join(root, 'DEBIAN/control'), `${[...fields, ...lists].join('\n')}\n`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, order.output], { stdio: 'pipe' });
}

const work = mkdtempSync(path.join(tmpdir(), 'stand-in-fpm-'));
try {
  pack(read(process.argv.slice(2)), path.join(work, 'root'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
