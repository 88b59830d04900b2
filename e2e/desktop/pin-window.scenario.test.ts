import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PinQuestion, PinReaction } from '../../main/ipc/pin-messages.ts';
import { isListening } from '../actors/listening.ts';
import { until } from '../actors/station/running-station.ts';
import { filesWithPin } from '../actors/station/stored-traces.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import { IN_MEMORY } from './started-programs.suite.ts';
import { startDesktopProgram, type DesktopProgram } from './desktop-program.ts';

const PAGE = 'station-window://pin/';
const RIGHT_PIN = '86420975';
const DOCUMENT = buildPdf({ pieces: onePage() });

interface Answered {
  readonly result?: PinReaction;
  readonly fault?: string;
  /** What is left of the bytes that were sent; 0: they were overwritten. */
  readonly left: number;
  readonly nobody?: true;
}

/** The desktop program in the stand-in, with a token whose PIN a person enters in its window. */
describe('the PIN window of the desktop program', () => {
  let folder: string;
  let token: SoftHsmToken;
  let program: DesktopProgram;
  let client: StationClient;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'pin-window-'));
    token = await makeSoftHsmToken({
      ...{ dir: path.join(folder, 'hsm'), label: 'Anna Brandt', pin: RIGHT_PIN },
      keys: [{ type: 'P-256', id: '01', label: 'signer' }],
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function startWith(
    wishes: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    program = await startDesktopProgram({
      args: [
        '--Signing:SmartCard:ProviderId=card',
        '--Signing:SmartCard:Name=Desk card',
        `--Signing:SmartCard:ModulePath=${token.modulePath}`,
        '--Signing:SmartCard:PinFrom=person',
      ],
      environment: { ...token.environment, ...environment },
      wishes: { RECORD: path.join(folder, 'record'), ...wishes },
    });
    await program.shown();
    client = createStationClient(program.url.slice(0, -1));
  }
  beforeEach(() => startWith({}));
  afterEach(async () => {
    await program.dispose();
    rmSync(path.join(folder, 'record'), { force: true });
    await token.login();
  });

  async function invoke(channel: string, message: unknown = null, from = 'page'): Promise<Answered> {
    return (await program.ask('invoke', 'invoke', PAGE, channel, JSON.stringify(message), from)) as Answered;
  }

  /** The question, once the page of the window shows one. */
  async function asked(): Promise<PinQuestion> {
    let found: PinQuestion | undefined;
    await expect
      .poll(
        async () => {
          const { result } = await invoke('pin:question');
          if (result?.kind === 'question') found = result.question;
          return found !== undefined;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    if (found === undefined) throw new Error('Nothing is asked.');
    return found;
  }

  const create = async (): Promise<string> => (await client.create(DOCUMENT, { signingProvider: 'SmartCard' })).id;
  const entry = (questionId: number, pin: string): object => ({
    ...{ kind: 'enter', questionId, isConfirmed: false },
    pin: { utf8: pin },
  });

  it('asks in a locked-down window of its own, and signs what was shown with the PIN of its token', async () => {
    const id = await create();
    const question = await asked();
    expect(question).toMatchObject({
      providerName: 'Desk card',
      tokenLabel: 'Anna Brandt',
      // No login has shown yet how often this key wants it.
      way: 'unknown',
      refusal: null,
      // The stand-in has no key ring unless it is wished for.
      keeping: 'unprotected',
    });
    expect(program.all('window').at(-1)).toMatchObject({
      webPreferences: {
        ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
        preload: expect.stringMatching(/pin-preload\.cjs$/) as string,
      },
      partition: IN_MEMORY,
    });
    expect(program.all('content-protection true')).toHaveLength(1);
    expect(program.all('load').at(-1)).toEqual({ url: PAGE, status: 200 });
    const answered = await invoke('pin:answer', entry(question.id, RIGHT_PIN));
    expect(answered).toMatchObject({ result: { kind: 'done' }, left: 0 });
    expect((await client.finished(id)).status).toBe('Completed');
    expect(program.all('window-closed')).toHaveLength(1);
    expect((await invoke('pin:question')).nobody, 'the window is gone').toBe(true);
    program.command('quit');
    expect(await program.exited).toBe(0);
    expect(await filesWithPin(program.dataDirectory, RIGHT_PIN)).toEqual([]);
    expect(program.output.join('\n')).not.toContain(RIGHT_PIN);
  });

  it('lets the libraries of token makers into the processes alone that talk to tokens', async () => {
    const id = await create();
    await invoke('pin:answer', entry((await asked()).id, RIGHT_PIN));
    expect((await client.finished(id)).status).toBe('Completed');
    await client.verification(id);
    expect((await fetch(`${program.url}api/v1/providers/card/diagnosis`)).status).toBe(200);
    const forks = program.all('fork') as { name: string; allowLoadingUnsignedLibraries?: true; disclaim?: true }[];
    const allowed = forks.filter(
      ({ allowLoadingUnsignedLibraries: may, disclaim }) => may === true && disclaim === true,
    );
    expect(forks.map(({ name }) => name.split(':')[0])).toEqual(expect.arrayContaining(['worker', 'verifier']));
    expect(new Set(allowed.map(({ name }) => name.split(':')[0]))).toEqual(new Set(['token-host', 'doctor']));
  });

  it('takes messages from its own page only, in the agreed form, and overwrites PINs in others', async () => {
    await create();
    const question = await asked();
    const good = entry(question.id, RIGHT_PIN);
    for (const from of ['frame', 'gone']) {
      expect(await invoke('pin:answer', good, from)).toMatchObject({ fault: 'Error: Refused.' });
      expect(await invoke('pin:question', null, from)).toMatchObject({ fault: 'Error: Refused.' });
    }
    expect(await invoke('pin:answer', { ...good, path: '/etc/passwd' })).toMatchObject({
      fault: 'Error: Refused.',
      left: 0,
    });
    expect(await invoke('pin:answer', { kind: 'enter' })).toMatchObject({ fault: 'Error: Refused.' });
    expect(program.output.join('\n')).not.toContain(RIGHT_PIN);
  });

  it('closes when the system goes to sleep, and when the desktop says that the screen is locked', async () => {
    await create();
    await asked();
    program.command('power', 'suspend');
    await program.until(() => program.all('window-closed').length === 1);
    program.command('power', 'resume');
    await asked();
    await program.dispose();
    const address = `unix:path=${folder}/bus`;
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', `--address=${address}`]);
    try {
      await until(() => isListening(path.join(folder, 'bus')));
      await startWith({}, { DBUS_SESSION_BUS_ADDRESS: address });
      await create();
      await asked();
      const say = (isLocked: boolean): unknown => {
        const words = ['--type=signal', '/x', 'org.gnome.ScreenSaver.ActiveChanged', `boolean:${String(isLocked)}`];
        return execFileSync('dbus-send', [`--bus=${address}`, ...words]);
      };
      say(true);
      await program.until(() => program.all('window-closed').length === 1);
      say(false);
      await asked();
    } finally {
      bus.kill('SIGKILL');
    }
  });

  it('says why a PIN was refused, and forgets it when the screen is locked', async () => {
    const first = await create();
    const question = await asked();
    expect(await invoke('pin:answer', entry(question.id, '13579086'))).toMatchObject({
      result: {
        kind: 'question',
        question: {
          refusal: { english: expect.stringMatching(/PIN/) as string, sentence: expect.anything() as object },
        },
      },
    });
    program.command('power', 'lock-screen');
    await program.until(() => program.all('window-closed').length === 1);
    expect((await client.status(first)).status).toBe('Queued');
    program.command('power', 'unlock-screen');
    const again = await asked();
    await invoke('pin:answer', { ...entry(again.id, RIGHT_PIN), isConfirmed: true });
    expect((await client.finished(first)).status).toBe('Completed');
  });

  it('keeps a PIN in the key store of the system when that is chosen, and forgets it when asked to', async () => {
    await program.dispose();
    await startWith({ KEY_STORE: 'gnome_libsecret' });
    const first = await create();
    const question = await asked();
    expect(question.keeping).toBe('offered');
    await invoke('pin:answer', { ...entry(question.id, RIGHT_PIN), isKept: true });
    expect((await client.finished(first)).status).toBe('Completed');
    program.command('power', 'lock-screen');
    program.command('power', 'unlock-screen');
    const windows = program.all('window').length;
    expect((await client.finished(await create())).status, 'nobody is asked').toBe('Completed');
    expect(program.all('window')).toHaveLength(windows);
    expect(readFileSync(path.join(program.folder, 'userData/kept-pins.json'), 'utf8')).toMatch(/^\{"[^"]+":"[^"]+"\}$/);
    expect(await filesWithPin(program.folder, RIGHT_PIN)).toEqual([]);
    program.command('choose-in-tray', 'Forget the PINs kept here');
    program.command('power', 'lock-screen');
    program.command('power', 'unlock-screen');
    await create();
    expect((await asked()).keeping).toBe('offered');
    expect(readFileSync(path.join(program.folder, 'userData/kept-pins.json'), 'utf8')).toBe('{}');
  });
});
