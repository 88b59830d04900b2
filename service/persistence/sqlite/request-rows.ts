import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { alias } from 'drizzle-orm/sqlite-core';
import type { RequestDetails } from '../persistence.ts';
import {
  fileJoins,
  fileRecord,
  jobRecord,
  messageColumns,
  requestDetails,
  withAdditionalInputs,
  type DetailsRow,
} from '../tables/request-details.ts';
import { additionalInputs, outboxMessages, signatureRequests, signingJobs, storedFiles } from './schema.ts';

/** The file a request's output, input and appearance are read from, joined under names of their own. */
export const inputFiles = alias(storedFiles, 'input_file');
const outputFiles = alias(storedFiles, 'output_file');
const appearanceFiles = alias(storedFiles, 'appearance_file');
const joins = fileJoins(signatureRequests, { input: inputFiles, output: outputFiles, appearance: appearanceFiles });
export const inputJoin = joins.input;

const detailsColumns = requestDetails(getTableColumns(signatureRequests), {
  input: getTableColumns(inputFiles),
  output: getTableColumns(outputFiles),
  appearance: getTableColumns(appearanceFiles),
});
const jobColumns = jobRecord(getTableColumns(signingJobs));

/** What a message and a dead letter say of a job. */
export const columnsOfMessage = messageColumns(signingJobs, signatureRequests, inputFiles, outboxMessages);

/** A query under way, of a type that only the compiler can spell out. */
function query<T>(build: (database: BetterSQLite3Database) => T): (database: BetterSQLite3Database) => T {
  return build;
}

/** Requests with their files, the additional inputs excepted: see prepareCompleteDetails. */
export const selectDetails = query((database) =>
  database
    .select(detailsColumns)
    .from(signatureRequests)
    .innerJoin(inputFiles, joins.input)
    .leftJoin(outputFiles, joins.output)
    .leftJoin(appearanceFiles, joins.appearance),
);

/** What the first inputs of requests are called. */
export const selectFileNames = query((database) =>
  database
    .select({ id: signatureRequests.id, name: inputFiles.originalFileName })
    .from(signatureRequests)
    .innerJoin(inputFiles, joins.input),
);

/** Requests of jobs with their files, and the jobs. */
export const selectJobDetails = query((database) =>
  database
    .select({ job: jobColumns, ...detailsColumns })
    .from(signingJobs)
    .innerJoin(signatureRequests, eq(signatureRequests.id, signingJobs.signatureRequestId))
    .innerJoin(inputFiles, joins.input)
    .leftJoin(outputFiles, joins.output)
    .leftJoin(appearanceFiles, joins.appearance),
);

/** The same of requests that have ended, with the moment of it; rejected ones have no job. */
export const selectEndedDetails = query((database) => {
  const { id, endedAt } = signatureRequests;
  return database
    .select({ endedAt: sql<Date>`${endedAt}`.mapWith(endedAt), job: jobColumns, ...detailsColumns })
    .from(signatureRequests)
    .innerJoin(inputFiles, joins.input)
    .leftJoin(outputFiles, joins.output)
    .leftJoin(appearanceFiles, joins.appearance)
    .leftJoin(signingJobs, eq(signingJobs.signatureRequestId, id));
});

/** Completes rows with the additional inputs of their requests, whatever the number of rows with one query. */
export type CompleteDetails = <T extends DetailsRow>(rows: readonly T[]) => readonly (T & RequestDetails)[];

export function prepareCompleteDetails(database: BetterSQLite3Database): CompleteDetails {
  const select = database
    .select({ requestId: additionalInputs.signatureRequestId, file: fileRecord(getTableColumns(storedFiles)) })
    .from(additionalInputs)
    .innerJoin(storedFiles, eq(storedFiles.id, additionalInputs.fileId))
    .where(inArray(additionalInputs.signatureRequestId, sql`(SELECT value FROM json_each(${sql.placeholder('ids')}))`))
    .orderBy(asc(additionalInputs.signatureRequestId), asc(additionalInputs.position))
    .prepare();
  return (rows) => {
    if (rows.length === 0) return [];
    return withAdditionalInputs(rows, select.all({ ids: JSON.stringify(rows.map((row) => row.request.id)) }));
  };
}
