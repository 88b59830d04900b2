import type { AsicFormat } from '../../codecs/asic/asic-container.ts';
import type { OctetRange } from '../../codecs/asn1/ber-stream.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { describeFault } from '../fault.ts';
import { judgeHiddenPdf } from '../hidden-pdf.ts';
import { assembleReport, reportWithoutSignature } from '../report.ts';
import type { VerificationContext, VerificationOutcome } from '../verification.ts';
import { readAsicEntries, type AsicEntries } from './asic-entries.ts';
import { faultOf, faultOfUnreadable } from './asic-fault.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import { describesOthers, isNamedAsDescribing } from './describing-files.ts';
import { digestEntry } from './entry-digests.ts';
import { judgeAsicE } from './judge-asic-e.ts';
import { judgeAsicS } from './judge-asic-s.ts';

/**
 * Verifies an ASiC container with CAdES or XAdES signatures (EN 319 162-1) of the asked kind: the container itself,
 * strictly, then each signature and everything it is over. Data objects are read once, piece by piece; nothing is unpacked to
 * disk. Never throws for anything in the container; errors of `document` go through.
 */
export async function verifyAsic(
  format: AsicFormat,
  document: ByteSource,
  question: VerificationContext,
): Promise<VerificationOutcome> {
  try {
    const entries = await checkOthers(document, await readAsicEntries(format, document), question);
    const verdict = await judgeEntries(format, document, entries, question);
    const faults = [
      ...verdict.faults,
      ...entries.faults,
      ...judgeHiddenPdf(document, rangesOf(entries), question.budget),
    ];
    return report(format, { ...verdict, faults }, entries.timestamps.length > 0, question.at);
  } catch (error) {
    return reportWithoutSignature(format, [faultOfUnreadable(document, error)], question.at);
  }
}

/** Where the files lie that are to be signed, as they are or compressed. */
function rangesOf({ dataObjects }: AsicEntries): OctetRange[] {
  return dataObjects.map(({ dataOffset, compressedSize }) => ({ start: dataOffset, end: dataOffset + compressedSize }));
}

/**
 * Reads what no rule is about: data that goes on behind its end, or is not what its headers say, would be another file to
 * whoever reads a container from its beginning. Files that only have the name of one that describes the others come back
 * among the strangers. Throws ZipError, WorkExceededError.
 */
async function checkOthers(
  document: ByteSource,
  entries: AsicEntries,
  { budget }: VerificationContext,
): Promise<AsicEntries> {
  const strangers = [...entries.strangers];
  for (const entry of entries.others) {
    await digestEntry(document, entry, NO_HASHES, budget);
    const isDescribing = !entry.isFolder && isNamedAsDescribing(entry);
    if (isDescribing && !(await describesOthers(document, entry, budget))) strangers.push(entry);
  }
  return { ...entries, strangers };
}

const NO_HASHES: ReadonlySet<HashName> = new Set();

async function judgeEntries(
  format: AsicFormat,
  document: ByteSource,
  entries: AsicEntries,
  question: VerificationContext,
): Promise<AsicVerdict> {
  try {
    return await (format === 'ASiC_S' ? judgeAsicS : judgeAsicE)(document, entries, question);
  } catch (error) {
    return { findings: [], faults: [faultOf(error)] };
  }
}

function report(
  format: AsicFormat,
  { findings, faults, timestamps }: AsicVerdict,
  hasTimestamp: boolean,
  at: Date,
): VerificationOutcome {
  return assembleReport({
    format,
    findings,
    faults,
    ...(timestamps && { timestamps }),
    remarks: hasTimestamp ? ['TIMESTAMP_PRESENT'] : [],
    detail: faults[0] === undefined ? null : describeFault(faults[0]),
    at,
  });
}
