import { describe, expect, it } from 'vitest';
import { canonicalBytes, canonicalize } from './canonicalize.ts';
import { documentIds } from './ids.ts';
import { openXml } from './xml-document.ts';

const MARK = '\uFEFF';
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (char) => Buffer.from([0, 0, 0, char.charCodeAt(0)])));
const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

function open(input: string | Uint8Array): string {
  using tree = openXml(typeof input === 'string' ? Buffer.from(input) : input);
  return tree.root.textContent();
}

describe('documents that are refused', () => {
  const DOCTYPE = '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x"><r/>';
  const manyNamespaces = Array.from({ length: 201 }, (_, index) => `xmlns:n${index} = "urn:${index}"`).join(' ');
  const refused: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['a DOCTYPE', DOCTYPE, 'XML_DOCTYPE_FORBIDDEN'],
    ['a DOCTYPE after comments', `<!-- <r> --><?p <r> ?>\n${DOCTYPE}`, 'XML_DOCTYPE_FORBIDDEN'],
    ['a DOCTYPE in UTF-16 with a mark', utf16le(MARK + DOCTYPE), 'XML_DOCTYPE_FORBIDDEN'],
    ['a DOCTYPE in UTF-16 without a mark', utf16be(declared('UTF-16') + DOCTYPE), 'XML_DOCTYPE_FORBIDDEN'],
    ['a DOCTYPE in UTF-7', `${declared('UTF-7')}+ADwAIQ-DOCTYPE r+AD4APA-r/+AD4`, 'XML_ENCODING_UNSUPPORTED'],
    ['a DOCTYPE in UTF-32', utf32(DOCTYPE), 'XML_ENCODING_UNSUPPORTED'],
    ['EBCDIC', Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40]), 'XML_ENCODING_UNSUPPORTED'],
    ['UTF-8 that says it is UTF-16', `${declared('UTF-16')}<r/>`, 'XML_ENCODING_UNSUPPORTED'],
    ['UTF-16 that says it is UTF-8', utf16le(`${MARK}${declared('UTF-8')}<r/>`), 'XML_ENCODING_UNSUPPORTED'],
    ['bytes that are no UTF-8', Buffer.from('<r>\xff</r>', 'latin1'), 'XML_ENCODING_UNSUPPORTED'],
    ['half a surrogate pair', utf16le(`${MARK}<r>\ud800</r>`), 'XML_ENCODING_UNSUPPORTED'],
    ['another version', '<?xml version="1.1"?><r/>', 'XML_STRUCTURE_INVALID'],
    ['two byte order marks', `${MARK}${MARK}<r/>`, 'XML_STRUCTURE_INVALID'],
    ['nothing', '', 'XML_STRUCTURE_INVALID'],
    ['two document elements', '<r/><r/>', 'XML_STRUCTURE_INVALID'],
    ['a missing end tag', '<r><a></r>', 'XML_STRUCTURE_INVALID'],
    ['text after the document element', '<r/>x', 'XML_STRUCTURE_INVALID'],
    ['an attribute twice', '<r a="1" a="2"/>', 'XML_STRUCTURE_INVALID'],
    [
      'an attribute twice by two prefixes',
      '<r xmlns:p="urn:p" xmlns:q="urn:p" p:a="1" q:a="2"/>',
      'XML_STRUCTURE_INVALID',
    ],
    ['an undeclared prefix', '<p:r/>', 'XML_STRUCTURE_INVALID'],
    ['an unknown entity', '<r>&x;</r>', 'XML_STRUCTURE_INVALID'],
    ['a name with two colons', '<r xmlns:a="urn:a" a:b:c="1"/>', 'XML_STRUCTURE_INVALID'],
    ['an attribute that is not quoted', '<r a=1/>', 'XML_STRUCTURE_INVALID'],
    ['attributes without space between them', '<r a="1"b="2"/>', 'XML_STRUCTURE_INVALID'],
    ['a `<` in a value', '<r a="<"/>', 'XML_STRUCTURE_INVALID'],
    ['a value that does not end', '<r a="', 'XML_STRUCTURE_INVALID'],
    ['two hyphens in a comment', '<r><!-- -- --></r>', 'XML_STRUCTURE_INVALID'],
    ['a comment that does not end', '<r><!-- ', 'XML_STRUCTURE_INVALID'],
    ['a CDATA section outside of the document element', '<r/><![CDATA[ ]]>', 'XML_STRUCTURE_INVALID'],
    ['an instruction of the name xml', '<r><?xml version="1.0"?></r>', 'XML_STRUCTURE_INVALID'],
    ['an instruction without space after its name', '<r><?a"b"?></r>', 'XML_STRUCTURE_INVALID'],
    ['a prefix undeclared', '<r xmlns:a="urn:a"><b xmlns:a=""/></r>', 'XML_STRUCTURE_INVALID'],
    ['a reserved prefix', '<r xmlns:xmlns="urn:a"/>', 'XML_STRUCTURE_INVALID'],
    [
      'another prefix for the xml namespace',
      '<r xmlns:a="http://www.w3.org/XML/1998/namespace"/>',
      'XML_STRUCTURE_INVALID',
    ],
    ['a namespace that is no URI', '<r xmlns="urn:a b"/>', 'XML_STRUCTURE_INVALID'],
    ['brackets around no address in a namespace', '<r xmlns="http://[b"/>', 'XML_STRUCTURE_INVALID'],
    ['a noncharacter', '<r>\uFFFE</r>', 'XML_STRUCTURE_INVALID'],
    ['half a character by reference', '<r>&#xD800;</r>', 'XML_STRUCTURE_INVALID'],
    ['a reference without a number', '<r>&#;</r>', 'XML_STRUCTURE_INVALID'],
    ['a number of other digits', '<r>&#1F;</r>', 'XML_STRUCTURE_INVALID'],
    ['a reference that does not end', '<r>&amp</r>', 'XML_STRUCTURE_INVALID'],
    ['a NUL', '<r>\0</r>', 'XML_STRUCTURE_INVALID'],
    ['a control character', '<r>&#1;</r>', 'XML_STRUCTURE_INVALID'],
    ['the end of a CDATA section in text', '<r>]]></r>', 'XML_STRUCTURE_INVALID'],
    ['a declaration without a DOCTYPE', '<!ENTITY a "b"><r>&a;</r>', 'XML_STRUCTURE_INVALID'],
    ['a lower-case doctype', '<!doctype r><r/>', 'XML_DOCTYPE_FORBIDDEN'],
    ['nesting of 201', '<a>'.repeat(201) + '</a>'.repeat(201), 'XML_LIMIT_EXCEEDED'],
    ['nesting of 100,000', '<a>'.repeat(100_000), 'XML_LIMIT_EXCEEDED'],
    [
      '257 attributes',
      `<r ${Array.from({ length: 257 }, (_, index) => `a${index}=""`).join(' ')}/>`,
      'XML_LIMIT_EXCEEDED',
    ],
    ['201 namespaces', `<r ${manyNamespaces}/>`, 'XML_LIMIT_EXCEEDED'],
  ];
  it.each(refused)('%s', (_what, input, code) => {
    expect(() => open(input)).toThrow(expect.objectContaining({ name: 'XmlError', code }) as Error);
  });
});

