import type { DeviceMeaning } from '../../service/contract/vocabulary/sentences/device-sentences.ts';

type Answer = (parameters: { ckr: string }) => string;

/** What drivers answer, in words, with the name of the return value. */
export function deviceAnswers(words: Readonly<Record<DeviceMeaning, string>>): Readonly<Record<DeviceMeaning, Answer>> {
  const answers = Object.entries(words).map(([code, said]) => [code, ({ ckr }: { ckr: string }) => `${said} (${ckr})`]);
  return Object.fromEntries(answers) as Readonly<Record<DeviceMeaning, Answer>>;
}
