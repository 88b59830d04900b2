import type { Complaint, Judge, SignedFile, Verdict } from './judges/judge.ts';
import { mapAtMost } from './judges/run-program.ts';
import { knownLimit, type KnownLimit } from './known-limits.ts';
import type { Output } from './make-outputs.ts';

export interface Judgement {
  /** Against the file. */
  readonly failures: readonly Complaint[];
  /** What says more of the judge than of the file. */
  readonly limits: readonly KnownLimit[];
}

export interface JudgedOutput extends Output {
  /** By judge; a judge that does not read the format has none. */
  readonly judgements: ReadonlyMap<string, Judgement>;
}

/** What every judge says of every output that it reads. */
export async function judgeOutputs(outputs: readonly Output[], judges: readonly Judge[]): Promise<JudgedOutput[]> {
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const byJudge = await mapAtMost(2, judges, async (judge) => ({ judge, verdicts: await verdictsOf(judge, files) }));
  return outputs.map((output) => {
    const { file } = output;
    const judgements = byJudge.flatMap(({ judge: { name }, verdicts }) => {
      const verdict = verdicts.get(output.name);
      return file === undefined || verdict === undefined ? [] : [[name, judgementOf(name, file, verdict)] as const];
    });
    return { ...output, judgements: new Map(judgements) };
  });
}

function judgementOf(judge: string, file: SignedFile, verdict: Verdict): Judgement {
  const explained = verdict.map((complaint) => ({ complaint, limit: knownLimit(judge, file, complaint) }));
  return {
    failures: explained.filter(({ limit }) => limit === undefined).map(({ complaint }) => complaint),
    limits: [...new Set(explained.flatMap(({ limit }) => limit ?? []))],
  };
}

/** By id, for the files the judge reads. */
export async function verdictsOf(judge: Judge, files: readonly SignedFile[]): Promise<Map<string, Verdict>> {
  const readable = files.filter((file) => judge.reads(file));
  const verdicts = readable.length === 0 ? [] : await judge.judge(readable);
  return new Map(readable.map(({ id }, index) => [id, verdicts[index] ?? [{ text: 'no verdict' }]]));
}
