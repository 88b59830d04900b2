import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import AdmZip from 'adm-zip';
import { parseSignedData } from '../../../service/codecs/cms/signed-data-parser.ts';
import { canonicalBytes } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { openXml, type XmlElement } from '../../../service/codecs/xmldsig/xml-document.ts';
import type { Packaging, SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import type { TrustMaterial } from '../../../service/verification/verification.ts';
import { makeTestCa } from '../../actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf } from '../../actors/engines/sign-with-engine.ts';
import { encryptedPdfs } from '../../documents/pdf/tool-pdfs.ts';
import { smallPdfs } from '../../documents/pdf/make-pdfs.ts';
import { ASN1_BRACKETS, describeFault, PDF_BRACKETS, XML_BRACKETS, type FuzzTarget } from '../fuzz-target.ts';
import { trustOf, type Samples, type SampleTrust } from '../samples.ts';
import type { FuzzedReader } from '../fuzzed-reader.ts';

interface DocumentKind {
  readonly format: SignatureFormat;
  readonly brackets: FuzzTarget['brackets'];
  /** What a VALID verdict vouches for; two inputs of the same essence may both be VALID. */
  readonly essence: (input: Uint8Array) => unknown;
}

const CONTENT = Buffer.from('Pay 100 to Alice.\n'.repeat(20));
const XML = Buffer.from(
  '<?xml version="1.0"?>\n<pay:order xmlns:pay="urn:pay" id="o1">\n  <!-- due -->\n  <amount cur="EUR">100</amount>\n' +
    '  <to><![CDATA[Alice & Co]]></to>\n</pay:order>\n',
);

export const cadesReader = documentReader(
  { format: 'CAdES', brackets: ASN1_BRACKETS, essence: essenceOfCms },
  async (sign) => [await sign(CONTENT, 'order.txt', 'encapsulated')],
);

export const padesReader = documentReader(
  { format: 'PAdES', brackets: PDF_BRACKETS, essence: essenceOfPdf },
  async (sign) => {
    const { classic, 'form-in-object-stream': modern } = smallPdfs();
    if (classic === undefined || modern === undefined) throw new Error('The sample documents are missing.');
    const once = await sign(classic, 'a.pdf');
    return [once, await sign(once, 'a.pdf'), await sign(modern, 'b.pdf'), await sign(encryptedPdf(), 'c.pdf')];
  },
);

/** Opens without a password, and permits to be signed. */
function encryptedPdf(): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-fuzz-encrypted-'));
  try {
    const [encrypted] = Object.values(encryptedPdfs(folder));
    if (encrypted === undefined) throw new Error('The encrypted sample is missing.');
    return readFileSync(encrypted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const xadesReader = documentReader(
  { format: 'XAdES', brackets: XML_BRACKETS, essence: essenceOfXml },
  async (sign) => [await sign(XML, 'order.xml', 'enveloped'), await sign(XML, 'order.xml', 'enveloping')],
);

export function asicReader(format: 'ASiC_S' | 'ASiC_E'): FuzzedReader {
  return documentReader({ format, brackets: ASN1_BRACKETS, essence: essenceOfContainer }, async (sign) => [
    await sign(CONTENT, 'order.txt'),
  ]);
}

type Sign = (bytes: Uint8Array, fileName: string, packaging?: Packaging) => Promise<Uint8Array>;

/** Verification of whole signed documents, from bytes, with the trust that makes the samples VALID. */
function documentReader(kind: DocumentKind, signSamples: (sign: Sign) => Promise<Samples['inputs']>): FuzzedReader {
  return {
    makeSamples: () => makeSamples(kind.format, signSamples),
    open: (samples) => openDocuments(kind, samples),
  };
}

async function makeSamples(
  format: SignatureFormat,
  signSamples: (sign: Sign) => Promise<Samples['inputs']>,
): Promise<Samples> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-fuzz-documents-'));
  try {
    const ca = makeTestCa(folder);
    const signer = softwareSignerOf(ca, 'p-256');
    const at = new Date();
    const inputs = await signSamples((bytes, name, packaging) =>
      signBytes(bytes, name, signer, { format, packaging: packaging ?? null, at }),
    );
    return { inputs, trust: trustOf(ca, at) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openDocuments(kind: DocumentKind, { inputs, trust }: Samples): Promise<FuzzTarget> {
  if (trust === null) throw new Error(`Nothing says whom the ${kind.format} samples trust.`);
  const verify = (bytes: Uint8Array): Promise<string> => statusOf(kind.format, bytes, trust);
  for (const input of inputs) {
    const status = await verify(input);
    if (status !== 'VALID') throw new Error(`A ${kind.format} sample is ${status} before anything is broken.`);
  }
  return { samples: inputs, brackets: kind.brackets, judge: (input, sample) => judge(kind, verify, input, sample) };
}

async function statusOf(format: SignatureFormat, bytes: Uint8Array, sampleTrust: SampleTrust): Promise<string> {
  const document = { kind: 'bytes', bytes } as const;
  const { anchor, crls, at } = sampleTrust;
  const trust: TrustMaterial = { trustAnchors: [anchor], intermediates: [], crls, ocspResponses: [] };
  const report = await verifyDocument({ format, document, original: null, trust, revocationMode: 'Offline', at });
  return report.overallStatus;
}

async function judge(
  { essence }: DocumentKind,
  verify: (bytes: Uint8Array) => Promise<string>,
  input: Uint8Array,
  sample: Uint8Array,
): Promise<string | null> {
  try {
    if ((await verify(input)) !== 'VALID') return null;
  } catch (error) {
    return describeFault(error);
  }
  const isSame = JSON.stringify(essence(input)) === JSON.stringify(essence(sample));
  return isSame ? null : 'VALID, though it is not what was signed';
}

/** What CMS leaves unsigned (version numbers, order of the certificates, BER lengths) is not part of it. */
function essenceOfCms(input: Uint8Array): unknown {
  const { eContentType, eContent, certificates, signerInfos } = parseSignedData(input, { trailing: 'zeros' });
  return {
    eContentType,
    eContent: eContent === null ? null : sha256(Buffer.concat(eContent)),
    certificates: certificates.map(sha256).sort(),
    signers: signerInfos.map(({ signedAttrs, signatureValue }) => [sha256(signedAttrs), sha256(signatureValue)]),
  };
}

/** Everything but the hexadecimal digits of /Contents and white space between them (ISO 32000-2, 7.3.4.3), and what these say. */
function essenceOfPdf(input: Uint8Array): unknown {
  const text = Buffer.from(input).toString('latin1');
  const contents = [...text.matchAll(/<([0-9A-Fa-f\0\t\n\f\r ]{2000,})>/g)].map(([, digits = '']) => digits);
  const rest = contents.reduce((whole, digits) => whole.replace(digits, ''), text);
  const signatures = contents.map((digits) => essenceOfCms(fromHex(digits.replace(/[^0-9A-Fa-f]/g, ''))));
  return { rest: sha256(Buffer.from(rest, 'latin1')), signatures };
}

/** The signed parts in canonical form: the document around the signatures, and in each what its value is over. */
function essenceOfXml(input: Uint8Array): unknown {
  using tree = openXml(input);
  const elements = [...tree.elements()];
  const named = (name: string): XmlElement[] => elements.filter(({ localName }) => localName === name);
  const dataObjects = named('Object').filter((object) =>
    [...object.descendantsOrSelf()].every(({ localName }) => localName !== 'QualifyingProperties'),
  );
  const parts = [...named('SignedInfo'), ...named('SignedProperties'), ...dataObjects];
  const signatures = new Set(named('Signature'));
  return {
    document: signatures.has(tree.root) ? null : sha256(canonicalBytes(tree, EXCLUSIVE, signatures)),
    parts: parts.map((part) => sha256(canonicalBytes(part, EXCLUSIVE))),
    values: named('SignatureValue').map((value) => textOf(canonicalBytes(value, EXCLUSIVE).toString())),
  };
}

/** Between the start tag of one element and its end tag, without white space; a start tag may hold `>` in an attribute. */
function textOf(element: string): string {
  const end = element.lastIndexOf('</');
  return element.slice(element.lastIndexOf('>', end - 1) + 1, end).replaceAll(/\s/g, '');
}

const EXCLUSIVE = { method: 'Exclusive C14N', withComments: false } as const;

/** Names and contents of the data objects as another reader sees them, and the signature. */
function essenceOfContainer(input: Uint8Array): unknown {
  const entries = new AdmZip(Buffer.from(input)).getEntries();
  return entries
    .map((entry) => {
      const data = entry.getData();
      return [entry.entryName, entry.entryName.endsWith('.p7s') ? essenceOfCms(data) : sha256(data)];
    })
    .sort();
}

function fromHex(digits: string): Uint8Array {
  return Buffer.from(digits, 'hex');
}

function sha256(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}
