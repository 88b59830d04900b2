-- Requests that have gone to the archive leave their idempotency keys behind for ever, so that no replay makes a second job.
CREATE TABLE archived_keys (
  tenant_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key)
);

-- Those whose files are all gone, in the order in which they ended.
CREATE INDEX signature_requests_to_archive ON signature_requests (ended_at, id)
  WHERE ended_at IS NOT NULL AND NOT inputs_kept AND (output_file_id IS NULL OR NOT output_kept);

-- What a deleted row is referred to by is looked for at every deletion.
CREATE INDEX signature_requests_of_input ON signature_requests (input_file_id);
CREATE INDEX signature_requests_of_output ON signature_requests (output_file_id) WHERE output_file_id IS NOT NULL;
CREATE INDEX signature_requests_of_appearance ON signature_requests (appearance_file_id)
  WHERE appearance_file_id IS NOT NULL;
CREATE INDEX signature_requests_successors ON signature_requests (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX additional_inputs_of_file ON additional_inputs (file_id);

CREATE FUNCTION count_deleted_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_request(old.tenant_id, old.status, old.format, -1);
  RETURN NULL;
END $$;

CREATE TRIGGER signature_requests_count_deleted AFTER DELETE ON signature_requests
  FOR EACH ROW EXECUTE FUNCTION count_deleted_request();
