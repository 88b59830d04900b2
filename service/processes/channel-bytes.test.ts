import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createForkLauncher } from './fork/fork-launcher.ts';
import type { MessageLink } from './message-link.ts';
import { connectParentLink } from './parent-link.ts';
import { bytesBesideSecret, fromRawBytes, rawBytes } from './raw-channel.suite.ts';

const MARKER = 'MARKER-of-a-password';
const sendNothing: (message: unknown) => boolean = () => true;
const child = Object.assign(new EventEmitter(), { connected: true, send: sendNothing });
vi.mock('node:child_process', () => ({ fork: () => child }));

interface Channel {
  readonly link: MessageLink;
  readonly sent: unknown[];
  readonly receive: (message: unknown) => void;
}

function forkLink(): Channel {
  const sent: unknown[] = [];
  child.send = (message) => sent.push(message) > 0;
  const { link } = createForkLauncher().launch({ name: 'child', entry: '/none', args: [], env: {} });
  return { link, sent, receive: (message) => void child.emit('message', message) };
}

function ipcLink(): Channel {
  const sent: unknown[] = [];
  vi.stubGlobal(
    'process',
    Object.assign(new EventEmitter(), { connected: true, send: (message: unknown) => void sent.push(message) }),
  );
  return { link: connectParentLink(), sent, receive: (message) => void process.emit('message', message, undefined) };
}

function parentPortLink(): Channel {
  const sent: unknown[] = [];
  const parentPort = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void sent.push(message) });
  vi.stubGlobal('process', { parentPort });
  return { link: connectParentLink(), sent, receive: (data) => void parentPort.emit('message', { data }) };
}

async function afterPost({ link, sent }: Channel, ...messages: unknown[]): Promise<unknown> {
  for (const message of messages) link.post(message);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toHaveLength(1);
  return sent[0];
}

afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ['the host, to a child of plain Node', forkLink],
  ['a child of plain Node', ipcLink],
  ['a utility process', parentPortLink],
])('what is posted by %s', (_name, open) => {
  it('takes nothing along that lies beside a view in its buffer', async () => {
    expect(rawBytes(bytesBesideSecret(MARKER)).includes(MARKER), 'the raw channel writes whole buffers').toBe(true);
    const sent = await afterPost(open(), { certificate: bytesBesideSecret(MARKER) }, [bytesBesideSecret(MARKER)]);
    expect(rawBytes(sent).includes(MARKER)).toBe(false);
  });

  it('arrives in order with its bytes, dates and undefined values', async () => {
    const messages = [{ bytes: bytesBesideSecret(MARKER), at: new Date(5), none: undefined }, ['a', 1n], 'text'];
    const channel = open();
    const crossed = fromRawBytes(rawBytes(await afterPost(channel, ...messages)));
    const received: unknown[] = [];
    channel.link.onMessage((message) => received.push(message));
    channel.receive(crossed);
    expect(received).toEqual(messages);
  });

  it.each([
    ['an object', { liar: true }],
    ['bytes that are no batch', Uint8Array.of(1, 2, 3)],
    ['no bytes', new Uint8Array(0)],
  ])('hands %s to the listeners as it is: they check the shape', (_what, message) => {
    const channel = open();
    const received: unknown[] = [];
    channel.link.onMessage((arrived) => received.push(arrived));
    channel.receive(message);
    expect(received).toEqual([message]);
  });
});
