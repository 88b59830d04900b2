import { createHash } from 'node:crypto';
import {
  MAX_SIGNATURE_FILE_BYTES,
  META_INF,
  MIMETYPE_ENTRY,
  SIGNATURE_MEDIA_TYPE,
  TIMESTAMP_MEDIA_TYPE,
  type AsicFormat,
} from '../../../service/codecs/asic/asic-container.ts';
import { readManifest } from '../../../service/codecs/asic/manifest.ts';
import { buildManifest, type ManifestContent } from '../../../service/codecs/asic/manifest-writer.ts';
import { concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import { OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN } from '../../../service/codecs/cms/object-identifiers.ts';
import {
  attributeOf,
  encodeSignedDataLayout,
  readSignedDataLayout,
  type SignedDataLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../../service/codecs/zip/local-headers.ts';
import type { ZipChanges } from '../../../service/codecs/zip/zip-rewriter.ts';
import type { AsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { MAX_TOKEN_BYTES } from '../../../service/verification/asic/container-timestamps.ts';
import { digestOfEntry } from '../../../service/verification/asic/entry-digests.ts';
import { withValidationData } from '../cades/raise-signed-data.ts';
import { certificatesIn, certificatesOfSigners, certificatesOfToken } from '../embedded-certificates.ts';
import { requireAtMost } from '../evidence-room.ts';
import { cannotRaise, type ExtensionTask } from '../extender.ts';
import { timestampOf } from '../timestamp-of.ts';
import { freeNumber } from './free-number.ts';
import { mediaTypeOf } from './media-types.ts';

/** EN 319 162-1 A.7: the youngest has this name, the ones before it have others. */
const YOUNGEST = `${META_INF}ASiCArchiveManifest.xml`;

interface ArchiveTask extends ExtensionTask {
  readonly format: AsicFormat;
}

type Changes = Required<Pick<ZipChanges, 'replaced' | 'added'>>;

/**
 * What a container becomes whose archive timestamps lie in files of their own (EN 319 162-1 A.7). The signatures stay as
 * they are, since earlier timestamps are over their files: evidence goes into the token of the youngest, which nothing is
 * over yet. It is about the authority of that one where the container is renewed, and otherwise about everybody who
 * signed. That is level LT; for LTA the manifest gets the name of an older one, and a new one lists every file, with a new timestamp
 * over it. Throws StationErrors, and what its readers throw.
 */
export async function renewArchive(source: ByteSource, entries: AsicEntries, task: ArchiveTask): Promise<Changes> {
  const youngest = entries.archiveManifests.find(({ name }) => name === YOUNGEST);
  if (youngest === undefined) throw cannotRaise(`its youngest archive manifest is not called ${YOUNGEST}`);
  const { manifest, token } = await readYoungest(source, entries, youngest);
  const changed = new Map([[token.name, await provenToken(source, entries, token, task)]]);
  if (task.level !== 'LTA') return { replaced: changed, added: new Map() };
  const olderNumber = freeNumber(entries.byName, 1, [olderName]);
  const tokenNumber = freeNumber(entries.byName, 1, [tokenName]);
  const older = new Map([[olderName(olderNumber), manifest]]);
  const listed = [...entries.byName.values()].filter(({ name }) => name !== MIMETYPE_ENTRY && name !== YOUNGEST);
  const renewed = buildManifest({
    ...{ signature: tokenName(tokenNumber), signatureMediaType: TIMESTAMP_MEDIA_TYPE, hash: task.hash },
    dataObjects: await digested(source, listed, { changed, older }, task),
  });
  const added = new Map([...older, [tokenName(tokenNumber), await timestampOf(task, [renewed])]]);
  return { replaced: new Map([...changed, [YOUNGEST, renewed]]), added };
}

const olderName = (number: number): string => `${META_INF}ASiCArchiveManifest${String(number)}.xml`;
const tokenName = (number: number): string => `${META_INF}timestamp${String(number).padStart(3, '0')}.tst`;

/** A file that is changed must be listed by no manifest. */
async function readYoungest(source: ByteSource, entries: AsicEntries, youngest: ZipEntry) {
  const manifest = await readWholeEntry(source, youngest, MAX_SIGNATURE_FILE_BYTES);
  const { signature } = readManifest(manifest);
  const token = entries.timestamps.find(({ name }) => name === signature);
  if (token === undefined) throw cannotRaise('its youngest archive manifest names a timestamp that is not there');
  for (const entry of [...entries.archiveManifests, ...entries.manifests]) {
    const { dataObjects } = readManifest(await readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES));
    if (dataObjects.some(({ name }) => name === token.name || name === YOUNGEST)) {
      throw cannotRaise('its youngest archive manifest is listed by another one');
    }
  }
  return { manifest, token };
}

/** The token with evidence; certificates above its authority may lie with the signatures. */
async function provenToken(
  source: ByteSource,
  entries: AsicEntries,
  youngest: ZipEntry,
  { format, services, at, isRenewal = false }: ArchiveTask,
): Promise<Uint8Array> {
  const read = (entry: ZipEntry): Promise<Uint8Array> => readWholeEntry(source, entry, MAX_SIGNATURE_FILE_BYTES);
  const token = await read(youngest);
  const signatures: SignedDataLayout[] = [];
  for (const entry of entries.signatures) signatures.push(readSignedDataLayout(bytesSource(await read(entry))));
  const known = signatures.flatMap(certificatesIn);
  const needed = certificatesOfToken(token, known);
  if (!isRenewal) {
    requireTimestamped(signatures);
    needed.push(...signatures.flatMap((layout) => certificatesOfSigners(layout)));
    for (const entry of entries.timestamps) {
      if (entry !== youngest) needed.push(...certificatesOfToken(await read(entry), known));
    }
  }
  const evidence = await services.validationData({ certificates: distinct(needed), at });
  const layout = withValidationData(readSignedDataLayout(bytesSource(token)), evidence);
  const { prefix, suffix } = encodeSignedDataLayout(layout);
  const { start, end } = layout.encapContentInfo;
  const proven = concatBytes([prefix, token.subarray(start, end), suffix]);
  requireAtMost(proven.length, MAX_TOKEN_BYTES, format);
  return proven;
}

/** Level T wants a timestamp in each signature (EN 319 122-1 6.3), which would change the file that others are over. */
function requireTimestamped(signatures: readonly SignedDataLayout[]): void {
  const isTimestamped = ({ unsignedAttributes }: SignedDataLayout['signerInfos'][number]): boolean =>
    unsignedAttributes.some((attribute) => attributeOf(attribute).oid === OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN);
  if (signatures.every(({ signerInfos }) => signerInfos.every(isTimestamped))) return;
  throw cannotRaise(
    'a signature without a timestamp of its own would need one, and an archive manifest lists it as it is',
  );
}

function distinct(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(certificates.map((der) => [Buffer.from(der).toString('base64'), der])).values()];
}

interface NewBytes {
  /** By the name of the file that is there. */
  readonly changed: ReadonlyMap<string, Uint8Array>;
  /** The manifest that was the youngest, by its new name. */
  readonly older: ReadonlyMap<string, Uint8Array>;
}

async function digested(
  source: ByteSource,
  listed: readonly ZipEntry[],
  { changed, older }: NewBytes,
  { hash }: ExtensionTask,
): Promise<ManifestContent['dataObjects']> {
  const digestOf = (bytes: Uint8Array): Uint8Array => createHash(HASHES[hash].node).update(bytes).digest();
  const dataObjects: ManifestContent['dataObjects'][number][] = [];
  for (const entry of listed) {
    const bytes = changed.get(entry.name);
    const digestValue = bytes === undefined ? await digestOfEntry(source, entry, hash) : digestOf(bytes);
    dataObjects.push({ name: entry.name, mediaType: mediaTypeWithin(entry.name), digestValue });
  }
  for (const [name, bytes] of older) {
    dataObjects.push({ name, mediaType: mediaTypeWithin(name), digestValue: digestOf(bytes), isRoot: true });
  }
  return dataObjects;
}

function mediaTypeWithin(name: string): string {
  if (/\.tst$/iu.test(name)) return TIMESTAMP_MEDIA_TYPE;
  return /\.p7[sm]$/iu.test(name) ? SIGNATURE_MEDIA_TYPE : mediaTypeOf(name);
}
