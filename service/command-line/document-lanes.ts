import type { WaitReason } from '../contract/vocabulary/failures.ts';
import { CommandFailure, interrupted } from './command-failure.ts';
import type { DocumentOrder } from './document-orders.ts';
import { EXIT, jointExit } from './exit-codes.ts';
import type { ParsedOptions } from './parse-options.ts';
import { createProgressBar } from './progress.ts';
import { plainLine, printLine, type Terminal } from './terminal.ts';

export interface FinishedDocument {
  readonly id: string;
  readonly status: string;
  /** Null: nobody has waited for it. `-`: it went to stdout. */
  readonly output: string | null;
  /** What people are told it is. */
  readonly kind: string;
}

/** Told of a request that waits for its token, card or PIN. */
export interface WaitListener {
  /** It begins to, or ends. */
  readonly onChange: (isWaiting: boolean) => void;
  /** It does for more than a moment: again and again, as long as it does. */
  readonly onLongWait: (reason: WaitReason) => void;
}

/** Carries one out. */
export type CarryOut<O extends DocumentOrder> = (order: O, waiting: WaitListener) => Promise<FinishedDocument>;

/** Documents on their way at once: enough that the token never waits for an upload. */
const LANES = 8;

/**
 * Carries all out, each told of as it ends; one that fails does not stop the others. Answers how the program ends. Throws
 * CommandFailure after Ctrl-C, which says how far it has come.
 */
export async function runLanes<O extends DocumentOrder>(
  orders: readonly O[],
  options: ParsedOptions,
  terminal: Terminal,
  carryOut: CarryOut<O>,
): Promise<number> {
  const progress = { total: orders.length, done: 0, failed: 0, waiting: 0, underWay: 0 };
  const bar = createProgressBar(terminal, progress, options.flags.has('json') || options.flags.has('quiet'));
  const codes: number[] = [];
  const toldReasons = new Set<WaitReason>();
  const queue = [...orders];
  const tell = (outcome: FinishedDocument | CommandFailure, order: O): void => {
    bar.clear();
    report(outcome, order, options, terminal);
    codes.push(outcome instanceof CommandFailure ? outcome.exitCode : EXIT.done);
    progress[outcome instanceof CommandFailure ? 'failed' : 'done'] += 1;
    bar.draw();
  };
  const waiting: WaitListener = {
    onChange: (isWaiting) => {
      progress.waiting += isWaiting ? 1 : -1;
      bar.draw();
    },
    onLongWait: (reason) => {
      // A place in line is no news: the bar says how far it is.
      if (reason === 'PROVIDER_BUSY' || toldReasons.has(reason) || options.flags.has('quiet')) return;
      toldReasons.add(reason);
      bar.clear();
      printLine(
        terminal.messages,
        `Waiting: ${reason}. It goes on by itself once that has changed; Ctrl-C ends the command.`,
      );
      bar.draw();
    },
  };
  const lane = async (): Promise<void> => {
    for (let order = queue.shift(); order !== undefined && !terminal.signal.aborted; order = queue.shift()) {
      const outcome = await carryOut(order, waiting).catch(failureOf);
      if (outcome instanceof CommandFailure && outcome.exitCode === EXIT.interrupted) {
        if (outcome.request === null) return;
        progress.underWay += 1;
        if (options.flags.has('json')) report(outcome, order, options, terminal);
        return;
      }
      tell(outcome, order);
    }
  };
  bar.draw();
  await Promise.all(Array.from({ length: Math.min(LANES, orders.length) }, lane));
  bar.clear();
  if (progress.done + progress.failed < orders.length) throw interrupted(howFar(progress));
  return jointExit(codes);
}

/** What is no failure of a document is one of the command. */
function failureOf(fault: unknown): CommandFailure {
  if (fault instanceof CommandFailure) return fault;
  throw fault;
}

/** `412 of 1000 done, 1 failed, 8 under way`: the latter have been sent, and nobody has waited for what comes of them. */
function howFar(progress: { total: number; done: number; failed: number; underWay: number }): string {
  const { total, done, failed, underWay } = progress;
  const more = [failed > 0 ? `, ${failed} failed` : '', underWay > 0 ? `, ${underWay} under way` : ''];
  return `${done} of ${total} done${more.join('')}`;
}

function report(
  outcome: FinishedDocument | CommandFailure,
  { files }: DocumentOrder,
  options: ParsedOptions,
  { output, messages }: Terminal,
): void {
  const shown = files.map((file) => file.shown).join(', ');
  if (options.flags.has('json')) {
    const facts =
      outcome instanceof CommandFailure
        ? {
            ...(outcome.request ?? { id: null, status: 'Failed' }),
            ...{ output: null, errorCode: outcome.errorCode, errorMessage: outcome.message },
          }
        : { id: outcome.id, status: outcome.status, output: outcome.output };
    printLine(output, JSON.stringify({ files: files.map((file) => file.shown), ...facts }));
    return;
  }
  if (outcome instanceof CommandFailure) {
    printLine(messages, plainLine(`${shown}: ${outcome.message}`));
    return;
  }
  if (options.flags.has('quiet') || outcome.output === '-') return;
  const result = outcome.output ?? `${outcome.status} as ${outcome.id}`;
  printLine(output, plainLine(`${shown} -> ${result} (${outcome.kind})`));
}