describe('documents that are taken', () => {
  const taken: readonly (readonly [string, string | Uint8Array])[] = [
    ['UTF-8', '<r>é\u{1D11E}</r>'],
    ['UTF-8 with a mark', `${MARK}${declared('utf-8')}<r>é\u{1D11E}</r>`],
    ['UTF-16 with a mark', utf16le(`${MARK}<r>é\u{1D11E}</r>`)],
    ['UTF-16 of the other order', utf16be(`${MARK}${declared('UTF-16')}<r>é\u{1D11E}</r>`)],
    ['UTF-16 without a mark', utf16le(`${declared('UTF-16LE')}<r>é\u{1D11E}</r>`)],
    ['ISO-8859-1', Buffer.from(`${declared('ISO-8859-1')}<r>é&#x1D11E;</r>`, 'latin1')],
    ['US-ASCII', `${declared('US-ASCII')}<r>&#xE9;&#x1D11E;</r>`],
  ];
  it.each(taken)('%s', (_what, input) => {
    expect(open(input)).toBe('é\u{1D11E}');
  });

  it('what looks like a DOCTYPE where it is none', () => {
    expect(open('<r a="<!DOCTYPE"/>'.replace('<!', '&lt;!'))).toBe('');
    expect(open('<!-- <!DOCTYPE r> --><r><![CDATA[<!DOCTYPE r>]]></r>')).toBe('<!DOCTYPE r>');
  });

  it('a text longer than the 10 MB that parsers take by default', () => {
    expect(open(`<r>${'A'.repeat(12_000_000)}</r>`)).toHaveLength(12_000_000);
  });

  it('every limit reached but not passed', () => {
    const attributes = Array.from({ length: 256 }, (_, index) => `a${index}=""`).join(' ');
    expect(open(`${'<a>'.repeat(199)}<b ${attributes}/>${'</a>'.repeat(199)}`)).toBe('');
  });
});

