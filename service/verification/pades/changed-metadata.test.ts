import { afterAll, describe, expect, it } from 'vitest';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';

/** Metadata that say something else after signing than before: readers show the title above the page. */

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const NAMESPACES = [
  'dc="http://purl.org/dc/elements/1.1/"',
  'xmp="http://ns.adobe.com/xap/1.0/"',
  'xmpMM="http://ns.adobe.com/xap/1.0/mm/"',
  'xmpRights="http://ns.adobe.com/xap/1.0/rights/"',
  'pdf="http://ns.adobe.com/pdf/1.3/"',
  'pdfaid="http://www.aiim.org/pdfa/ns/id/"',
  'fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"',
]
  .map((one) => `xmlns:${one}`)
  .join(' ');
const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';

const TITLE = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Lease for 100 EUR</rdf:li></rdf:Alt></dc:title>';
const CREATOR = '<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>';
const WAS = [
  TITLE,
  CREATOR,
  '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">of 2026</rdf:li></rdf:Alt></dc:description>',
  '<xmp:CreateDate>2026-01-01</xmp:CreateDate><xmp:ModifyDate>2026-01-01</xmp:ModifyDate>',
  '<xmp:MetadataDate>2026-01-01</xmp:MetadataDate><xmp:CreatorTool>Writer</xmp:CreatorTool>',
  '<xmpMM:DocumentID>uuid:1</xmpMM:DocumentID><xmpMM:InstanceID>uuid:2</xmpMM:InstanceID>',
  '<pdf:Producer>Maker</pdf:Producer><pdf:Keywords>a, b</pdf:Keywords>',
  '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
  '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:DocumentType>INVOICE</fx:DocumentType>',
  '<xmpMM:DerivedFrom rdf:parseType="Resource"><a:b xmlns:a="urn:a">1</a:b></xmpMM:DerivedFrom>',
  '<xmpRights:Owner rdf:parseType="Resource"><a:b xmlns:a="urn:a">1</a:b><a:c xmlns:a="urn:a">2</a:c></xmpRights:Owner>',
].join('');

function packet(properties: string, attributes = ''): string {
  const description = `<rdf:Description rdf:about="" ${NAMESPACES} ${attributes}>${properties}</rdf:Description>`;
  return `<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${description}</rdf:RDF></x:xmpmeta>\n  <?xpacket end="w"?>`;
}

function metadata(data: string): string {
  return `<</Type /Metadata /Subtype /XML /Length ${Buffer.byteLength(data)}>>\nstream\n${data}\nendstream`;
}

const base = contractPdf({ 9: metadata(packet(WAS)) }, '/Metadata 9 0 R');
const BASES = [
  signPdf(base, signer),
  certified(signer, 1, contractPdf({ 9: metadata(packet(WAS)) }, '/Metadata 9 0 R')),
];

function verdicts(data: string): string[] {
  return BASES.map((pdf) => {
    const { overallStatus, reasonCodes } = verifyWith(fixture, replaceObject(pdf, 9, metadata(data)));
    return overallStatus === 'VALID' ? overallStatus : `${overallStatus} ${reasonCodes[0]}`;
  });
}

const swap = (from: string, to: string): string => {
  if (!WAS.includes(from)) throw new Error(`nothing to be exchanged: ${from}`);
  return packet(WAS.replace(from, to));
};

