import path from 'node:path';

/** Of the development packages, what builds and starts the station; Electron's is small and brings its binary when told to. */
const TOOLS = ['@sveltejs/vite-plugin-svelte', 'electron', 'node', 'pdfjs-dist', 'rolldown', 'svelte', 'vite'];
/** Draws pages for pdfjs-dist in Node, which tests do; browsers draw by themselves. Some 35 MB, and npm skips what fits no machine. */
const FOR_NO_MACHINE = /\/@napi-rs\/canvas-/;

/**
 * The part of package.json and of its lock file that the station needs to be built and run: its dependencies, TOOLS, and
 * what these need in turn, each with the version and the hash of the whole lock. Throws for a name that is in neither.
 */
export function packagesToRun({ dependencies, devDependencies, ...manifest }, lock) {
  const wanted = { ...dependencies };
  for (const name of TOOLS) {
    if (devDependencies[name] === undefined) throw new Error(`package.json has no ${name}.`);
    wanted[name] = devDependencies[name];
  }
  const { name, version, allowScripts } = manifest;
  const root = { name, version, dependencies: wanted };
  const packages = { '': root };
  for (const place of placesNeeded(Object.keys(wanted), lock.packages)) {
    packages[place] = FOR_NO_MACHINE.test(place) ? { ...lock.packages[place], os: ['none'] } : lock.packages[place];
  }
  return { manifest: { ...root, private: true, allowScripts }, lock: { ...lock, packages } };
}

function placesNeeded(names, packages) {
  const needed = new Set();
  const take = (from, name) => {
    const place = placeOf(from, name, packages);
    if (place === undefined || needed.has(place)) return;
    needed.add(place);
    for (const each of needsOf(packages[place])) take(place, each);
  };
  for (const name of names) take('', name);
  return [...needed].sort();
}

/** Names that a package asks for. One for another machine may be in no lock file, and so may an optional peer. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** Where Node finds `name` from the package at `from`: in its own node_modules, or in those above it. */
function placeOf(from, name, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}