describe('a tree', () => {
  it('tells the same element by the same object, and nothing once it is closed', () => {
    const tree = openXml(Buffer.from('<r><a Id="x"/></r>'));
    const [a] = tree.root.children();
    expect(documentIds(tree).find('x')).toBe(a);
    expect(a?.parent).toBe(tree.root);
    tree[Symbol.dispose]();
    expect(() => a?.localName).toThrow(TypeError);
  });

  it('gives plain text only where no reader could take it for another', () => {
    using tree = openXml(Buffer.from('<r><a>1<!-- -->00</a><b>1<?p 0?></b><c><![CDATA[1]]></c><d> 1\n</d><e/></r>'));
    const texts = [...tree.root.children()].map((element) => {
      try {
        return element.plainText();
      } catch (error) {
        return (error as { code?: string }).code;
      }
    });
    expect(texts).toEqual([...Array<string>(3).fill('XML_STRUCTURE_INVALID'), ' 1\n', '']);
  });

  it('finds identifiers in every spelling, and no element by one that two have', () => {
    const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
    const xml = `<r xmlns:w="${wsu}"><a Id="1"/><a ID="2"/><a id="3"/><a AssertionID="4"/><a xml:id="5"/><a w:Id="6"/><a Id="7" ID="7"/><b id="8"/><c w:Id="8"/><d w:ID="9"/></r>`;
    using tree = openXml(Buffer.from(xml));
    const ids = documentIds(tree);
    expect(['1', '2', '3', '4', '5', '6', '7', '8', '9'].filter((id) => ids.find(id) !== null).join('')).toBe(
      '1234567',
    );
    expect([...ids.duplicates]).toEqual(['8']);
  });
});

describe('what a document may take', () => {
  const document = Buffer.from(`<r>${'<a b="c"/>'.repeat(5_000)}</r>`);

  it('is bounded in nodes and in memory, all open documents together', () => {
    const limit = expect.objectContaining({ code: 'XML_LIMIT_EXCEEDED' }) as Error;
    expect(() => openXml(document, { nodes: 9_000 })).toThrow(limit);
    expect(() => openXml(document, { memory: 300_000 })).toThrow(limit);
    const memory = 600_000;
    {
      using tree = openXml(document, { memory });
      expect(tree.size).toBe(10_001);
      expect(() => openXml(document, { memory })).toThrow(limit);
    }
    openXml(document, { memory })[Symbol.dispose]();
  });

  it('is told while it is parsed, and what is thrown then ends it', () => {
    let [nodes, declarations] = [0, 0];
    openXml(Buffer.from(`<r xmlns="urn:a">${'<a b="c"/>'.repeat(5_000)}</r>`), {}, (more, declared) => {
      nodes += more;
      declarations += declared;
    })[Symbol.dispose]();
    expect([nodes, declarations]).toEqual([10_002, 1]);
    const refuse = (): never => {
      throw new RangeError('enough');
    };
    expect(() => openXml(document, {}, refuse)).toThrow(RangeError);
  });

  it('names that share a place of the cache are told apart', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `n${index.toString(36)}`);
    using tree = openXml(Buffer.from(`<r>${names.map((name) => `<${name}/>`).join('')}</r>`));
    expect(Array.from(tree.root.children(), ({ localName }) => localName)).toEqual(names);
  });
});

describe('canonical forms', () => {
  const EXCLUSIVE = { method: 'Exclusive C14N', withComments: false } as const;

  it('escape what stands in namespace URIs', () => {
    using tree = openXml(Buffer.from('<p:r xmlns:p="http://x.example/?a&amp;b"/>'));
    expect(Buffer.from(canonicalBytes(tree, EXCLUSIVE)).toString()).toBe(
      '<p:r xmlns:p="http://x.example/?a&amp;b"></p:r>',
    );
  });

  it('do not exist with relative namespace URIs', () => {
    using tree = openXml(Buffer.from('<r><a xmlns="relative"/></r>'));
    for (const method of ['C14N 1.0', 'C14N 1.1', 'Exclusive C14N'] as const) {
      expect(() => canonicalBytes(tree, { method, withComments: false })).toThrow(
        expect.objectContaining({ code: 'XML_CANONICALIZATION_FAILED' }) as Error,
      );
    }
  });

  it('are complete when other documents are opened while they are written', () => {
    using tree = openXml(Buffer.from(`<r>${'<a>text</a>'.repeat(30_000)}</r>`));
    const chunks: Uint8Array[] = [];
    canonicalize(tree, EXCLUSIVE, (bytes) => {
      chunks.push(bytes.slice());
      using other = openXml(Buffer.from(`<r>${'A'.repeat(100_000)}</r>`));
      expect(other.root.localName).toBe('r');
    });
    expect(Buffer.concat(chunks)).toHaveLength('<r></r>'.length + 30_000 * '<a>text</a>'.length);
  });
});
