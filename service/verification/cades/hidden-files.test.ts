import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import * as der from '../../codecs/asn1/der-writer.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { OID_ID_DATA, OID_ID_SIGNED_DATA } from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import type { VerificationOutcome } from '../verification.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCades } from './verify-cades.ts';

/**
 * Parts of a CMS that nobody signs can hold a whole PDF or archive: under a name that ends so, readers show it, and the signature
 * over something else is as good as before.
 */

const { signers } = kit;
const by = signers.ec;
const page = (words: string): string =>
  stream('', Buffer.from(`BT /F1 24 Tf 72 700 Td (${words}) Tj ET`)).toString('latin1');
const EVIL = buildPdf({ pieces: onePage({ extra: { 4: page('Pay 9999 EUR') } }) });
const SIGNED_PDF = buildPdf({ pieces: onePage() });
const SHORT = Buffer.from('Hello.');

interface Parts {
  readonly content?: Uint8Array;
  readonly isDetached?: boolean;
  readonly isStreamed?: boolean;
  readonly digestAlgorithms?: readonly Uint8Array[];
  readonly certificates?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
  readonly unsignedAttributes?: readonly Uint8Array[];
}

const NO_PARTS = {
  ...{ content: SHORT, isDetached: false, isStreamed: false, certificates: [by.certificate] },
  ...{ digestAlgorithms: [], crls: [], unsignedAttributes: [] },
} satisfies Parts;

/** A good signature with more in the parts that are not signed. */
function signed(more: Parts): Uint8Array {
  const parts: Required<Parts> = { ...NO_PARTS, ...more };
  const { content, certificates, unsignedAttributes, crls } = parts;
  const signedAttributes = kit.attributesOf(by, { messageDigest: kit.digest('SHA-256', content) });
  const whole = kit.forge(by, { eContent: content, signedAttributes, certificates, unsignedAttributes });
  const [version = SHORT, digests = SHORT, encapsulated = SHORT, ...behind] = kit.fieldsOf(whole);
  const signedData = der.derSequence(
    version,
    der.derValue(0x31, ...kit.childrenOf(digests), ...parts.digestAlgorithms),
    contentInfoOf(parts, encapsulated),
    ...behind.slice(0, -1),
    ...(crls.length === 0 ? [] : [der.derValue(0xa1, ...crls)]),
    ...behind.slice(-1),
  );
  return der.derSequence(der.derOid(OID_ID_SIGNED_DATA), der.derExplicit(0, signedData));
}

function contentInfoOf({ content, isDetached, isStreamed }: Required<Parts>, asUsual: Uint8Array): Uint8Array {
  if (isDetached) return der.derSequence(der.derOid(OID_ID_DATA));
  if (!isStreamed) return asUsual;
  const pieces = kit.indefinite(0x24, ...kit.piecesOf(content, 100));
  return kit.indefinite(0x30, der.derOid(OID_ID_DATA), kit.indefinite(0xa0, pieces));
}

function verify(file: Uint8Array, original: Uint8Array | null = null): VerificationOutcome {
  // The signer's certificate is known to the station, so that a file need not bring it.
  const trust = { ...kit.trust, intermediates: [by.certificate] };
  const context = { trust, at: kit.NOW, revocationMode: 'Offline' } as const;
  return verifyCades(bytesSource(file), original && bytesSource(original), context);
}

const octets = der.derOctetString;
const algorithm = (bytes: Uint8Array): Uint8Array => der.derSequence(der.derOid('1.2.3.4'), octets(bytes));
const attribute = (bytes: Uint8Array): Uint8Array => encodeAttribute('1.2.3.4', [octets(bytes)]);
const otherCertificate = (bytes: Uint8Array): Uint8Array => der.derValue(0xa3, der.derOid('1.2.3.4'), octets(bytes));
const otherRevocation = (bytes: Uint8Array): Uint8Array => der.derValue(0xa1, der.derOid('1.2.3.4'), octets(bytes));

/** Each holds these bytes where nobody signs them, near the beginning of the file or not. */
const PLACES: Readonly<Record<string, (bytes: Uint8Array) => Parts>> = {
  'the parameters of a digest algorithm': (bytes) => ({ digestAlgorithms: [algorithm(bytes)] }),
  'a certificate of another kind': (bytes) => ({ certificates: [otherCertificate(bytes), by.certificate] }),
  'something among the certificates': (bytes) => ({ certificates: [der.derSequence(octets(bytes)), by.certificate] }),
  'a revocation list of another kind': (bytes) => ({ certificates: [], crls: [otherRevocation(bytes)] }),
  'an attribute that is not signed': (bytes) => ({ certificates: [], unsignedAttributes: [attribute(bytes)] }),
};

/** What makes another document of a PDF that was signed, behind it. */
const UPDATES: Readonly<Record<string, string>> = {
  'an object': '4 0 obj\n<</Length 9>>\nstream\nq 0 0 1 rg\nendstream\nendobj',
  'an object after a comment': '4 %x\n0 %y\nobj<</Length 9>>',
  'an object after many comments': `4 ${'%x\n'.repeat(500)}0 ${'%y\n'.repeat(500)}obj <</Length 9>>`,
  'an object before many blanks': `4 %x\n0 %y\nobj${' '.repeat(3000)}<</Length 9>>`,
  'an object in one line': '4 0 obj[0]',
  'an object without blanks': '4 0obj[0]',
  'an object over several lines': '4\r\n\t0\f\0obj\n[0]',
  'a trailer': 'trailer<</Root 7 0 R>>',
  'a trailer after blanks': 'trailer \r\n <</Root 7 0 R>>',
  'the place of a table': 'startxref\n9\n%%EOF',
};

