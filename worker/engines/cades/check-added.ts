import { compareDer } from '../../../service/codecs/asn1/der-writer.ts';
import { readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { openSignedData, type SignedData, type SignerInfo } from '../../../service/codecs/cms/signed-data-parser.ts';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import type { StationError } from '../../../service/domain/station-error.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { parseAll } from '../../../service/verification/certificate-path/trust-store.ts';
import {
  counterSignatureValues,
  judgeCounterSignature,
  readCounterSignatures,
} from '../../../service/verification/cades/counter-signatures.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { EngineTask } from '../engine.ts';
import { additionRefused, isIntactOfChosen, isNoWorse } from '../judged-signature.ts';
import { verdictOn, type SignedFile } from './signed-file.ts';

/**
 * After a parallel signature was written: every earlier SignerInfo is there byte for byte and judged as before, and the
 * new one is intact and of the chosen certificate. Throws StationError SIGNING_OPERATION_FAILED (permanent) otherwise.
 */
export function requireAddedSigner(task: EngineTask, before: SignedFile, signerInfo: Uint8Array): void {
  const { signedData, verdict } = readOutput(task);
  const { signerInfos } = before.signedData;
  for (const earlier of signerInfos) requireSigner(signedData, ({ der }) => compareDer(der, earlier.der) === 0);
  if (signedData.signerInfos.length !== signerInfos.length + 1) throw refused('it does not have one signature more');
  requireNoneWorse(before, signedData, verdict);
  const own = verdict.signatures[indexOf(signedData, ({ der }) => compareDer(der, signerInfo) === 0)];
  if (isIntactOfChosen(own, task)) return;
  throw refused(`the new signature does not hold (${own?.reasonCodes.join(', ') ?? 'it is not there'})`);
}

/** The same for a counter-signature, which adds an attribute to one signer and leaves all others as they were. */
export function requireAddedCounterSignature(
  task: EngineTask,
  before: SignedFile,
  target: number,
  signerInfo: Uint8Array,
): void {
  const { signedData, layout, verdict } = readOutput(task);
  requireSameSigners(before, { signedData, layout }, target);
  requireNoneWorse(before, signedData, verdict);
  const countersigned = signedData.signerInfos[target];
  const own = countersigned && judgeOwn(countersigned, signedData, signerInfo);
  const isIntact = own?.cryptoValid === true && own.faults.every(({ status }) => status !== 'INVALID');
  const isChosen = own?.signer != null && compareDer(own.signer.der, task.key.certificate) === 0;
  if (!isIntact || !isChosen) throw refused('the counter-signature does not hold');
}

/** All signers but one as they were; that one with at least the unsigned attributes that it had. */
function requireSameSigners(
  before: Pick<SignedFile, 'signedData' | 'layout'>,
  { signedData, layout }: Pick<SignedFile, 'signedData' | 'layout'>,
  target: number,
): void {
  const after = signedData.signerInfos;
  const isSame = (earlier: SignerInfo, index: number): boolean => {
    const now = after[index];
    return now !== undefined && (index === target ? isSameSigned(earlier, now) : isSameWhole(earlier, now));
  };
  const earlier = before.signedData.signerInfos;
  if (after.length !== earlier.length || !earlier.every(isSame)) throw refused('an earlier signature changed');
  const attributes = layout.signerInfos[target]?.unsignedAttributes ?? [];
  const kept = before.layout.signerInfos[target]?.unsignedAttributes ?? [];
  const isThere = (one: Uint8Array): boolean => attributes.some((now) => compareDer(now, one) === 0);
  if (!kept.every(isThere)) throw refused('an earlier attribute changed');
}

/** What the verifier says of the counter-signature with these bytes; undefined where it is not there. */
function judgeOwn(countersigned: SignerInfo, signedData: SignedData, signerInfo: Uint8Array) {
  const certificates = parseAll(signedData.certificates, parseCertificate);
  const place = counterSignatureValues(countersigned).findIndex((value) => compareDer(value, signerInfo) === 0);
  const own = readCounterSignatures(countersigned)[place];
  return own && judgeCounterSignature(own, countersigned, { signedData, certificates });
}

function readOutput(task: EngineTask): Pick<SignedFile, 'signedData' | 'layout' | 'verdict'> {
  const source = openFileSource(task.outputPath);
  try {
    const signedData = openSignedData(source, { trailing: 'none' });
    return { signedData, layout: readSignedDataLayout(source), verdict: verdictOn(source, task) };
  } finally {
    source.close();
  }
}

function requireNoneWorse({ signedData, verdict }: SignedFile, now: SignedData, after: VerificationOutcome): void {
  signedData.signerInfos.forEach((signer, index) => {
    const before = verdict.signatures[index];
    const finding = after.signatures[indexOf(now, (other) => isSameSigned(signer, other))];
    const holds = before !== undefined && finding !== undefined && isNoWorse(before, finding);
    if (!holds) throw refused(`the signature ${before?.name ?? index}, made before, would no longer hold`);
  });
}

function requireSigner(signedData: SignedData, matches: (signer: SignerInfo) => boolean): void {
  if (indexOf(signedData, matches) < 0) throw refused('an earlier signature changed');
}

function indexOf({ signerInfos }: SignedData, matches: (signer: SignerInfo) => boolean): number {
  return signerInfos.findIndex(matches);
}

function isSameWhole(one: SignerInfo, other: SignerInfo): boolean {
  return compareDer(one.der, other.der) === 0;
}

/** Everything but the unsigned attributes, which may have become more. */
function isSameSigned(one: SignerInfo, other: SignerInfo): boolean {
  const bytesOf = ({ signedAttrs, signatureValue }: SignerInfo): Buffer =>
    Buffer.concat([signedAttrs ?? new Uint8Array(), signatureValue]);
  return Buffer.compare(bytesOf(one), bytesOf(other)) === 0;
}

function refused(why: string): StationError {
  return additionRefused('file', why);
}
