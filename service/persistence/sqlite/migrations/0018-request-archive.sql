-- Requests that have gone to the archive leave their idempotency keys behind for ever, so that no replay makes a second job.
CREATE TABLE archived_keys (
  tenant_id TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key)
) STRICT, WITHOUT ROWID;

-- Those whose files are all gone, in the order in which they ended.
CREATE INDEX signature_requests_to_archive ON signature_requests (ended_at, id)
  WHERE ended_at IS NOT NULL AND inputs_kept = 0 AND (output_file_id IS NULL OR output_kept = 0);

-- What a deleted row is referred to by is looked for at every deletion.
CREATE INDEX signature_requests_of_input ON signature_requests (input_file_id);
CREATE INDEX signature_requests_of_output ON signature_requests (output_file_id) WHERE output_file_id IS NOT NULL;
CREATE INDEX signature_requests_of_appearance ON signature_requests (appearance_file_id)
  WHERE appearance_file_id IS NOT NULL;
CREATE INDEX signature_requests_successors ON signature_requests (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX additional_inputs_of_file ON additional_inputs (file_id);

CREATE TRIGGER signature_requests_count_deleted AFTER DELETE ON signature_requests
BEGIN
  UPDATE request_counts SET count = count - 1
    WHERE tenant_id = old.tenant_id AND status = old.status AND format = old.format;
END;
