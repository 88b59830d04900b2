import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { wordPdf } from '../../../e2e/documents/pdf/word-pdf.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { appendStream, editLast, LAWFUL_STREAMS } from './odd-cross-references.suite.ts';
import { appendRaw, lastStartxref } from './raw-update.suite.ts';
import { latin1, signPdf, verifyWith } from './signed-pdf.suite.ts';
import { fixture, OBJECTS, HEADER, expectRefused, expectNotValid, expectLawful } from './readable-structure.suite.ts';

describe('what lawful writers do', () => {
  it.each(Object.entries(LAWFUL_STREAMS))('a stream that %s', (_, choice) => {
    expectLawful(appendStream(HEADER, OBJECTS, null, { own: 60, ...choice }));
  });

  it('offsets that name the white space before an object', () => {
    expectLawful(
      editLast(contractPdf(), (text) =>
        text.replaceAll(
          /(\d{10}) 00000 n/g,
          (_, digits: string) => `${String(Number(digits) - 1).padStart(10, '0')} 00000 n`,
        ),
      ),
    );
  });

  it('startxref naming the white space before the table', () => {
    expectLawful(
      editLast(contractPdf(), (text) =>
        text.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) - 1}`),
      ),
    );
  });

  it('a table of 19-byte entries', () => {
    expectLawful(editLast(contractPdf(), (text) => text.replaceAll(/ ([nf]) \n/g, ' $1\n')));
    expectLawful(editLast(contractPdf(), (text) => text.replaceAll(/ ([nf]) \n/g, ' $1\r').replace('\n', '\r\n')));
  });

  it('a place at zero for an object that does not exist', () => {
    expectLawful(
      editLast(contractPdf({ 9: 'null' }), (text) =>
        text.replace(/\d{10} 00000 n (?=\ntrailer)/, '0000000000 00000 n '),
      ),
    );
  });

  it.each(['\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\n\n\n\r\n'])('line ends after the end: %j', (lineEnds) => {
    const base = latin1(contractPdf().toString('latin1').trimEnd() + lineEnds);
    expectLawful(base);
    const signed = Buffer.concat([signPdf(base, fixture.signer), latin1(lineEnds)]);
    expect(verifyWith(fixture, signed)).toMatchObject({ overallStatus: 'VALID', detail: null });
    expect(verifyWith(fixture, signPdf(signed, fixture.signer))).toMatchObject({ overallStatus: 'VALID' });
  });

  it('a note and an identifier that speak of the end of a file', () => {
    const pdf = buildPdf({ pieces: onePage(), trailer: '/Root 1 0 R /ID [(%%EOF) (startxref 9 \\) %%EOF)]' });
    const entries = '/Reason (The file ends with %%EOF \\(startxref 9 %%EOF\\))';
    const once = signPdf(pdf, fixture.signer);
    const twice = signPdf(once, fixture.signer, { entries });
    expect(verifyWith(fixture, twice)).toMatchObject({ overallStatus: 'VALID', detail: null });
    const file = stream('/Type /EmbeddedFile', latin1('startxref\n9\n%%EOF\nstartxref\n')).toString('latin1');
    expect(
      verifyWith(
        fixture,
        appendRaw(twice, { objects: [{ number: 80, text: file }], trailer: '/ID [(%%EOF) (startxref 9 \\) %%EOF)]' }),
      ),
    ).toMatchObject({ detail: 'Changed after signing: object 80 was added, which nothing uses.' });
  });
});

describe('hybrid files as Word and others write them', () => {
  it('are signed and verified, once and twice', () => {
    expectLawful(wordPdf(false));
    expectLawful(wordPdf(true));
  });

  it('are refused when the hidden part bears the number of the page', () => {
    expectRefused(wordPdf(false, (text) => text.replace('6 0 obj', '3 0 obj')));
    expectRefused(wordPdf(true, (text) => text.replace('/W [1 2 1]', '/W [1 2. 1]')));
  });

  it('take updates in which PDFBox writes its table as a stream, too', () => {
    const signed = signPdf(wordPdf(false), fixture.signer);
    const update = (extra: string): Buffer => {
      const copy =
        `50 0 obj\n<</Type /XRef /Size 52 /Root 1 0 R /W [1 3 1] /Index [0 1] /Prev ${lastStartxref(signed)}${extra}` +
        `/Length 5>>\nstream\n\0\0\0\0\0\nendstream\nendobj\n`;
      return appendRaw(signed, {
        objects: [{ number: 50, text: copy.replace('50 0 obj\n', '').replace('\nendobj\n', '') }],
        entries: [{ number: 0, entry: '0000000000 65535 f' }],
      });
    };
    expect(verifyWith(fixture, update(' '))).toMatchObject({ overallStatus: 'VALID', detail: null });
    expectNotValid(
      latin1(update(' ').toString('latin1').replace('\0\0\0\0\0\nendstream', '\u0001\0\0\u0009\0\nendstream')),
    );
    expectNotValid(
      latin1(
        update(' ')
          .toString('latin1')
          .replace('/Index [0 1]', '/Index [4 1]')
          .replace('\0\0\0\0\0\nendstream', '\u0001\0\0\u0009\0\nendstream'),
      ),
    );
    expectNotValid(
      latin1(
        update(' ')
          .toString('latin1')
          .replace(/\/Prev \d+ \/Length/, '/Prev 9    /Length'),
      ),
    );
  });
});