const FORGED: Readonly<Record<string, string>> = {
  'another title': swap('100 EUR', '900 EUR'),
  'no title': swap(TITLE, ''),
  'a title in another language': swap('xml:lang="x-default">Lease', 'xml:lang="en">Lease'),
  'a second title before the first': swap(TITLE, TITLE.replace('100', '900') + TITLE),
  'a second title behind the first': swap(TITLE, TITLE + TITLE.replace('100', '900')),
  'a second title in an attribute': packet(WAS, 'dc:title="Lease for 900 EUR"'),
  'a title in a second description': packet(WAS).replace(
    '</rdf:RDF>',
    `<rdf:Description rdf:about="" ${NAMESPACES}>${TITLE.replace('100', '900')}</rdf:Description></rdf:RDF>`,
  ),
  'a title of another name space': swap('<dc:title>', '<dc:title xmlns:dc="urn:other">'),
  'another choice of titles': swap(
    '</rdf:li></rdf:Alt></dc:title>',
    '</rdf:li><rdf:li xml:lang="de">900</rdf:li></rdf:Alt></dc:title>',
  ),
  'another author': swap('<rdf:li>Bob</rdf:li>', '<rdf:li>Eve</rdf:li>'),
  'an author more': swap('<rdf:li>Bob</rdf:li>', '<rdf:li>Bob</rdf:li><rdf:li>Eve</rdf:li>'),
  'authors in another order': swap(
    '<rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li>',
    '<rdf:li>Bob</rdf:li><rdf:li>Ann</rdf:li>',
  ),
  'another kind of list': swap('<rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq>', '<rdf:li>Ann</rdf:li>'),
  'another subject': swap('of 2026', 'of 2016'),
  'another day of making': swap('<xmp:CreateDate>2026', '<xmp:CreateDate>2016'),
  'another document': swap('uuid:1', 'uuid:3'),
  'other keywords': swap('a, b', 'paid'),
  'another conformance': swap('<pdfaid:part>3', '<pdfaid:part>1'),
  'another file for the invoice': swap('factur-x.xml', 'other.xml'),
  'another kind of invoice': swap('INVOICE', 'ORDER'),
  'another part of a structure': swap('<a:c xmlns:a="urn:a">2', '<a:c xmlns:a="urn:a">3'),
  'a structure with more in it': swap(
    '<a:c xmlns:a="urn:a">2</a:c>',
    '<a:c xmlns:a="urn:a">2</a:c><a:d xmlns:a="urn:a"/>',
  ),
  'nothing that they said': packet(''),
  'nothing at all': '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
  'what is no XML': `${packet(WAS)}<`,
  'what is no metadata': '<title>Lease for 900 EUR</title>',
};

const LAWFUL: Readonly<Record<string, string>> = {
  'the time and the program of the change': packet(
    WAS.replace('<xmp:ModifyDate>2026', '<xmp:ModifyDate>2027')
      .replace('<xmp:MetadataDate>2026', '<xmp:MetadataDate>2027')
      .replace('Writer', 'Signer')
      .replace('Maker', 'Signer')
      .replace('uuid:2', 'uuid:9'),
  ),
  'a history': packet(`${WAS}<xmpMM:History><rdf:Seq><rdf:li>signed</rdf:li></rdf:Seq></xmpMM:History>`),
  'something that was not there': packet(`${WAS}<xmpRights:Marked>True</xmpRights:Marked>`),
  'values in attributes': packet(
    WAS.replace('<pdf:Keywords>a, b</pdf:Keywords>', '').replace('<xmp:CreateDate>2026-01-01</xmp:CreateDate>', ''),
    'pdf:Keywords="a, b" xmp:CreateDate="2026-01-01"',
  ),
  'several descriptions': packet(WAS.replace(TITLE, '')).replace(
    '</rdf:RDF>',
    `<rdf:Description rdf:about="" ${NAMESPACES}>${TITLE}</rdf:Description></rdf:RDF>`,
  ),
  'a structure written in another way': swap(
    '<xmpRights:Owner rdf:parseType="Resource"><a:b xmlns:a="urn:a">1</a:b><a:c xmlns:a="urn:a">2</a:c></xmpRights:Owner>',
    '<xmpRights:Owner><rdf:Description xmlns:q="urn:a" q:c="2"><q:b> 1 </q:b></rdf:Description></xmpRights:Owner>',
  ),
  'other prefixes and spaces': packet(WAS)
    .replaceAll('pdf:', 'p:')
    .replaceAll('<pdfaid', '\n  <pdfaid')
    .replace('xmlns:pdf=', 'xmlns:p='),
  'the same once more': `${packet(WAS)}\n   \n`,
};

describe('metadata are a change that leaves a signature open with', () => {
  it.each(Object.entries(FORGED))('%s', (_, data) => {
    expect(verdicts(data)).toEqual(BASES.map(() => 'INDETERMINATE PDF_CHANGE_UNEXPLAINED'));
  });
});

describe('metadata leave a signature VALID with', () => {
  it.each(Object.entries(LAWFUL))('%s', (_, data) => {
    expect(verdicts(data)).toEqual(BASES.map(() => 'VALID'));
  });
});
