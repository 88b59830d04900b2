import { createHash } from 'node:crypto';
import { COUNTERSIGNED_SIGNATURE_TYPE, EXCLUSIVE_C14N, XADES } from '../../../service/codecs/xmldsig/algorithms.ts';
import { canonicalize } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { documentIds } from '../../../service/codecs/xmldsig/ids.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { MAX_COUNTER_SIGNATURES } from '../../../service/verification/counter-signatures.ts';
import { counterSignatures } from '../../../service/verification/xades/unsigned-properties.ts';
import type { EngineTask, SignedOutput } from '../engine.ts';
import { cannotAdd, placeOfTarget } from '../judged-signature.ts';
import { readWhole, writeOutputFile } from '../output-file.ts';
import { signedFileOf } from '../output-name.ts';
import { requireAddedCounterSignature, requireAddedSignature } from './check-added.ts';
import { freeIds, type MakeIds } from './data-object.ts';
import { withProperty, withSignature } from './edit-signature.ts';
import { envelopedData } from './enveloped.ts';
import { EXCLUSIVE, type OpenSignature } from './open-signature.ts';
import { parallelData, type ParallelData } from './parallel-data.ts';
import { buildSignatureText, type DataReference, type SignatureIds, type SignatureText } from './signature-text.ts';
import { readSignedXml } from './signed-xml.ts';

/** What is signed of an addition, and the finished file with it. */
export interface PreparedAddition {
  readonly text: SignatureText;
  readonly embed: (signatureValue: Uint8Array) => Promise<SignedOutput>;
}

/**
 * One more signature in an XML file that bears some: over the document around it, as the enveloped ones there, or over the
 * same data as the enveloping and detached ones. Every byte of the earlier signatures stays. Throws as readSignedXml and
 * parallelData do, permanent StationErrors when the output does not hold, and WorkExceededError.
 */
export async function prepareCosignature(task: EngineTask, makeIds: MakeIds): Promise<PreparedAddition> {
  const before = await readSignedXml(task);
  const data = parallelData(task, before.bytes, makeIds) ?? (await enveloped(task, makeIds));
  const text = buildSignatureText(task, data.ids, data.references, null);
  const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const parts = await data.output(text.start(signatureValue) + text.end);
    return write(task, parts, (output) => requireAddedSignature(task, before, output, data.ids));
  };
  return { text, embed };
}

async function enveloped(task: EngineTask, makeIds: MakeIds): Promise<ParallelData> {
  const { ids, reference, output } = await envelopedData(task, makeIds);
  return { ids, references: [reference], output: (signature) => output(signature, '') };
}

/**
 * A counter-signature (EN 319 132-1 clause 5.2.7) over the value of the signature that the order names: one unsigned property
 * more, after all there are, so that archive timestamps over those hold. Throws like prepareCosignature.
 */
export async function prepareCounterSignature(task: EngineTask, makeIds: MakeIds): Promise<PreparedAddition> {
  const before = await readSignedXml(task);
  const number = placeOfTarget(before.verdict, task.order.targetSignature);
  const { countersigned, ...target } = openTarget(before.bytes, number, (signature) =>
    targetOf(signature, task, makeIds),
  );
  const text = buildSignatureText(task, target.ids, [target.reference], null);
  const embed = (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const signature = text.start(signatureValue) + text.end;
    const property = `<xades:CounterSignature xmlns:xades="${XADES}">${signature}</xades:CounterSignature>`;
    const check = { ids: target.ids, countersigned };
    return write(task, [withProperty(before.bytes, number, property)], (output) =>
      requireAddedCounterSignature(task, before, output, check),
    );
  };
  return { text, embed };
}

interface Countersigned {
  readonly ids: SignatureIds;
  readonly reference: DataReference;
  readonly countersigned: string;
}

function targetOf({ tree, structure, properties }: OpenSignature, task: EngineTask, makeIds: MakeIds): Countersigned {
  if (counterSignatures(properties.unsignedProperties).length >= MAX_COUNTER_SIGNATURES) {
    throw cannotAdd(`its signature bears ${MAX_COUNTER_SIGNATURES} counter-signatures, and more are not looked at`);
  }
  const id = structure.signatureValueElement.attribute('Id');
  const isNamed = id !== null && /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(id);
  if (!isNamed || documentIds(tree).find(id) !== structure.signatureValueElement) {
    throw cannotAdd('the value of its signature has no identifier of its own, by which a counter-signature names it');
  }
  const hash = createHash(HASHES[task.algorithm.hash].node);
  canonicalize(structure.signatureValueElement, EXCLUSIVE, (chunk) => hash.update(chunk));
  const digest = hash.digest();
  const reference = {
    ...{ uri: `#${id}`, type: COUNTERSIGNED_SIGNATURE_TYPE, transforms: [EXCLUSIVE_C14N] },
    ...{ digest, mimeType: null },
  };
  return { ids: freeIds(tree, makeIds, digest), reference, countersigned: id };
}

/** What cannot be raised for its form cannot be counter-signed either. */
function openTarget<T>(bytes: Uint8Array, number: number, read: (signature: OpenSignature) => T): T {
  try {
    return withSignature(bytes, number, read);
  } catch (error) {
    const isOfForm = error instanceof StationError && error.code === 'SIGNATURE_PROFILE_UNSUPPORTED';
    throw isOfForm ? cannotAdd('its signature is no XAdES of version 1.3.2', error) : error;
  }
}

async function write(
  task: EngineTask,
  parts: Parameters<typeof writeOutputFile>[1],
  check: (output: Uint8Array) => void,
): Promise<SignedOutput> {
  const written = await writeOutputFile(task.outputPath, parts);
  check(await readWhole(task.outputPath));
  // It is the same kind of file as before.
  return { ...written, ...signedFileOf('XAdES', task.document.originalFileName.replace(/-signed\.xml$/i, '')) };
}
