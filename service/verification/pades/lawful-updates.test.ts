import { afterAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { dictionaryOf, PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { annotate, certified, contractPdf, DOC_MDP, TEXT_FIELD } from './contract-pdf.suite.ts';
import { appendRaw } from './raw-update.suite.ts';
import {
  latin1,
  listField,
  makeSigner,
  ref,
  replaceObject,
  signPdf,
  TIMESTAMP,
  updatePdf,
  verifyBelievingTimestamps,
} from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const signed = signPdf(contractPdf(), signer);

function verdict(pdf: Uint8Array): string {
  const { overallStatus, reasonCodes, detail } = verifyBelievingTimestamps(fixture, pdf);
  return overallStatus === 'VALID' ? 'VALID' : `${overallStatus} ${reasonCodes.join(' ')} ${detail ?? ''}`;
}

/** What may follow any signature. */
const UPDATES: Readonly<Record<string, (pdf: Buffer) => Buffer>> = {
  'another signature': (pdf) => signPdf(pdf, signer),
  'a timestamp': (pdf) => signPdf(pdf, signer, TIMESTAMP),
  nothing: (pdf) => appendRaw(pdf, {}),
};

describe('a signature whose rules name the catalog', () => {
  const data = (level: number, more = ''): string =>
    DOC_MDP(level).replace('/TransformMethod', '/Data 1 0 R /TransformMethod').replace('>>]', `>> ${more}]`);
  const fieldRule =
    '<</Type /SigRef /TransformMethod /FieldMDP /Data 1 0 R /TransformParams <</Type /TransformParams /Action /Include /Fields [(other)]>>>>';

  it.each(Object.entries(UPDATES))('may be followed by %s', (name, update) => {
    const choice = { isCertification: true, name: 'Certification' };
    const level = name === 'another signature' ? 2 : 1;
    expect(verdict(update(signPdf(contractPdf(), signer, { ...choice, entries: data(level) })))).toBe('VALID');
    expect(verdict(update(signPdf(contractPdf(), signer, { entries: `/Reference [${fieldRule}]` })))).toBe('VALID');
  });

  it('in objects of their own', () => {
    const base = signPdf(contractPdf({ 9: '[10 0 R]', 10: fieldRule }), signer, { entries: '/Reference 9 0 R' });
    const withStore = replaceObject(base, 1, '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /DSS <<>>>>');
    expect(verdict(withStore)).toBe('VALID');
  });

  it('is no excuse for other uses of the catalog', () => {
    const base = signPdf(contractPdf({}, '', '/Data 1 0 R'), signer);
    const withStore = replaceObject(base, 1, '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /DSS <<>>>>');
    expect(verdict(withStore)).toContain('INVALID');
  });
});

describe('what other programs write into an update', () => {
  const catalog = '/Type /Catalog /Pages 2 0 R /AcroForm 6 0 R';

  it.each<[string, Buffer]>([
    ['another identifier', appendRaw(appendRaw(signed, { trailer: '/ID [(a) (b)]' }), { trailer: '/ID [(c) (d)]' })],
    [
      'entries of its own in the trailer',
      appendRaw(signed, { trailer: '/AdditionalStreams [/x 99 0 R] /DocChecksum /AB' }),
    ],
    ['a trailer that names what comes later', signPdf(appendRaw(signed, { trailer: '/Own 200 0 R' }), signer)],
    [
      'a catalog of another number',
      appendRaw(signed, { objects: [{ number: 60, text: `<<${catalog} /DSS <<>>>>` }], root: '60 0 R' }),
    ],
    ['fields in another order, the new one first', reordered()],
    ['an empty line at the end', Buffer.concat([signed, latin1('\n')])],
    ['empty lines at the end', Buffer.concat([signed, latin1('\r\n\r\n')])],
    ['empty lines before an update', signPdf(Buffer.concat([signed, latin1('\n\r\n')]), signer)],
    [
      'resources in the widget',
      signPdf(signed, signer, { fieldEntries: '/DR <</Font <</F1 5 0 R>>>> /MK <<>> /H /N /Q 0' }),
    ],
    ['a key of the structure', signPdf(signed, signer, { fieldEntries: '/StructParent 5' })],
    ['a widget that is a kid of its field', splitField()],
    ['objects that nothing uses', signPdf(signed, signer, { also: (update) => void update.add(null) })],
    [
      'a date and a program',
      appendRaw(signed, { objects: [{ number: 90, text: '<</ModDate (D:2026)>>' }], trailer: '/Info 90 0 R' }),
    ],
  ])('%s', (_, pdf) => {
    expect(verdict(pdf)).toBe('VALID');
  });

  it('an empty field that is signed in a later update is left open, as is one that nobody signs', () => {
    const emptied = updatePdf(signed, (update, document) => {
      const field = update.reserve();
      update.replaceBody(
        field,
        latin1('<</Type /Annot /Subtype /Widget /FT /Sig /T (Two) /Rect [9 9 99 99] /P 3 0 R>>'),
      );
      listField(update, field);
      const list = `[7 0 R ${document.endNumber - 1} 0 R ${field.number} 0 R]`;
      const page = `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>> /Annots ${list}>>`;
      update.replaceBody(new PdfReference(3, 0), latin1(page));
    });
    const number = Number(/\/T \(Two\)/.exec(emptied.toString('latin1'))?.index);
    const field = Number(
      /(\d+) 0 obj\n$/.exec(
        emptied
          .toString('latin1')
          .slice(0, number)
          .replace(/<<[^<]*$/, ''),
      )?.[1],
    );
    expect(verdict(emptied)).toContain('INDETERMINATE PDF_UNREGULATED_CHANGE');
    expect(verdict(signPdf(emptied, signer, { existingField: field }))).toContain(
      'INDETERMINATE PDF_CHANGE_UNEXPLAINED',
    );
    expect(verdict(signPdf(emptied, signer))).toContain('INDETERMINATE PDF_UNREGULATED_CHANGE');
  });

  it.each<[string, Buffer]>([
    ['private data of the catalog', replaceObject(signed, 1, `<<${catalog} /PieceInfo <</X <<>>>>>>`)],
    ['an unknown entry of the catalog', replaceObject(signed, 1, `<<${catalog} /RandomName (x)>>`)],
    ['an unknown entry of the form', withForm('/Random 1')],
    ['an unknown entry of the widget', signPdf(signed, signer, { fieldEntries: '/Random 1' })],
    ['an object that nothing uses and no purpose', appendRaw(signed, { objects: [{ number: 90, text: '<<>>' }] })],
    ['an annotation', annotate(signed, '/Subtype /FreeText /Contents (x)')],
    ['a signature of another kind', signPdf(signed, signer, { kind: '/Type /Sig /SubFilter /adbe.pkcs7.sha1' })],
    [
      'a timestamp that cannot be read',
      signPdf(signed, signer, { ...TIMESTAMP, kind: '/Type /DocTimeStamp /SubFilter /ETSI.RFC3162' }),
    ],
  ])('%s is left open', (_, pdf) => {
    expect(verdict(pdf)).toContain('INDETERMINATE');
  });

  function withForm(entries: string): Buffer {
    const fields = /\/Fields (\[[^\]]*\])/.exec(signed.toString('latin1').slice(signed.lastIndexOf('\n6 0 obj')))?.[1];
    return replaceObject(signed, 6, `<</Fields ${fields} /SigFlags 3 ${entries}>>`);
  }

  function reordered(): Buffer {
    return signPdf(signed, signer, {
      also: (update) => {
        const own = update.document.endNumber + 1;
        const fields = [own, 7, update.document.endNumber - 1].map((number) => new PdfReference(number, 0));
        update.revise(new PdfReference(6, 0), dictionaryOf({ Fields: fields, SigFlags: 3 }));
      },
    });
  }

  function splitField(): Buffer {
    return signPdf(signed, signer, {
      fieldText: (value) => `<</FT /Sig /T (Split) /V ${value} /Kids [${Number.parseInt(value, 10) + 2} 0 R]>>`,
      also: (update) => {
        const field = update.document.endNumber + 1;
        const kid = `<</Type /Annot /Subtype /Widget /Parent ${field} 0 R /P 3 0 R /Rect [0 0 0 0] /F 132>>`;
        update.replaceBody(update.reserve(), latin1(kid));
      },
    });
  }
});

describe('forms', () => {
  const filled = TEXT_FIELD.replace('(Ann)', '(Bob)');

  it.each<[string, Buffer, string]>([
    ['filled in, not certified', signed, 'INDETERMINATE PDF_UNREGULATED_CHANGE'],
    ['filled in, certified for forms', certified(signer, 2), 'INDETERMINATE PDF_PERMITTED_CHANGE'],
    ['filled in, certified for annotations', certified(signer, 3), 'INDETERMINATE PDF_PERMITTED_CHANGE'],
    ['filled in, certified for nothing', certified(signer, 1), 'INVALID PDF_DOCMDP_VIOLATED'],
  ])('%s', (_, base, expected) => {
    expect(verdict(replaceObject(base, 7, filled))).toContain(expected);
  });
});

describe('a text field that is added later, filled in and signed for', () => {
  const text = '/Type /Annot /Subtype /Widget /FT /Tx /T (Later) /Rect [9 9 99 19] /P 3 0 R';
  const page = '/Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>';
  const added = (base: Buffer): Buffer =>
    updatePdf(base, (update) => {
      const drawing = update.reserve();
      update.replaceBody(drawing, latin1('<</Subtype /Form /BBox [0 0 90 10] /Length 0>>stream\n\nendstream'));
      const field = update.reserve();
      update.replaceBody(field, latin1(`<<${text} /AP <</N ${ref(drawing)}>>>>`));
      listField(update, field);
      const annotations = `[7 0 R ${update.document.endNumber - 1} 0 R ${ref(field)}]`;
      update.replaceBody(new PdfReference(3, 0), latin1(`<<${page} /Annots ${annotations}>>`));
    });
  const filled = (pdf: Buffer): Buffer => {
    const field = openPdf(bytesSource(pdf)).endNumber - 1;
    return replaceObject(pdf, field, `<<${text} /AP <</N ${field - 1} 0 R>> /V (Zed)>>`);
  };

  it.each<[string, Buffer, RegExp]>([
    ['not certified', signed, /^INDETERMINATE PDF_UNREGULATED_CHANGE/],
    ['certified for forms', certified(signer, 2), /^INVALID .*PDF_DOCMDP_VIOLATED/],
    ['certified for annotations', certified(signer, 3), /^INVALID .*PDF_DOCMDP_VIOLATED/],
  ])('%s', (_, base, expected) => {
    const later = added(base);
    const again = signPdf(filled(later), signer, { name: 'Second' });
    for (const pdf of [later, filled(later), again]) expect(verdict(pdf)).toMatch(expected);
  });
});

describe.each([0, 4, '(1)'])('a certification whose level is none: %s', (level) => {
  const base = certified(signer, level);
  const open = /^INDETERMINATE PDF_STRUCTURE_INVALID /;

  it.each(Object.entries(UPDATES))('is not broken by %s', (_, update) => {
    expect(verdict(update(base))).toMatch(open);
  });

  it('is not broken by a form that is filled in and signed for', () => {
    expect(verdict(signPdf(replaceObject(base, 7, TEXT_FIELD.replace('(Ann)', '(Bob)')), signer))).toMatch(open);
  });

  it('is forbidden after one that forbids it', () => {
    const after = signPdf(certified(signer, 1), signer, { entries: DOC_MDP(level), name: 'Second' });
    expect(verdict(after)).toMatch(/^INVALID .*PDF_DOCMDP_VIOLATED/);
  });
});

describe('the report', () => {
  it('lists what each later revision did, and who signed for it', () => {
    const pdf = annotate(signPdf(signed, signer, { name: 'Second' }), '/Subtype /FreeText /Contents (x)');
    const { changes } = verifyBelievingTimestamps(fixture, pdf);
    expect(changes).toEqual([
      {
        kind: 'Signature',
        detail: 'signature field "Second" was signed',
        revision: 3,
        page: null,
        rectangle: null,
        signature: 'Second',
      },
      {
        kind: 'Annotation',
        detail: 'page 1: an annotation was added',
        revision: 4,
        page: 1,
        rectangle: [0, 0, 500, 800],
        signature: null,
      },
    ]);
  });

  it('stays short whatever was changed', () => {
    const many = updatePdf(signed, (update) => {
      const list = Array.from({ length: 500 }, () => {
        const note = update.reserve();
        update.replaceBody(note, latin1('<</Type /Annot /Subtype /Text /Rect [0 0 9 9]>>'));
        return `${note.number} 0 R`;
      });
      const page = `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>> /Annots [7 0 R ${update.document.endNumber - 1} 0 R ${list.join(' ')}]>>`;
      update.replaceBody(new PdfReference(3, 0), latin1(page));
    });
    const { changes } = verifyBelievingTimestamps(fixture, many);
    expect(changes).toHaveLength(200);
    expect(changes.at(-1)?.detail).toBe('301 further changes are not listed');
  });
});

describe('documents that nobody signed', () => {
  it('with timestamps only', () => {
    const report = verifyBelievingTimestamps(fixture, signPdf(contractPdf(), signer, TIMESTAMP));
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', isValid: false });
    expect(report.reasonCodes).toContain('SIG_TIMESTAMP_ONLY');
  });

  it('with usage rights only', () => {
    const rights = signPdf(contractPdf(), signer, {
      also: (update) => {
        const text = `<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /Perms <</UR3 ${update.document.endNumber} 0 R>>>>`;
        update.replaceBody(new PdfReference(1, 0), latin1(text));
        update.revise(new PdfReference(6, 0), dictionaryOf({ Fields: [new PdfReference(7, 0)] }));
        const page = update.document.resolve(new PdfReference(3, 0));
        if (page instanceof PdfDictionary) update.revise(new PdfReference(3, 0), page);
      },
    });
    const report = verifyBelievingTimestamps(fixture, rights);
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', isValid: false });
    expect(report.reasonCodes).toContain('SIG_USAGE_RIGHTS_ONLY');
    expect(report.signatures).toMatchObject([{ name: 'UR3', signature: { cryptoValid: true } }]);
    const broken = Buffer.from(rights.toString('latin1').replace('Pay 10 EUR', 'Pay 99 EUR'), 'latin1');
    expect(verifyBelievingTimestamps(fixture, broken).overallStatus).toBe('INVALID');
  });

  it('at all', () => {
    expect(verdict(contractPdf())).toContain('SIG_NOT_FOUND');
  });
});
