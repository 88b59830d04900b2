import { describe, expect, it } from 'vitest';
import * as kit from '../lasting-files.suite.ts';

/** Programs that take the first child of `sum` for its value read 1. */
const DIVIDED = '<order><sum>1<!-- x -->00</sum><note><!-- y -->ten boxes</note></order>';
const lists = [kit.signersList('2026-06-15', false), kit.authoritiesList('2026-06-15')];
const known = [kit.authoritiesList('2030-05-30')];

describe.each(['enveloped', 'enveloping'] as const)('XML with a comment in a text, %s', (packaging) => {
  const kind = { format: 'XAdES', packaging } as const;
  const made = async (): Promise<Buffer> =>
    (await kit.makeFile(kind, { level: 'LTA', content: Buffer.from(DIVIDED), crls: lists })).bytes;

  it('is signed, and at level LTA good for years', async () => {
    const { overallStatus, signatures } = await kit.judge(kind, await made(), known);
    expect(overallStatus).toBe('VALID');
    expect(signatures[0]).toMatchObject({ profileReached: 'LTA', coversWholeDocument: true });
  });
});

describe('a comment in a text of XML that is signed around it', () => {
  const kind = { format: 'XAdES', packaging: 'enveloped' } as const;
  const made = async (content: string): Promise<string> =>
    (await kit.makeFile(kind, { level: 'LTA', content: Buffer.from(content), crls: lists })).bytes.toString();

  it.each([
    ['is another one', '<!-- x -->', '<!-- 9999 -->'],
    ['is gone', '<!-- x -->', ''],
    ['is one more', '00</sum>', '0<!-- -->0</sum>'],
  ])('is signed with it: the signature is broken where it %s', async (_, from, to) => {
    const changed = (await made(DIVIDED)).replace(from, to);
    const { overallStatus, reasonCodes } = await kit.judge(kind, Buffer.from(changed), known);
    expect(overallStatus).toBe('INVALID');
    expect(reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });

  it('leaves the reference as it was where no comment divides a text', async () => {
    expect(await made('<order><!-- x --><sum>100</sum></order>')).toContain(' URI=""><ds:Transforms>');
    expect(await made(DIVIDED)).toContain(' URI="#xpointer(/)"><ds:Transforms>');
  });
});
