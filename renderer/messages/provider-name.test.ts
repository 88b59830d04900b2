import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNNAMED_PROVIDERS } from '../../service/contract/vocabulary/provider-types.ts';
import { texts as german } from './de/german.ts';
import { texts as english } from './en/english.ts';
import { showTexts } from './messages.ts';
import { providerName } from './provider-name.ts';

describe('the name of a provider', () => {
  beforeAll(() => showTexts(german));
  afterAll(() => showTexts(english));

  it.each([
    [UNNAMED_PROVIDERS.card, 'Smartcard'],
    [`${UNNAMED_PROVIDERS.card} (desk-2)`, 'Smartcard (desk-2)'],
    [UNNAMED_PROVIDERS.demo, 'Demo-Identität (nicht für echte Dokumente)'],
    [`${UNNAMED_PROVIDERS.demo} (desk-2)`, 'Demo-Identität (nicht für echte Dokumente) (desk-2)'],
    ['Smart card of Anna', 'Smart card of Anna'],
    ['Company seal', 'Company seal'],
  ])('%s is %s on a German page', (displayName, words) => expect(providerName({ displayName })).toBe(words));
});
