import { appendFileSync } from 'node:fs';
import { StationError } from '../../service/domain/station-error.ts';
import { PinGuard } from './pin-guard.ts';
import { openPinLatchStore } from './pin-latch-store.ts';
import { holdLocks } from './token-locks.ts';

/** Not a measure of speed: the others wait for as long as it takes here. */
const PATIENCE_MILLISECONDS = 40_000;
/**
 * A process that is told a wrong PIN of a token: `node guarded-login-child.suite.ts GUARD TRIES`. It says `ready`, logs in
 * when it is told to, leaves a letter in the file TRIES for each C_Login, and says what came of it.
 */
const [directory = '', tries = ''] = process.argv.slice(2);
const guard = new PinGuard(openPinLatchStore(directory, (files) => holdLocks(files, PATIENCE_MILLISECONDS)));
const refused = Object.assign(new Error('CKR'), { code: 0xa0 });
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  try {
    guard.login({ tokenId: 'maker|model|serial', flags: 0, providerId: 'card' }, '1111', () => {
      appendFileSync(tries, 'x');
      // A token takes its time, in which the others come.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      throw refused;
    });
  } catch (error) {
    process.stdout.write(error instanceof StationError ? `${error.waitReason ?? 'refused'}\n` : 'fault\n');
  }
});
