import fc from 'fast-check';
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import type { Canonicalization } from './canonicalization.ts';
import { canonicalBytes } from './canonicalize.ts';
import { NASTY_DOCUMENTS } from './nasty-documents.suite.ts';
import { openXml } from './xml-document.ts';
import { XmlError } from './xml-error.ts';

const DOCUMENTS = 6_000;
const SEED = 20_261_125;
const MODES: readonly (readonly [Canonicalization['method'], (typeof XmlC14NMode)[keyof typeof XmlC14NMode]])[] = [
  ['C14N 1.0', XmlC14NMode.XML_C14N_1_0],
  ['C14N 1.1', XmlC14NMode.XML_C14N_1_1],
  ['Exclusive C14N', XmlC14NMode.XML_C14N_EXCLUSIVE_1_0],
];

/** What goes into documents at random places: whole and broken markup of every kind, and characters at the bounds. */
const PIECES = [
  ...['<', '>', '</', '/>', '<a>', '</a>', '<b x="1">', '</b>', '<p:a xmlns:p="urn:p">', '</p:a>', '<a.b-c_d1/>'],
  ...[' x="1"', " y='2'", ' a = "b"', ' xml:lang="de"', ' p:x="1"', ' q:x="1"', ' :b="1"', 'a="'],
  ...[' xmlns=""', ' xmlns:p=""', ' xmlns="urn:d"', ' xmlns:p="urn:p"', ' xmlns:q="urn:p"', ' xmlns:xmlns="urn:x"'],
  ...[' xmlns:x="http://www.w3.org/XML/1998/namespace"', ' xmlns="http://www.w3.org/2000/xmlns/"', ' xmlns:p="a b"'],
  ...[' xmlns:p="http://[bad"', ' xmlns:p="http://[::1]/"', ' xmlns:p="urn:%zz"', ' xmlns:p=":p"', ' xmlns:p="rel"'],
  ...['&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#38;', '&#10;', '&#13;', '&#x9;', '&#xFFFE;', '&#0;', '&#xD800;'],
  ...['&#x10FFFF;', '&#x110000;', '&#65', '&#x;', '&;', '&foo;', '&', '\r', '\n', '\r\n', '\t', ' ', ']]>', ']]', ']'],
  ...['<![CDATA[', '<![CDATA[x]]>', '<![CDATA[]]>', '<!--', '-->', '--', '-', '<!-- c -->', '<!---->', '<!--->', '<!'],
  ...['<?', '?>', '<?pi?>', '<?pi  data ?>', '<?XML x?>', '<?xml-s x?>', '<?a:b c?>', '<?pi?data?>', '"', "'", '='],
  ...['\u0085', '\u2028', '\uFEFF', '\uFFFE', '\uFFFF', '\uFFFD', '\u{1D11E}', '\u{10FFFF}', '\0', '\u0001', '\u007f'],
  ...['é', '<é/>', '\u00d7', '\u0300', '\u00b7', '\u037e', '<a:b:c>', '<:a>', '<a:>', '<-a>', '<1a>', '<xml:a/>'],
  ...['<xmlns:a/>', '<xmlns/>', 'text', ':', '<a '],
];
const ORDINARY = [
  '<r xmlns:p="urn:p" xmlns:q="urn:q"><a x="1">text &amp; more</a><p:b y="2" q:z="3"/><c>\r\n<d/></c></r>',
  '<a><b></b>x<b>y</b></a>',
  ...Object.values(NASTY_DOCUMENTS).filter((xml) => xml.length < 2_000 && !/<\?xml|xml:id/.test(xml)),
];

/** A document with pieces put in, or in the place of a few characters. */
const documents = fc
  .record({
    xml: fc.oneof(fc.constant('<r xmlns:p="urn:p">t</r>'), fc.constantFrom(...ORDINARY)),
    changes: fc.array(
      fc.record({ at: fc.nat(2_000), removed: fc.constantFrom(0, 0, 0, 1, 2, 3), piece: fc.constantFrom(...PIECES) }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ xml, changes }) =>
    changes.reduce((text, { at, removed, piece }) => {
      const start = at % text.length;
      return text.slice(0, start) + piece + text.slice(start + removed);
    }, xml),
  )
  .filter((xml) => !hasKnownFault(xml));

/** The canonical forms that libxml2 makes of it, null for none; or that it refuses it. */
function formsOfLibxml2(xml: Buffer): readonly (string | null)[] | 'refused' {
  try {
    using document = XmlDocument.fromBuffer(xml);
    return MODES.map(([, mode]) => formOrNull(() => document.canonicalizeToString({ mode, withComments: true })));
  } catch {
    return 'refused';
  }
}

function ownForms(xml: Buffer): readonly (string | null)[] | 'refused' {
  try {
    using tree = openXml(xml);
    return MODES.map(([method]) =>
      formOrNull(() => Buffer.from(canonicalBytes(tree, { method, withComments: true })).toString()),
    );
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return 'refused';
  }
}

function formOrNull(make: () => string): string | null {
  try {
    return make();
  } catch {
    return null;
  }
}

/** libxml2 takes the declaration of the xml prefix as often as it comes, and does not escape what stands in namespaces. */
function hasKnownFault(xml: string): boolean {
  return /<[^<>]* xmlns:xml\s*=[^<>]* xmlns:xml\s*=/.test(xml) || /xmlns(?::[^\s=]*)?\s*=\s*["'][^"']*&/.test(xml);
}

describe('libxml2', () => {
  it(`takes and refuses the same of ${DOCUMENTS} broken documents, and makes the same canonical forms`, () => {
    let taken = 0;
    const isSame = (text: string): void => {
      const xml = Buffer.from(text);
      const own = ownForms(xml);
      expect(own).toEqual(formsOfLibxml2(xml));
      if (own !== 'refused') taken++;
    };
    fc.assert(fc.property(documents, isSame), { seed: SEED, numRuns: DOCUMENTS });
    expect(taken).toBeGreaterThan(DOCUMENTS / 30);
  });
});
