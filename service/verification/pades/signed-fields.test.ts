import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { signatureFields } from '../../codecs/pdf/form-fields.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfDictionary } from '../../codecs/pdf/pdf-objects.ts';
import type { PdfSignatureOptions } from '../../codecs/pdf/signature-options.ts';
import { makeSigner, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const BOX = '/Rect [300 300 500 360]';

/** A form with text fields `a` and `b` and two empty signature fields: `Buyer`, and `deal.Seller` with its widget apart. */
function form(buyer = '', options: { readonly rotate?: number; readonly unit?: number } = {}): Buffer {
  const widget = '/Type /Annot /Subtype /Widget /P 3 0 R /F 4';
  const drawn = '/AP <</N 12 0 R>>';
  const extra: Pieces = {
    6: `<<${widget} /FT /Sig /T (Buyer) ${BOX} ${buyer}>>`,
    7: '<</T (deal) /Kids [8 0 R]>>',
    8: '<</FT /Sig /T (Seller) /Parent 7 0 R /Kids [9 0 R]>>',
    9: `<<${widget} /Parent 8 0 R /Rect [300 400 500 460]>>`,
    10: `<<${widget} /FT /Tx /T (a) /V (x) /Rect [20 20 100 40] ${drawn}>>`,
    11: `<<${widget} /FT /Tx /T (b) /V (y) /Rect [20 60 100 80] ${drawn}>>`,
    12: '<</Type /XObject /Subtype /Form /BBox [0 0 80 20] /Length 0>>\nstream\n\nendstream',
  };
  const catalog = '/AcroForm <</Fields [6 0 R 7 0 R 10 0 R 11 0 R]>>';
  const page = `/Annots [6 0 R 9 0 R 10 0 R 11 0 R] /Rotate ${options.rotate ?? 0} /UserUnit ${options.unit ?? 1}`;
  return buildPdf({ pieces: onePage({ catalog, page, extra }) });
}

const sign = (pdf: Uint8Array, choice: Partial<PdfSignatureOptions>, isVisible = false): Buffer =>
  signAsStation(pdf, fixture.signer, isVisible, choice);

function verdicts(pdf: Uint8Array): { status: string; detail: string | null; names: string[] } {
  const { overallStatus, detail, signatures } = verifyWith(fixture, pdf);
  return { status: overallStatus, detail, names: signatures.map(({ name }) => name) };
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'nothing thrown';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('a signature in a field that is there', () => {
  it.each([true, false])('is VALID, and so is the one before it; visible: %s', (isVisible) => {
    const once = sign(form(), { fieldName: 'Buyer' }, isVisible);
    const twice = sign(once, { fieldName: 'deal.Seller' }, isVisible);
    expect(verdicts(once)).toEqual({ status: 'VALID', detail: null, names: ['Buyer'] });
    expect(verdicts(twice)).toEqual({ status: 'VALID', detail: null, names: ['Buyer', 'deal.Seller'] });
    expect(verdicts(sign(twice, {}))).toMatchObject({ status: 'VALID', names: ['Buyer', 'deal.Seller', 'Service1'] });
  });

  it('changes nothing of the field but its value and drawing, and adds no field', () => {
    const document = openPdf(bytesSource(sign(form(), { fieldName: 'deal.Seller' }, true)));
    const fields = signatureFields(document);
    expect(fields.map(({ fullName }) => fullName)).toEqual(['Buyer', 'deal.Seller']);
    expect([...(fields[1]?.dictionary.entries.keys() ?? [])]).toEqual(['FT', 'T', 'Parent', 'Kids', 'V']);
  });

  it.each([
    [0, 1],
    [90, 1],
    [180, 2],
    [270, 1],
  ])('draws its stamp undistorted in the middle of the box: page turned by %i, unit %i', (rotate, unit) => {
    const document = openPdf(bytesSource(sign(form('', { rotate, unit }), { fieldName: 'Buyer' }, true)));
    const [field] = signatureFields(document);
    const appearance = field === undefined ? null : document.dictionary(field.dictionary, 'AP');
    const stream = document.resolve(appearance?.get('N') ?? null);
    const dictionary =
      stream !== null && typeof stream === 'object' && 'dictionary' in stream ? stream.dictionary : null;
    expect(dictionary?.get('BBox')).toEqual([0, 0, 200, 60]);
  });

  it('refuses a field that is missing, signed, doubled or too small', () => {
    expect(codeOf(() => sign(form(), { fieldName: 'Seller' }))).toBe('PDF_FIELD_NOT_FOUND');
    expect(codeOf(() => sign(form(), { fieldName: 'a' }))).toBe('PDF_FIELD_NOT_FOUND');
    const signed = sign(form(), { fieldName: 'Buyer' });
    expect(codeOf(() => sign(signed, { fieldName: 'Buyer' }))).toBe('PDF_FIELD_UNUSABLE');
    const small = Buffer.from(form().toString('latin1').replace(BOX, '/Rect [300 300 310 306]'), 'latin1');
    expect(codeOf(() => sign(pad(small), { fieldName: 'Buyer' }, true))).toBe('PDF_NO_ROOM_FOR_STAMP');
    const nowhere = Buffer.from(form().toString('latin1').replace(BOX, '/Rect [0 0 0 0]'), 'latin1');
    expect(codeOf(() => sign(pad(nowhere), { fieldName: 'Buyer' }, true))).toBe('PDF_NO_ROOM_FOR_STAMP');
    const doubled = buildPdf({
      pieces: onePage({
        catalog: '/AcroForm <</Fields [6 0 R 7 0 R]>>',
        extra: { 6: '<</FT /Sig /T (Buyer)>>', 7: '<</FT /Sig /T (Buyer)>>' },
      }),
    });
    expect(codeOf(() => sign(doubled, { fieldName: 'Buyer' }))).toBe('PDF_FIELD_UNUSABLE');
  });
});

/** Rewrites the box in place: the replacement is shorter, and spaces make up for it. */
function pad(bytes: Buffer): Buffer {
  const missing = form().length - bytes.length;
  const at = bytes.indexOf('/T (Buyer)');
  return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(missing, ' '), bytes.subarray(at)]);
}

