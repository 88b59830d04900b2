import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { openXml } from '../../codecs/xmldsig/xml-document.ts';
import { WorkBudget } from '../work-budget.ts';
import { readKeyInfo } from './key-info.ts';
import { XmlWork } from './xml-work.ts';

describe('the certificates of a ds:KeyInfo', () => {
  it('are the same array whenever they are the same bytes, and never that of another one', () => {
    const [one, other] = [randomBytes(900), randomBytes(900)];
    const first = read([one, other]);
    expect(first.map((der) => Buffer.from(der))).toEqual([one, other]);
    const [otherAgain, oneAgain] = read([other, one]);
    expect(oneAgain).toBe(first[0]);
    expect(otherAgain).toBe(first[1]);
  });

  it('are kept for few certificates and for none that is unusually long', () => {
    const [one, long] = [randomBytes(900), randomBytes(20_000)];
    const [first, firstLong] = read([one, long]);
    expect(read([long])[0]).not.toBe(firstLong);
    for (let count = 0; count < 100; count++) read([randomBytes(50)]);
    const [again] = read([one]);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });
});

function read(certificates: readonly Buffer[]): readonly Uint8Array[] {
  const items = certificates.map((der) => `<X509Certificate>${der.toString('base64')}</X509Certificate>`);
  using tree = openXml(Buffer.from(`<KeyInfo xmlns="${DS}"><X509Data>${items.join('')}</X509Data></KeyInfo>`));
  return readKeyInfo(tree.root, new XmlWork(new WorkBudget(0))).certificates;
}
