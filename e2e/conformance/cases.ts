import { mkdirSync, readFileSync } from 'node:fs';
import { CERTIFICATIONS } from '../../service/contract/vocabulary/pdf-signing.ts';
import { FORMAT_PACKAGINGS, type SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import { pdfaPdfs } from '../documents/pdf/pdfa-pdfs.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';
import { oddInputs } from './odd-inputs.ts';
import type { ConformanceCase, InputFile } from './conformance-case.ts';
import { lawfulForms } from './lawful-forms.ts';
import { encryptedPdfs } from '../documents/pdf/tool-pdfs.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';
import { pngImage } from './png-image.ts';

const TEXT: InputFile = { name: 'order.txt', bytes: Buffer.from('Deliver ten boxes.\r\nNot eleven.\n') };
const BINARY: InputFile = {
  name: 'scan.bin',
  bytes: Buffer.from(Array.from({ length: 70_001 }, (_, n) => (n * 7) % 251)),
};
const XML: InputFile = {
  name: 'invoice.xml',
  bytes: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- before -->\n<i:invoice xmlns:i="urn:test:invoice" xmlns="urn:test:default"\n  i:number="7"   currency="EUR">\n  <line i:id="1">Ten boxes &amp; one &lt;lid&gt;, 10 &#8364;</line>\n  <![CDATA[kept <as> it is]]>\n</i:invoice>\n<!-- after -->\n',
  ),
};

/** What may be an input of each format, one entry for each kind of output. `folder` takes files made on the way. */
export function conformanceCases(formats: readonly SignatureFormat[], folder: string): ConformanceCase[] {
  const all = [...padesCases(folder), ...cadesCases(), ...xadesCases(), ...containerCases(), ...oddInputs(XML)];
  return all.filter(({ format }) => formats.includes(format));
}

function padesCases(folder: string): ConformanceCase[] {
  const place = `${folder}/inputs`;
  mkdirSync(place);
  const plain = documentPdf();
  const encrypted = encryptedPdfs(place);
  const pades = (variant: string, bytes: Uint8Array, more: Partial<ConformanceCase> = {}): ConformanceCase => ({
    ...{ format: 'PAdES', packaging: undefined, variant, fields: {}, keys: 'all' },
    files: [{ name: 'contract.pdf', bytes }],
    ...more,
  });
  const inputs = { RC4: 'encrypted-rc4-128', 'AES-128': 'encrypted-aes-128', 'AES-256': 'encrypted-aes-256' };
  return [
    pades('invisible', plain),
    pades('visible', plain, { fields: { visibleSignature: 'true' } }),
    pades('note', plain, { fields: { signatureNote: 'Read and approved\nŁódź, Ωmega' } }),
    pades('image', plain, {
      fields: { visibleSignature: 'true' },
      image: { name: 'stamp.png', bytes: pngImage(48, 24) },
    }),
    pades('second signature', plain, { isSecondSignature: true }),
    ...fieldCases().map(({ variant, bytes, ...more }) => pades(variant, bytes, { keys: 'one', ...more })),
    ...Object.entries(inputs).map(([variant, name]) => pades(variant, readFileSync(encrypted[name] ?? name))),
    ...Object.entries(pdfaPdfs()).flatMap(([name, bytes]) => [
      pades(name, bytes, { keys: 'one' }),
      pades(`${name}, stamped`, bytes, {
        ...{ keys: 'one', fields: { signatureNote: 'Approved' } },
        image: { name: 'stamp.png', bytes: pngImage(48, 24) },
      }),
    ]),
    ...documentKinds(encrypted, place).flatMap(({ name, bytes }) => [
      pades(name, bytes, { keys: 'one', fields: { signatureNote: 'Approved' } }),
      pades(`${name}, second signature`, bytes, {
        ...{ keys: 'one', fields: { visibleSignature: 'true' }, isSecondSignature: true },
      }),
    ]),
  ];
}

interface FieldCase extends Partial<ConformanceCase> {
  readonly variant: string;
  readonly bytes: Uint8Array;
}

/** Certifications of each kind, and signatures in fields that the document has for them. */
function fieldCases(): FieldCase[] {
  const contract = contractPdf();
  const visible = { visibleSignature: 'true' };
  const buyer = { signatureField: 'Buyer' };
  const seller = { signatureField: 'deal.Seller' };
  return [
    ...CERTIFICATIONS.map((certification) => ({
      ...{ variant: `certified ${certification}`, bytes: contract, fields: { certification } },
    })),
    { variant: 'certified in a field', bytes: contract, fields: { ...visible, ...buyer, certification: 'FillForms' } },
    { variant: 'in a field', bytes: contract, fields: { ...visible, ...seller } },
    {
      variant: 'both fields visible',
      bytes: contract,
      fields: { ...visible, ...seller },
      isSecondSignature: true,
      earlierFields: { ...visible, ...buyer },
    },
    { variant: 'both fields', bytes: contract, fields: seller, isSecondSignature: true, earlierFields: buyer },
    {
      ...{ variant: 'a field of a certified document', bytes: contract, fields: seller },
      ...{ isSecondSignature: true, earlierFields: { certification: 'FillForms' } },
    },
  ];
}

