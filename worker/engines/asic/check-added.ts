import { createHash } from 'node:crypto';
import { bytesSource, type ByteSource } from '../../../service/codecs/byte-source.ts';
import { compareDer } from '../../../service/codecs/asn1/der-writer.ts';
import { readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../../service/codecs/zip/local-headers.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import type { SignatureFinding, VerificationStatus } from '../../../service/contract/http/verification.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import type { EngineTask } from '../engine.ts';
import { verdictOnContainer, type SignedContainer } from './signed-container.ts';

const SEVERITY: Readonly<Record<VerificationStatus, number>> = { VALID: 0, INDETERMINATE: 1, INVALID: 2 };
const MAX_SIGNATURE_BYTES = 25 * 1024 * 1024;

/**
 * After a signature was added: every earlier entry is there as it was and in its order, but for the one signature file of
 * ASiC-S, in which every earlier signer is there byte for byte; every earlier signature is judged as before; there is one
 * more, intact and of the chosen certificate. Throws StationError SIGNING_OPERATION_FAILED (permanent) otherwise.
 */
export async function requireAddedToContainer(task: EngineTask, before: SignedContainer): Promise<void> {
  const source = openFileSource(task.outputPath);
  try {
    await requireSameEntries(source, before);
    const { signatures } = await verdictOnContainer(before.format, source, task);
    const [own, ...more] = withoutEarlier(signatures, before.verdict.signatures);
    const isOwn = own?.signature.cryptoValid === true && own.status !== 'INVALID' && isOf(own, task);
    if (!isOwn || more.length > 0) {
      throw refused(`the new signature does not hold (${own?.reasonCodes.join(', ') ?? 'it is not there'})`);
    }
  } finally {
    source.close();
  }
}

async function requireSameEntries(source: ByteSource, before: SignedContainer): Promise<void> {
  const after = openZip(source).entries;
  for (const [index, entry] of openZip(before.source).entries.entries()) {
    const now = after[index];
    if (now?.name !== entry.name) throw refused('the entries are not in their order');
    if (isSameEntry(entry, now)) continue;
    const isIn = (list: readonly ZipEntry[]): boolean => list.some(({ name }) => name === entry.name);
    const isCades = isIn(before.entries.signatures);
    if (before.format !== 'ASiC_S' || (!isCades && !isIn(before.entries.xadesSignatures))) {
      throw refused(`${entry.name} is not as it was`);
    }
    const kept = await readWholeEntry(before.source, entry, MAX_SIGNATURE_BYTES);
    const found = await readWholeEntry(source, now, MAX_SIGNATURE_BYTES);
    const isKept = isCades ? hasSignersOf(found, kept) : startsLike(found, kept);
    if (!isKept) throw refused('an earlier signature is not as it was');
  }
}

function isSameEntry(one: ZipEntry, other: ZipEntry): boolean {
  const facts = ({ crc32, size, compressedSize, method, flags }: ZipEntry): string =>
    [crc32, size, compressedSize, method, flags].join();
  return facts(one) === facts(other);
}

function hasSignersOf(signedData: Uint8Array, earlier: Uint8Array): boolean {
  const signersOf = (bytes: Uint8Array): Uint8Array[] => {
    const { signerInfos } = readSignedDataLayout(bytesSource(bytes));
    return signerInfos.map(({ fields, unsignedAttributes }) => Buffer.concat([...fields, ...unsignedAttributes]));
  };
  const found = signersOf(signedData);
  return signersOf(earlier).every((signer) => found.some((other) => compareDer(other, signer) === 0));
}

/** XML to which an element was added at its end: the same up to the end of the last signature that was there. */
function startsLike(xml: Uint8Array, earlier: Uint8Array): boolean {
  const end = Buffer.from(earlier).lastIndexOf('Signature>') + 'Signature>'.length;
  return Buffer.compare(xml.subarray(0, end), earlier.subarray(0, end)) === 0;
}

/** The findings that are not those of earlier signatures, each of which must be there and judged no worse. */
function withoutEarlier(
  findings: readonly SignatureFinding[],
  earlier: readonly SignatureFinding[],
): SignatureFinding[] {
  const left = [...findings];
  for (const before of earlier) {
    // In a set of signers, names are places, which a further one may shift.
    const place = left.findIndex((now) => isSame(before, now));
    if (place < 0) throw refused(`the signature ${before.name}, made before, would no longer hold`);
    left.splice(place, 1);
  }
  return left;
}

function isSame(before: SignatureFinding, now: SignatureFinding): boolean {
  return (
    now.signature.signerThumbprint === before.signature.signerThumbprint &&
    now.signature.cryptoValid === before.signature.cryptoValid &&
    now.claimedSigningTime === before.claimedSigningTime &&
    now.profileReached === before.profileReached &&
    now.coversWholeDocument === before.coversWholeDocument &&
    SEVERITY[now.status] <= SEVERITY[before.status]
  );
}

function isOf({ signature }: SignatureFinding, { key }: EngineTask): boolean {
  return signature.signerThumbprint === createHash('sha1').update(key.certificate).digest('hex').toUpperCase();
}

function refused(why: string): StationError {
  return new StationError(
    'SIGNING_OPERATION_FAILED',
    `The signature cannot be added: in the finished container ${why}. Nothing was stored; the file is as it was.`,
    { area: 'document' },
  );
}