describe('the lock of a field', () => {
  const lock = (rule: string): string => `/Lock <</Type /SigFieldLock ${rule}>>`;

  it('is taken into the signature, and holds', () => {
    const signed = sign(form(lock('/Action /Include /Fields [(a)]')), { fieldName: 'Buyer' });
    const document = openPdf(bytesSource(signed));
    const [field] = signatureFields(document);
    const value = document.resolve(field?.value ?? null);
    const references = value instanceof PdfDictionary ? document.get(value, 'Reference') : null;
    expect(Array.isArray(references) && references.length).toBe(1);
    expect(verdicts(signed).status).toBe('VALID');
    expect(verdicts(sign(signed, { fieldName: 'deal.Seller' }, true)).status).toBe('VALID');
  });

  it.each([
    ['/Action /All', 'deal.Seller', false],
    ['/Action /Include /Fields [(deal)]', 'deal.Seller', false],
    ['/Action /Include /Fields [(deal.Seller)]', 'deal.Seller', false],
    ['/Action /Include /Fields [(deal.Sell)]', 'deal.Seller', true],
    ['/Action /Exclude /Fields [(deal)]', 'deal.Seller', true],
    ['/Action /Exclude /Fields [(deal.Seller)]', 'deal.Seller', true],
    ['/Action /Exclude /Fields [(deal.Seller)]', null, false],
    ['/Action /Exclude /Fields [(a)]', 'deal.Seller', false],
  ])('%s: %s may be signed: %s', (rule, fieldName, isAllowed) => {
    const signed = sign(form(lock(rule)), { fieldName: 'Buyer' });
    expect(verdicts(signed).status).toBe('VALID');
    if (isAllowed) expect(verdicts(sign(signed, { fieldName }))).toMatchObject({ status: 'VALID', detail: null });
    else expect(codeOf(() => sign(signed, { fieldName }))).toBe('PDF_SIGNING_FORBIDDEN');
  });

  it.each(['/Action /Some', '/Action /Include', ''])('is refused when nobody can tell what it locks: %s', (rule) => {
    expect(codeOf(() => sign(form(lock(rule)), { fieldName: 'Buyer' }))).toBe('PDF_STRUCTURE_INVALID');
  });
});

