import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { numberedName, shownPath } from './document-path.ts';
import { codeOf, entryAt, type FolderSystem } from './folder-system.ts';
import { moveInto, temporaryName, writeInto } from './place-file.ts';
import type { SafeFolder } from './safe-folder.ts';
import type { Claim } from './work-folder.ts';

/** Why a document was not signed. */
export interface Failure {
  readonly status: 'Failed' | 'Rejected' | 'Cancelled';
  readonly signatureId: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly failureArea: string | null;
  readonly at: Date;
}

const JSON_ENDING = '.report.json';
const TEXT_ENDING = '.report.txt';

/**
 * Puts a document that was not signed into `folder`, and its report beside it, for people and for programs. The reports
 * come first and keep the name, so that the document is never there without them.
 */
export async function placeFailed(
  system: FolderSystem,
  folder: SafeFolder,
  { claim, file }: { readonly claim: Claim; readonly file: string },
  failure: Failure,
): Promise<void> {
  const { id } = claim;
  const name = await reportedName(system, folder, claim, failure);
  const text = name + TEXT_ENDING;
  if ((await entryAt(folder.at(text))) === undefined) {
    await writeInto(system, folder, { wanted: text, id }, textReport(claim, failure));
  }
  // Of a report that a crash kept from being tidied.
  await system.remove(folder.at(temporaryName(id)));
  await moveInto(system, folder, { file, wanted: name, id });
}

/** The first name whose report is this claim's, or that is free; the report in JSON is there then. */
async function reportedName(system: FolderSystem, folder: SafeFolder, claim: Claim, failure: Failure): Promise<string> {
  const { id, path } = claim;
  for (let count = 1; ; count += 1) {
    const name = numberedName(path.name, count, JSON_ENDING);
    const owner = await claimOf(folder.at(name + JSON_ENDING));
    if (owner === id) return name;
    const isFree = owner === undefined && (await entryAt(folder.at(name))) === undefined;
    if (!isFree) continue;
    const report = `${JSON.stringify(jsonReport(claim, failure), null, 2)}\n`;
    const placed = await writeInto(system, folder, { wanted: name + JSON_ENDING, id }, report);
    // Another station may have taken the name between the two looks.
    if (placed === name + JSON_ENDING) return name;
    await system.remove(folder.at(placed));
  }
}

/** A pipe would keep us waiting for whoever writes into it. Windows has neither flag and needs none. */
const OPEN_REPORT = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const MAX_REPORT_BYTES = 1_048_576;

/** Whose report it is; null when that cannot be told, undefined when there is none. Others may write to the folder. */
async function claimOf(file: string): Promise<string | null | undefined> {
  try {
    await using report = await open(file, OPEN_REPORT);
    const found = await report.stat();
    if (!found.isFile() || found.size > MAX_REPORT_BYTES) return null;
    const value: unknown = JSON.parse(await report.readFile('utf8'));
    return typeof value === 'object' && value !== null && 'claim' in value && typeof value.claim === 'string'
      ? value.claim
      : null;
  } catch (fault) {
    return codeOf(fault) === 'ENOENT' ? undefined : null;
  }
}

function jsonReport({ id, path }: Claim, failure: Failure): object {
  return { claim: id, document: shownPath(path), ...failure, at: failure.at.toISOString() };
}

function textReport({ path }: Claim, failure: Failure): string {
  const { status, signatureId, errorCode, errorMessage, at } = failure;
  const reason = status === 'Cancelled' ? 'The request was cancelled.' : (errorMessage ?? 'No reason is known.');
  return [
    `${shownPath(path)} was not signed.`,
    '',
    reason,
    ...(errorCode === null ? [] : [`Code: ${errorCode}`]),
    ...(signatureId === null ? [] : [`Request: ${signatureId}`]),
    `Time: ${at.toISOString()}`,
    '',
    'To try again, put the document into the watched folder once more.',
    '',
  ].join('\n');
}
