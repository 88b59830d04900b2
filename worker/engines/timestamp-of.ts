import { createHash } from 'node:crypto';
import { Asn1Error } from '../../service/codecs/asn1/asn1-error.ts';
import { OID_ID_CT_TST_INFO } from '../../service/codecs/cms/object-identifiers.ts';
import { parseSignedData } from '../../service/codecs/cms/signed-data-parser.ts';
import { parseTstInfo } from '../../service/codecs/tsp/tst-info.ts';
import { HASHES } from '../../service/codecs/x509/hash-algorithm.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { ExtensionTask } from './extender.ts';

/**
 * A DER TimeStampToken over `parts` one after the other. Whatever the service answers, nothing but a timestamp of just
 * these bytes goes into a document. `signers` as the service has it. Throws StationErrors: the service's, and
 * TIMESTAMP_OPERATION_FAILED.
 */
export function timestampOf(
  task: Pick<ExtensionTask, 'services' | 'hash'>,
  parts: Iterable<Uint8Array>,
  signers: readonly Uint8Array[] = [],
): Promise<Uint8Array> {
  const state = createHash(HASHES[task.hash].node);
  for (const part of parts) state.update(part);
  return timestampOfDigest(task, state.digest(), signers);
}

/** The same for what was digested already, by the task's hash. */
export async function timestampOfDigest(
  { services, hash }: Pick<ExtensionTask, 'services' | 'hash'>,
  digest: Uint8Array,
  signers: readonly Uint8Array[] = [],
): Promise<Uint8Array> {
  const token = await services.timestamp({ hash, digest }, signers);
  const imprint = imprintOf(token);
  if (imprint.hash !== hash || Buffer.compare(imprint.digest, digest) !== 0) {
    throw unusable('it is a timestamp of something else than was asked for');
  }
  return token;
}

function imprintOf(token: Uint8Array): ReturnType<typeof parseTstInfo>['messageImprint'] {
  try {
    const { eContentType, eContent } = parseSignedData(token, { trailing: 'none' });
    if (eContentType !== OID_ID_CT_TST_INFO || eContent === null) throw unusable('it is no timestamp token');
    return parseTstInfo(Buffer.concat(eContent)).messageImprint;
  } catch (error) {
    if (error instanceof Asn1Error) throw unusable(error.message, error);
    throw error;
  }
}

function unusable(why: string, cause?: unknown): StationError {
  return new StationError('TIMESTAMP_OPERATION_FAILED', `The timestamp cannot be used: ${why}.`, { cause });
}
