import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { VerificationReport } from '../../../service/contract/http/verification.ts';
import type { SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { taggedPdf } from '../../../service/codecs/pdf/structure/tagged-pdf.suite.ts';
import type { TrustMaterial } from '../../../service/verification/verification.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { makeTestCa } from '../../actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf, type DirectSigning } from '../../actors/engines/sign-with-engine.ts';
import { smallPdfs } from '../../documents/pdf/make-pdfs.ts';
import { describeFault, PDF_BRACKETS, XML_BRACKETS, type FuzzTarget } from '../fuzz-target.ts';
import type { Samples } from '../samples.ts';
import type { FuzzedReader } from '../fuzzed-reader.ts';

const STAMPED: DirectSigning = {
  format: 'PAdES',
  request: { visibleSignature: true, signatureNote: 'Schváleno · Одобрено' },
};
const XML = Buffer.from(
  '<?xml version="1.0"?>\n<o:order xmlns:o="urn:o" Id="o1" xml:lang="cs">\n  <!-- due --><?pay now?>\n' +
    '  <o:amount cur="EUR">100 &amp; more</o:amount><![CDATA[<>]]>\n</o:order>\n',
);

/** Visible signatures into broken PDFs: plain, with a form, tagged, and signed before. */
export const signPdfReader: FuzzedReader = {
  makeSamples: () =>
    withSigner(STAMPED, async ({ sign }) => {
      const { classic, 'form-in-object-stream': form } = smallPdfs();
      if (classic === undefined || form === undefined) throw new Error('The sample documents are missing.');
      return { inputs: [classic, form, taggedPdf(), await sign(classic)], trust: null };
    }),
  open: (samples) => openSigning(STAMPED, PDF_BRACKETS, samples),
};

const ENVELOPED: DirectSigning = { format: 'XAdES', packaging: 'enveloped' };

/** Enveloped signatures into broken XML. */
export const signXmlReader: FuzzedReader = {
  makeSamples: () => ({ inputs: [XML], trust: null }),
  open: (samples) => openSigning(ENVELOPED, XML_BRACKETS, samples),
};

type Sign = (bytes: Uint8Array) => Promise<Uint8Array>;

/** A signer of an authority that is made for this run, what it signs, and the trust that makes it VALID. */
interface Signer {
  readonly sign: Sign;
  readonly trust: TrustMaterial;
}

/** The signer outlives the authority's files. */
async function withSigner<T>(signing: DirectSigning, work: (signer: Signer) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-fuzz-signing-'));
  try {
    const ca = makeTestCa(folder);
    const signer = softwareSignerOf(ca, 'p-256');
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const sign: Sign = (bytes) => signBytes(bytes, 'document', signer, { ...signing, at: new Date() });
    return await work({ sign, trust });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * An engine that is given a broken document either refuses it by a StationError, or makes a signature that the verifier
 * finds VALID in what was written; a PDF's bytes stand before it as they came.
 */
function openSigning(
  signing: DirectSigning,
  brackets: FuzzTarget['brackets'],
  { inputs }: Samples,
): Promise<FuzzTarget> {
  return withSigner(signing, async ({ sign, trust }) => {
    for (const input of inputs) {
      const fault = await judgeOutput(signing.format, input, await sign(input), trust);
      if (fault !== null) throw new Error(`A sample is signed wrongly before anything is broken: ${fault}`);
    }
    return { samples: inputs, brackets, judge: (input) => judge(signing.format, input, sign, trust) };
  });
}

async function judge(
  format: SignatureFormat,
  input: Uint8Array,
  sign: Sign,
  trust: TrustMaterial,
): Promise<string | null> {
  let output: Uint8Array;
  try {
    output = await sign(input);
  } catch (error) {
    return error instanceof StationError ? null : describeFault(error);
  }
  return judgeOutput(format, input, output, trust);
}

async function judgeOutput(
  format: SignatureFormat,
  input: Uint8Array,
  output: Uint8Array,
  trust: TrustMaterial,
): Promise<string | null> {
  if (format === 'PAdES' && Buffer.compare(output.subarray(0, input.length), input) !== 0) {
    return 'the original bytes do not stand before the signature';
  }
  const after = await signaturesIn(format, output, trust);
  if (after.at(-1)?.status === 'VALID') return null;
  // Signatures that were there may have been broken with the document, and such a one may stand behind the new one.
  const before = new Set((await signaturesIn(format, input, trust)).map(({ name }) => name));
  const own = after.filter(({ name }) => !before.has(name));
  if (own.length !== 1) return `there are ${own.length} new signatures`;
  return own[0]?.status === 'VALID' ? null : `the new signature is ${String(own[0]?.status)}`;
}

async function signaturesIn(
  format: SignatureFormat,
  bytes: Uint8Array,
  trust: TrustMaterial,
): Promise<VerificationReport['signatures']> {
  const report = await verifyDocument({
    format,
    document: { kind: 'bytes', bytes },
    original: null,
    trust,
    revocationMode: 'Offline',
    at: new Date(),
  });
  return report.signatures;
}
