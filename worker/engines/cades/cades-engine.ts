import type { SignatureOperation } from '../../../service/contract/vocabulary/signature-formats.ts';
import type { EngineTask, FormatEngine, PreparedSignature, SignedOutput } from '../engine.ts';
import { writeSmallOutput } from '../output-file.ts';
import { signedFileOf } from '../output-name.ts';
import { prepareCosignature, prepareCounterSignature } from './added-signature.ts';
import { extendCades } from './cades-extender.ts';
import { digestDocument } from './document-digest.ts';
import { prepareDetachedSignature } from './detached-signature.ts';
import { prepareEncapsulatedSignature } from './encapsulated-signature.ts';

/**
 * CAdES baseline B (EN 319 122-1 6.3) in DER: content-type, message-digest, signing-certificate-v2 and signing-time, with
 * the chain as far as known. The document goes inside (`encapsulated`, the default) or stays outside (`detached`); a
 * file that bears signatures gets one more beside them (`cosign`) or over one of them (`countersign`).
 */
export function createCadesEngine(): FormatEngine {
  return {
    prepare: (task) => PREPARE[task.order.operation](task),
    extend: extendCades,
  };
}

const PREPARE: Readonly<Record<SignatureOperation, (task: EngineTask) => Promise<PreparedSignature>>> = {
  sign: (task) => (task.order.packaging === 'detached' ? prepareDetached(task) : prepareEncapsulated(task)),
  cosign: prepareCosignature,
  countersign: prepareCounterSignature,
};

async function prepareEncapsulated(task: EngineTask): Promise<PreparedSignature> {
  const { dataToBeSigned, digest, embed } = await prepareEncapsulatedSignature(task);
  const embedded = async (signatureValue: Uint8Array): Promise<SignedOutput> => ({
    ...(await embed(signatureValue)),
    ...signedFileOf('CAdES', task.document.originalFileName),
  });
  return { dataToBeSigned, digest, embed: embedded, discard };
}

async function prepareDetached(task: EngineTask): Promise<PreparedSignature> {
  const { digest: messageDigest } = await digestDocument(task.document, task.algorithm.hash);
  const signature = prepareDetachedSignature(task, messageDigest, { signingTime: task.at });
  const embed = (signatureValue: Uint8Array): SignedOutput => ({
    ...writeSmallOutput(task.outputPath, [signature.build(signatureValue)]),
    ...signedFileOf('CAdES', task.document.originalFileName, true),
  });
  const { dataToBeSigned, digest } = signature;
  return { dataToBeSigned, digest, embed: (value) => new Promise((resolve) => resolve(embed(value))), discard };
}

/** Nothing stays open between the steps. */
function discard(): Promise<void> {
  return Promise.resolve();
}
