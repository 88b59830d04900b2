import { closeSync, fstatSync, readSync } from 'node:fs';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const MAX_SECRET_BYTES = 1024;
const [CTRL_C, CTRL_D, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007F'];

/**
 * Asks for a PIN or password on the terminal without showing what is typed. Null where there is no terminal to ask at.
 * Throws CommandFailure when it is left by Ctrl-C or Ctrl-D.
 */
export async function askHidden({ input, messages }: Terminal, question: string): Promise<string | null> {
  if (input.isTTY !== true || input.setRawMode === undefined) return null;
  messages.write(`${question}: `);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  try {
    return await typed(input);
  } finally {
    input.setRawMode(false);
    input.pause();
    messages.write('\n');
  }
}

function typed(input: Terminal['input']): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const stop = (): void => {
      input.off('data', take);
      input.off('end', leave);
    };
    const leave = (): void => {
      stop();
      reject(new CommandFailure('No PIN was given.', EXIT.interrupted));
    };
    const take = (chunk: string): void => {
      for (const character of chunk) {
        if (character === '\r' || character === '\n') {
          stop();
          resolve(text);
          return;
        }
        if (character === CTRL_C || (character === CTRL_D && text === '')) {
          leave();
          return;
        }
        if (character === BACKSPACE || character === DELETE) text = Array.from(text).slice(0, -1).join('');
        else if (character >= ' ') text += character;
      }
    };
    input.on('data', take);
    input.once('end', leave);
  });
}

/** The one line that an open file descriptor gives, without its line end; closes it. Throws UsageError when it cannot. */
export function readSecretFrom(text: string): string {
  const descriptor = Number(text);
  if (!/^\d{1,5}$/.test(text) || descriptor < 3) {
    throw new UsageError('--pin-fd is the number of an open file descriptor from 3 on, as in 3< <(pass show card).');
  }
  const bytes = Buffer.alloc(MAX_SECRET_BYTES + 1);
  let length = 0;
  try {
    fstatSync(descriptor);
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    closeSync(descriptor);
  } catch {
    throw new UsageError(`The file descriptor ${descriptor} cannot be read.`);
  }
  const secret = bytes.toString('utf8', 0, length).replace(/\r?\n$/, '');
  bytes.fill(0);
  if (secret === '' || length > MAX_SECRET_BYTES || /[\r\n]/.test(secret)) {
    throw new UsageError(`The file descriptor ${descriptor} must give one line, the PIN.`);
  }
  return secret;
}
