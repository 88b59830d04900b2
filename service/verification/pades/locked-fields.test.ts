import { afterAll, describe, expect, it } from 'vitest';
import { contractPdf } from './contract-pdf.suite.ts';
import { latin1, listField, makeSigner, replaceObject, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const WIDGET = '/Type /Annot /Subtype /Widget /Rect [18 18 200 60] /P 3 0 R /F 4';
/** A field `a` with `a.b`, which a page shows, and `a.c` with `a.c.d`. */
const FIELDS: Readonly<Record<number, string>> = {
  6: '<</Fields [20 0 R]>>',
  7: `<<${WIDGET} /T (b) /Parent 20 0 R>>`,
  20: '<</T (a) /FT /Tx /Kids [7 0 R 21 0 R]>>',
  21: '<</T (c) /Parent 20 0 R /Kids [22 0 R]>>',
  22: '<</T (d) /Parent 21 0 R>>',
};
const NUMBERS = { a: 20, 'a.b': 7, 'a.c': 21, 'a.c.d': 22 } as const;

/** Signed under a rule for fields, then a value written into one. */
function filled(rule: string, field: keyof typeof NUMBERS): Buffer {
  const number = NUMBERS[field];
  const signed = signPdf(contractPdf(FIELDS), signer, { fieldEntries: `/Lock <</Type /SigFieldLock ${rule}>>` });
  return replaceObject(signed, number, (FIELDS[number] ?? '').replace('/T ', '/V (Bob) /T '));
}

function reasonOf(pdf: Buffer): string {
  const [signature] = verifyWith(fixture, pdf).signatures;
  return `${signature?.status} ${signature?.reasonCodes[0]}`;
}

const rule = (action: string, names?: string): string =>
  `/Action /${action}${names === undefined ? '' : ` /Fields [${names}]`}`;

describe('a value is written', () => {
  it.each<[string, string, (keyof typeof NUMBERS)[]]>([
    ['all', rule('All'), ['a', 'a.b', 'a.c', 'a.c.d']],
    ['the field', rule('Include', '(a.b)'), ['a.b']],
    ['the field above it, which it inherits from', rule('Include', '(a.b)'), ['a']],
    ['both fields above it', rule('Include', '(a.c.d)'), ['a', 'a.c', 'a.c.d']],
    ['what lies below', rule('Include', '(a)'), ['a', 'a.b', 'a.c', 'a.c.d']],
    ['what lies below a part', rule('Include', '(a.c)'), ['a', 'a.c', 'a.c.d']],
    ['one of several', rule('Include', '(x) (a.c.d) (y)'), ['a', 'a.c', 'a.c.d']],
    ['a name in UTF-16', rule('Include', '<FEFF0061002E0062>'), ['a', 'a.b']],
    ['all but another', rule('Exclude', '(a.b)'), ['a', 'a.c', 'a.c.d']],
    ['all but what lies below', rule('Exclude', '(a.c.d)'), ['a', 'a.b', 'a.c']],
    ['all but nothing', rule('Exclude', ''), ['a', 'a.b', 'a.c', 'a.c.d']],
    ['all but one of the same beginning', rule('Exclude', '(a.b2) (a.)'), ['a', 'a.b', 'a.c']],
  ])('that is locked: %s', (_what, lock, fields) => {
    for (const field of fields) {
      expect([field, reasonOf(filled(lock, field))]).toEqual([field, 'INVALID PDF_FIELDMDP_VIOLATED']);
    }
  });

  it.each<[string, string, (keyof typeof NUMBERS)[]]>([
    ['another', rule('Include', '(a.b)'), ['a.c', 'a.c.d']],
    ['one of the same beginning', rule('Include', '(a.c.d2) (a.bb)'), ['a.b', 'a.c.d']],
    ['what is left out', rule('Exclude', '(a.c)'), ['a.c', 'a.c.d']],
    ['what lies below what is left out', rule('Exclude', '(a)'), ['a', 'a.b', 'a.c', 'a.c.d']],
    ['nothing', rule('Include', ''), ['a', 'a.b', 'a.c', 'a.c.d']],
  ])('that is not locked: %s', (_what, lock, fields) => {
    for (const field of fields) {
      expect([field, reasonOf(filled(lock, field))]).toEqual([field, 'INDETERMINATE PDF_UNREGULATED_CHANGE']);
    }
  });
});

/** Signed under a rule for fields, then a field added to the form. */
function extended(lock: string, field: string): Buffer {
  const signed = signPdf(contractPdf(FIELDS), signer, { fieldEntries: `/Lock <</Type /SigFieldLock ${lock}>>` });
  return updatePdf(signed, (update) => {
    const added = update.reserve();
    update.replaceBody(added, latin1(`<<${field}>>`));
    listField(update, added);
  });
}

describe('a field is added', () => {
  const fields = [
    '/FT /Tx /T (new)',
    '/FT /Tx /T (new) /V (Bob)',
    '/FT /Ch /T (new)',
    '/FT /Sig /T <FEFF006E00650077>',
  ];

  it.each([rule('All'), rule('Include', '(new)'), rule('Include', '(new.x) (a)'), rule('Exclude', '(a)')])(
    'whose name is locked, as DSS and pyHanko say: %s',
    (lock) => {
      for (const field of fields) expect(reasonOf(extended(lock, field))).toBe('INVALID PDF_FIELDMDP_VIOLATED');
    },
  );

  it.each([rule('Include', '(a) (news)'), rule('Exclude', '(new)'), rule('Include', '')])(
    'whose name is not: %s',
    (lock) => {
      for (const field of fields) {
        expect(reasonOf(extended(lock, field))).toBe('INDETERMINATE PDF_UNREGULATED_CHANGE');
      }
    },
  );

  it('whose name is none, so that a lock of all fields, or of all but some, is broken and no other', () => {
    const unnamed = ['/new', '5', '[(new)]', '<<>>', 'true'].map((name) => `/FT /Tx /T ${name} /V (Bob)`);
    for (const field of unnamed) {
      for (const lock of [rule('All'), rule('Exclude', '(a)'), rule('Exclude', '(new)'), rule('Exclude', '')]) {
        expect([field, lock, reasonOf(extended(lock, field))]).toEqual([field, lock, 'INVALID PDF_FIELDMDP_VIOLATED']);
      }
      expect(reasonOf(extended(rule('Include', '(new)'), field))).toBe('INDETERMINATE PDF_UNREGULATED_CHANGE');
    }
  });
});
