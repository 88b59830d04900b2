import { createHash } from 'node:crypto';
import { ASIC_NAMESPACE } from '../../../service/codecs/asic/manifest.ts';
import { uriOf } from '../../../service/codecs/asic/manifest-writer.ts';
import { requireAlgorithmFitsKey } from '../../../service/codecs/cms/cms-algorithm.ts';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import { HASHES, type HashName } from '../../../service/codecs/x509/hash-algorithm.ts';
import { describePublicKey } from '../../../service/codecs/x509/public-key.ts';
import { openXml } from '../../../service/codecs/xmldsig/xml-document.ts';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { MAX_WHOLE_BYTES, MAX_WHOLE_TOTAL } from '../../../service/verification/asic/signed-entries.ts';
import { WorkBudget } from '../../../service/verification/work-budget.ts';
import type { ExternalContent } from '../../../service/verification/xades/external-content.ts';
import { judgeTree } from '../../../service/verification/xades/verify-xades.ts';
import type { EngineTask } from '../engine.ts';
import { isIntactOfChosen } from '../judged-signature.ts';
import { XML_DECLARATION } from '../xades/data-object.ts';
import { identifiersOf } from '../xades/identifiers.ts';
import { buildSignatureText, type SignatureText } from '../xades/signature-text.ts';
import { mediaTypeOf } from './media-types.ts';

/** A file of the container that is signed: its digest by the task's hash. */
export interface SignedEntry {
  readonly name: string;
  readonly size: number;
  readonly digestValue: Uint8Array;
  /** In the container that the signature is added to. */
  readonly isCompressed: boolean;
}

/** A XAdES signature over files of a container whose value is still missing. */
export interface ContainerXades {
  readonly dataToBeSigned: Uint8Array;
  readonly digest: Uint8Array;
  /** The ds:Signature element; ASCII only. */
  readonly element: (signatureValue: Uint8Array) => string;
}

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
const START = `<asic:XAdESSignatures xmlns:asic="${ASIC_NAMESPACE}">`;
const END = '</asic:XAdESSignatures>';

/**
 * A detached XAdES signature of baseline B whose references name all files of the container (EN 319 162-1 4.3.3.2, 4.4.4).
 * `earlier`: how many signatures the container has, whose identifiers it must not bear again. Throws a permanent StationError for LTA over compressed files that are too large to be timestamped anew, before a device signs.
 */
export function prepareContainerXades(
  task: EngineTask,
  files: readonly SignedEntry[],
  earlier: number,
): ContainerXades {
  requireModestFiles(task, files);
  const certificate = parseCertificate(task.key.certificate);
  requireAlgorithmFitsKey(task.algorithm, describePublicKey(certificate.publicKey));
  const ids = identifiersOf(task, earlier)(Buffer.concat(files.map(({ digestValue }) => digestValue)));
  const references = files.map(({ name, digestValue }) => ({
    ...{ uri: uriOf(name), transforms: [], digest: digestValue, mimeType: mediaTypeOf(name) },
  }));
  const text: SignatureText = buildSignatureText(task, ids, references, null);
  return {
    dataToBeSigned: text.dataToBeSigned,
    digest: createHash(HASHES[task.algorithm.hash].node).update(text.dataToBeSigned).digest(),
    element: (value) => text.start(value) + text.end,
  };
}

/** A signature file of its own around a signature (EN 319 162-1 A.5). */
export function xadesSignatureFile(element: string): Uint8Array {
  return Buffer.from(XML_DECLARATION + START + element + END);
}

/**
 * The written signature file as the verifier judges it, with the digests that were taken of the very bytes that were
 * written: one intact signature of the chosen certificate over all files. Throws a permanent StationError otherwise.
 */
export function requireContainerXades(task: EngineTask, bytes: Uint8Array, files: readonly SignedEntry[]): void {
  using tree = openXml(bytes);
  const budget = new WorkBudget(bytes.length);
  const question = { trust: NO_TRUST, at: task.at, revocationMode: 'Offline', budget } as const;
  const { findings } = judgeTree(tree, digestsOf(task, files), question);
  const [own, ...more] = findings;
  const isOverAll = own?.covered?.length === files.length;
  if (isIntactOfChosen(own, task) && isOverAll && more.length === 0) return;
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    tell('SIGNATURE_FITS_NO_CERTIFICATE', { faults: own?.reasonCodes.join(', ') ?? 'SIG_NOT_FOUND' }),
  );
}

function digestsOf({ algorithm }: EngineTask, files: readonly SignedEntry[]): ExternalContent {
  const byUri = new Map(files.map((file) => [uriOf(file.name), file]));
  return {
    ...{ guesses: [], originals: [] },
    find: (uri) => {
      const file = byUri.get(uri ?? '');
      if (file === undefined) return null;
      const digest = (hash: HashName): Uint8Array => (hash === algorithm.hash ? file.digestValue : new Uint8Array(0));
      return { size: file.size, isDigested: true, digest, pieces: () => null, read: () => null };
    },
  };
}

/** An archive timestamp of XAdES is over the files themselves, and our verifier holds compressed ones in memory for it. */
function requireModestFiles({ order }: EngineTask, files: readonly SignedEntry[]): void {
  if (order.profile !== 'LTA') return;
  const compressed = files.filter(({ isCompressed }) => isCompressed);
  const total = compressed.reduce((sum, { size }) => sum + size, 0);
  if (total <= MAX_WHOLE_TOTAL && compressed.every(({ size }) => size <= MAX_WHOLE_BYTES)) return;
  throw new StationError('SIGNATURE_PROFILE_UNSUPPORTED', tell('CONTAINER_FILES_TOO_LARGE'), { area: 'document' });
}
