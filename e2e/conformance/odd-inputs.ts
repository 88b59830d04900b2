import AdmZip from 'adm-zip';
import type { Packaging, SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import type { ConformanceCase, InputFile } from './conformance-case.ts';

/** Inputs at the edges of what CAdES, XAdES and ASiC take; the key is not what matters here. */
export function oddInputs(xml: InputFile): ConformanceCase[] {
  const odd = (
    format: SignatureFormat,
    packaging: Packaging | undefined,
    variant: string,
    ...files: readonly InputFile[]
  ): ConformanceCase => ({ format, packaging, variant, files, fields: {}, keys: 'one' });
  const oneByte = file('one.bin', Buffer.from([0]));
  const large = file('large.bin', Buffer.alloc(5_000_000, 'large '));
  const strangeName = file('Grüße & 100% #1 (neu)+.txt', Buffer.from('Hallo\n'));
  const zip = new AdmZip();
  zip.addFile('mimetype', Buffer.from('application/vnd.etsi.asic-e+zip'));
  const many = Array.from({ length: 20 }, (_, n) => file(`file-${n}.txt`, Buffer.from(`${n}\n`)));
  return [
    ...(['encapsulated', 'detached'] as const).flatMap((packaging) => [
      odd('CAdES', packaging, 'one byte', oneByte),
      odd('CAdES', packaging, '5 MB', large),
    ]),
    ...Object.entries(xmlDocuments()).map(([name, text]) =>
      odd('XAdES', 'enveloped', name, file('input.xml', Buffer.from(text))),
    ),
    odd('XAdES', 'enveloped', 'types of a schema', file('input.xml', Buffer.from(TYPED))),
    odd('XAdES', 'enveloping', 'binary', large),
    ...Object.entries(xmlDocuments()).map(([name, text]) =>
      odd('XAdES', 'enveloping', name, file('input.xml', Buffer.from(text))),
    ),
    odd('XAdES', 'detached', 'strange name', strangeName),
    odd('XAdES', 'detached', 'XML', xml),
    odd('XAdES', 'detached', '5 MB', large),
    odd('ASiC_S', undefined, 'strange name', strangeName),
    odd('ASiC_S', undefined, 'a container inside', file('inner.asice', zip.toBuffer())),
    odd('ASiC_S', undefined, '5 MB', large),
    odd('ASiC_E', undefined, 'strange name', strangeName),
    odd('ASiC_E', undefined, '20 files', ...many),
  ];
}

function file(name: string, bytes: Uint8Array): InputFile {
  return { name, bytes };
}

/** Where it is in a signature, DSS looks for the types and says that they are in no schema. */
const TYPED =
  '<a xmlns="urn:1" xmlns:x="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><b xsi:type="x:T"/><c xsi:type="T"/></a>';

/** Well-formed documents in which canonicalization, ids and namespaces have something to get wrong. */
function xmlDocuments(): Record<string, string> {
  return {
    'shortest document': '<a/>',
    'line ends of Windows': '<?xml version="1.0"?>\r\n<a>\r\n  <b c="1&#13;&#10;2"/>\r\n</a>\r\n',
    'byte order mark': '\uFEFF<a b="ä">ö</a>',
    'ids and xml attributes':
      '<a xml:id="x" Id="y" ID="z" id="w" xml:lang="de" xml:space="preserve"><b Id="y2" xml:lang="en"> </b></a>',
    'empty language': '<a xml:lang=""/>',
    'namespaces redeclared':
      '<a xmlns="urn:1" xmlns:p="urn:p"><b xmlns="" p:z="1" p:a="2"><p:c xmlns:p="urn:q" p:z="3"/></b><c xmlns="urn:1"/></a>',
    'prefixes of names in values and texts':
      '<a xmlns="urn:1" xmlns:x="urn:x" xmlns:y="urn:y"><b t="x:T">y:é</b><c xmlns:x="urn:z" t="x:T"/></a>',
    'its own ds prefix': '<ds:a xmlns:ds="urn:not-xmldsig" xmlns:xades="urn:not-xades"><ds:b xades:c="1"/></ds:a>',
    'comments in texts': '<a><b>1<!-- x -->00</b><c><!-- y -->z</c></a>',
    'processing instructions inside': '<a><?pi in  side?><!-- kept? --></a>',
    'processing instruction before': '<?pi before?><a/>',
    'processing instruction after': '<a/><?pi after?>',
    'characters beyond the basic plane': '<a b="&#x1F600;">\u{1F600} \u{20BB7} &#x85; &#x2028; &lt;&gt;&amp;&quot;</a>',
  };
}
