import { asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SignatureRequest, StoredFile } from '../../domain/records.ts';
import type { RequestDetails } from '../persistence.ts';
import { additionalInputs, signatureRequests, signingJobs, storedFiles } from './schema.ts';
import type { Unit } from './units.ts';

/** The file a request's output, input and appearance are read from, joined under names of their own. */
export const inputFiles = alias(storedFiles, 'input_file');
export const outputFiles = alias(storedFiles, 'output_file');
export const appearanceFiles = alias(storedFiles, 'appearance_file');

export function without<T extends object, K extends keyof T>(columns: T, ...names: readonly K[]): Omit<T, K> {
  const left: Partial<T> = { ...columns };
  for (const name of names) Reflect.deleteProperty(left, name);
  return left as Omit<T, K>;
}

/** The columns of a table that make up its record. */
export const requestColumns = without(
  getTableColumns(signatureRequests),
  'messageId',
  'endedAt',
  'inputsKept',
  'outputKept',
  'searchText',
);
export const jobColumns = without(getTableColumns(signingJobs), 'tenantId', 'claimant');

/** Selects everything of RequestDetails but the additional inputs; see joinFiles. */
export const detailsColumns = {
  request: requestColumns,
  input: without(getTableColumns(inputFiles), 'signatureRequestId'),
  output: without(getTableColumns(outputFiles), 'signatureRequestId'),
  appearance: without(getTableColumns(appearanceFiles), 'signatureRequestId'),
};

export const inputJoin = eq(inputFiles.id, signatureRequests.inputFileId);
export const outputJoin = eq(outputFiles.id, signatureRequests.outputFileId);
export const appearanceJoin = eq(appearanceFiles.id, signatureRequests.appearanceFileId);

/** A row as selected with `detailsColumns`. */
export interface DetailsRow {
  readonly request: Omit<SignatureRequest, 'additionalInputFileIds'>;
  readonly input: StoredFile;
  readonly output: StoredFile | null;
  readonly appearance: StoredFile | null;
}

/** Completes rows with the additional inputs of their requests, whatever the number of rows with one query. */
export async function completeDetails<T extends DetailsRow>(
  { database }: Pick<Unit, 'database'>,
  rows: readonly T[],
): Promise<readonly (T & RequestDetails)[]> {
  if (rows.length === 0) return [];
  const files = await database
    .select({
      requestId: additionalInputs.signatureRequestId,
      file: without(getTableColumns(storedFiles), 'signatureRequestId'),
    })
    .from(additionalInputs)
    .innerJoin(storedFiles, eq(storedFiles.id, additionalInputs.fileId))
    .where(
      inArray(
        additionalInputs.signatureRequestId,
        rows.map((row) => row.request.id),
      ),
    )
    .orderBy(asc(additionalInputs.signatureRequestId), asc(additionalInputs.position));
  const byRequest = Map.groupBy(files, (row) => row.requestId);
  return rows.map((row) => {
    const additional = (byRequest.get(row.request.id) ?? []).map((found) => found.file);
    const request = { ...row.request, additionalInputFileIds: additional.map((file) => file.id) };
    return { ...row, request, additionalInputs: additional };
  });
}
