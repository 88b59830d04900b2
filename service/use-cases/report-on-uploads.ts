import { createHash } from 'node:crypto';
import type { HandOver } from '../contract/http/hand-over.ts';
import type { Inspection } from '../contract/http/inspection.ts';
import type { ReportLanguage } from '../contract/vocabulary/report-languages.ts';
import { displayFileName } from './file-name.ts';
import { inspectUpload } from './inspect-upload.ts';
import type { MadeReport, UseCasePorts } from './ports.ts';

/** A file as it was sent. */
export interface UploadedFile {
  /** As the sender calls it. */
  readonly clientFileName: string;
  readonly bytes: Uint8Array;
}

export interface ReportOnUploads {
  readonly files: readonly UploadedFile[];
  /** What detached signatures among the files may be over. */
  readonly originals: readonly UploadedFile[];
  readonly language: ReportLanguage;
  /** Host and port that the station was asked at. */
  readonly station: string;
  /** Tells whoever sent it from others that wait. */
  readonly client: string;
}

type Ports = Pick<UseCasePorts, 'verifier' | 'trustMaterial' | 'revocationMode' | 'clock' | 'stations' | 'drawReport'>;

/** Verifies uploads one after the other and draws the report on them; nothing is stored. Throws SERVICE_UNAVAILABLE where too many wait. */
export async function reportOnUploads(ports: Ports, wanted: ReportOnUploads): Promise<MadeReport> {
  const { known, ownId } = await ports.stations();
  const stationVersion = known.find(({ id }) => id === ownId)?.version ?? null;
  const sheets: HandOver[] = [];
  for (const file of wanted.files) {
    const { name: fileName, sha256 } = nameAndHash(file);
    const size = file.bytes.length;
    const { inspection, originals } = await inspectWithOwn(ports, file, wanted);
    sheets.push({
      ...{ fileName, size, sha256, inspection, stationVersion },
      originals: originals.map(nameAndHash),
      checkedAt: inspection.report?.checkedAt ?? ports.clock().toISOString(),
      station: wanted.station,
    });
  }
  return ports.drawReport(sheets, wanted.language);
}

/**
 * One of several files is judged, and handed over, with those originals alone that its signatures are over: the others came
 * along for other files. Where a signature lacks what it is over, all of them are said not to be that.
 */
async function inspectWithOwn(
  ports: Ports,
  { bytes: document }: UploadedFile,
  { originals, client }: ReportOnUploads,
): Promise<{ readonly inspection: Inspection; readonly originals: readonly UploadedFile[] }> {
  const inspect = (beside: readonly UploadedFile[]): Promise<Inspection> => {
    // The verifier keeps what it gets, and the next file may be about the same ones.
    const copyOf = ({ bytes }: UploadedFile): Uint8Array => new Uint8Array(bytes);
    return inspectUpload(ports, { document: new Uint8Array(document), originals: beside.map(copyOf), client });
  };
  const inspection = await inspect(originals);
  const own = originals.filter((_, index) => inspection.originals[index]?.isSigned === true);
  if (own.length === originals.length) return { inspection, originals };
  const alone = await inspect(own);
  // None of them is what it is over, though one of them ought to be.
  if (alone.report?.reasonCodes.includes('SIG_DETACHED_CONTENT_MISSING') === true) return { inspection, originals };
  return { inspection: alone, originals: own };
}

function nameAndHash({ clientFileName, bytes }: UploadedFile): { readonly name: string; readonly sha256: string } {
  return { name: displayFileName(clientFileName), sha256: createHash('sha256').update(bytes).digest('hex') };
}
