import { createHash } from 'node:crypto';
import { sourceChunks } from '../../../service/codecs/byte-source.ts';
import { encodeDigestAlgorithm } from '../../../service/codecs/cms/cms-algorithm.ts';
import { OID_ID_COUNTERSIGNATURE } from '../../../service/codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { buildSignerInfo } from '../../../service/codecs/cms/signed-data-builder.ts';
import {
  encodeSignedDataLayout,
  withMore,
  withSigner,
  withUnsignedAttribute,
  type SignedDataLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { counterSignatureValues } from '../../../service/verification/cades/counter-signatures.ts';
import { MAX_COUNTER_SIGNATURES } from '../../../service/verification/counter-signatures.ts';
import type { EngineTask, PreparedSignature, SignedOutput } from '../engine.ts';
import { cannotAdd, placeOfTarget } from '../judged-signature.ts';
import { documentChanged, writeOutputFile } from '../output-file.ts';
import { signedFileOf } from '../output-name.ts';
import { requireAddedCounterSignature, requireAddedSigner } from './check-added.ts';
import { asStationError, dataToBeSignedOf, signedDataParts, type DataToBeSigned } from './signature-parts.ts';
import { digestOfContent, openSignedFile, requireAnotherSignature, type SignedFile } from './signed-file.ts';

/**
 * One more signature in a CMS file that bears some, over the same content (RFC 5652 5.1, parallel). Everything that is
 * there stays byte for byte. Throws as openSignedFile says, and permanent StationErrors when the output does not hold.
 */
export async function prepareCosignature(task: EngineTask): Promise<PreparedSignature> {
  const file = openSignedFile(task);
  return closingOnFault(file, async () => {
    const parts = dataToBeSignedOf(task, await digestOfContent(file, task), task.at);
    requireAnotherSignature(file.layout, parts.dataToBeSigned);
    return prepared(task, file, parts, {
      add: (signerInfo) => withSigner(file.layout, signerInfo, encodeDigestAlgorithm(task.algorithm.hash)),
      check: (signerInfo) => requireAddedSigner(task, file, signerInfo),
    });
  });
}

/**
 * A counter-signature (RFC 5652 11.4, EN 319 122-1 5.2.7) over the signature value of the signer that the order names:
 * one unsigned attribute more, everything else stays byte for byte. Throws like prepareCosignature.
 */
export async function prepareCounterSignature(task: EngineTask): Promise<PreparedSignature> {
  const file = openSignedFile(task);
  return closingOnFault(file, () => {
    const target = placeOfTarget(file.verdict, task.order.targetSignature);
    const countersigned = file.signedData.signerInfos[target];
    if (countersigned === undefined) throw cannotAdd('it holds no signature');
    if (counterSignatureValues(countersigned).length >= MAX_COUNTER_SIGNATURES) {
      throw cannotAdd(`its signature bears ${MAX_COUNTER_SIGNATURES} counter-signatures, and more are not looked at`);
    }
    const value = countersigned.signatureValue;
    const messageDigest = createHash(HASHES[task.algorithm.hash].node).update(value).digest();
    const parts = dataToBeSignedOf(task, messageDigest, task.at, 'signature');
    return prepared(task, file, parts, {
      add: (signerInfo) => withCounterSignature(file.layout, target, signerInfo),
      check: (signerInfo) => requireAddedCounterSignature(task, file, target, signerInfo),
    });
  });
}

interface Addition {
  readonly add: (signerInfo: Uint8Array) => SignedDataLayout;
  readonly check: (signerInfo: Uint8Array) => void;
}

function prepared(
  task: EngineTask,
  file: SignedFile,
  { dataToBeSigned, digest }: DataToBeSigned,
  { add, check }: Addition,
): PreparedSignature {
  const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const parts = signedDataParts(task, dataToBeSigned);
    const signerInfo = asStationError(() => buildSignerInfo({ ...parts, signatureValue }));
    const layout = add(signerInfo);
    const certificates = withMore(layout.certificates, [parts.signingCertificate, ...parts.certificates]);
    const written = await write(task, file, { ...layout, certificates });
    check(signerInfo);
    return { ...written, ...namedAs(task, file) };
  };
  const discard = (): Promise<void> => {
    file.close();
    return Promise.resolve();
  };
  return { dataToBeSigned, digest, embed, discard };
}

function write(task: EngineTask, { source }: SignedFile, layout: SignedDataLayout) {
  const { prefix, suffix } = encodeSignedDataLayout(layout);
  const { start, end } = layout.encapContentInfo;
  return writeOutputFile(task.outputPath, [prefix, sourceChunks(source, start, end, documentChanged), suffix]);
}

/** The name it came with: it is the same kind of file as before. */
function namedAs({ document }: EngineTask, { layout }: SignedFile): Pick<SignedOutput, 'contentType' | 'fileName'> {
  return signedFileOf('CAdES', document.originalFileName.replace(/[.](p7m|p7s)$/i, ''), layout.eContent === null);
}

function withCounterSignature(layout: SignedDataLayout, target: number, signerInfo: Uint8Array): SignedDataLayout {
  const attribute = encodeAttribute(OID_ID_COUNTERSIGNATURE, [signerInfo]);
  const signerInfos = layout.signerInfos.map((signer, index) =>
    index === target ? withUnsignedAttribute(signer, attribute) : signer,
  );
  if (signerInfos[target] === layout.signerInfos[target]) throw cannotAdd('it bears this counter-signature already');
  return { ...layout, signerInfos };
}

async function closingOnFault<T>(file: SignedFile, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (fault) {
    file.close();
    throw fault;
  }
}
