import { createHash } from 'node:crypto';
import type { HandOver } from '../contract/http/hand-over.ts';
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

/** Kinds whose signatures may lie apart from what they are over. */
const MAY_BE_DETACHED: readonly string[] = ['CMS', 'XML', 'TimestampToken'];

/** Verifies uploads one after the other and draws the report on them; nothing is stored. Throws SERVICE_UNAVAILABLE where too many wait. */
export async function reportOnUploads(ports: Ports, wanted: ReportOnUploads): Promise<MadeReport> {
  const { known, ownId } = await ports.stations();
  const stationVersion = known.find(({ id }) => id === ownId)?.version ?? null;
  const originals = wanted.originals.map(nameAndHash);
  const sheets: HandOver[] = [];
  for (const file of wanted.files) {
    const { name: fileName, sha256 } = nameAndHash(file);
    const size = file.bytes.length;
    const inspection = await inspectUpload(ports, {
      document: file.bytes,
      // The verifier keeps what it gets, and the next file may be about the same ones.
      originals: wanted.originals.map(({ bytes }) => new Uint8Array(bytes)),
      client: wanted.client,
    });
    sheets.push({
      ...{ fileName, size, sha256, inspection, stationVersion },
      originals: MAY_BE_DETACHED.includes(inspection.detected) ? originals : [],
      checkedAt: inspection.report?.checkedAt ?? ports.clock().toISOString(),
      station: wanted.station,
    });
  }
  return ports.drawReport(sheets, wanted.language);
}

function nameAndHash({ clientFileName, bytes }: UploadedFile): { readonly name: string; readonly sha256: string } {
  return { name: displayFileName(clientFileName), sha256: createHash('sha256').update(bytes).digest('hex') };
}
