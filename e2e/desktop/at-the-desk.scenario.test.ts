import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createStationClient } from '../actors/station/station-client.ts';
import { DOCUMENT, signOne, startedPrograms } from './started-programs.suite.ts';

/** What the built desktop program does for the person at the desk, in a stand-in for Electron. */
describe('the desktop program at the desk', () => {
  const start = startedPrograms();

  it('saves downloads of its own into one folder and refuses others', async () => {
    const program = await start();
    await program.shown();
    const downloads = path.join(program.folder, 'downloads');
    const url = `${program.url}api/v1/signatures/x/content`;
    expect(await program.ask('save-path', 'download', url, '../a.pdf')).toBe(path.join(downloads, 'a.pdf'));
    expect(await program.ask('save-path', 'download', `blob:${program.url}1`, 'a.pdf')).toBe(
      path.join(downloads, 'a (1).pdf'),
    );
    program.command('download', 'https://example.org/a.pdf', 'a.pdf');
    await program.until(() => program.all('download').length === 3);
    expect(program.all('download').at(-1)).toEqual({ isPrevented: true });
    expect(program.all('save-path')).toHaveLength(2);
  });

  it('saves into a chosen folder, and hands documents over that are dragged out', async () => {
    const chosen = mkdtempSync(path.join(tmpdir(), 'station-chosen-'));
    writeFileSync(path.join(chosen, 'a.pdf'), 'mine');
    const program = await start({ wishes: { CHOSEN_FILE: chosen } });
    await program.shown();
    const order = (channel: string, message: unknown, from = 'page'): Promise<unknown> =>
      program.ask('invoke', 'invoke', program.url, channel, JSON.stringify(message), from);
    expect(await order('desk:folder', { files: 2 })).toMatchObject({ result: true });
    const url = `${program.url}api/v1/signatures/x/content`;
    const saved: unknown[] = [];
    for (const name of ['../a.pdf', 'b.pdf', 'c.pdf'])
      saved.push(await program.ask('save-path', 'download', url, name));
    const downloads = path.join(program.folder, 'downloads');
    expect(saved).toEqual([path.join(chosen, 'a (1).pdf'), path.join(chosen, 'b.pdf'), path.join(downloads, 'c.pdf')]);

    const staged = (await order('desk:stage', { name: '../../signed.pdf', bytes: { utf8: 'signed' } })) as {
      result: string;
    };
    await order('desk:drag', { ticket: staged.result });
    const drag = program.find('drag') as { file: string };
    expect(drag).toMatchObject({ mode: 0o600, text: 'signed' });
    expect(path.relative(path.join(program.folder, 'userData/dragged'), drag.file)).toMatch(
      /^[0-9a-f-]{36}.signed\.pdf$/,
    );
    for (const [channel, message, from] of [
      ['desk:folder', { files: 0 }],
      ['desk:stage', { name: 'a', bytes: 'text' }],
      ['desk:drag', { ticket: '/etc/passwd' }],
      ['desk:drag', { ticket: staged.result, file: '/etc/passwd' }],
      ['desk:drag', { ticket: staged.result }, 'frame'],
      ['desk:folder', { files: 1 }, 'gone'],
    ] as const) {
      expect(await order(channel, message, from)).toMatchObject({ fault: 'Error: Refused.' });
    }
    expect(program.all('drag')).toHaveLength(1);
    program.command('quit');
    expect(await program.exited).toBe(0);
    expect(existsSync(drag.file), 'nothing is left of what was dragged').toBe(false);
    rmSync(chosen, { recursive: true });
  });

  it('comes to the front for a second start, also from minimised, and remembers its place', async () => {
    const program = await start();
    await program.shown();
    program.command('minimize-window');
    program.command('second-instance', '/path/to/electron', '--any-switch', 'signing-station://sign?file=/etc/passwd');
    await program.until(() => program.all('focus').length === 1);
    expect([program.all('restore').length, program.all('window').length, program.all('load').length]).toEqual([
      1, 1, 1,
    ]);
    program.command('move-window', JSON.stringify({ x: 40, y: 50, width: 700, height: 600 }));
    // A logout does not close the window first.
    const file = path.join(program.folder, 'userData/window.json');
    await program.until(() => existsSync(file));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ bounds: { x: 40, width: 700 } });
    program.command('quit');
    expect(await program.exited).toBe(0);
  });

  it('shows documents that are opened with it, at its start and later, and signs none of them', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'station-opened-'));
    const [first, second] = ['first.pdf', 'second.pdf'].map((name) => path.join(folder, name)) as [string, string];
    for (const file of [first, second]) writeFileSync(file, DOCUMENT);
    const program = await start({ args: [first, path.join(folder, 'none.pdf')] });
    const given = (): unknown[] =>
      (program.all('send') as { channel: string; args: { name: string }[][] }[])
        .filter(({ channel }) => channel === 'main:files')
        .map(({ args }) => args[0]?.map(({ name }) => name));
    await program.until(() => given().length === 1);
    program.command('second-instance', '/path/to/electron', '/path/to/script', String(pathToFileURL(second)));
    await program.until(() => given().length === 2);
    program.command('open-file', first);
    await program.until(() => given().length === 3);
    expect(given()).toEqual([['first.pdf'], ['second.pdf'], ['first.pdf']]);
    expect((await createStationClient(program.url.slice(0, -1)).list('')).items).toEqual([]);
    expect(program.output.join('\n')).not.toContain('none.pdf');
    rmSync(folder, { recursive: true });
  });

  it('copies a report for the help desk that names no document and no place', async () => {
    const program = await start({ wishes: { PACKAGED: '1' }, args: ['--Environment=Development'] });
    await program.shown();
    await signOne(program);
    program.command('choose-in-tray', 'Copy a report for the help desk');
    await program.until(() => program.all('clipboard').length === 1);
    const report = String(program.find('clipboard'));
    expect(report).toMatch(
      /Signing Station 0\.1\.0[\s\S]*Health\n {2}Healthy\n {2}database: Healthy[\s\S]*Log, last \d+ lines/,
    );
    expect(report).not.toContain(program.folder);
    expect(report).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('shows at the desk what is going on, and says when a batch is done, in the language of the system', async () => {
    const program = await start({ wishes: { LANGUAGES: 'tlh de-AT' } });
    await program.shown();
    program.command('minimize-window');
    await signOne(program);
    await program.until(() => program.all('notification').length === 1);
    expect(program.find('notification')).toEqual({ title: '1 Dokument signiert', body: 'Das Signieren ist fertig.' });
    expect(program.all('tray-text')).toContain('Signing Station: 1 Dokument in Arbeit');
    expect(program.all('tray-text').at(-1)).toBe('Signing Station');
    program.command('click-notification');
    await program.until(() => program.all('focus').length === 1);
    program.command('choose-in-tray', 'Beenden');
    expect(await program.exited).toBe(0);
  });

  it('asks at the first start of a package what to sign with', async () => {
    const demo = await start({ wishes: { PACKAGED: '1', ANSWER: '1' } });
    await demo.shown();
    expect(demo.all('message-box')).toHaveLength(1);
    await signOne(demo);
    demo.command('quit');
    expect(await demo.exited).toBe(0);
    const again = await start({ wishes: { PACKAGED: '1' }, dataDirectory: demo.dataDirectory });
    await again.shown();
    expect(again.all('message-box'), 'the choice is kept').toEqual([]);
    expect(again.all('fork')).toContainEqual(expect.objectContaining({ name: 'token-host:demo' }));
  });

  it('writes a chosen token into the settings, and makes no demo identity unless it was chosen', async () => {
    const chosen = { PACKAGED: '1', ANSWER: '0', CHOSEN_FILE: '/nonexistent/token.so' };
    const token = await start({ wishes: chosen });
    await token.shown();
    expect(token.all('fork')).toContainEqual(expect.objectContaining({ name: 'token-host:token' }));
    expect(token.find('load'), 'the page that goes through what a token needs').toEqual({
      url: `${token.url}start`,
      status: 200,
    });
    expect(existsSync(path.join(token.dataDirectory, 'demo/demo-signer.p12'))).toBe(false);
    const later = await start({ wishes: { PACKAGED: '1', ANSWER: '2' } });
    await later.shown();
    expect(existsSync(path.join(later.dataDirectory, 'demo/demo-signer.p12'))).toBe(false);
  });
});
