import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStation } from './folder-station.suite.ts';
import { nodeSystem } from './folder-system.ts';
import type { FolderWatch } from './folder-watch.ts';

const SYSTEM = nodeSystem(false);

let station: FolderStation;
let watch: FolderWatch | undefined;

beforeEach(() => {
  station = new FolderStation();
});
afterEach(async () => {
  await watch?.stop();
  watch = undefined;
  station.remove();
});

/** Until nothing is in the watched folder any more, and nothing under way. */
async function emptied(): Promise<void> {
  await expect.poll(() => station.files('in', true)).toEqual([]);
}

describe.skipIf(process.platform !== 'linux')('a folder that others could turn against the station', () => {
  it('says which files it does not take because their names are no text', async () => {
    writeFileSync(
      Buffer.concat([Buffer.from(station.at('in', 'a')), Buffer.from([0xff, 0x2e, 0x70, 0x64, 0x66])]),
      'a',
    );
    watch = station.watch();
    await expect
      .poll(() => station.logged.map(({ fields }) => fields))
      .toContainEqual(expect.objectContaining({ path: 'a\uFFFD.pdf', reason: 'its name is not in UTF-8' }));
  });

  it('takes no links, pipes, files with a second name, nor anything behind a linked folder', async () => {
    const secret = station.at('secret.pdf');
    writeFileSync(secret, 'of the station');
    mkdirSync(station.at('elsewhere'));
    writeFileSync(station.at('elsewhere', 'b.pdf'), 'of others');
    symlinkSync(secret, station.at('in', 'link.pdf'));
    linkSync(secret, station.at('in', 'second-name.pdf'));
    symlinkSync(station.at('elsewhere'), station.at('in', 'folder'));
    station.drop('good.pdf');
    watch = station.watch();
    await expect.poll(() => station.files('done')).toEqual(['good.pdf']);
    await expect.poll(() => station.logged.filter(({ message }) => message.includes('not taken'))).toHaveLength(3);
    expect(station.intake.accepted.size).toBe(1);
    expect(existsSync(secret) && existsSync(station.at('elsewhere', 'b.pdf'))).toBe(true);
  });

  it('takes the document that was found, and not what a link brings in between look and rename', async () => {
    const victim = station.at('victim');
    mkdirSync(victim);
    writeFileSync(path.join(victim, 'a.pdf'), 'of somebody else');
    station.drop('sub/a.pdf');
    let isSwapped = false;
    const system = {
      ...SYSTEM,
      writeNew: async (...written: Parameters<typeof SYSTEM.writeNew>) => {
        // The claim is written; now the folder is exchanged for a link.
        if (!isSwapped) {
          renameSync(station.at('in', 'sub'), station.at('moved'));
          symlinkSync(victim, station.at('in', 'sub'));
        }
        isSwapped = true;
        await SYSTEM.writeNew(...written);
      },
    };
    watch = station.watch(system);
    await expect.poll(() => JSON.stringify(station.logged)).toContain('is a link');
    expect(existsSync(path.join(victim, 'a.pdf'))).toBe(true);
    expect(station.intake.accepted.size).toBe(0);
  });

  it.each(['in', 'out', 'done', 'failed'])('refuses to use %s where any user may write, and says so', async (name) => {
    chmodSync(station.at(name), 0o777);
    station.intake.end = (content) => (content.startsWith('bad') ? 'Failed' : 'Completed');
    station.drop('good.pdf');
    station.drop('bad.pdf');
    watch = station.watch();
    await expect.poll(() => watch?.problem).toContain('any user of this machine');
    chmodSync(station.at(name), 0o755);
    await emptied();
    await expect.poll(() => watch?.problem).toBeNull();
  });

  it('waits at no pipe that lies where the report of a document would, and reads no endless one', async () => {
    station.intake.end = () => 'Failed';
    execFileSync('mkfifo', [station.at('failed', 'a.pdf.report.json')]);
    symlinkSync('/dev/zero', station.at('failed', 'b.pdf.report.json'));
    for (const name of ['a.pdf', 'b.pdf']) station.drop(name);
    watch = station.watch();
    await emptied();
    for (const name of ['a (2).pdf', 'b (2).pdf']) {
      expect(JSON.parse(station.read('failed', `${name}.report.json`))).toMatchObject({ status: 'Failed' });
      expect(existsSync(station.at('failed', name))).toBe(true);
    }
  });

  it('keeps what it works on from all others', async () => {
    station.intake.end = () => null;
    station.drop('a.pdf');
    watch = station.watch();
    await expect.poll(() => station.intake.accepted.size).toBe(1);
    expect(statSync(station.at('in', '.signing-station')).mode & 0o077).toBe(0);
    await watch.stop();
    chmodSync(station.at('in', '.signing-station'), 0o755);
    watch = station.watch();
    await expect.poll(() => watch?.problem).toContain("not this user's alone");
  });
});
