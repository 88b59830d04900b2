import type { Readable, Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

/** What a command may write to and ask from; tests hand in their own. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  /** Results. */
  readonly output: Writable & { readonly isTTY?: boolean };
  /** Nobody gets the results, and nobody has said so. */
  readonly isOutputClosed?: boolean;
  /** What people are told beside: progress, questions, failures. */
  readonly messages: Writable & { readonly isTTY?: boolean };
  /** Ended by Ctrl-C. */
  readonly signal: AbortSignal;
}

// Names of files and texts of others must not move the cursor or change how a line reads.
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** The text as one line that does nothing to a terminal. */
export function plainLine(text: string): string {
  return text.replaceAll(CONTROLS, '\uFFFD');
}

/** The same for a text of several lines. */
export function plainLines(text: string): string {
  return text.split('\n').map(plainLine).join('\n');
}

export function printLine(stream: Writable, text: string): void {
  stream.write(`${text}\n`);
}

/** Throws UsageError where a document cannot go to stdout: to be asked before it is made. */
export function refuseAsOutput({ output, isOutputClosed }: Terminal, cure: string): void {
  if (output.isTTY === true) throw new UsageError(`A document is not written to a terminal: ${cure}.`);
  if (isOutputClosed !== true) return;
  throw new UsageError(`Standard output is closed, and the document would be lost: ${cure}.`);
}
