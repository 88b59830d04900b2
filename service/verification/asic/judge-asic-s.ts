import { SIGNATURE_ENTRY } from '../../codecs/asic/asic-container.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { indeterminate, invalid } from '../fault.ts';
import type { VerificationContext } from '../verification.ts';
import { AsicRefused, NO_SIGNATURE, STRANGER } from './asic-fault.ts';
import type { AsicEntries } from './asic-entries.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import {
  assertedTimestamps,
  faultsOfAssertions,
  faultsOfTokens,
  lists,
  readTimeAssertions,
  timestampsAround,
  type TimeAssertion,
  unnamedTimestamps,
} from './container-timestamps.ts';
import { digestEntry } from './entry-digests.ts';
import { digestReferenced, judgeReferences } from './entry-references.ts';
import { judgeLooseTimestamps } from './loose-timestamps.ts';
import { judgeTimestampOfData } from './timestamp-of-data.ts';
import { judgeSignatureFile, readSignatureFile, type SignatureFile } from './signature-entry.ts';
import { judgeXadesFiles } from './xades-files.ts';

/**
 * ASiC-S (EN 319 162-1 4.3): one data object at the root, one signature file over its bytes, CAdES or XAdES, nothing else
 * that could be taken for either; or a timestamp in its place. Timestamps over archive manifests (A.7) prove times for the
 * signatures that these list. Throws AsicRefused and ZipError.
 */
export async function judgeAsicS(
  source: ByteSource,
  entries: AsicEntries,
  question: VerificationContext,
): Promise<AsicVerdict> {
  const dataObject = onlyDataObject(entries);
  const isSigned = entries.signatures.length + entries.xadesSignatures.length + entries.manifests.length > 0;
  if (!isSigned && entries.timestamps.length > 0) {
    return judgeTimestampOfData(source, entries, dataObject, question);
  }
  const signature = onlySignature(entries);
  const time = await readTimeAssertions(source, entries, [], question.budget);
  const listed = await digestReferenced(source, entries, time.assertions, question.budget);
  const isWhole = ({ manifest }: TimeAssertion): boolean => judgeReferences(manifest, listed).length === 0;
  const isXades = entries.xadesSignatures.includes(signature);
  const { findings, faults } = isXades
    ? await judgeXadesFiles(source, entries, question)
    : await judgeCades(source, dataObject, signature, question, (file) =>
        timestampsAround(file, [dataObject.name], time.assertions, isWhole),
      );
  const others = time.assertions.filter((assertion) => isXades || !lists(assertion, signature.name));
  const loose = judgeLooseTimestamps(assertedTimestamps(others, isWhole), question);
  const strangers = [...entries.strangers, ...unnamedTimestamps(entries, time.assertions)];
  return {
    findings,
    faults: [
      ...(dataObject.name.includes('/') ? [NOT_AT_ROOT] : []),
      ...(strangers.length > 0 ? [STRANGER] : []),
      ...faults,
      ...time.faults,
      ...faultsOfAssertions(time.assertions, isWhole),
      ...faultsOfTokens(findings),
      ...loose.faults,
    ],
    timestamps: loose.timestamps,
  };
}

async function judgeCades(
  source: ByteSource,
  dataObject: ZipEntry,
  signature: ZipEntry,
  question: VerificationContext,
  around: (file: SignatureFile) => ReturnType<typeof timestampsAround>,
): Promise<AsicVerdict> {
  const file = await readSignatureFile(source, signature, question.budget);
  const digests = await digestEntry(source, dataObject, file.hashes, question.budget);
  const digestContent = (name: Parameters<typeof digests.get>[0]): Uint8Array => digests.get(name) ?? new Uint8Array(0);
  const { findings, fault } = judgeSignatureFile(file, digestContent, question, around(file));
  const covered = [dataObject.name];
  return { findings: findings.map((finding) => ({ ...finding, covered })), faults: fault === null ? [] : [fault] };
}

const NOT_AT_ROOT = indeterminate('ASIC_CONTAINER_INVALID', 'The data object does not lie at the root.');

function onlyDataObject({ dataObjects }: AsicEntries): ZipEntry {
  const [dataObject, ...more] = dataObjects;
  if (dataObject === undefined) {
    throw new AsicRefused(indeterminate('ASIC_DATA_OBJECT_MISSING', 'There is no data object.'));
  }
  if (more.length > 0) {
    throw new AsicRefused(
      indeterminate('ASIC_DATA_OBJECT_UNSIGNED', 'There is more than the one data object that is signed.'),
    );
  }
  return dataObject;
}

function onlySignature(entries: AsicEntries): ZipEntry {
  const { signatures, manifests, xadesSignatures } = entries;
  const [signature, ...more] = [...signatures, ...xadesSignatures];
  if (signature === undefined) throw new AsicRefused(NO_SIGNATURE);
  if (more.length + manifests.length > 0) {
    throw new AsicRefused(
      invalid('ASIC_CONTAINER_INVALID', 'There is a signature or a manifest beside the one signature.'),
    );
  }
  const isNamed = signature.name === SIGNATURE_ENTRY || xadesSignatures.includes(signature);
  if (!isNamed) throw new AsicRefused(indeterminate('SIG_NOT_FOUND', `There is no ${SIGNATURE_ENTRY}.`));
  return signature;
}
