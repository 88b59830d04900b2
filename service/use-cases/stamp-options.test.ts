import { describe, expect, it } from 'vitest';
import { checkStampOptions, stampOptionsOf, stampTextsOf, type StampTexts } from './stamp-options.ts';

const NOTHING: StampTexts = { signatureRect: null, signatureAnchor: null, stampTemplate: null };
const read = (texts: Partial<StampTexts>) => stampOptionsOf({ ...NOTHING, ...texts });
const invalid = (detail: string | RegExp): Error =>
  expect.objectContaining({
    code: 'SIGNATURE_REQUEST_INVALID',
    message: expect.stringMatching(detail) as string,
  }) as Error;

describe('what a request says of its stamp', () => {
  it('is a place, a text or a template, and comes back as it was written', () => {
    expect(stampOptionsOf(NOTHING)).toBeNull();
    expect(read({ signatureRect: 'last, 36,40.5, 180,60' })?.rect).toEqual({
      ...{ page: 'last', x: 36, y: 40.5, width: 180, height: 60 },
    });
    expect(read({ signatureAnchor: ' The tenant: ' })?.anchor).toBe('The tenant:');
    const options = read({
      signatureRect: '3,0,0,200,70',
      stampTemplate: '{"parts":["name","identityNumber"],"timeZone":"Europe/Berlin"}',
    });
    expect(options?.template).toEqual({
      ...{ parts: ['name', 'identityNumber'], identityNumber: 'masked' },
      ...{ dateFormat: 'yyyy-MM-dd HH:mm:ss', timeZone: 'Europe/Berlin' },
    });
    expect(stampOptionsOf(stampTextsOf(options))).toEqual(options);
    expect(stampTextsOf(null)).toEqual(NOTHING);
  });

  it('says the language of the stamp in the template, and keeps it beside, where versions before pass over it', () => {
    const options = read({ stampTemplate: '{"parts":["name"],"language":"fr"}' });
    expect(options).toMatchObject({ language: 'fr' });
    expect(options?.template).not.toHaveProperty('language');
    expect(stampOptionsOf(stampTextsOf(options))).toEqual(options);
    expect(read({ stampTemplate: '{"parts":["name"]}' })).not.toHaveProperty('language');
  });

  it.each([
    '1,2,3,4',
    '1,2,3,4,5,6',
    '0,1,1,9,9',
    'first,1,1,9,9',
    '1,-1,1,9,9',
    '1,1,1,0,9',
    '1,1,1,9,1e3',
    '1,a,1,9,9',
    '',
  ])('is no place written as %j', (signatureRect) => {
    expect(() => read({ signatureRect })).toThrow(invalid('signatureRect'));
  });

  it.each([
    ['{', 'must be JSON'],
    ['[]', 'stampTemplate'],
    ['{"parts":[]}', 'parts'],
    ['{"parts":["name","name"]}', 'each part once'],
    ['{"parts":["face"]}', 'parts'],
    ['{"parts":["name"],"timeZone":"Mars/Olympus"}', 'timeZone'],
    ['{"parts":["name"],"dateFormat":"YYYY"}', 'dateFormat'],
    ['{"parts":["name"],"colour":"red"}', 'colour'],
    ['{"parts":["name"],"language":"nl"}', 'language'],
  ])('is no template written as %s', (stampTemplate, detail) => {
    expect(() => read({ stampTemplate })).toThrow(invalid(detail));
  });

  it('is no blank text', () => {
    expect(() => read({ signatureAnchor: ' ' })).toThrow(invalid('blank'));
  });
});

describe('the order around it', () => {
  const order = { format: 'PAdES', hasPage: false, hasField: false, hasNote: false, hasImage: false } as const;
  const rect = read({ signatureRect: '1,0,0,200,70' });
  const anchor = read({ signatureAnchor: 'Signature' });

  it('tells the place once', () => {
    checkStampOptions(rect, order);
    checkStampOptions(anchor, order);
    checkStampOptions(null, { ...order, format: 'XAdES', hasPage: true });
    for (const options of [rect, anchor]) {
      expect(() => checkStampOptions(options, { ...order, hasPage: true })).toThrow(invalid('signaturePage'));
      expect(() => checkStampOptions(options, { ...order, hasField: true })).toThrow(invalid('existing field'));
      expect(() => checkStampOptions(options, { ...order, format: 'CAdES' })).toThrow(invalid('PAdES only'));
    }
    const both = read({ signatureRect: '1,0,0,200,70', signatureAnchor: 'Signature' });
    expect(() => checkStampOptions(both, order)).toThrow(invalid('both'));
  });

  it('has something to show', () => {
    const parts = read({ stampTemplate: '{"parts":["note","image"]}' });
    expect(() => checkStampOptions(parts, order)).toThrow(invalid('show nothing'));
    checkStampOptions(parts, { ...order, hasNote: true });
    checkStampOptions(parts, { ...order, hasImage: true });
    checkStampOptions(parts, { ...order, hasNote: true, hasField: true });
  });
});
