/**
 * `copy`: what the log holds by now goes into the database file, while others go on writing.
 * `restart`: the rest goes there too, and the log begins anew; nobody else may write meanwhile.
 */
export type CheckpointStep = 'copy' | 'restart';

/** `busy`: another program reads or copies; what could be copied was. */
export type CheckpointOutcome = 'done' | 'busy';

/** What a checkpoint thread answers a step with. */
export type CheckpointReply = { readonly outcome: CheckpointOutcome } | { readonly fault: string };

/** What a checkpoint thread is started with. */
export interface CheckpointThreadData {
  readonly databasePath: string;
  readonly journalSizeLimit: number;
}