describe('a certification', () => {
  it.each([1, 2, 3] as const)('P=%i is VALID as the first signature, with or without a field', (certification) => {
    for (const fieldName of [null, 'Buyer']) {
      const certified = sign(form(), { certification, fieldName }, fieldName !== null);
      expect(verdicts(certified)).toMatchObject({ status: 'VALID', detail: null });
      if (certification === 1) expect(codeOf(() => sign(certified, {}))).toBe('PDF_SIGNING_FORBIDDEN');
      else expect(verdicts(sign(certified, { fieldName: 'deal.Seller' }))).toMatchObject({ status: 'VALID' });
    }
  });

  it('comes first or not at all', () => {
    expect(codeOf(() => sign(sign(form(), {}), { certification: 2 }))).toBe('PDF_CERTIFICATION_LATE');
    expect(codeOf(() => sign(sign(form(), { certification: 2 }), { certification: 2 }))).toBe('PDF_CERTIFICATION_LATE');
  });

  it('keeps other permissions of the catalog', () => {
    const pdf = buildPdf({ pieces: onePage({ catalog: '/Perms 6 0 R', extra: { 6: '<</Odd (x)>>' } }) });
    const document = openPdf(bytesSource(sign(pdf, { certification: 1 })));
    const permissions = document.dictionary(document.catalog, 'Perms');
    expect([...(permissions?.entries.keys() ?? [])]).toEqual(['Odd', 'DocMDP']);
  });
});

describe('the seed value of a field', () => {
  const seeded = {
    hashAlgorithm: 'SHA-256',
    hasTimestamp: false,
    hasEvidence: false,
    certificate: Uint8Array.of(0x30, 0x01, 0x07),
  };
  const seed = (rule: string): Buffer => form(`/SV <</Type /SV ${rule}>>`);

  it.each([
    ['/Ff 1 /Filter /Adobe.PPKLite', {}],
    ['/Ff 2 /SubFilter [/adbe.pkcs7.detached /ETSI.CAdES.detached]', {}],
    ['/SubFilter [/adbe.pkcs7.detached]', {}],
    ['/Ff 4 /V 2', {}],
    ['/Ff 8 /Reasons [(ok) (fine)]', {}],
    ['/Ff 8 /Reasons [(.)]', { reason: null }],
    ['/Ff 8 /Reasons []', { reason: null }],
    ['/Reasons [(fine)]', {}],
    ['/Ff 64 /DigestMethod [(SHA1) (SHA256)]', {}],
    ['/DigestMethod [(SHA512)]', {}],
    ['/MDP <</P 0>>', {}],
    ['/MDP <</P 2>>', { certification: 2 as const }],
    ['/TimeStamp <</URL (http://t)>>', {}],
    ['/TimeStamp <</URL (http://t) /Ff 1>>', { seeded: { ...seeded, hasTimestamp: true } }],
    ['/Ff 32 /AddRevInfo true', { seeded: { ...seeded, hasEvidence: true } }],
    ['/Ff 128 /LockDocument /auto', {}],
    ['/Cert <</Ff 1 /Subject [<300107>]>>', {}],
    ['/Cert <</Issuer [<3000>]>>', {}],
  ])('%s is met', (rule, choice) => {
    expect(verdicts(sign(seed(rule), { fieldName: 'Buyer', seeded, ...choice })).status).toBe('VALID');
  });

  it.each([
    ['/Ff 1 /Filter /Entrust.PPKEF', {}],
    ['/Ff 2 /SubFilter [/adbe.pkcs7.detached]', {}],
    ['/Ff 4 /V 4', {}],
    ['/Ff 8 /Reasons [(fine)]', {}],
    ['/Ff 8 /Reasons [(fine)]', { reason: null }],
    ['/Ff 8 /Reasons [(.)]', {}],
    ['/Ff 16 /LegalAttestation [(x)]', { certification: 1 as const }],
    ['/Ff 32 /AddRevInfo true', {}],
    ['/Ff 64 /DigestMethod [(SHA512)]', {}],
    ['/Ff 128 /LockDocument /true', {}],
    ['/Ff 256 /AppearanceFilter (Logo)', {}],
    ['/Ff 512', {}],
    ['/Ff -1', {}],
    ['/Ff (1)', {}],
    ['/MDP <</P 0>>', { certification: 1 as const }],
    ['/MDP <</P 1>>', {}],
    ['/MDP 1', {}],
    ['/TimeStamp <</Ff 1>>', {}],
    ['/Cert <</Ff 1 /Subject [<300108>]>>', {}],
    ['/Cert <</Ff 2 /Issuer [<3000>]>>', {}],
    ['/Cert 3', {}],
  ])('%s is not, and nothing is signed', (rule, choice) => {
    expect(codeOf(() => sign(seed(rule), { fieldName: 'Buyer', seeded, ...choice }))).toBe('PDF_SEED_VALUE_UNMET');
  });

  it('binds nobody who signs elsewhere', () => {
    expect(verdicts(sign(seed('/Ff 512'), {})).status).toBe('VALID');
  });
});
