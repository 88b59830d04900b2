import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';
import type { BatchResult } from './batch-watch.ts';

/** Beside the tray's icon. */
export function trayText(inProgress: number, { approvals, pins }: WaitingForPerson): string {
  const waiting = approvals + pins;
  const parts = [
    ...(waiting > 0 ? [`${wait(waiting)} for you`] : []),
    ...(inProgress > 0 ? [`${documents(inProgress)} in progress`] : []),
  ];
  return parts.length === 0 ? 'Signing Station' : `Signing Station: ${parts.join(', ')}`;
}

/** What is said when a program asks for signatures and the window is not in front. */
export function waitingText({ approvals }: WaitingForPerson): { readonly title: string; readonly body: string } {
  return { title: `${wait(approvals)} for your approval`, body: 'A program asks for signatures. Look at them first.' };
}

const wait = (count: number): string => (count === 1 ? '1 document waits' : `${documents(count)} wait`);

/** What is said when everything is done and the window is not in front. Names of documents stay out of it. */
export function batchText({ completed, failed }: BatchResult): { readonly title: string; readonly body: string } {
  if (failed === 0) return { title: `${documents(completed)} signed`, body: 'Signing is done.' };
  const body = completed === 0 ? 'The list of documents says why.' : `${documents(completed)} signed.`;
  return { title: `${documents(failed)} could not be signed`, body };
}

function documents(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}
