import { text } from './messages.ts';
import { named } from './named.ts';

/** A state of a request as the pages call it. */
export function statusName(status: string): string {
  return named(text.statuses, status);
}

/** What is waited for, as the pages call it. */
export function waitName(reason: string): string {
  return named(text.waitReasons, reason);
}
