import type { DeviceMeaning } from '../../service/contract/vocabulary/sentences/device-sentences.ts';
import { text } from './messages.ts';
import { named } from './named.ts';

type Answer = (parameters: { ckr: string }) => string;

/** What drivers answer, in words, with the name of the return value. */
export function deviceAnswers(words: Readonly<Record<DeviceMeaning, string>>): Readonly<Record<DeviceMeaning, Answer>> {
  const answers = Object.entries(words).map(([code, said]) => [code, ({ ckr }: { ckr: string }) => `${said} (${ckr})`]);
  return Object.fromEntries(answers) as Readonly<Record<DeviceMeaning, Answer>>;
}

/** A state of a request as the pages call it. */
export function statusName(status: string): string {
  return named(text.statuses, status);
}

/** What is waited for, as the pages call it. */
export function waitName(reason: string): string {
  return named(text.waitReasons, reason);
}
