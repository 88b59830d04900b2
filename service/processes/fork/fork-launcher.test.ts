import { ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';
import type { LaunchedProcess } from '../launcher.ts';
import { createForkLauncher } from './fork-launcher.ts';

function launch(start: () => ChildProcess): LaunchedProcess {
  const launcher = createForkLauncher(() => undefined, start);
  return launcher.launch({ name: 'worker', entry: '/worker.js', args: [], env: {} });
}

it('says of a child for which there are no file handles that it did not start', async () => {
  const launched = launch(() => {
    // As Node 24 leaves it: without streams, and with an error in the next turn.
    const child = Reflect.construct<[], ChildProcess>(ChildProcess, []);
    process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
    return child;
  });
  expect(await launched.exited).toEqual({ kind: 'failed-to-start', message: 'spawn EMFILE' });
});

it('says it of a child that Node refuses at once', async () => {
  const launched = launch(() => {
    throw new Error('spawn ENOMEM');
  });
  const closed = new Promise<void>((resolve) => launched.link.onClose(resolve));
  launched.link.post('nobody hears it');
  launched.kill();
  await closed;
  expect(await launched.exited).toEqual({ kind: 'failed-to-start', message: 'spawn ENOMEM' });
});
