import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import { StationError } from '../domain/station-error.ts';
import { sha256OfFile } from '../files/sha256-of-file.ts';
import { placeFailed, type Failure } from './failure-report.ts';
import { entryAt, type FolderSystem } from './folder-system.ts';
import type { FolderDocument, FolderIntake, FolderRequest } from './intake.ts';
import { moveInto, writeInto } from './place-file.ts';
import { withFolder } from './safe-folder.ts';
import type { Claim, WorkFolder } from './work-folder.ts';

export interface FolderPlaces {
  readonly in: string;
  readonly out: string;
  readonly done: string;
  readonly failed: string;
}

export interface ClaimParts {
  readonly system: FolderSystem;
  readonly places: FolderPlaces;
  readonly work: WorkFolder;
  readonly intake: FolderIntake;
  /** Where copies lie until they are stored; on the store's file system, cleared of what a crash left. */
  readonly uploadDirectory: string;
  readonly uploadName: () => string;
  readonly maxBytes: number;
  readonly clock: () => Date;
  /** Resolves when the request may have changed, and after a while in any case; with false when the watch ends. */
  readonly changed: (signatureId: string) => Promise<boolean>;
}

/** The watch ends; the next one goes on. */
export class WatchEnded extends Error {
  override readonly name = 'WatchEnded';
}

export type ClaimEnd = 'signed' | 'failed' | 'given back' | 'gone';

/**
 * Brings a claimed document to its end, from wherever an earlier try was cut off: accepted under the claim's key, which
 * stands for one request however often it is sent; signed; the output and then the document put where they belong.
 * Rejects where that cannot be done now: nothing is lost, and it may be called again.
 */
export async function processClaim(parts: ClaimParts, claim: Claim): Promise<ClaimEnd> {
  const { work, intake } = parts;
  const delivered = await work.delivered(claim);
  if (delivered !== undefined) {
    await putAside(parts, claim, delivered);
    return 'signed';
  }
  const file = await work.document(claim);
  if (file === undefined) {
    // Never taken, or all is done but this.
    await work.finish(claim);
    return 'gone';
  }
  const known = await intake.find(claim.id);
  const accepted = known ?? (await acceptedOf(parts, claim, file));
  if (accepted === 'still written') {
    await work.giveBack(claim);
    return 'given back';
  }
  if ('at' in accepted) {
    await fail(parts, claim, file, accepted);
    return 'failed';
  }
  const ended = await endOf(parts, claim, accepted.id);
  if (ended.status === 'Completed') await deliver(parts, claim, ended.id);
  else await fail(parts, claim, file, failureOf(ended, parts.clock()));
  return ended.status === 'Completed' ? 'signed' : 'failed';
}

async function acceptedOf(
  parts: ClaimParts,
  claim: Claim,
  file: string,
): Promise<{ readonly id: string } | Failure | 'still written'> {
  const { system, intake, maxBytes, clock } = parts;
  try {
    const document = await copied(parts, claim, file);
    if (document === undefined) return 'still written';
    try {
      if (document.size > maxBytes) throw tooLarge(maxBytes);
      if (document.size === 0)
        throw new StationError('SIGNATURE_REQUEST_INVALID', 'The document is empty.', { area: 'document' });
      return await intake.accept(document, claim.id);
    } finally {
      await system.remove(document.file);
    }
  } catch (fault) {
    // A fault of the station, or a token that is out, says nothing about the document.
    if (!(fault instanceof StationError) || fault.status >= 500 || isOfProvider(fault)) throw fault;
    return refused(fault, clock());
  }
}

/** Whether the provider, and not the document, is what a document waits for. */
export function isOfProvider({ code }: StationError): boolean {
  return ['SIGNING_PROVIDER_UNAVAILABLE', 'SIGNING_CERTIFICATE_NOT_FOUND', 'SIGNING_CERTIFICATE_EXPIRED'].includes(
    code,
  );
}

/**
 * A copy of the station's own, with the hash of what was copied; undefined when the document changed meanwhile, or may not
 * be read any more.
 */
async function copied(parts: ClaimParts, claim: Claim, file: string): Promise<FolderDocument | undefined> {
  if ((await parts.system.faultOfReading(file)) === 'EACCES') return undefined;
  const copy = path.join(parts.uploadDirectory, parts.uploadName());
  const before = await stat(file);
  if (before.size > parts.maxBytes) throw tooLarge(parts.maxBytes);
  try {
    await copyFile(file, copy);
    const { size } = await stat(copy);
    const sha256 = await sha256OfFile(copy);
    const after = await entryAt(file);
    const isSame = after?.mtimeMs === before.mtimeMs && after.size === before.size && size === before.size;
    if (isSame) return { file: copy, name: claim.path.name, size, sha256 };
  } catch (fault) {
    await parts.system.remove(copy);
    throw fault;
  }
  await parts.system.remove(copy);
  return undefined;
}

async function endOf({ intake, changed }: ClaimParts, claim: Claim, id: string): Promise<FolderRequest> {
  for (;;) {
    // Listening begins before the look, so that no change falls between the two.
    const change = changed(id);
    const request = await intake.find(claim.id);
    if (request !== undefined && TERMINAL_SIGNATURE_STATUSES.includes(request.status)) return request;
    if (!(await change)) throw new WatchEnded();
  }
}

/**
 * The output first: a document among the done ones has one. That it is there is noted before the next step, which may
 * fail for hours: whoever takes signed files away gets each of them once.
 */
async function deliver(parts: ClaimParts, claim: Claim, signatureId: string): Promise<void> {
  const { system, places, work, intake } = parts;
  const { path: document, id } = claim;
  const output = await intake.output(signatureId);
  try {
    await withFolder(system, places.out, document.folders, (folder) =>
      writeInto(system, folder, { wanted: output.name, id }, output.content as AsyncIterable<Uint8Array>),
    );
  } finally {
    output.content.destroy();
  }
  await putAside(parts, claim, await work.noteDelivery(claim));
}

/** Moves a document whose signed file was delivered to the done ones. */
async function putAside(
  { system, places, work }: ClaimParts,
  { path: document, id }: Claim,
  file: string,
): Promise<void> {
  await withFolder(system, places.done, document.folders, (folder) =>
    moveInto(system, folder, { file, wanted: document.name, id }),
  );
  await work.finish({ path: document, id });
}

async function fail({ system, places, work }: ClaimParts, claim: Claim, file: string, failure: Failure): Promise<void> {
  await withFolder(system, places.failed, claim.path.folders, (folder) =>
    placeFailed(system, folder, { claim, file }, failure),
  );
  await work.finish(claim);
}

function refused({ code, message, area }: StationError, at: Date): Failure {
  return { status: 'Rejected', signatureId: null, errorCode: code, errorMessage: message, failureArea: area, at };
}

function failureOf({ id, status, errorCode, errorMessage, failureArea }: FolderRequest, at: Date): Failure {
  const ended = status === 'Cancelled' || status === 'Rejected' ? status : 'Failed';
  return { status: ended, signatureId: id, errorCode, errorMessage, failureArea, at };
}

function tooLarge(maxBytes: number): StationError {
  const text = `The document is larger than the ${String(maxBytes)} bytes that are allowed.`;
  return new StationError('SIGNATURE_REQUEST_INVALID', text, { area: 'document' });
}
