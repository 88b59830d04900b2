import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** From node_modules as they are: what has machine code, what finds it, and what is compiled into it. */
const BESIDE_BUNDLES = /^(better-sqlite3|pkcs11js|koffi|@koromix\/koffi-.+|usb|node-gyp-build|node-addon-api)$/;
const FONTS = 'dejavu-fonts-ttf';
/** Development packages of which the page's bundle takes parts in; vite.config.ts lets no other in. */
const INTO_PAGE = ['clsx', 'pdfjs-dist', 'svelte'];

/**
 * The packages of others in what is shipped, each with its place below the checkout and its entry in the lock file. `bundled`
 * has the places of those in the bundles of the processes; throws for one of them that is for development only.
 */
export function shippedPackages(bundled) {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const found = [];
  for (const [place, entry] of Object.entries(packages)) {
    const name = nameAt(place);
    const isTool = entry.dev === true || entry.devOptional === true;
    if (bundled.has(place) && isTool) throw new Error(`${name} is for development and has come into a bundle.`);
    const isShipped = bundled.has(place) || (isTool ? INTO_PAGE.includes(name) : isBeside(name));
    // Machine code of other platforms is in the lock file and not on this machine.
    if (isShipped && existsSync(path.join(ROOT, place, 'package.json'))) found.push({ name, place, entry });
  }
  return found;
}

/** The places in node_modules of which `output`, the chunks of a bundle, has code. */
export function placesIn(output) {
  const ids = output.flatMap(({ modules }) => Object.keys(modules ?? {}));
  return new Set(ids.map((id) => placeOf(id)).filter((place) => place !== undefined));
}

/** `node_modules/express` for a file in it; undefined for a file of the checkout. */
function placeOf(id) {
  return /(node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1];
}

function nameAt(place) {
  return place.split('node_modules/').pop();
}

function isBeside(name) {
  return name === FONTS || BESIDE_BUNDLES.test(name);
}
