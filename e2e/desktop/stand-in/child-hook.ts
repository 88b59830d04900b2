import { EventEmitter } from 'node:events';
import { fromRawBytes, rawBytes } from '../../../service/processes/raw-channel.suite.ts';
import { hidePrimitivesOfOpenSsl } from './boring-crypto.ts';

/**
 * Makes a child of plain Node look like an Electron utility process: `process.parentPort`, paused until it has a
 * listener, raw serialization, no `process.send`, the end together with the parent, and the crypto of BoringSSL.
 */
const send = process.send?.bind(process);

class ParentPort extends EventEmitter {
  #waiting: unknown[] | undefined = [];

  constructor() {
    super();
    process.on('message', (bytes) => {
      const data = fromRawBytes(bytes as Uint8Array);
      if (this.#waiting === undefined) this.emit('message', { data, ports: [] });
      else this.#waiting.push(data);
    });
    this.on('newListener', (name) => {
      if (name !== 'message' || this.#waiting === undefined) return;
      setImmediate(() => this.#start());
    });
  }

  postMessage(message: unknown): void {
    send?.(rawBytes(message), undefined, undefined, () => undefined);
  }

  #start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const data of waiting) this.emit('message', { data, ports: [] });
  }
}

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
// Not `connected` and `disconnect`: Node's own channel needs them.
Object.defineProperty(process, 'send', { value: undefined });
hidePrimitivesOfOpenSsl();
const { STAND_IN_CHILD_LINE: line } = process.env;
if (line !== undefined) {
  delete process.env['STAND_IN_CHILD_LINE'];
  process.stdout.write(`${line} to stdout\n`);
  process.stderr.write(`${line} to stderr\n`);
}
