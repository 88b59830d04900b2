import { describe, expect, it } from 'vitest';
import type { FaultView } from '../../main/ipc/fault-messages.ts';
import { startStation } from '../actors/station/running-station.ts';
import type { DesktopProgram } from './desktop-program.ts';
import { IN_MEMORY, startedPrograms } from './started-programs.suite.ts';

const PAGE = 'station-window://fault/';

interface Answered {
  readonly result?: unknown;
  readonly fault?: string;
}

function send(program: DesktopProgram, channel: string, message: unknown = null, from = 'page'): Promise<Answered> {
  return program.ask('invoke', 'invoke', PAGE, channel, JSON.stringify(message), from) as Promise<Answered>;
}

/** What the page says, once it is there. */
async function view(program: DesktopProgram): Promise<FaultView> {
  await program.until(() => program.all('load').some((load) => JSON.stringify(load).includes(PAGE)));
  return (await send(program, 'fault:view')).result as FaultView;
}

async function leave(program: DesktopProgram, action: 'again' | 'quit', exitCode: number): Promise<void> {
  // The program may be gone before it has answered.
  program.command('invoke', PAGE, 'fault:act', JSON.stringify(action), 'page');
  expect(await program.exited).toBe(exitCode);
  expect(program.all('relaunch')).toHaveLength(action === 'again' ? 1 : 0);
}

/** How the built desktop program says that something has failed, in a stand-in for Electron. */
describe('the page of a failure', () => {
  const start = startedPrograms();

  it('says why the station cannot start, in the language of the system, and starts again when told to', async () => {
    const first = await start();
    await first.shown();
    const second = await start({ port: Number(new URL(first.url).port) });
    expect((await view(second)).reason?.words).toContain('Its port is taken');
    expect(await send(second, 'fault:act', 'page'), 'its port may be that of anybody').toMatchObject({
      result: 'failed',
    });
    expect(second.all('open-external')).toEqual([]);
    await leave(second, 'again', 1);
    const third = await start({ args: ['--Server:Prot=1'], wishes: { LANGUAGES: 'fr' } });
    expect((await view(third)).reason).toEqual({
      words: expect.stringContaining('Server:Port') as string,
      isEnglish: true,
    });
    third.command('close-window-at', PAGE);
    expect(await third.exited).toBe(1);
  });

  it('offers the page of the station that runs with its data and without a window', async () => {
    const headless = await startStation();
    try {
      const { dataDirectory, url } = headless;
      const program = await start({ dataDirectory, wishes: { LANGUAGES: 'de-AT' } });
      expect(await view(program)).toEqual({
        kind: 'runs-already',
        reason: {
          words: expect.stringContaining(`Mit dem Datenordner ${dataDirectory} läuft`) as string,
          isEnglish: false,
        },
        station: url,
      });
      expect(await send(program, 'fault:act', 'page')).toMatchObject({ result: 'done' });
      expect(program.all('open-external')).toEqual([`${url}/`]);
      expect((await fetch(`${url}/`)).status).toBe(200);
      await headless.stop();
      await leave(program, 'again', 1);
      const again = await start({ dataDirectory });
      await again.shown();
      await again.dispose();
    } finally {
      await headless.dispose();
    }
  });

  it('stands in a locked-down window, and takes orders from its own page only', async () => {
    const program = await start({ args: ['--Server:Prot=1'] });
    await view(program);
    expect(program.all('window')).toHaveLength(1);
    expect(program.find('window')).toMatchObject({
      webPreferences: {
        ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
        preload: expect.stringMatching(/fault-preload\.cjs$/) as string,
      },
      partition: IN_MEMORY,
    });
    for (const [message, from] of [
      ['quit', 'frame'],
      ['quit', 'gone'],
      ['format', 'page'],
      [{ kind: 'quit' }, 'page'],
      [null, 'page'],
    ] as const) {
      expect(await send(program, 'fault:act', message, from)).toMatchObject({ fault: 'Error: Refused.' });
    }
    expect(await send(program, 'fault:act', 'report')).toMatchObject({ result: 'done' });
    expect(program.find('clipboard')).toMatch(/^Signing Station 0\.1\.0[\s\S]*Health\n {2}\(no answer\)/);
    expect(program.find('clipboard')).not.toContain(program.folder);
    expect(await send(program, 'fault:act', 'logs')).toMatchObject({ result: 'done' });
    expect(program.find('open-path')).toBe(`${program.folder}/logs`);
    await leave(program, 'quit', 1);
  });

  it('says it in a box where the page does not come up', async () => {
    const program = await start({ args: ['--Server:Prot=1'], wishes: { NO_OWN_PAGES: '1', LANGUAGES: 'es' } });
    expect(await program.exited).toBe(1);
    expect(program.find('error-box')).toEqual({
      title: 'Signing Station no puede iniciarse',
      text: expect.stringContaining('Server:Port') as string,
    });
  });

  it('comes back after a fault that nobody caught, up to three times; then it is asked for', async () => {
    const wishes = { FOLDER: (await start({ args: ['--Server:Prot=1'] })).folder };
    for (const crash of [1, 2, 3, 4]) {
      const program = await start({ wishes });
      await program.shown();
      program.command('throw-fault');
      expect(await program.exited, `crash ${crash}`).toBe(70);
      expect(program.all('relaunch')).toHaveLength(1);
      expect(program.all('error-box')).toEqual([]);
      expect(program.output.join('\n')).not.toContain('MARKER-fault');
    }
    const held = await start({ wishes });
    expect(await view(held)).toEqual({ kind: 'failed-often', reason: null });
    expect(held.all('fork'), 'nothing is started').toEqual([]);
    await leave(held, 'again', 74);
    const again = await start({ wishes });
    await again.shown();
    expect(again.find('load')).toEqual({ url: again.url, status: 200 });
  });
});
