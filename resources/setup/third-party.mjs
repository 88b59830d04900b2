import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { shippedPackages } from './shipped-packages.mjs';

/** Licences of what a package brings along of others. */
const MORE_LICENCES = {
  'pdfjs-dist': [
    'standard_fonts/LICENSE_FOXIT',
    'standard_fonts/LICENSE_LIBERATION',
    'wasm/LICENSE_JBIG2',
    'wasm/LICENSE_OPENJPEG',
    'wasm/LICENSE_QCMS',
  ],
};

/**
 * Writes what of others ships with the station: THIRD-PARTY.md with their licences for people, sbom.cdx.json (CycloneDX
 * 1.6) for tools. `bundled` has the places of the packages that are in the bundles.
 */
export function writeThirdParty(folder, bundled) {
  const packages = [
    ...shippedPackages(bundled).map(({ name, place, entry }) => describe(name, path.join(ROOT, place), entry)),
    ...compiledIn(),
  ].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
  writeFileSync(path.join(folder, 'THIRD-PARTY.md'), asText(packages));
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(asBom(packages), null, 1)}\n`);
}

/** Libraries in C that are part of a package's machine code, and have a licence of their own. */
function compiledIn() {
  const read = (file) => readFileSync(path.join(ROOT, 'node_modules', file), 'utf8');
  const sqlite = read('better-sqlite3/deps/sqlite3/sqlite3.h');
  const numbers = ['MAJOR', 'MINOR', 'MICRO'].map(
    (part) => new RegExp(`#define LIBUSB_${part} (\\d+)`).exec(read('usb/libusb/libusb/version.h'))?.[1],
  );
  return [
    {
      ...{ name: 'libusb', version: numbers.join('.'), license: 'LGPL-2.1-or-later', kind: 'generic' },
      text: `Part of the machine code of the package usb, whose source text builds it.\n\n${read('usb/libusb/COPYING').trim()}`,
    },
    {
      ...{ name: 'sqlite', version: /#define SQLITE_VERSION +"([\d.]+)"/.exec(sqlite)?.[1], kind: 'generic' },
      ...{ license: 'blessing', text: 'Part of the machine code of the package better-sqlite3; in the public domain.' },
    },
  ];
}

function describe(name, folder, { version, integrity }) {
  const own = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.(md|txt|mit))?$/i.test(each));
  const files = [...(file === undefined ? [] : [file]), ...(MORE_LICENCES[name] ?? [])];
  const texts = files.map((each) => readFileSync(path.join(folder, each), 'utf8').trim());
  const text = texts.length === 0 ? null : texts.join('\n\n');
  const license = licenceNamedBy(own);
  if (license === null && text === null) throw new Error(`The package ${name} ships and names no licence.`);
  return { name, version, integrity, license: license ?? 'see its text', text };
}

/** Older packages name theirs in a list or an object. */
function licenceNamedBy({ license, licenses }) {
  if (typeof license === 'string') return license;
  return licenses?.[0]?.type ?? license?.type ?? null;
}

function asText(packages) {
  const parts = packages.map(({ name, version, license, text }) =>
    [`## ${name} ${version}`, '', license, ...(text === null ? [] : ['', '```text', text, '```'])].join('\n'),
  );
  return `# Works of others in Signing Station\n\n${parts.join('\n\n')}\n`;
}

function asBom(packages) {
  const { name, version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...packages.map((each) => asComponent('library', each)), asComponent('application', electron())],
  };
}

function asComponent(type, { name, version, license, integrity, kind = 'npm' }) {
  return {
    ...{ type, name, version, purl: `pkg:${kind}/${name.replace('@', '%40')}@${version}` },
    ...{ licenses: [licenceOf(license)], hashes: hashesOf(integrity) },
  };
}

/** An SPDX expression, or a name where a package writes a sentence in its place. */
function licenceOf(license) {
  return /^SEE |^see /.test(license) ? { license: { name: license } } : { expression: license };
}

/** What runs the desktop program. Its own licences lie beside its binary. */
function electron() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const { version, integrity, license } = packages['node_modules/electron'];
  return { name: 'electron', version, integrity, license };
}

function hashesOf(integrity) {
  const [algorithm, value] = (integrity ?? '').split('-');
  return algorithm === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(value, 'base64').toString('hex') }] : [];
}
