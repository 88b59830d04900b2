import type { BatchResult } from './batch-watch.ts';

/** Beside the tray's icon. */
export function trayText(inProgress: number): string {
  return inProgress === 0 ? 'Signing Station' : `Signing Station: ${documents(inProgress)} in progress`;
}

/** What is said when everything is done and the window is not in front. Names of documents stay out of it. */
export function batchText({ completed, failed }: BatchResult): { readonly title: string; readonly body: string } {
  if (failed === 0) return { title: `${documents(completed)} signed`, body: 'Signing is done.' };
  const body = completed === 0 ? 'The list of documents says why.' : `${documents(completed)} signed.`;
  return { title: `${documents(failed)} could not be signed`, body };
}

function documents(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}