/** A page with a field for each of two parties; the buyer's signature locks the sum. */
function contractPdf(): Buffer {
  const widget = '/Type /Annot /Subtype /Widget /P 3 0 R /F 4';
  const lock = '/Lock <</Type /SigFieldLock /Action /Include /Fields [(sum)]>>';
  const extra = {
    6: `<<${widget} /FT /Sig /T (Buyer) /Rect [60 300 260 360] ${lock}>>`,
    7: '<</T (deal) /Kids [8 0 R]>>',
    8: `<<${widget} /FT /Sig /T (Seller) /Parent 7 0 R /Rect [300 300 500 360]>>`,
    10: `<<${widget} /FT /Tx /T (sum) /V (10) /Rect [60 500 200 520]>>`,
  };
  const catalog = '/AcroForm <</Fields [6 0 R 7 0 R 10 0 R]>>';
  return buildPdf({ pieces: onePage({ catalog, page: '/Annots [6 0 R 8 0 R 10 0 R]', extra }) });
}

/** PDFs of every making, plain and encrypted; what they are matters here, not the key. */
function documentKinds(encrypted: Readonly<Record<string, string>>, place: string): InputFile[] {
  return [
    ...lawfulForms(place),
    ...Object.entries(smallPdfs()).map(([name, bytes]) => ({ name, bytes })),
    ...Object.entries(encrypted)
      .filter(([name]) => name.startsWith('encrypted-'))
      .map(([name, file]) => ({ name, bytes: readFileSync(file) })),
  ];
}

function documentPdf(): Buffer {
  const id = '<00112233445566778899AABBCCDDEEFF>';
  return buildPdf({
    pieces: onePage({ extra: { 6: '<</Title (Contract)>>' } }),
    trailer: `/Root 1 0 R /Info 6 0 R /ID [${id} ${id}]`,
  });
}

function cadesCases(): ConformanceCase[] {
  return FORMAT_PACKAGINGS.CAdES.map((packaging) => ({
    ...{ format: 'CAdES' as const, packaging, variant: '', fields: {}, keys: 'all' as const },
    files: [BINARY],
  }));
}

function xadesCases(): ConformanceCase[] {
  const alone = FORMAT_PACKAGINGS.XAdES.map((packaging) => ({
    ...{ format: 'XAdES' as const, packaging, variant: '', fields: {}, keys: 'all' as const },
    files: [packaging === 'detached' ? TEXT : XML],
  }));
  return [...alone, ...alone.flatMap(manySignersOfXml)];
}

const BESIDE = { operation: 'cosign' };
const OVER = { operation: 'countersign' };

/** Two and three signers, beside one another and over the first. */
function manySignersOfXml(alone: ConformanceCase): ConformanceCase[] {
  const common = { ...alone, keys: 'one', isSecondSignature: true, earlierFields: {} } as const;
  return [
    { ...common, variant: 'second signature', fields: BESIDE },
    { ...common, variant: 'three signers', fields: BESIDE, laterFields: BESIDE },
    { ...common, variant: 'counter-signature', fields: OVER },
    { ...common, variant: 'counter-signature, another signer', fields: OVER, laterFields: BESIDE },
    { ...common, variant: 'two counter-signatures', fields: OVER, laterFields: OVER },
  ];
}

function containerCases(): ConformanceCase[] {
  const container = (format: 'ASiC_S' | 'ASiC_E', files: readonly InputFile[]): ConformanceCase => ({
    ...{ format, packaging: undefined, fields: {}, keys: 'all' as const, files },
    variant: files.length === 1 ? '1 file' : `${files.length} files`,
  });
  const named: InputFile = { name: 'Grüße & Bücher 100%.xml', bytes: XML.bytes };
  const alone = [
    container('ASiC_S', [BINARY]),
    container('ASiC_E', [TEXT]),
    container('ASiC_E', [TEXT, BINARY, named]),
  ];
  return [...alone, ...alone.flatMap(({ format, files }) => manySigners(format, files))];
}

/** XAdES in a container, and two signers in one of either kind. */
function manySigners(format: SignatureFormat, files: readonly InputFile[]): ConformanceCase[] {
  const common = { format, packaging: undefined, keys: 'one', files } as const;
  const count = `${files.length} file${files.length === 1 ? '' : 's'}`;
  const xades = { containerSignature: 'XAdES' };
  const second = { isSecondSignature: true, fields: BESIDE } as const;
  return [
    { ...common, variant: `XAdES, ${count}`, fields: xades },
    { ...common, ...second, variant: `second signature, ${count}`, earlierFields: {} },
    { ...common, ...second, variant: `XAdES, second signature, ${count}`, earlierFields: xades },
    { ...common, ...second, variant: `three signers, ${count}`, earlierFields: {}, laterFields: BESIDE },
    { ...common, ...second, variant: `XAdES, three signers, ${count}`, earlierFields: xades, laterFields: BESIDE },
  ];
}
