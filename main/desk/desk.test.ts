import { describe, expect, it } from 'vitest';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';
import { createBatchWatch, type BatchResult } from './batch-watch.ts';
import { batchText, deskTextsFor, trayText } from './desk-texts.ts';
import { english } from './texts/english.ts';

function follow(...changes: readonly (readonly [string, SignatureStatus])[]): (BatchResult | undefined)[] {
  const watch = createBatchWatch();
  return changes
    .map(([signatureId, status]) =>
      watch.note({ signatureId, status, tenantId: 'default', at: '2026-01-01T00:00:00Z' }),
    )
    .filter((result) => result !== undefined);
}

describe('createBatchWatch', () => {
  it('tells once when the last of a batch is done', () => {
    expect(
      follow(
        ['a', 'Queued'],
        ['b', 'Queued'],
        ['a', 'Processing'],
        ['a', 'Completed'],
        ['b', 'Failed'],
        ['b', 'Failed'],
      ),
    ).toEqual([{ completed: 1, failed: 1 }]);
  });

  it('counts each batch anew', () => {
    expect(follow(['a', 'Queued'], ['a', 'Completed'], ['b', 'Queued'], ['b', 'Rejected'])).toEqual([
      { completed: 1, failed: 0 },
      { completed: 0, failed: 1 },
    ]);
  });

  it('says nothing of what was cancelled, and nothing of ends without a beginning', () => {
    expect(follow(['a', 'Queued'], ['a', 'Cancelled'], ['x', 'Completed'])).toEqual([]);
  });
});

describe('texts of the desk', () => {
  it.each([
    [0, 'Signing Station'],
    [1, 'Signing Station: 1 document in progress'],
    [40, 'Signing Station: 40 documents in progress'],
  ])('says at the tray what is going on: %i', (count, text) =>
    expect(trayText(english, count, { approvals: 0, pins: 0 })).toBe(text),
  );

  it.each([
    [{ completed: 1, failed: 0 }, '1 document signed', 'Signing is done.'],
    [{ completed: 7, failed: 2 }, '2 documents could not be signed', '7 documents signed.'],
    [{ completed: 0, failed: 1 }, '1 document could not be signed', 'The list of documents says why.'],
  ])('says how a batch ended: %j', (result, title, body) =>
    expect(batchText(english, result)).toEqual({ title, body }),
  );

  it('are in the first language of the system that there is, else English', () => {
    const quit = (...languages: string[]): string => deskTextsFor(languages).quit;
    expect(quit('tlh', 'de-AT', 'en-GB')).toBe('Beenden');
    expect(quit('fr')).toBe('Quitter');
    expect(quit('ES-mx')).toBe('Salir');
    expect(quit('tlh')).toBe('Quit');
    expect(quit()).toBe('Quit');
  });

  it.each(['de', 'fr', 'es'])('say everything in %s, with the numbers that English says', (language) => {
    const texts = deskTextsFor([language]);
    const all = ({ waits, inProgress, forApproval, signed, failed, ...labels }: typeof texts): string[] => [
      ...Object.values(labels),
      ...[1, 7].flatMap((count) => [waits(count), inProgress(count)]),
      ...[forApproval(1), forApproval(7), signed(1), signed(7), failed(1, 0), failed(2, 1), failed(1, 7)].flatMap(
        ({ title, body }) => [title, body],
      ),
    ];
    const numbers = (said: readonly string[]): unknown => said.map((words) => words.match(/\d+/gu));
    expect(numbers(all(texts))).toEqual(numbers(all(english)));
    expect(all(texts).filter((words) => all(english).includes(words))).toEqual([]);
    for (const words of all(texts)) expect(words).not.toBe('');
  });
});
