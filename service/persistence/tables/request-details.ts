import { eq, sql, type SQL, type Table } from 'drizzle-orm';
import type { SignatureRequest, StoredFile } from '../../domain/records.ts';
import type { RequestDetails } from '../persistence.ts';
import type { Columns } from './bound.ts';

/** A row as selected with the columns of `detailsOf`. */
export interface DetailsRow {
  readonly request: Omit<SignatureRequest, 'additionalInputFileIds'>;
  readonly input: StoredFile;
  readonly output: StoredFile | null;
  readonly appearance: StoredFile | null;
}

/** Columns of a request that are no part of its record: what finds, keeps and clears it. */
const OF_UPKEEP = ['messageId', 'endedAt', 'inputsKept', 'outputKept', 'searchText'] as const;
type FileRow = Columns<'id' | 'signatureRequestId'>;

/** All columns but some. */
export function without<T extends object, K extends keyof T>(columns: T, ...names: readonly K[]): Omit<T, K> {
  const left: Partial<T> = { ...columns };
  for (const name of names) Reflect.deleteProperty(left, name);
  return left as Omit<T, K>;
}

/** The columns of a job that make up its record. */
export function jobRecord<T extends Columns<'tenantId' | 'claimant'>>(job: T): Omit<T, 'tenantId' | 'claimant'> {
  return without(job, 'tenantId', 'claimant');
}

/** The columns of a stored file that make up its record. */
export function fileRecord<T extends FileRow>(file: T): Omit<T, 'signatureRequestId'> {
  return without(file, 'signatureRequestId');
}

/** Everything of RequestDetails but the additional inputs (see `withAdditionalInputs`). */
export function requestDetails<
  R extends Columns<(typeof OF_UPKEEP)[number]>,
  I extends FileRow,
  O extends FileRow,
  A extends FileRow,
>(
  request: R,
  files: { readonly input: I; readonly output: O; readonly appearance: A },
): {
  request: Omit<R, (typeof OF_UPKEEP)[number]>;
  input: Omit<I, 'signatureRequestId'>;
  output: Omit<O, 'signatureRequestId'>;
  appearance: Omit<A, 'signatureRequestId'>;
} {
  return {
    request: without(request, ...OF_UPKEEP),
    input: fileRecord(files.input),
    output: fileRecord(files.output),
    appearance: fileRecord(files.appearance),
  };
}

/** On what the three files of a request are joined to it. */
export function fileJoins(
  request: Columns<'inputFileId' | 'outputFileId' | 'appearanceFileId'>,
  files: Readonly<Record<'input' | 'output' | 'appearance', FileRow>>,
): Readonly<Record<'input' | 'output' | 'appearance', SQL>> {
  return {
    input: eq(files.input.id, request.inputFileId),
    output: eq(files.output.id, request.outputFileId),
    appearance: eq(files.appearance.id, request.appearanceFileId),
  };
}

/** Completes rows with the additional inputs of their requests, which come in the order they were given in. */
export function withAdditionalInputs<T extends DetailsRow>(
  rows: readonly T[],
  files: readonly { readonly requestId: string; readonly file: StoredFile }[],
): readonly (T & RequestDetails)[] {
  const byRequest = Map.groupBy(files, (row) => row.requestId);
  return rows.map((row) => {
    const additional = (byRequest.get(row.request.id) ?? []).map((found) => found.file);
    const request = { ...row.request, additionalInputFileIds: additional.map((file) => file.id) };
    return { ...row, request, additionalInputs: additional };
  });
}

type MessageColumnOfRequest = 'tenantId' | 'id' | 'format' | 'profile' | 'createdAt' | 'retryCount' | 'messageId';

/** What a message and a dead letter say of a job, and the trace that its newest message belongs to. */
export function messageColumns<
  J extends Columns<'id'>,
  R extends Columns<MessageColumnOfRequest>,
  F extends Columns<'storageKey'>,
>(
  job: J,
  request: R,
  inputFile: F,
  outbox: Table,
): {
  jobId: J['id'];
  tenantId: R['tenantId'];
  signatureId: R['id'];
  inputPath: F['storageKey'];
  requestedFormat: R['format'];
  requestedProfile: R['profile'];
  createdAt: R['createdAt'];
  retryCount: R['retryCount'];
  messageId: R['messageId'];
  traceparent: SQL<string | null>;
} {
  return {
    jobId: job.id,
    tenantId: request.tenantId,
    signatureId: request.id,
    inputPath: inputFile.storageKey,
    requestedFormat: request.format,
    requestedProfile: request.profile,
    createdAt: request.createdAt,
    retryCount: request.retryCount,
    messageId: request.messageId,
    traceparent: sql`(SELECT newest.traceparent FROM ${outbox} AS newest WHERE newest.id = ${request.messageId})`,
  };
}

type EvidenceColumn = 'id' | 'renewalOf' | 'status' | 'evidenceGoodUntil' | 'completedAt';

/** No renewal of the same signature was completed after it. `newer`: the table itself, under that name. */
export function isNewestEvidence(requests: Table & Columns<EvidenceColumn>, newer: Columns<EvidenceColumn>): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${requests} AS newer
  WHERE ${newer.renewalOf} = coalesce(${requests.renewalOf}, ${requests.id})
    AND ${newer.status} = 'Completed' AND ${newer.evidenceGoodUntil} IS NOT NULL
    AND (${requests.renewalOf} IS NULL
      OR (${newer.completedAt}, ${newer.id}) > (${requests.completedAt}, ${requests.id})))`;
}
