import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignatureFormat } from '../../../service/contract/vocabulary/signing.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { taggedPdf } from '../../../service/codecs/pdf/structure/tagged-pdf.suite.ts';
import type { TrustMaterial } from '../../../service/verification/verification.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { makeTestCa } from '../../actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf, type DirectSigning } from '../../actors/engines/sign-with-engine.ts';
import { smallPdfs } from '../../documents/pdf/make-pdfs.ts';
import { describeFault, PDF_BRACKETS, XML_BRACKETS, type FuzzTarget } from '../fuzz-target.ts';

const STAMPED: DirectSigning = {
  format: 'PAdES',
  request: { visibleSignature: true, signatureNote: 'Schváleno · Одобрено' },
};
const XML = Buffer.from(
  '<?xml version="1.0"?>\n<o:order xmlns:o="urn:o" Id="o1" xml:lang="cs">\n  <!-- due --><?pay now?>\n' +
    '  <o:amount cur="EUR">100 &amp; more</o:amount><![CDATA[<>]]>\n</o:order>\n',
);

/** Visible signatures into broken PDFs: plain, with a form, tagged, and signed before. */
export function signPdfTarget(): Promise<FuzzTarget> {
  const { classic, 'form-in-object-stream': form } = smallPdfs();
  if (classic === undefined || form === undefined) throw new Error('The sample documents are missing.');
  return signingTarget(STAMPED, PDF_BRACKETS, async (sign) => [classic, form, taggedPdf(), await sign(classic)]);
}

/** Enveloped signatures into broken XML. */
export function signXmlTarget(): Promise<FuzzTarget> {
  return signingTarget({ format: 'XAdES', packaging: 'enveloped' }, XML_BRACKETS, () => Promise.resolve([XML]));
}

type Sign = (bytes: Uint8Array) => Promise<Uint8Array>;

/**
 * An engine that is given a broken document either refuses it by a StationError, or makes a signature that the verifier
 * finds VALID in what was written; a PDF's bytes stand before it as they came.
 */
async function signingTarget(
  signing: DirectSigning,
  brackets: FuzzTarget['brackets'],
  makeSamples: (sign: Sign) => Promise<readonly [Uint8Array, ...Uint8Array[]]>,
): Promise<FuzzTarget> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-fuzz-signing-'));
  try {
    const ca = makeTestCa(folder);
    const signer = softwareSignerOf(ca, 'p-256');
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const sign: Sign = (bytes) => signBytes(bytes, 'document', signer, { ...signing, at: new Date() });
    const samples = await makeSamples(sign);
    for (const sample of samples) {
      const fault = await judgeOutput(signing.format, sample, await sign(sample), trust);
      if (fault !== null) throw new Error(`A sample is signed wrongly before anything is broken: ${fault}`);
    }
    return { samples, brackets, judge: (input) => judge(signing.format, input, sign, trust) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const { signatures } = await verifyDocument({
    format,
    document: { kind: 'bytes', bytes: output },
    original: null,
    trust,
    revocationMode: 'Offline',
    at: new Date(),
  });
  // Signatures that were there may have been broken with the document; the new one is the last.
  const own = signatures.at(-1);
  return own?.status === 'VALID' ? null : `the new signature is ${own?.status ?? 'not found'}`;
}
