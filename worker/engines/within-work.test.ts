import { describe, expect, it } from 'vitest';
import { WorkExceededError } from '../../service/verification/work-budget.ts';
import type { FormatEngine, PreparedSignature } from './engine.ts';
import { withinWork } from './within-work.ts';

const told = {
  code: 'SIGNING_OPERATION_FAILED',
  kind: 'permanent',
  area: 'document',
  sentence: expect.objectContaining({ code: 'DOCUMENT_TAKES_TOO_MUCH_WORK' }) as unknown,
};

const spent = (): Promise<never> => Promise.reject(new WorkExceededError());

describe('a document that takes more work than one may cost', () => {
  it.each(['prepare', 'embed', 'extend'] as const)('is refused in the same words by %s', async (step) => {
    const prepared = { dataToBeSigned: Uint8Array.of(), digest: Uint8Array.of(), embed: spent, discard: spent };
    const engine = withinWork({
      prepare: step === 'prepare' ? spent : () => Promise.resolve(prepared as PreparedSignature),
      extend: spent,
    });
    const task = {} as Parameters<FormatEngine['prepare']>[0] & Parameters<FormatEngine['extend']>[0];
    const asked =
      step === 'extend' ? engine.extend(task) : engine.prepare(task).then((one) => one.embed(task.key as never));
    await expect(asked).rejects.toMatchObject(told);
  });
});
