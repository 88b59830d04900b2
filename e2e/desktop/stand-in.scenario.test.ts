import path from 'node:path';
import { expect, it } from 'vitest';
import { startedPrograms } from './started-programs.suite.ts';

const ENTRY = path.join(import.meta.dirname, 'behaviour/entry.mjs');
const start = startedPrograms();

/** The tests of the desktop program are worth what the stand-in is: what Electron's source says of each of these. */
it('the stand-in behaves as Electron does where programs go wrong', async () => {
  const program = await start({ entry: ENTRY, wishes: { NO_SPAWN: 'never' } });
  expect(await program.exited, program.output.join('\n')).toBe(0);
  const line = program.output.find((each) => each.startsWith('SEEN '));
  const seen = JSON.parse((line ?? 'SEEN null').slice('SEEN '.length)) as Record<string, unknown>;
  expect(seen).toEqual({
    before: {
      isReady: false,
      window: expect.stringContaining('before app is ready') as string,
      session: expect.stringContaining('when app is ready') as string,
      fork: expect.stringContaining('before app is ready') as string,
    },
    after: {
      sandbox: expect.stringContaining('before app is ready') as string,
      load: expect.stringContaining('ERR_CONNECTION_REFUSED') as string,
      sha3: 'Digest method not supported',
      brainpool: 'unsupported elliptic curve',
      destroyed: 'Object has been destroyed',
    },
    // Neither pid nor kill before `spawn`.
    early: { pid: null, kill: false },
    child: {
      ports: 0,
      send: 'undefined',
      // The whole buffer of a view crosses, as with Electron's serializer.
      behind: expect.stringContaining('MARKER of a neighbour') as string,
      // Of the engine's options only those of Chromium's switch arrive.
      flags: ['--stack-size=901'],
    },
    // What waitpid gave for a signal, and codes of one's own as they are.
    killed: 9,
    own: 70,
    unheard: expect.stringContaining('Unhandled error') as string,
    term: 15,
    // A quit while it quits is ignored; a window may hold it back, and the next quit begins anew.
    order: ['before-quit', 'close', 'before-quit', 'close', 'will-quit'],
  });
});
