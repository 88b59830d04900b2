import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { asciiOnly, NEVER_RUN, servedTypes } from './lean-bundles.mjs';
import { placesIn } from './shipped-packages.mjs';
import { writeThirdParty } from './third-party.mjs';
import { withoutFacades } from './without-facades.mjs';

/**
 * Bundles every process of the station into dist/: one script each with what they have in common in chunks, so that a
 * process starts with a few file reads. Modules with machine code stay outside and are loaded from node_modules.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, 'dist');
// pg-native is a faster pg for who installs it: nobody does here.
const NATIVE_MODULES = ['better-sqlite3', 'pkcs11js', 'koffi', 'usb', 'electron', 'pg-native'];

rmSync(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: ROOT,
  platform: 'node',
  input: {
    headless: 'service/headless.ts',
    cli: 'service/cli.ts',
    publisher: 'service/outbox/main.ts',
    verifier: 'service/verification/verifier/main.ts',
    'timestamp-client': 'service/timestamping/main.ts',
    'trusted-lists': 'service/trust/lists/main.ts',
    'checkpoint-thread': 'service/persistence/sqlite/checkpoints/checkpoint-thread.ts',
    worker: 'worker/main.ts',
    'token-host': 'native/host/main.ts',
    doctor: 'native/doctor/main.ts',
    main: 'main/main.ts',
  },
  external: NATIVE_MODULES,
  // `debug` takes it where it happens to be: it came along with the tools of the workshop wherever these were installed.
  resolve: { alias: { 'supports-color': false, ...NEVER_RUN } },
  plugins: [withoutFacades(['node:http', 'node:https']), servedTypes(), asciiOnly()],
});
const { output } = await bundle.write({
  dir: OUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  sourcemap: true,
  // Each process scans what it imports, and nobody reads it here.
  comments: false,
});
await bundle.close();
for (const [name, input] of [
  ['preload', 'main/preload/preload.ts'],
  ['pin-preload', 'main/preload/pin-preload.ts'],
  ['fault-preload', 'main/preload/fault-preload.ts'],
]) {
  // One file each, since a sandboxed preload script loads no other; and CommonJS, which it must be.
  const preload = await rolldown({ cwd: ROOT, platform: 'node', input: { [name]: input }, external: ['electron'] });
  await preload.write({ dir: OUT, format: 'cjs', entryFileNames: '[name].cjs' });
  await preload.close();
}
for (const name of ['pin-window', 'fault-window']) {
  const page = await rolldown({ cwd: ROOT, platform: 'browser', input: { page: `renderer/${name}/page.ts` } });
  await page.write({ dir: path.join(OUT, name), format: 'esm', entryFileNames: '[name].js' });
  await page.close();
  const styles = ['tokens', 'base', 'controls'].map((style) => `styles/${style}.css`);
  for (const file of [`${name}/index.html`, `${name}/page.css`, ...styles]) {
    cpSync(path.join(ROOT, 'renderer', file), path.join(OUT, name, path.basename(file)));
  }
}
// For pages, which load one script; programs in Node take the folder itself.
const client = await rolldown({
  cwd: ROOT,
  platform: 'browser',
  input: { 'station-client': 'client/station-client.ts' },
});
await client.write({ dir: path.join(OUT, 'client'), format: 'esm', entryFileNames: '[name].js' });
await client.close();
for (const driver of ['sqlite', 'postgres']) {
  cpSync(path.join(ROOT, 'service/persistence', driver, 'migrations'), path.join(OUT, 'migrations', driver), {
    recursive: true,
  });
}
const fonts = path.join(ROOT, 'node_modules/dejavu-fonts-ttf');
for (const file of ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE']) {
  cpSync(path.join(fonts, file), path.join(OUT, 'fonts', path.basename(file)));
}
cpSync(path.join(ROOT, 'resources/package/tray'), path.join(OUT, 'icons'), { recursive: true });
writeThirdParty(OUT, placesIn(output));
