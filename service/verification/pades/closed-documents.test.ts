import { afterAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { CountedBudget } from '../counted-work.suite.ts';
import { WORK } from '../work-budget.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { reportEncrypted } from './encrypted-document.ts';
import { UNJUDGED } from './pades-finding.ts';
import { appendRaw, overwrite } from './raw-update.suite.ts';
import { cmsOf, fillSignature, makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const ENCRYPTION = '/Encrypt <</Filter /Foreign /V 5>> /ID [<00> <00>]';
const RANGE_HOLE = '[0 0000000000 0000000000 0000000000 0 0000000000]';

/** The last trailer names the encryption, by another key at first; nothing before it moves. */
function named(pdf: Buffer): Buffer {
  const at = pdf.indexOf('<<', pdf.lastIndexOf('trailer')) + 2;
  const text = ENCRYPTION.replace('Encrypt', 'Encrypx');
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(text), pdf.subarray(at)]);
}

/** A document that nobody can open without a password, signed as it lies. */
function closedPdf(contents = cmsOf(signer), edit = (text: string) => text): Buffer {
  const draft = named(signPdf(named(contractPdf()), signer, { contents: () => new Uint8Array() }));
  const closed = Buffer.from(edit(draft.toString('latin1').replaceAll('Encrypx', 'Encrypt')), 'latin1');
  const range = closed.indexOf('/ByteRange ') + '/ByteRange '.length;
  closed.write(RANGE_HOLE, range, 'latin1');
  return fillSignature(closed, 0, contents);
}

describe('a signature in a document that cannot be opened', () => {
  const closed = closedPdf();

  it('is intact, and the document left open', () => {
    const { overallStatus, reasonCodes, signature, signatures } = verifyWith(fixture, closed);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(reasonCodes).toContain('PDF_ENCRYPTED');
    expect(reasonCodes).not.toContain('SIG_VALID');
    expect(signatures).toMatchObject([
      { name: 'Signature 1', status: 'INDETERMINATE', coversWholeDocument: true, profileReached: null },
    ]);
  });

  it('is looked for within the budget of the document', () => {
    const budget = new CountedBudget(0);
    const fields = Array.from({ length: 500 }, (_, index) => 100 + index);
    const form = Object.fromEntries(fields.map((number) => [number, '<</FT /Sig>>']));
    const list = fields.map((number) => `${number} 0 R`).join(' ');
    const closed = named(contractPdf({ 6: `<</Fields [${list}]>>`, ...form })).toString('latin1');
    const source = bytesSource(Buffer.from(closed.replace('Encrypx', 'Encrypt'), 'latin1'));
    reportEncrypted(source, () => UNJUDGED, new Date(), budget);
    expect(budget.spent).toBeGreaterThan(500 * 300 * WORK.readByte);
  });

  it('is found where the form cannot be read', () => {
    const hidden = closedPdf(cmsOf(signer), (text) => text.replaceAll(/(?<=\n6 0 obj\n)<</g, '))'));
    const { overallStatus, signature, signatures } = verifyWith(fixture, hidden);
    expect([overallStatus, signature.cryptoValid, signatures.length]).toEqual(['INDETERMINATE', true, 1]);
    const changed = verifyWith(fixture, overwrite(hidden, 'Pay 10 EUR', 'Pay 99 EUR'));
    expect([changed.overallStatus, changed.signature.cryptoValid]).toEqual(['INVALID', false]);
  });

  it.each<[string, Buffer, string]>([
    ['signed text changed', overwrite(closed, 'Pay 10 EUR', 'Pay 99 EUR'), 'SIG_DIGEST_MISMATCH'],
    [
      'encryption changed',
      Buffer.from(closed.toString('latin1').replaceAll('/Foreign', '/Foreigx'), 'latin1'),
      'SIG_DIGEST_MISMATCH',
    ],
    ['the signature of another document', closedPdf(() => cmsOf(signer)(Buffer.alloc(32))), 'SIG_DIGEST_MISMATCH'],
  ])('%s: INVALID', (_, pdf, reason) => {
    const { overallStatus, reasonCodes, signature } = verifyWith(fixture, pdf);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INVALID', false]);
    expect(reasonCodes).toContain(reason);
  });

  it.each<[string, Buffer]>([
    ['no CMS in it, as where it was encrypted, too', closedPdf(() => Buffer.alloc(500, 0x7b))],
    ['a byte range that is not right', overwrite(closed, /\/ByteRange \[0/, '/ByteRange [1')],
  ])('%s: neither intact nor INVALID', (_, pdf) => {
    const { overallStatus, reasonCodes, signature } = verifyWith(fixture, pdf);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', false]);
    expect(reasonCodes).toContain('PDF_ENCRYPTED');
  });

  it('does not cover what was appended', () => {
    const appended = appendRaw(closed, { objects: [{ number: 4, text: '<<>>' }], trailer: ENCRYPTION });
    const { overallStatus, signatures } = verifyWith(fixture, appended);
    expect([overallStatus, signatures[0]?.coversWholeDocument]).toEqual(['INDETERMINATE', false]);
  });
});
