import type { Terminal } from './terminal.ts';

const WIDTH = 30;

export interface Progress {
  readonly total: number;
  done: number;
  failed: number;
  waiting: number;
}

/** `[=====>    ] 12 of 40, 1 failed, 3 waiting for their token` */
export function progressLine({ total, done, failed, waiting }: Progress): string {
  const filled = total === 0 ? WIDTH : Math.floor((WIDTH * (done + failed)) / total);
  const bar = '='.repeat(filled).padEnd(WIDTH);
  const more = [failed > 0 ? `${failed} failed` : '', waiting > 0 ? `${waiting} waiting for the token` : ''];
  return [`[${bar}] ${done + failed} of ${total}`, ...more.filter((part) => part !== '')].join(', ');
}

interface ProgressBar {
  draw(): void;
  /** Takes it away before a line is printed. */
  clear(): void;
}

/** A bar that is drawn over itself on a terminal, and nothing anywhere else. */
export function createProgressBar(terminal: Terminal, progress: Progress, isQuiet: boolean): ProgressBar {
  const isShown = terminal.messages.isTTY === true && !isQuiet && progress.total > 1;
  const write = (text: string): void => {
    if (isShown) terminal.messages.write(`\r\u001B[K${text}`);
  };
  return { draw: () => write(progressLine(progress)), clear: () => write('') };
}
