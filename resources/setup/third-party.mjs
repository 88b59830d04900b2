import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Writes what of others ships with the station: THIRD-PARTY.md with their licences for people, sbom.cdx.json (CycloneDX
 * 1.6) for tools. Shipped are the production dependencies of the lock file, and what the page's bundle takes in.
 */
const BUNDLED_INTO_PAGE = ['svelte', 'esm-env', 'clsx', 'pdfjs-dist'];
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

export function writeThirdParty(folder) {
  const packages = shippedPackages();
  writeFileSync(path.join(folder, 'THIRD-PARTY.md'), asText(packages));
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(asBom(packages), null, 1)}\n`);
}

function shippedPackages() {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const found = [];
  for (const [place, entry] of Object.entries(lock.packages)) {
    const name = place.split('node_modules/').pop();
    const isShipped = BUNDLED_INTO_PAGE.includes(name) || (entry.dev !== true && entry.devOptional !== true);
    // Machine code of other platforms is in the lock file and not on this machine.
    if (place === '' || !isShipped || !existsSync(path.join(ROOT, place, 'package.json'))) continue;
    found.push(describe(name, path.join(ROOT, place), entry));
  }
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

function describe(name, folder, { version, integrity }) {
  const own = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.(md|txt|mit))?$/i.test(each));
  const files = [...(file === undefined ? [] : [file]), ...(MORE_LICENCES[name] ?? [])];
  const texts = files.map((each) => readFileSync(path.join(folder, each), 'utf8').trim());
  const text = texts.length === 0 ? null : texts.join('\n\n');
  const license = typeof own.license === 'string' ? own.license : (own.license?.type ?? null);
  if (license === null && text === null) throw new Error(`The package ${name} ships and names no licence.`);
  return { name, version, integrity, license: license ?? 'see its text', text };
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

function asComponent(type, { name, version, license, integrity }) {
  return {
    ...{ type, name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` },
    ...{ licenses: [{ expression: license }], hashes: hashesOf(integrity) },
  };
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
