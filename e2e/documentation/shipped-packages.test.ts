import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly expression?: string; readonly license?: { readonly name: string } }[];
}
const { components } = JSON.parse(readFileSync(path.join(DIST, 'sbom.cdx.json'), 'utf8')) as {
  readonly components: readonly Component[];
};
const listed = components.map(({ name }) => name);
const licences = readFileSync(path.join(DIST, 'THIRD-PARTY.md'), 'utf8');

/** Named by the source maps of the bundles, which know nothing of the list. */
function packagesInBundles(): ReadonlySet<string> {
  const maps = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js.map'));
  const sources = maps.flatMap((file) => {
    const map = JSON.parse(readFileSync(path.join(DIST, file), 'utf8')) as { readonly sources: readonly string[] };
    return map.sources;
  });
  const names = sources.map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

/** Not in a bundle of the processes: machine code and what belongs to it, what the page takes in, and what runs it. */
const BESIDE = [
  ...['better-sqlite3', 'node-addon-api', 'sqlite', 'pkcs11js', 'koffi', 'usb', 'libusb', 'node-gyp-build'],
  ...['clsx', 'pdfjs-dist', 'svelte', 'dejavu-fonts-ttf', 'electron'],
];

describe('the list of what ships', () => {
  it('names what is in the bundles or beside them, and nothing else', () => {
    const bundled = packagesInBundles();
    expect(bundled.size).toBeGreaterThan(50);
    const wanted = new Set([...bundled, ...BESIDE]);
    const others = new Set(listed.filter((name) => !name.startsWith('@koromix/koffi-')));
    expect([...others].sort()).toEqual([...wanted].sort());
  });

  it('has a licence of each that is one, and its text where there is one', () => {
    for (const { name, version, licenses } of components) {
      const [licence] = licenses;
      const said = licence?.expression ?? licence?.license?.name ?? '';
      expect(`${name}: ${said}`).toMatch(/: (\(?[A-Z0-9][\w.-]+( (OR|AND) [\w.-]+\))?|blessing|SEE LICENSE IN .+)$/);
      if (name !== 'electron') expect(licences).toContain(`## ${name} ${version}\n\n${said}\n`);
    }
  });

  it('gives the terms of libraries that are compiled into machine code', () => {
    const [, libusb = ''] = licences.split(/^## libusb [\d.]+$/m);
    expect(libusb.split(/^## /m)[0]).toContain('GNU LESSER GENERAL PUBLIC LICENSE');
    expect(components.find(({ name }) => name === 'sqlite')?.version).toMatch(/^3\.\d+\.\d+$/);
  });
});