describe('a PDF that hides in', () => {
  const places = Object.entries(PLACES);

  it.each(places)('%s is seen', (_, hide) => {
    const { overallStatus, reasonCodes, signature, detail } = verify(signed(hide(EVIL)));
    expect({ overallStatus, crypto: signature.cryptoValid }).toEqual({ overallStatus: 'INDETERMINATE', crypto: true });
    expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
    expect(detail).toMatch(/opened as a PDF/);
  });

  it.each(places)('%s is seen beside a detached signature', (_, hide) => {
    expect(verify(signed({ ...hide(EVIL), isDetached: true }), SHORT).overallStatus).toBe('INDETERMINATE');
  });

  it.each(places)(
    '%s is seen without a header, which some readers do without, and far from the beginning',
    (_, hide) => {
      const headless = Buffer.from(EVIL.toString('latin1').replace('%PDF-', '%%%%%'), 'latin1');
      for (const pdf of [headless, Buffer.concat([Buffer.alloc(5000), EVIL])]) {
        expect(verify(signed(hide(pdf))).overallStatus).toBe('INDETERMINATE');
      }
    },
  );

  it.each(places)('%s is nothing where it is none', (_, hide) => {
    const words = '%PDF-1.7 is a header; objects, 7 objects, 10 000 objets, 1 0 R, a trailer and xref are words. %%EOF';
    expect(verify(signed(hide(Buffer.from(words)))).overallStatus).toBe('VALID');
    expect(verify(signed({ ...hide(SHORT), isDetached: true }), SHORT).overallStatus).toBe('VALID');
  });
});

describe('a signed PDF', () => {
  const cases = Object.entries(PLACES).flatMap(([place, hide]) =>
    Object.entries(UPDATES).map(([what, text]) => [what, place, hide(Buffer.from(text))] as const),
  );

  it.each(cases)('is another document with %s in %s', (_what, _place, more) => {
    for (const isStreamed of [false, true]) {
      const { overallStatus, reasonCodes } = verify(signed({ ...more, content: SIGNED_PDF, isStreamed }));
      expect(overallStatus).toBe('INDETERMINATE');
      expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
    }
  });

  it('is so wherever a piece of what is looked through ends', () => {
    for (let length = 65_300; length < 65_560; length += 5) {
      const text = Buffer.concat([
        Buffer.alloc(length, 'x'),
        Buffer.from(' trailer<</Root 7 0 R>> '),
        Buffer.alloc(90_000),
      ]);
      const file = signed({ content: SIGNED_PDF, certificates: [], unsignedAttributes: [attribute(text)] });
      expect(verify(file).overallStatus).toBe('INDETERMINATE');
    }
  });

  it.each<[string, Parts]>([
    ['alone', {}],
    ['in pieces', { isStreamed: true }],
    ['beside words', { unsignedAttributes: [attribute(Buffer.from('objects, trailers, an obj'))] }],
  ])('is VALID %s', (_, more) => {
    expect(verify(signed({ ...more, content: SIGNED_PDF })).overallStatus).toBe('VALID');
  });

  it('is VALID beside its detached signature', () => {
    expect(verify(signed({ content: SIGNED_PDF, isDetached: true }), SIGNED_PDF).overallStatus).toBe('VALID');
  });
});

describe('a ZIP archive that hides in', () => {
  const end = (comment = 0): Buffer =>
    Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(16), Buffer.of(comment & 255, comment >> 8)]);
  const ARCHIVE = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('offer.txt'), end()]);
  const places = Object.entries(PLACES);

  it.each(places)('%s is seen', (_, hide) => {
    for (const content of [SHORT, ARCHIVE]) {
      const { overallStatus, reasonCodes, detail } = verify(signed({ ...hide(ARCHIVE), content }));
      expect(overallStatus).toBe('INDETERMINATE');
      expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
      expect(detail).toMatch(/opened as a ZIP archive/);
    }
    expect(verify(signed({ ...hide(ARCHIVE), isDetached: true }), SHORT).overallStatus).toBe('INDETERMINATE');
  });

  it.each(places)('%s is none without its end, or too far from the end of the file', (_, hide) => {
    expect(verify(signed(hide(ARCHIVE.subarray(0, 13)))).overallStatus).toBe('VALID');
    const far = Buffer.concat([ARCHIVE, Buffer.alloc(70_000)]);
    expect(verify(signed(hide(far))).overallStatus).toBe('VALID');
  });

  it('the content alone is what was signed', () => {
    for (const isStreamed of [false, true]) {
      expect(verify(signed({ content: ARCHIVE, isStreamed })).overallStatus).toBe('VALID');
      expect(verify(signed({ content: Buffer.concat([end(), end(7), ARCHIVE]), isStreamed })).overallStatus).toBe(
        'VALID',
      );
    }
    expect(verify(signed({ content: ARCHIVE, isDetached: true }), ARCHIVE).overallStatus).toBe('VALID');
  });
});
