import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { openSignedData } from '../../codecs/cms/signed-data-parser.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { orNull } from '../cades/signer-attributes.ts';
import { tstInfoOf } from '../cades/timestamp-token.ts';
import type { VerificationContext } from '../verification.ts';
import type { AsicEntries } from './asic-entries.ts';
import { AsicRefused, TIMESTAMP_ONLY } from './asic-fault.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import {
  assertedTimestamps,
  faultsOfAssertions,
  lists,
  MAX_TOKEN_BYTES,
  readTimeAssertions,
  type NamedTimestamp,
  type TimeAssertion,
} from './container-timestamps.ts';
import { digestReferenced, judgeReferences } from './entry-references.ts';
import { digestEntry } from './entry-digests.ts';
import { judgeLooseTimestamps } from './loose-timestamps.ts';
import { readMetaEntry } from './meta-entries.ts';

const TIMESTAMP_ENTRY = 'META-INF/timestamp.tst';

/**
 * ASiC-S with a timestamp in place of a signature (EN 319 162-1 4.3.3.2): its token is over the data object, and archive
 * manifests may keep it provable (A.7). Nobody signed anything: the container is INDETERMINATE with SIG_TIMESTAMP_ONLY,
 * and the report says what each timestamp is worth. Throws AsicRefused, ZipError and WorkExceededError.
 */
export async function judgeTimestampOfData(
  source: ByteSource,
  entries: AsicEntries,
  dataObject: ZipEntry,
  question: VerificationContext,
): Promise<AsicVerdict> {
  const time = await readTimeAssertions(source, entries, [], question.budget);
  const asserting = new Set(time.assertions.map(({ manifest }) => manifest.signature));
  const others = entries.timestamps.filter(({ name }) => !asserting.has(name));
  const [entry, ...more] = others;
  if (entry === undefined || (more.length > 0 && !others.some(({ name }) => name === TIMESTAMP_ENTRY))) {
    throw new AsicRefused(TIMESTAMP_ONLY);
  }
  const chosen = others.find(({ name }) => name === TIMESTAMP_ENTRY) ?? entry;
  const own = await timestampOf(source, chosen, dataObject, question);
  const digests = await digestReferenced(source, entries, time.assertions, question.budget);
  const isWhole = ({ manifest }: TimeAssertion): boolean => judgeReferences(manifest, digests).length === 0;
  // One that lists nothing of what is there is over something else.
  const assertions = time.assertions.filter((one) => lists(one, chosen.name) || lists(one, dataObject.name));
  const { timestamps, faults } = judgeLooseTimestamps(assertedTimestamps(assertions, isWhole, [own]), question);
  const wrong = faultsOfAssertions(time.assertions, isWhole);
  return { findings: [], timestamps, faults: [TIMESTAMP_ONLY, ...time.faults, ...wrong, ...faults] };
}

async function timestampOf(
  source: ByteSource,
  entry: ZipEntry,
  dataObject: ZipEntry,
  { budget }: VerificationContext,
): Promise<NamedTimestamp> {
  const token = await readMetaEntry(source, entry, MAX_TOKEN_BYTES, budget);
  const hash = hashOf(token);
  const digests = await digestEntry(source, dataObject, new Set(hash === null ? [] : [hash]), budget);
  return {
    name: entry.name,
    found: {
      ...{ kind: 'ContainerTimestamp', token, about: 'content' },
      imprints: (name) => {
        const digest = digests.get(name);
        return digest === undefined ? null : [{ digest, protects: new Set() }];
      },
    },
  };
}

/** Null for what is no token, or one by a hash that is not known here. */
function hashOf(token: Uint8Array): HashName | null {
  const info = orNull(() => tstInfoOf(openSignedData(bytesSource(token), { trailing: 'none' })));
  return info?.messageImprint.hash ?? null;
}
