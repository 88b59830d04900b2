import { tryTimestamping } from '../use-cases/try-timestamping.ts';
import { openTimestamping, type TimestampingParts } from '../composition/timestamping.ts';
import { CommandFailed } from './api-key-commands.ts';

/**
 * Asks every configured timestamp authority for a timestamp of nothing, in a process of its own, and prints a sentence for
 * each. Throws CommandFailed with the reason when none of them can be relied on.
 */
export async function runTsaTestCommand(parts: TimestampingParts, print: (line: string) => void): Promise<void> {
  const authority = openTimestamping(parts);
  try {
    const { ok, sentence, authorities } = await tryTimestamping(authority);
    for (const one of authorities) if (ok || one.sentence !== sentence) print(one.sentence);
    if (!ok) throw new CommandFailed(sentence);
  } finally {
    await authority.stop(1_000);
  }
}
