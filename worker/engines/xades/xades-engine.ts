import { createHash } from 'node:crypto';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { requireAlgorithmFitsKey } from '../../../service/codecs/cms/cms-algorithm.ts';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { describePublicKey } from '../../../service/codecs/x509/public-key.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import type { Packaging, SignatureOperation } from '../../../service/contract/vocabulary/signature-formats.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { EngineTask, FormatEngine, PreparedSignature, SignedOutput } from '../engine.ts';
import { writeOutputFile } from '../output-file.ts';
import { signedFileOf } from '../output-name.ts';
import { prepareCosignature, prepareCounterSignature, type PreparedAddition } from './added-signature.ts';
import { checkXadesOutput } from './check-output.ts';
import type { DataObject, MakeIds } from './data-object.ts';
import { detachedData } from './detached.ts';
import { envelopedData } from './enveloped.ts';
import { envelopingData } from './enveloping.ts';
import { identifiersOf } from './identifiers.ts';
import { buildSignatureText } from './signature-text.ts';
import { extendXades } from './xades-extender.ts';

const PACKAGINGS: Readonly<Partial<Record<Packaging, (task: EngineTask, makeIds: MakeIds) => Promise<DataObject>>>> = {
  enveloped: envelopedData,
  enveloping: envelopingData,
  detached: detachedData,
};

/**
 * XAdES baseline B (EN 319 132-1), in the three packagings of XMLDSig; enveloped when none is asked for. A file that bears
 * signatures gets one more beside them (`cosign`) or over one of them (`countersign`).
 */
export function createXadesEngine(): FormatEngine {
  return { prepare: (task) => asStationError(() => prepare(task)), extend: extendXades };
}

async function prepare(task: EngineTask): Promise<PreparedSignature> {
  const certificate = parseCertificate(task.key.certificate);
  requireAlgorithmFitsKey(task.algorithm, describePublicKey(certificate.publicKey));
  const { text, embed } = await PREPARE[task.order.operation](task, identifiersOf(task));
  return {
    dataToBeSigned: text.dataToBeSigned,
    digest: createHash(HASHES[task.algorithm.hash].node).update(text.dataToBeSigned).digest(),
    embed: (signatureValue) => asStationError(() => embed(signatureValue)),
    // Nothing stays open between the steps.
    discard: () => Promise.resolve(),
  };
}

const PREPARE: Readonly<Record<SignatureOperation, (task: EngineTask, makeIds: MakeIds) => Promise<PreparedAddition>>> =
  {
    sign: prepareNew,
    cosign: prepareCosignature,
    countersign: prepareCounterSignature,
  };

async function prepareNew(task: EngineTask, makeIds: MakeIds): Promise<PreparedAddition> {
  const packaging = task.order.packaging ?? 'enveloped';
  const packageData = PACKAGINGS[packaging];
  if (packageData === undefined) {
    throw new StationError('SIGNATURE_REQUEST_INVALID', tell('XADES_WITHOUT_PACKAGING', { packaging }));
  }
  const data = await packageData(task, makeIds);
  const text = buildSignatureText(task, data.ids, [data.reference], data.objectTag);
  const embed = async (signatureValue: Uint8Array): Promise<SignedOutput> => {
    const written = await writeOutputFile(task.outputPath, await data.output(text.start(signatureValue), text.end));
    await checkXadesOutput(task, data.ids, data.reference);
    return { ...written, ...signedFileOf('XAdES', task.document.originalFileName) };
  };
  return { text, embed };
}

/** What the document or the device's certificate is refused for, as a permanent StationError. */
export async function asStationError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof XmlError) {
      const message = tell(error.code, { detail: error.message });
      throw new StationError('SIGNING_OPERATION_FAILED', message, { area: 'document', cause: error });
    }
    if (error instanceof Asn1Error) {
      const message = `The device's certificate is unusable: ${error.message}`;
      throw new StationError('SIGNING_OPERATION_FAILED', message, { area: 'token', cause: error });
    }
    throw error;
  }
}
