import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStationClient } from '../actors/station/station-client.ts';
import { makeSoftHsmToken } from '../actors/tokens/softhsm.ts';
import { withoutKoffi } from '../documents/package-files.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import { startDesktopProgram } from './desktop-program.ts';
import { FUSE_SENTINEL, makeStandInDistribution } from './stand-in-distribution.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules/node/bin/node');

/** The package as electron-builder makes it, around a stand-in for Electron's files and without the network. */
describe('the package for Linux', () => {
  let folder: string;
  let unpacked: string;
  let archive: string;
  let names: string[];

  function tool(script: string, ...args: string[]): string {
    return execFileSync(NODE, [path.join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      // A proxy where nobody listens: what is not here is not fetched.
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        HTTPS_PROXY: 'http://127.0.0.1:9',
        HTTP_PROXY: 'http://127.0.0.1:9',
      },
    });
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'station-package-'));
    const distribution = path.join(folder, 'electron');
    makeStandInDistribution(distribution);
    tool(
      'electron-builder/cli.js',
      ...['--linux', 'dir', '--x64', '--publish', 'never'],
      ...[`-c.electronDist=${distribution}`, `-c.directories.output=${path.join(folder, 'out')}`],
    );
    unpacked = path.join(folder, 'out/linux-unpacked');
    archive = path.join(unpacked, 'resources/app.asar');
    names = tool('@electron/asar/bin/asar.js', 'list', archive).split('\n').filter(Boolean);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has its fuses set', () => {
    const binary = readFileSync(path.join(unpacked, 'signing-station'));
    const at = binary.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length + 2;
    // Run as Node, cookies, NODE_OPTIONS, inspect: off; integrity, only the archive: on; snapshot as shipped; file: off.
    expect(binary.subarray(at, at + 8).toString('latin1')).toBe('00001100');
  });

  it('holds every script in the archive, and only machine code beside it', () => {
    for (const script of [
      'main.js',
      'preload.cjs',
      'pin-preload.cjs',
      'fault-preload.cjs',
      'pin-window/page.js',
      'fault-window/page.js',
      'worker.js',
      'publisher.js',
      'timestamp-client.js',
      'trusted-lists.js',
      'token-host.js',
      'verifier.js',
      'doctor.js',
      'checkpoint-thread.js',
    ]) {
      expect(names).toContain(`/dist/${script}`);
    }
    const beside = readdirSync(`${archive}.unpacked`, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(beside.length).toBeGreaterThan(3);
    expect(beside.map(({ name }) => name).filter((name) => !name.endsWith('.node'))).toEqual([]);
    expect(
      beside
        .map(({ parentPath, name }) => path.join(parentPath, name))
        .filter((file) => /darwin|win32|android|arm64/.test(file)),
    ).toEqual([]);
  });

  it('ships nothing of the workshop', () => {
    const modules = new Set(
      names
        .map((name) => /^\/node_modules\/((@[^/]+\/)?[^/]+)$/.exec(name)?.[1])
        .filter((each) => each !== undefined && !/^@[^/]+$/.test(each)),
    );
    expect([...modules].sort()).toEqual([
      '@koromix/koffi-linux-x64',
      'better-sqlite3',
      'koffi',
      'node-gyp-build',
      'pkcs11js',
      'usb',
    ]);
    const stray = withoutKoffi(names).filter((name) =>
      /\.(map|ts|test\.js|scenario\.js|cc|cpp|hh|h|gyp|md)$|\/(test|tests|src|docs?)(\/|$)|headless|cli\.js|\.build$/.test(
        name,
      ),
    );
    expect(stray).toEqual(['/dist/THIRD-PARTY.md']);
  });

  it('names the licences of what it ships', () => {
    const text = tool('@electron/asar/bin/asar.js', 'list', archive);
    expect(text).toContain('/dist/THIRD-PARTY.md');
    const bom = JSON.parse(readFileSync(path.join(ROOT, 'dist/sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string; licenses: { expression: string }[] }[];
    };
    const listed = bom.components.map(({ name }) => name);
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: object;
    };
    for (const name of [...Object.keys(dependencies), 'svelte', 'node-gyp-build', 'electron'])
      expect(listed).toContain(name);
    for (const name of ['electron-builder', 'vitest', 'playwright-core', 'typescript'])
      expect(listed).not.toContain(name);
  });

  it('signs with a token and a key file, verifies and ends when its files are run', async () => {
    const app = path.join(folder, 'app');
    tool('@electron/asar/bin/asar.js', 'extract', archive, app);
    // The packed program finds `electron` in the binary; here the stand-in's hook gives it.
    expect(existsSync(path.join(app, 'node_modules/electron'))).toBe(false);
    const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
    const token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'packed', pin: '24681357', keys });
    const program = await startDesktopProgram({
      entry: path.join(app, 'dist/main.js'),
      wishes: { PACKAGED: '1' },
      args: [
        ...['--Environment=Development', `--Signing:SmartCard:ModulePath=${token.modulePath}`],
        '--Signing:SmartCard:TokenLabel=packed',
      ],
      environment: { ...token.environment, SERVICE_SECRET_SIGNING_SMARTCARD_PIN: '24681357' },
    });
    try {
      await program.shown();
      const client = createStationClient(program.url.slice(0, -1));
      await client.listedCertificates(2);
      for (const signingProvider of ['Pfx', 'SmartCard']) {
        const { id } = await client.create(buildPdf({ pieces: onePage() }), { signingProvider });
        expect(await client.finished(id)).toMatchObject({ status: 'Completed', errorMessage: null });
        const expected = signingProvider === 'Pfx' ? 'VALID' : 'INDETERMINATE';
        expect((await client.verification(id)).overallStatus).toBe(expected);
      }
      program.command('quit');
      expect(await program.exited).toBe(0);
      expect(readFileSync(path.join(program.folder, 'logs/station.log'), 'utf8')).not.toContain('"level":"error"');
    } finally {
      await program.dispose();
      await token.remove();
    }
  });
});
