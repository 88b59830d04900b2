import { describe, expect, it } from 'vitest';
import { foldCase } from '../fold-case.ts';
import { summarizeTexts, summaryTest } from './audit-texts.ts';

const ID = '01a20d57-cffd-7f04-b346-b2aa71b31174';
const HASH = '29e8d736024966142154cc3caa1dfa89eab4c1248a5afe8b11377624261e3a24';
const TEXTS = [
  'Ärztin Frieda',
  'INV-2026-77812',
  `prefix-${ID}`,
  `deadbeef-${ID}-77`,
  ID,
  'SigningCompleted',
  `{"fileId":"${ID}","size":584,"sha256":"${HASH}"}`,
  '{"thumbprint":"45DAB55C66B04DCDBFD593CF565BB0B963E7AC10","subject":"CN=Demo Signer,O=Signing Station"}',
  '{"attempt":1,"at":-12,"list":[1,2,34]}',
  '{"note":"Cafe\u0301 \\u0001 face added"}',
];

const passes = (summary: string, text: string): boolean => summaryTest(text)(summary);

describe('the summary of audit texts', () => {
  it('is passed by every part of every text', () => {
    for (const text of TEXTS) {
      // Each by itself, so that nothing is found in the others.
      const summary = summarizeTexts([text]);
      const folded = foldCase(text);
      for (let begin = 0; begin < folded.length; begin += 1) {
        for (let end = begin + 1; end <= folded.length; end += 1) {
          const part = folded.slice(begin, end);
          if (!passes(summary, part)) throw new Error(`${part} of ${text} is not found in ${JSON.stringify(summary)}.`);
        }
      }
    }
  });

  it.each([
    'Frieder',
    'no such thing',
    'INV-2026-77813',
    ID.replace('1174', '1175'),
    HASH.replace('29e8', '29e9').replace('3a24', '3a25'),
  ])('is not passed by %s', (text) => expect(passes(summarizeTexts(TEXTS), text)).toBe(false));

  it('is the same for events that differ in ids, hashes and sizes, but for the ends of the ids', () => {
    const other = HASH.replaceAll('2', '3');
    const [one, two] = [HASH, other].map((hash) => summarizeTexts([`{"size":${hash.length},"sha256":"${hash}"}`]));
    expect(one?.replace(HASH.slice(-12), '')).toBe(two?.replace(other.slice(-12), ''));
    expect(one?.length).toBeLessThan(50);
  });

  it('lets parts of ids and texts with control characters pass anywhere', () => {
    for (const text of ['a', '77812', ID.slice(1), 'line\nline', '\u{1}']) expect(passes('', text)).toBe(true);
  });
});
