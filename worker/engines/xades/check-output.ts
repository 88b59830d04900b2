import { createHash } from 'node:crypto';
import { HASHES, type HashName } from '../../../service/codecs/x509/hash-algorithm.ts';
import { checkOwnXmlSignature } from '../../../service/verification/xades/check-own-signature.ts';
import { NO_EXTERNAL_CONTENT, type ExternalContent } from '../../../service/verification/xades/external-content.ts';
import { requireNoFaults } from '../cades/signature-parts.ts';
import type { EngineTask } from '../engine.ts';
import { readDocument, readWhole } from '../output-file.ts';
import type { DataReference, SignatureIds } from './signature-text.ts';

/**
 * The verifier's word on the new signature before it is stored, on nothing but the finished file (and the document, when
 * that lies outside): it is of the chosen certificate and over this data. Throws a permanent StationError; XmlError and
 * WorkExceededError when the output is not read.
 */
export async function checkXadesOutput(task: EngineTask, ids: SignatureIds, data: DataReference): Promise<void> {
  const external = data.transforms.length === 0 ? await documentBeside(task, data.uri) : NO_EXTERNAL_CONTENT;
  const bytes = await readWhole(task.outputPath);
  const { certificate: signingCertificate } = task.key;
  const whole = { covered: [data.uri], countersigned: null };
  requireNoFaults(checkOwnXmlSignature({ bytes, id: ids.signature, ...whole, external, signingCertificate }));
}

/** Read piece by piece, as it lies there now; a reference by any other hash or name does not find it. */
async function documentBeside({ document, algorithm }: EngineTask, name: string): Promise<ExternalContent> {
  const state = createHash(HASHES[algorithm.hash].node);
  for await (const chunk of readDocument(document)) state.update(chunk);
  const digest = state.digest();
  const file = {
    ...{ size: document.size, isDigested: true, pieces: () => null, read: () => null },
    digest: (hash: HashName) => (hash === algorithm.hash ? digest : new Uint8Array(0)),
  };
  return { find: (uri) => (uri === name ? file : null), guesses: [], originals: [] };
}
