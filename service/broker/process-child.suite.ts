import { writeSync } from 'node:fs';
import type { Broker } from './broker.ts';
import { message } from './messages.suite.ts';

/**
 * A process of the broker's tests: publishes jobs and dead letters, several at once, until it is killed, and says the
 * id of each once its promise has resolved. Arguments: the module that opens the broker, and where it is.
 */
function isOpener(module: unknown): module is { openInChild(location: string): Promise<Broker> } {
  return typeof module === 'object' && module !== null && 'openInChild' in module;
}

const [moduleUrl = '', location = ''] = process.argv.slice(2);
const opener: unknown = await import(moduleUrl);
if (!isOpener(opener)) throw new Error('The module opens no broker.');
const broker = await opener.openInChild(location);

async function publishForever(): Promise<never> {
  for (let n = 0; ; n += 1) {
    const messages = [message(`job ${n}`), message(`job ${n} again`)];
    await broker.publishJobs(messages);
    for (const { messageId } of messages) writeSync(1, `job ${messageId}\n`);
    const dead = message(`dead ${n}`);
    await broker.publishDeadLetter(dead);
    writeSync(1, `dead ${dead.messageId}\n`);
  }
}

await Promise.race([publishForever(), publishForever(), publishForever(), publishForever()]);
