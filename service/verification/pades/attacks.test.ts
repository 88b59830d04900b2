import { afterAll, describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { certificationAttacks } from './certification-abuse.suite.ts';
import { crossReferenceAttacks, incrementalAttacks, polyglots, shadowAttacks } from './changed-documents.suite.ts';
import type { Attacks } from './contract-pdf.suite.ts';
import { contentsAttacks, dictionaryAttacks, universalForgeries, wrappingAttacks } from './forged-signatures.suite.ts';
import { makeSigner, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const CLASSES: Readonly<Record<string, Attacks>> = {
  'universal forgery': universalForgeries(fixture.signer),
  'incremental saving': incrementalAttacks(fixture.signer),
  wrapping: wrappingAttacks(fixture.signer),
  shadow: shadowAttacks(fixture.signer),
  certification: certificationAttacks(fixture.signer),
  dictionary: dictionaryAttacks(fixture.signer),
  'cross-reference': crossReferenceAttacks(fixture.signer),
  polyglot: polyglots(fixture.signer),
  contents: contentsAttacks(fixture.signer),
};

/** What a certification allows or nobody forbids, what cannot be judged, and a signature shown twice, is not a forgery but not as signed either. */
const INDETERMINATE: Readonly<Record<string, ReasonCode>> = {
  'annotation, certified for annotations': 'PDF_PERMITTED_CHANGE',
  'annotation changed, certified for annotations': 'PDF_PERMITTED_CHANGE',
  'form filled in, certified for forms': 'PDF_PERMITTED_CHANGE',
  'annotation, not certified': 'PDF_UNREGULATED_CHANGE',
  // Nobody certified, so that nothing forbids another field (ISO 32000-2 12.8.2.2): as an annotation.
  'unsigned signature field in the form only': 'PDF_UNREGULATED_CHANGE',
  // As for what is put beside the pages.
  names: 'PDF_UNREGULATED_CHANGE',
  'replace: the value of a field': 'PDF_UNREGULATED_CHANGE',
  'replace: the drawing of a field': 'PDF_UNREGULATED_CHANGE',
  'old kind of signature': 'PDF_SUBFILTER_UNSUPPORTED',
  'older kind of signature': 'PDF_SUBFILTER_UNSUPPORTED',
  'no kind of signature': 'PDF_SUBFILTER_UNSUPPORTED',
  'two fields, one signature': 'PDF_SIGNATURE_FIELD_INVALID',
  'bytes after the signature': 'SIG_TRAILING_DATA',
  'signature twice': 'SIG_TRAILING_DATA',
  'deep nesting': 'SIG_LIMIT_EXCEEDED',
  // Nothing of these is read, and no signed byte is seen to be missing or other ones to be added.
  'bytes before the header': 'PDF_BYTES_UNACCOUNTED',
  'not a PDF any more': 'PDF_STRUCTURE_INVALID',
  'unknown P': 'PDF_STRUCTURE_INVALID',
  'P is not a number': 'PDF_STRUCTURE_INVALID',
};

/** Where the reason matters as much as the status. */
const REASONS: Readonly<Record<string, ReasonCode>> = {
  'contents replaced': 'PDF_CHANGED_AFTER_SIGNING',
  'object without table': 'PDF_BYTERANGE_INVALID',
  'unlisted object beside a listed one': 'PDF_BYTES_UNACCOUNTED',
  'two end markers': 'PDF_BYTES_UNACCOUNTED',
  'annotation, certified for forms': 'PDF_DOCMDP_VIOLATED',
  'form filled in, certified for nothing': 'PDF_DOCMDP_VIOLATED',
  'second signature, certified for nothing': 'PDF_DOCMDP_VIOLATED',
  'all fields locked, signed again': 'PDF_FIELDMDP_VIOLATED',
  'a field locked and filled in': 'PDF_FIELDMDP_VIOLATED',
  'a field locked under a certification and filled in': 'PDF_FIELDMDP_VIOLATED',
  'drawn field on the page only': 'PDF_CHANGED_AFTER_SIGNING',
  'reason replaced': 'PDF_SIGNATURE_DICTIONARY_CHANGED',
  'same dictionary written again': 'PDF_SIGNATURE_DICTIONARY_CHANGED',
  'signed bytes changed': 'SIG_DIGEST_MISMATCH',
  'signature of another document': 'SIG_DIGEST_MISMATCH',
  'web page at the end': 'PDF_BYTES_UNACCOUNTED',
  'form removed': 'PDF_SIGNATURE_DROPPED',
  'signature value exchanged': 'PDF_SIGNATURE_DROPPED',
  'not reaching the end, properly signed': 'PDF_BYTERANGE_INVALID',
  'the part before only, properly signed': 'PDF_BYTERANGE_INVALID',
  'not from the beginning, properly signed': 'PDF_BYTERANGE_INVALID',
  'three parts, properly signed': 'PDF_BYTERANGE_INVALID',
  'two empty parts more, properly signed': 'PDF_BYTERANGE_INVALID',
  'contents of an earlier part, properly signed': 'PDF_BYTERANGE_INVALID',
  'certification while the catalog names something else': 'PDF_DOCMDP_VIOLATED',
  'end marker in a comment of a listed object': 'PDF_BYTES_UNACCOUNTED',
  'startxref in a comment of a listed object': 'PDF_BYTES_UNACCOUNTED',
  'an end in a comment of the trailer': 'PDF_BYTES_UNACCOUNTED',
  'one part, properly signed': 'PDF_BYTERANGE_INVALID',
  'gap one byte too wide': 'PDF_BYTERANGE_INVALID',
  'an update signed later for the part before it': 'PDF_BYTERANGE_INVALID',
  'object stream of the signed part written over, its objects listed in it': 'PDF_CHANGED_AFTER_SIGNING',
  'hidden hybrid table redefines the contents': 'PDF_STRUCTURE_INVALID',
  'hide: a missing object supplied': 'PDF_CHANGED_AFTER_SIGNING',
  'contents and annotations are one list, which a signature extends': 'PDF_CHANGED_AFTER_SIGNING',
  'hide and replace: a twin hidden in the signed part': 'PDF_CHANGED_AFTER_SIGNING',
};

describe.each(Object.entries(CLASSES))('%s', (_, attacks) => {
  it.each(Object.entries(attacks))('%s', (name, build) => {
    const report = verifyWith(fixture, build());
    const expected = INDETERMINATE[name];
    expect(report.overallStatus).toBe(expected === undefined ? 'INVALID' : 'INDETERMINATE');
    expect(report.isValid).toBe(false);
    expect(report.reasonCodes).not.toContain('SIG_VALID');
    const reason = expected ?? REASONS[name];
    if (reason !== undefined) expect(report.reasonCodes).toContain(reason);
  });
});

it('says what changed, and where', () => {
  const detailOf = (name: string, attacks: Attacks | undefined): string | null =>
    verifyWith(fixture, attacks?.[name]?.() ?? Buffer.alloc(0)).detail;
  expect(detailOf('contents replaced', CLASSES['incremental saving'])).toBe(
    'Changed after signing: page 1: contents replaced.',
  );
  expect(detailOf('another font', CLASSES['incremental saving'])).toBe(
    'Changed after signing: page 1: fonts, images or other resources replaced.',
  );
  expect(detailOf('replace: the value of a field', CLASSES['shadow'])).toBe(
    'Changed after signing: form field "name" was filled in.',
  );
});
