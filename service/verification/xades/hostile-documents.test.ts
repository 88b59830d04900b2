import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalBytes } from '../../codecs/xmldsig/canonicalize.ts';
import { openXml } from '../../codecs/xmldsig/xml-document.ts';
import type { VerificationOutcome } from '../verification.ts';
import * as kit from './signed-xml.suite.ts';
import { processorMilliseconds } from '../../telemetry/processor-time.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, reference, transform } = kit;
/** Of processor time, so that a busy machine fails no test. */
const LIMIT_MILLISECONDS = 20_000;

function timed(document: string | Uint8Array): VerificationOutcome {
  const bytes = Buffer.from(document);
  const started = process.cpuUsage();
  const outcome = verify(bytes);
  expect(processorMilliseconds(started)).toBeLessThan(LIMIT_MILLISECONDS);
  return outcome;
}

describe('X18: documents of hostile size are refused within two seconds', () => {
  const valid = signedInvoice();
  const hundredThousand = Array.from({ length: 100_000 }, (_, index) => index);
  const signatureOf = (document: string): string =>
    document.slice(
      document.indexOf('<ds:Signature '),
      document.lastIndexOf('</ds:Signature>') + '</ds:Signature>'.length,
    );
  it.each([
    ['1001 references', () => signedReferences(1001), 'SIG_LIMIT_EXCEEDED'],
    ['900 transforms', () => valid.replace(kit.ENVELOPED, kit.ENVELOPED.repeat(900)), 'SIG_LIMIT_EXCEEDED'],
    ['900 signatures', () => `<all>${signatureOf(valid).repeat(900)}</all>`, 'SIG_LIMIT_EXCEEDED'],
    [
      '100,000 certificates',
      () =>
        valid.replace('</ds:X509Data>', `${'<ds:X509Certificate>MAA=</ds:X509Certificate>'.repeat(1e5)}</ds:X509Data>`),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      '100,000 namespaces on an element',
      () => valid.replace('<to>', `<to ${hundredThousand.map((n) => `xmlns:n${n}="urn:${n}"`).join(' ')}>`),
      'SIG_LIMIT_EXCEEDED',
    ],
    [
      '100,000 namespaces in each other',
      () => `${hundredThousand.map((n) => `<a xmlns:n${n}="urn:${n}">`).join('')}${valid}${'</a>'.repeat(1e5)}`,
      'SIG_LIMIT_EXCEEDED',
    ],
    ['nesting 100,000 deep', () => `${'<a>'.repeat(1e5)}${valid}${'</a>'.repeat(1e5)}`, 'SIG_LIMIT_EXCEEDED'],
    [
      '100,000 attributes',
      () => valid.replace('<to>', `<to ${hundredThousand.map((n) => `a${n}=""`).join(' ')}>`),
      'SIG_LIMIT_EXCEEDED',
    ],
    ['an attribute of 25 MB', () => valid.replace('"EUR"', `"${'x'.repeat(25e6)}"`), 'SIG_DIGEST_MISMATCH'],
    ['a text of 25 MB', () => valid.replace('>100<', `>${'1'.repeat(25e6)}<`), 'SIG_DIGEST_MISMATCH'],
    ['an attribute of 50 MB', () => valid.replace('"EUR"', `"${'x'.repeat(50e6)}"`), 'SIG_LIMIT_EXCEEDED'],
    ['a text of 50 MB', () => valid.replace('>100<', `>${'1'.repeat(50e6)}<`), 'SIG_LIMIT_EXCEEDED'],
    ['100,000 equal identifiers', () => valid.replace('<to>', `${'<b Id="S"/>'.repeat(1e5)}<to>`), 'XML_ID_AMBIGUOUS'],
    ['a start tag without end', () => `<a ${'b="c" '.repeat(1e6)}`, 'XML_STRUCTURE_INVALID'],
    ['only opening brackets', () => '<'.repeat(1e6), 'XML_STRUCTURE_INVALID'],
  ] as const)('%s', (_name, make, reason) => {
    const document = make();
    expect(timed(document)).toMatchObject({
      // Without a signature there is none that could be broken.
      overallStatus: reason === 'SIG_LIMIT_EXCEEDED' || !document.includes('xmldsig#') ? 'INDETERMINATE' : 'INVALID',
      reasonCodes: expect.arrayContaining([reason]) as string[],
    });
  });

  function signedReferences(count: number): string {
    const one = /<ds:Reference Id="R".*?<\/ds:Reference>/.exec(signedInvoice())?.[0] ?? '';
    return signedInvoice().replace(one, one.repeat(count));
  }

  it('30 references to a large document cost one pass over it', () => {
    const rows = '<row><name>Something</name></row>'.repeat(60_000);
    const references = Array.from({ length: 29 }, () => kit.WHOLE_DOCUMENT.replace(' Id="R"', ''));
    const one = sign(`<list>${rows}${signatureTemplate({ references: references.slice(1, 2) })}</list>`);
    const digest = /<ds:DigestValue>([^<]+)</.exec(one)?.[1] ?? '';
    const empty = '<ds:DigestValue></ds:DigestValue>';
    const filled = references.map((item) => item.replace(empty, `<ds:DigestValue>${digest}</ds:DigestValue>`));
    const all = sign(`<list>${rows}${signatureTemplate({ references: filled })}</list>`);
    const milliseconds = (document: string): number => {
      const started = process.cpuUsage();
      expect(verify(document).overallStatus).toBe('VALID');
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    const once = milliseconds(one);
    // Thirty passes would take thirty times as long; a busy machine must not fail this.
    expect(milliseconds(all)).toBeLessThan(10 * once + 1_000);
  });
});

/** What a valid verdict vouches for: the document without its signature, and what the signer said. */
function essenceOf(document: Uint8Array): unknown {
  using tree = openXml(document);
  const signature = [...tree.elements()].find((element) => element.is(kit.DS, 'Signature'));
  if (signature === undefined) return null;
  const how = { method: 'C14N 1.0', withComments: false } as const;
  const [signedInfo, signatureValue] = signature.children();
  return {
    content: Buffer.from(canonicalBytes(tree, how, new Set([signature]))).toString(),
    signedInfo: signedInfo && Buffer.from(canonicalBytes(signedInfo, how)).toString(),
    signatureValue: signatureValue?.textContent().replace(/\s/g, ''),
  };
}

describe('a changed document is not VALID and never an exception', () => {
  const document = Buffer.from(signedInvoice());
  const enveloping = Buffer.from(
    sign(
      signatureTemplate({
        objects: '<ds:Object Id="O"><a>1</a></ds:Object>',
        references: [reference('#O', [transform(kit.EXC_C14N)])],
      }),
    ),
  );
  const expectRefusedOrSame = (mutant: Uint8Array, original: Uint8Array): boolean => {
    if (timed(mutant).overallStatus !== 'VALID') return false;
    expect(essenceOf(mutant)).toEqual(essenceOf(original));
    return true;
  };

  it('with one byte changed, each in turn by one of several flips', () => {
    for (const [original, step] of [
      [document, 1],
      [enveloping, 3],
    ] as const) {
      expect(verify(original).overallStatus).toBe('VALID');
      let accepted = 0;
      for (let at = 0; at < original.length; at += step) {
        const mutant = Buffer.from(original);
        mutant[at] = (mutant[at] ?? 0) ^ (FLIPS[at % FLIPS.length] ?? 1);
        if (expectRefusedOrSame(mutant, original)) accepted++;
      }
      // Only what nothing signs and nothing reads may change: whole identifiers of no use, white space.
      expect(accepted).toBeLessThan(original.length / 50);
    }
  });
  const FLIPS = [0x01, 0x20, 0x80, 0x02, 0x40, 0x1f] as const;

  it('with pieces removed, doubled or moved', () => {
    const at = fc.nat(document.length);
    fc.assert(
      fc.property(at, fc.nat(80), at, (from, length, to) => {
        const piece = document.subarray(from, from + length);
        const rest = Buffer.concat([document.subarray(0, from), document.subarray(from + length)]);
        const moved = Buffer.concat([rest.subarray(0, to), piece, rest.subarray(to)]);
        const doubled = Buffer.concat([document.subarray(0, to), piece, document.subarray(to)]);
        for (const mutant of [rest, moved, doubled]) expectRefusedOrSame(mutant, document);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('with markup put in anywhere', () => {
    const pieces = [
      '<?p 1?>',
      '<![CDATA[x]]>',
      '<b/>',
      ' ',
      '&#x20;',
      '\r',
      '0',
      '<!--c-->',
      '<ds:SignedInfo/>',
      '=',
      '"',
      '\0',
    ];
    for (let at = 0; at <= document.length; at += 3) {
      const piece = pieces[at % pieces.length] ?? '';
      expectRefusedOrSame(
        Buffer.concat([document.subarray(0, at), Buffer.from(piece), document.subarray(at)]),
        document,
      );
    }
  });

  it('cut off anywhere', () => {
    for (let length = 0; length < document.length; length += 11) {
      const rest = document.subarray(0, length);
      // Where no signature is left to be seen, none is broken.
      const isSeen = rest.includes('xmldsig#');
      expect([length, verify(rest).overallStatus]).toEqual([length, isSeen ? 'INVALID' : 'INDETERMINATE']);
    }
  });
});
